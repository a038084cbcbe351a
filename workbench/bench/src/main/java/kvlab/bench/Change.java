package kvlab.bench;

import com.google.gson.annotations.SerializedName;

/** What a comparison says of a figure. */
public enum Change {
    @SerializedName("better")
    BETTER("better"),
    @SerializedName("worse")
    WORSE("worse"),
    @SerializedName("no significant change")
    NOT_SIGNIFICANT("no significant change"),
    @SerializedName("not comparable")
    NOT_COMPARABLE("not comparable");

    private final String label;

    Change(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    public boolean isSignificant() {
        return this == BETTER || this == WORSE;
    }
}
