package kvlab.bench.experiment;

import java.util.ArrayList;
import java.util.List;
import kvlab.bench.load.BenchPlan;

/** How long measurements will take: the mean of the earlier lives; before the first, a guess. */
public final class TimeLeft {

    private static final int START_SECONDS = 4;

    /**
     * From their start on, on two cores: for 100,000 keys three nodes took 13 and 14 s (stage 3), 18 and 22 s (stage 4), as
     * {@code ./lab compare 3-replication 4-async-client --op get --rate 5000} told.
     */
    private static final double KEYS_WRITTEN_A_SECOND = 6000;

    /** Usual warm-up of the kit's nodes on two cores. Sides of a comparison mostly warm up at the same time. */
    private static final int USUAL_WARM_UP_SECONDS = 20;

    private static final int DRAW_SECONDS = 10;

    private final List<BenchPlan> plans;
    private final boolean profiled;
    private final List<Double> took = new ArrayList<>();

    /**
     * @param plans what is measured each time
     * @param profiled whether each is profiled in the end
     */
    public TimeLeft(List<BenchPlan> plans, boolean profiled) {
        this.plans = plans;
        this.profiled = profiled;
    }

    /** That is how long all of them took once, with profiles or without. */
    void took(double seconds) {
        took.add(seconds);
    }

    /** @param times how often all of them are measured */
    public double seconds(int times) {
        double guess = plans.stream().mapToDouble(TimeLeft::guess).sum()
                + plans.stream().mapToDouble(TimeLeft::warmUp).max().orElse(0);
        double once = took.stream().mapToDouble(each -> each).average().orElse(guess);
        return times * once
                + (profiled ? plans.stream().mapToDouble(TimeLeft::profile).sum() : 0);
    }

    /** It warms up once more, and loads for as long. */
    private static double profile(BenchPlan plan) {
        return plan.load().warmUpAgainSeconds()
                + Math.min(plan.load().seconds(), Life.MOST_PROFILED_SECONDS)
                + DRAW_SECONDS;
    }

    /** To write the keys, where there are any to be written. */
    private static double fill(BenchPlan plan) {
        return plan.load().op().needsKeys() ? plan.load().keys() / KEYS_WRITTEN_A_SECOND : 0;
    }

    private static double guess(BenchPlan plan) {
        return START_SECONDS + fill(plan) + plan.load().seconds();
    }

    private static double warmUp(BenchPlan plan) {
        return Math.min(USUAL_WARM_UP_SECONDS, plan.load().warmUpSeconds());
    }
}
