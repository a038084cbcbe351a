package kvlab.bench;

/**
 * Some seconds at one rate, on the way to the highest that is held.
 *
 * @param requests that were answered, in whatever way
 * @param p50Millis null when nothing was answered after wrk2's calibration, like p99Millis
 * @param missing reads that found nothing, and wrong, that brought something else; 0 when the operation has no reads
 * @param confirmation whether it was one of the longer loads at the end
 * @param reason why the rate does not count as held; null when it does
 */
public record Probe(
        int rate,
        int seconds,
        long requests,
        double requestsPerSecond,
        long bad,
        long lost,
        long missing,
        long wrong,
        Double p50Millis,
        Double p99Millis,
        boolean confirmation,
        String reason) {

    /** A load that is shorter than wrk2's calibration only proves that a search works. */
    static final double HELD_WHEN_SHORT = 0.5;

    static Probe of(KneePlan plan, int rate, int seconds, boolean confirmation, RateLoad.Measured measured) {
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
        return probe.because(probe.fault(plan));
    }

    private Probe because(String why) {
        return new Probe(
                rate,
                seconds,
                requests,
                requestsPerSecond,
                bad,
                lost,
                missing,
                wrong,
                p50Millis,
                p99Millis,
                confirmation,
                why);
    }

    private String fault(KneePlan plan) {
        Schedule schedule = plan.schedule(rate, seconds);
        boolean calibrated = seconds >= schedule.calibrationSeconds();
        if (schedule.held(requestsPerSecond) < (calibrated ? Lint.HELD : HELD_WHEN_SHORT)) {
            return "the rate was not held";
        }
        if (bad + lost + missing + wrong > 0) {
            return (bad + lost + missing + wrong) + " requests went wrong";
        }
        return calibrated && p99Millis != null && p99Millis > plan.sloMillis()
                ? "p99 above " + Sheet.millis(plan.sloMillis())
                : null;
    }

    public boolean held() {
        return reason == null;
    }
}
