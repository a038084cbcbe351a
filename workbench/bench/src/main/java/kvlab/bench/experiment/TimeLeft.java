package kvlab.bench.experiment;

import java.util.ArrayList;
import java.util.List;
import kvlab.bench.kept.Run;
import kvlab.bench.load.BenchPlan;

/** How long measurements will take: as those before, and until there is one, as the warm-up took in earlier runs. */
public final class TimeLeft {

    private static final int START_SECONDS = 4;

    /**
     * From their start on, on two cores: for 100,000 keys three nodes took 13 and 14 s (stage 3), 18 and 22 s (stage 4), as
     * {@code ./lab compare 3-replication 4-async-client --op get --rate 5000} told.
     */
    private static final double KEYS_WRITTEN_A_SECOND = 6000;

    private static final int USUAL_WARM_UP_SECONDS = 30;

    private static final int DRAW_SECONDS = 10;

    private final List<BenchPlan> plans;
    private final boolean profiled;
    private final List<Double> took = new ArrayList<>();
    private final List<Run> earlier;

    /**
     * @param plans what is measured each time
     * @param profiled whether each is profiled in the end
     * @param earlier runs, of whatever kind
     */
    public TimeLeft(List<BenchPlan> plans, boolean profiled, List<Run> earlier) {
        this.plans = plans;
        this.profiled = profiled;
        this.earlier = earlier;
    }

    /** That is how long all of them took once, with profiles or without. */
    void took(double seconds) {
        took.add(seconds);
    }

    /** @param times how often all of them are measured */
    public double seconds(int times) {
        double guess = plans.stream().mapToDouble(TimeLeft::guess).sum()
                + plans.stream().mapToDouble(this::warmUp).max().orElse(0);
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

    /** Sides of a comparison are mostly warmed up at the same time. */
    private double warmUp(BenchPlan plan) {
        double warmUp = earlier.stream()
                .filter(run -> run.warmUp() != null
                        && run.options().load().warmUpSeconds() == plan.load().warmUpSeconds())
                .filter(run -> plan.program().name().equals(run.options().program()))
                .mapToInt(run -> run.warmUp().seconds())
                .average()
                .orElse(USUAL_WARM_UP_SECONDS);
        return Math.min(warmUp, plan.load().warmUpSeconds());
    }
}
