package kvlab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** How long runs will take: as those before, and until there is one, as the warm-up took in earlier runs. */
public final class TimeLeft {

    static final int START_SECONDS = 4;

    /**
     * From their start on, on two cores: for 100,000 keys three nodes took 13 and 14 s (stage 3), 18 and 22 s (stage 4), as
     * {@code ./lab compare 3-replication 4-async-client --op get --rate 5000} told.
     */
    private static final double KEYS_WRITTEN_A_SECOND = 6000;

    private static final int USUAL_WARM_UP_SECONDS = 30;
    private static final double LONG = 2 * 3600;

    private static final int DRAW_SECONDS = 10;

    private final List<BenchPlan> plans;
    private final boolean profiled;
    private final List<List<Double>> took = new ArrayList<>();
    private final List<Run> earlier;

    /**
     * @param plans the variants, each measured as often as the others
     * @param profiled whether the last run of each is profiled, too
     * @param earlier runs, of whatever kind
     */
    TimeLeft(List<BenchPlan> plans, boolean profiled, List<Run> earlier) {
        this.plans = plans;
        this.profiled = profiled;
        this.earlier = earlier;
        plans.forEach(plan -> took.add(new ArrayList<>()));
    }

    void took(int variant, double seconds) {
        took.get(variant).add(seconds);
    }

    /** @param runs how often each is measured */
    double seconds(int runs) {
        return IntStream.range(0, plans.size())
                .mapToDouble(
                        variant -> seconds(variant, runs - took.get(variant).size()))
                .sum();
    }

    private double seconds(int variant, int runs) {
        return runs == 0 ? 0 : runs * secondsOf(variant) + (profiled ? profile(plans.get(variant)) : 0);
    }

    /** It warms up once more, and loads for as long. */
    private static double profile(BenchPlan plan) {
        return plan.warmUpAgainSeconds() + plan.seconds() + DRAW_SECONDS;
    }

    /** What a run takes besides keys and warm-up, which depend on the server. */
    static double besides(BenchPlan plan, boolean profiled) {
        return START_SECONDS + plan.seconds() + (profiled ? profile(plan) : 0);
    }

    /** What it takes to write the keys, where there are any to be written. */
    static double fill(BenchPlan plan) {
        return plan.op().needsKeys() ? plan.keys() / KEYS_WRITTEN_A_SECOND : 0;
    }

    private double secondsOf(int variant) {
        return took.get(variant).stream()
                .mapToDouble(each -> each)
                .average()
                .orElseGet(() -> guess(plans.get(variant)));
    }

    private double guess(BenchPlan plan) {
        return besides(plan, false) + fill(plan) + warmUp(plan);
    }

    private double warmUp(BenchPlan plan) {
        double warmUp = earlier.stream()
                .filter(run -> run.warmUp() != null && run.options().warmUpSeconds() == plan.warmUpSeconds())
                .filter(run -> plan.program().name().equals(run.options().program()))
                .mapToInt(run -> run.warmUp().seconds())
                .average()
                .orElse(USUAL_WARM_UP_SECONDS);
        return Math.min(warmUp, plan.warmUpSeconds());
    }

    static String text(double seconds) {
        return "about " + time(seconds) + " left";
    }

    /** As 40 s, 12 min or 6.5 h. */
    public static String time(double seconds) {
        if (seconds < 90) {
            return Math.max(10, Math.round(seconds / 10) * 10) + " s";
        }
        return seconds < LONG
                ? Math.round(seconds / 60) + " min"
                : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
    }
}
