package kvlab.bench.machine;

import com.google.gson.annotations.SerializedName;
import java.util.Locale;

/** What a check says, from good to bad. */
public enum Verdict {
    @SerializedName("ok")
    OK("32"),
    @SerializedName("warn")
    WARN("33"),
    @SerializedName("fail")
    FAIL("31");

    private final String colour;

    Verdict(String colour) {
        this.colour = colour;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    String coloured(String text) {
        return "\u001b[" + colour + "m" + text + "\u001b[0m";
    }
}
