package kvlab.bench;

/**
 * A run may warm up for a minute, and most are done in a third of that. If each took its minute, a quick comparison of two
 * with profiles would not end within six minutes, which it promises. So where a warm-up may last longer than what it is for,
 * the runs of a comparison have a budget: what one of them does not need is there for the next ones, and none takes what
 * those need at least.
 *
 * <p>To write the keys is warming up, too. Six minutes are few when there are profiles to be made: then it comes out of the same
 * budget.
 */
final class WarmUpBudget {

    /** Of what the warm-up of each may take. */
    private static final double SHARE = 0.7;

    /** What each leaves to each that follows, as a part of the same. */
    private static final double RESERVE = 1.0 / 3;

    private final BenchPlan plan;
    private final double fill;
    private int runs;
    private double left;

    /**
     * @param plan of each of them, as far as the load goes
     * @param runs how many there are
     * @param profiled whether the last of each side is profiled, too
     */
    WarmUpBudget(BenchPlan plan, int runs, boolean profiled) {
        this.plan = plan;
        this.fill = TimeLeft.fill(plan);
        this.runs = runs;
        this.left = runs * (SHARE * plan.warmUpSeconds() + (profiled ? 0 : fill));
    }

    /** For how long the next run may warm up, at most. */
    int seconds() {
        int most = plan.warmUpSeconds();
        if (most <= plan.seconds()) {
            return most;
        }
        int least = Math.min(most, WarmUp.LEAST_SECONDS);
        double reserved = (runs - 1) * Math.max(RESERVE * most, fill + least);
        return (int) Math.max(least, Math.min(most, left - reserved - fill));
    }

    /** That run is over, and so much went into its keys and its warm-up. */
    void took(double seconds) {
        runs--;
        left -= seconds;
    }
}
