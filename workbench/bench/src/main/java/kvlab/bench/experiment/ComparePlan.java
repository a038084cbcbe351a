package kvlab.bench.experiment;

import java.util.ArrayList;
import java.util.List;
import kvlab.bench.estimate.Estimate;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.machine.LoadGenerator;
import kvlab.cluster.UsageException;

/**
 * What is measured in turn.
 *
 * @param variants the first is the baseline; they differ in what runs and not in the load
 * @param lives how often all are started anew
 * @param profile of the last life of each; null when there is to be none
 * @param same the part by which two may differ and still are the same, 0.05 for 5 %
 * @param until how long it goes on after these lives; null to end with them
 */
public record ComparePlan(List<Variant> variants, int lives, ProfilePlan profile, double same, Until until) {

    /** When nothing is said. */
    public static final double USUAL_SAME = 0.05;

    private static final int MOST_LIVES = 1000;
    private static final int MOST_VARIANTS = 26;
    private static final int LAST_PORT = 65_535;

    /** Windows that cost time besides the load are so many times as long. */
    private static final int LONGER = 4;

    /**
     * Until all intervals are narrow, or the time is up.
     *
     * @param width half of an interval at most, as a part of the ratio
     * @param seconds of all lives together
     */
    public record Until(double width, long seconds) {}

    /** @param name what it is, as 3-replication or client=futures */
    public record Variant(String name, BenchPlan plan) {}

    public ComparePlan(List<Variant> variants, int lives, ProfilePlan profile) {
        this(variants, lives, profile, USUAL_SAME, null);
    }

    /** Before anything is started. */
    public void validate() throws UsageException {
        if (lives < 1 || lives > MOST_LIVES) {
            throw UsageException.of("--lives " + lives + ": expected a number from 1 to " + MOST_LIVES);
        }
        requirePart("--same", same);
        if (until != null) {
            requirePart("--until", until.width());
        }
        if (until != null && profile != null) {
            throw UsageException.of("--until and --profile: a profile is taken in the last life, and which one that is"
                    + " cannot be known before; give --lives instead of --until");
        }
        if (variants.size() < 2 || variants.size() > MOST_VARIANTS) {
            throw UsageException.of(variants.size() + " variants: expected a number from 2 to " + MOST_VARIANTS
                    + ", with the baseline");
        }
        for (Variant variant : variants) {
            variant.plan().validate();
        }
        int port = variants.get(0).plan().port();
        int ports = variants.stream().mapToInt(each -> each.plan().ports()).sum();
        if (port + ports - 1 > LAST_PORT) {
            throw UsageException.of("--port " + port + ": expected a number from 1 to " + (LAST_PORT - ports + 1));
        }
    }

    private static void requirePart(String option, double part) throws UsageException {
        if (!(part > 0 && part < 1)) {
            throw UsageException.of(option + " " + 100 * part + "%: expected more than 0 % and less than 100 %");
        }
    }

    /**
     * To start a load generator for each window, or to read the counters of another machine, takes a part of a second. Then
     * windows are longer and fewer.
     */
    public ComparePlan suiting(LoadGenerator generator) {
        return new ComparePlan(
                variants.stream()
                        .map(each -> new Variant(
                                each.name,
                                each.plan.place().takesShortWindows(generator)
                                        ? each.plan
                                        : inLongerWindows(each.plan)))
                        .toList(),
                lives,
                profile,
                same,
                until);
    }

    /** Unchanged if too few windows would be left. */
    private static BenchPlan inLongerWindows(BenchPlan plan) {
        int fewer = plan.load().windows() / LONGER;
        return fewer < Estimate.FEWEST_ROUNDS
                ? plan
                : plan.with(plan.load().inWindows(fewer, LONGER * plan.load().windowSeconds()));
    }

    /** The plan of each variant, on ports of its own, because all variants are alive at the same time. */
    List<BenchPlan> plans() {
        List<BenchPlan> plans = new ArrayList<>();
        int port = variants.get(0).plan().port();
        for (Variant variant : variants) {
            plans.add(variant.plan().from(port));
            port += variant.plan().ports();
        }
        return plans;
    }

    String label(int variant) {
        return Character.toString('A' + variant);
    }

    /** What a folder is named after. */
    String about() {
        BenchPlan first = variants.get(0).plan();
        return variants.get(0).name().equals(HttpAlone.NAME)
                ? "saturate-" + variants.get(1).name() + "-" + first.load().op().label()
                : "compare-" + first.name();
    }
}
