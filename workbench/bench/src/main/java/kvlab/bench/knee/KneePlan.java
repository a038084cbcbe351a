package kvlab.bench.knee;

import java.util.List;
import kvlab.bench.kept.Probe;
import kvlab.bench.kept.Search;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.Load;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.load.Scale;
import kvlab.bench.text.Sheet;
import kvlab.bench.wrk2.Latency;
import kvlab.cluster.UsageException;

/**
 * For how much load is a cluster good?
 *
 * @param measured what is asked for; its rate is where the search begins when {@code from} says so, and its seconds are how
 *     long the answer is confirmed
 * @param from whether the search begins at the load's rate, and not at half of what a closed loop reaches
 * @param sloMillis what p99 may be
 * @param next a command line that measures at a rate, with {rate} where the rate goes
 */
public record KneePlan(BenchPlan measured, boolean from, double sloMillis, String next) {

    /** The shortest probe. */
    private static final int LEAST_SECONDS = 5;

    /** A probe should have so many requests that p99 does not depend on a few of them. */
    private static final int LEAST_REQUESTS = 1000;

    private static final double BELOW = 0.7;

    /** The longest probe. */
    private static final int MOST_SECONDS = 60;

    /** Before anything is started. */
    public void validate() throws UsageException {
        if (sloMillis <= 0) {
            throw UsageException.of("--slo 0: expected a time above 0, as 50ms");
        }
        measured.validate();
    }

    boolean smoke() {
        return Scale.isSmoke(measured.load().seconds());
    }

    /** A smoke run has no warm-up. A search needs one nevertheless, unless it was told where to begin. */
    int warmUpSeconds() {
        int asked = measured.load().warmUpSeconds();
        return smoke() && !from ? Math.max(1, asked) : asked;
    }

    /** No rate above it is tried; to see that the search works, one step is enough. */
    int highest(int first) {
        return Math.min(smoke() ? 2 * first : Load.CLOSED_LOOP, Load.CLOSED_LOOP - 1);
    }

    /**
     * A probe is one window. So is a confirmation; outside of smoke it is longer, since a queue that grows slowly takes time to show.
     *
     * @param calibrates whether a window is a process of its own, which first calibrates itself
     */
    public int seconds(int rate, boolean confirmation, boolean calibrates) {
        Load load = measured.load().at(rate);
        if (smoke()) {
            return load.seconds();
        }
        int enough = (int) Math.ceil((double) LEAST_REQUESTS / rate);
        int probe = Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, enough));
        int calibration = calibrates ? (int) Math.ceil(load.schedule().calibrationSeconds()) : 0;
        return calibration + (confirmation ? Math.max(load.seconds(), 2 * probe) : probe);
    }

    /**
     * The search as far as it has come.
     *
     * @param closedLoop good answers a second in the warm-up; null when there was none
     * @param rate null while none is found
     */
    public Search search(Double closedLoop, List<Probe> probes, Integer rate) {
        return new Search(sloMillis, closedLoop, List.copyOf(probes), rate, rate == null ? null : nextBelow(rate));
    }

    /** The plan of a confirmation as a run. */
    public BenchPlan confirming(int rate, int seconds) {
        return measured.with(measured.load().at(rate).inWindows(1, seconds));
    }

    /** A command that measures below a knee: at the knee itself, a queue comes and goes. */
    private String nextBelow(int rate) {
        return next.replace("{rate}", Integer.toString(KneeSearch.round((int) Math.max(1, BELOW * rate))));
    }

    Probe probe(int rate, boolean confirmation, LoadWindow window) {
        Latency latency = Latency.of(window.latencies());
        double held = Math.min(1, LoadWindow.sustainedPerSecond(List.of(window)) * window.seconds() / window.due());
        Probe probe = new Probe(
                rate,
                window.seconds(),
                window.requests(),
                held,
                window.bad(),
                window.lost(),
                latency == null ? null : latency.millis(50),
                latency == null ? null : latency.millis(99),
                confirmation,
                null);
        return probe.because(fault(probe));
    }

    private String fault(Probe probe) {
        if (probe.heldPart() < (smoke() ? Probe.HELD_IN_SMOKE : Lint.HELD)) {
            return "the rate was not held";
        }
        long wrong = probe.bad() + probe.lost();
        if (wrong > 0) {
            return wrong + " requests went wrong";
        }
        boolean slow = probe.p99Millis() != null && probe.p99Millis() > sloMillis;
        return slow && !smoke() ? "p99 above " + Sheet.millis(sloMillis) : null;
    }
}
