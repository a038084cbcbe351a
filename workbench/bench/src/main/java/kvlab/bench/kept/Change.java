package kvlab.bench.kept;

import com.google.gson.annotations.SerializedName;

/** What a comparison says of a figure. */
public enum Change {
    @SerializedName("better")
    BETTER("better"),
    @SerializedName("worse")
    WORSE("worse"),
    /** The whole interval is close to 1. */
    @SerializedName("same")
    SAME("same"),
    /** The interval is too wide. */
    @SerializedName("undecided")
    UNDECIDED("undecided"),
    @SerializedName("not comparable")
    NOT_COMPARABLE("not comparable");

    private final String label;

    Change(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    public boolean isDifferent() {
        return this == BETTER || this == WORSE;
    }
}
