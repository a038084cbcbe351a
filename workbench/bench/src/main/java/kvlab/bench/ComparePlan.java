package kvlab.bench;

import java.util.List;
import kvlab.cluster.UsageException;

/**
 * What is measured in turn.
 *
 * @param variants the first is the baseline; they differ in what runs and not in the load
 * @param pairs how often each is measured
 * @param profile of the last run of each; null when there is to be none
 */
public record ComparePlan(List<Variant> variants, int pairs, ProfilePlan profile) {

    private static final int MOST_PAIRS = 1000;
    private static final int MOST_VARIANTS = 26;

    /** @param name what it is, as 3-replication or client=futures */
    public record Variant(String name, BenchPlan plan) {}

    /** Without profiles. */
    ComparePlan(List<Variant> variants, int pairs) {
        this(variants, pairs, null);
    }

    /** Before anything is started. */
    public void validate() throws UsageException {
        if (pairs < 1 || pairs > MOST_PAIRS) {
            throw UsageException.of("--pairs " + pairs + ": expected a number from 1 to " + MOST_PAIRS);
        }
        if (variants.size() < 2 || variants.size() > MOST_VARIANTS) {
            throw UsageException.of(variants.size() + " variants: expected a number from 2 to " + MOST_VARIANTS
                    + ", with the baseline");
        }
        for (Variant variant : variants) {
            variant.plan().validate();
        }
    }

    String label(int variant) {
        return Character.toString('A' + variant);
    }

    /** What a folder is named after. */
    String about() {
        BenchPlan first = variants.get(0).plan();
        return "compare-" + first.program().name() + "-" + first.op().label();
    }
}
