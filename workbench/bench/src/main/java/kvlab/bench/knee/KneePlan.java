package kvlab.bench.knee;

import kvlab.bench.kept.Probe;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.Latency;
import kvlab.bench.load.RateLoad;
import kvlab.bench.load.Scale;
import kvlab.bench.load.Schedule;
import kvlab.bench.load.Verified;
import kvlab.bench.load.Wrk2;
import kvlab.bench.load.WrkReport;
import kvlab.bench.text.Sheet;
import kvlab.cluster.UsageException;

/**
 * For how much load is a cluster good?
 *
 * @param measured what is asked for; its rate is where the search begins when {@code from} says so, and its seconds are how long
 *     the answer is confirmed
 * @param from whether the search begins at the load's rate, and not at half of what a closed loop reaches
 * @param sloMillis what p99 may be
 * @param next a command line that measures at a rate, with {rate} where the rate goes
 */
public record KneePlan(BenchPlan measured, boolean from, double sloMillis, String next) {

    /** wrk2 measures after its calibration: so long at least, */
    private static final int MEASURED_SECONDS = 5;

    /** and so long that p99 is not the fate of a few. */
    private static final int MEASURED_REQUESTS = 1000;

    private static final int MOST_MEASURED_SECONDS = 60;

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
        return smoke() && !from
                ? Math.max(1, measured.load().warmUpSeconds())
                : measured.load().warmUpSeconds();
    }

    /** No rate above it is tried; to see that the search works, one step is enough. */
    int highest(int first) {
        return smoke() ? 2 * first : Wrk2.BEYOND_REACH;
    }

    /** Of a load at this rate for so long. */
    Schedule schedule(int rate, int seconds) {
        return new Schedule(rate, measured.load().connections(), measured.load().threads(), seconds);
    }

    public int seconds(int rate, boolean confirmation) {
        return confirmation ? confirmSeconds(rate) : probeSeconds(rate);
    }

    /** Long enough for wrk2's calibration and 1,000 requests after it. */
    private int probeSeconds(int rate) {
        if (smoke()) {
            return measured.load().seconds();
        }
        int enough = Math.min(MOST_MEASURED_SECONDS, Math.max(MEASURED_SECONDS, MEASURED_REQUESTS / rate));
        return (int) Math.ceil(schedule(rate, measured.load().seconds()).calibrationSeconds()) + enough;
    }

    /** A queue that grows slowly shows only when there is time for it: twice as long as a probe at least. */
    private int confirmSeconds(int rate) {
        return smoke() ? measured.load().seconds() : Math.max(measured.load().seconds(), 2 * probeSeconds(rate));
    }

    Probe probe(int rate, int seconds, boolean confirmation, RateLoad.Measured measured) {
        WrkReport report = measured.window().report();
        Latency latency = measured.latency();
        Verified verified = Verified.parse(measured.output());
        Probe probe = new Probe(
                rate,
                seconds,
                report.requests(),
                report.requestsPerSecond(),
                report.bad(),
                report.lost(),
                verified == null ? 0 : verified.missing(),
                verified == null ? 0 : verified.wrong(),
                latency == null ? null : latency.millis(50),
                latency == null ? null : latency.millis(99),
                confirmation,
                null);
        return probe.because(fault(probe));
    }

    private String fault(Probe probe) {
        Schedule schedule = schedule(probe.rate(), probe.seconds());
        boolean calibrated = probe.seconds() >= schedule.calibrationSeconds();
        if (schedule.held(probe.requestsPerSecond()) < (calibrated ? Lint.HELD : Probe.HELD_WHEN_SHORT)) {
            return "the rate was not held";
        }
        long wrong = probe.bad() + probe.lost() + probe.missing() + probe.wrong();
        if (wrong > 0) {
            return wrong + " requests went wrong";
        }
        return calibrated && probe.p99Millis() != null && probe.p99Millis() > sloMillis
                ? "p99 above " + Sheet.millis(sloMillis)
                : null;
    }
}
