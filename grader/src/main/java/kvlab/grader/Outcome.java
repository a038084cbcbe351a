package kvlab.grader;

import java.util.Locale;

/** What became of a check. */
public enum Outcome {
    PASS,
    FAIL,
    /** It cannot pass, since an exercise that it needs is still open. */
    OPEN,
    /** It was not run, and the message says why. */
    SKIPPED,
    /** It was run, and proves nothing either way. */
    INCONCLUSIVE;

    /** As in reports. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
