package kvlab.handin;

import java.util.ArrayList;
import java.util.List;

/**
 * A run of a student's code, or a knee, beside the same of the reference.
 *
 * @param with what was set for it, in a few words; empty when nothing was
 * @param rate that was asked for; of a knee the highest that was held
 * @param p50Millis null of a knee, like p99Millis
 * @param beside null when there is none that is comparable
 * @param rateRatio null when there is none, like p50Ratio and p99Ratio, which a knee has not
 */
record Measured(
        String run,
        String op,
        String with,
        int rate,
        Double p50Millis,
        Double p99Millis,
        Yardstick beside,
        Double rateRatio,
        Double p50Ratio,
        Double p99Ratio) {

    boolean isKnee() {
        return p50Millis == null;
    }

    /** What has to be known of the ratios by whoever sees nothing else, in a few words; empty when there is nothing. */
    String remark() {
        List<String> words = new ArrayList<>();
        if (!with.isEmpty()) {
            words.add("with " + with);
        }
        if (beside != null && !beside.doubt().isEmpty()) {
            words.add("the reference " + beside.doubt());
        }
        return words.isEmpty() ? "" : op + (isKnee() ? " knee: " : ": ") + String.join(", ", words);
    }
}
