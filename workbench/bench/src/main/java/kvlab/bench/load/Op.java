package kvlab.bench.load;

import com.google.gson.annotations.SerializedName;
import java.util.Arrays;
import java.util.List;
import kvlab.cluster.UsageException;

/** What the clients do: a script of wrk_scripts/, whose name it has. */
public enum Op {
    @SerializedName("put")
    PUT("put", false),
    @SerializedName("get")
    GET("get", true),
    @SerializedName("delete")
    DELETE("delete", true),
    @SerializedName("mixed")
    MIXED("mixed", true),
    @SerializedName("hot-keys")
    HOT_KEYS("hot-keys", true),
    @SerializedName("overwrite")
    OVERWRITE("overwrite", true);

    private static final int FEW_KEYS = 16;
    private static final int MANY_KEYS = 100_000;

    private final String label;
    private final boolean needsKeys;

    Op(String label, boolean needsKeys) {
        this.label = label;
        this.needsKeys = needsKeys;
    }

    public static Op of(String name) throws UsageException {
        return Arrays.stream(values())
                .filter(op -> op.label.equals(name))
                .findFirst()
                .orElseThrow(
                        () -> UsageException.of("--op " + name + ": expected one of " + String.join(", ", names())));
    }

    static List<String> names() {
        return Arrays.stream(values()).map(op -> op.label).toList();
    }

    public String label() {
        return label;
    }

    /** Whether the keys have to be there before the load begins. */
    public boolean needsKeys() {
        return needsKeys;
    }

    /** How many keys its script takes when nobody says how many: to overwrite is to write few of them again and again. */
    public int usualKeys() {
        return this == OVERWRITE ? FEW_KEYS : MANY_KEYS;
    }

    String script() {
        return label + ".lua";
    }
}
