package kvlab.wrk2;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/**
 * What a run measured, or a window of one. The histograms of a run start anew when calibration ends, the totals do not: so does
 * wrk2.
 *
 * @param rate that was asked for; of several windows the mean
 * @param latency in microseconds, from when each request was due
 * @param uncorrected in microseconds, from when each was sent
 * @param rates answers a second of one thread, one sample an interval
 * @param calibrations one a thread, none in a run that ends before
 * @param interrupted ended by Ctrl-C or by the script
 * @param own what this process took meanwhile
 */
record LoadResult(
        LoadOptions options,
        long rate,
        Instant started,
        long runtimeMicros,
        Counts counts,
        Histogram latency,
        Histogram uncorrected,
        long[] rates,
        List<Calibration> calibrations,
        List<Second> timeline,
        boolean interrupted,
        Own own) {

    private static final double LAST_MOMENT = 0.005;

    /** What a thread found at the end of calibration: the mean latency so far, and how often it samples its rate. */
    record Calibration(long meanMicros, long intervalMillis) {}

    /** Before anything was measured. */
    static LoadResult none(LoadOptions options) {
        return new LoadResult(
                options,
                options.rate(),
                Instant.now(),
                0,
                Counts.NONE,
                EventLoop.newHistogram(),
                EventLoop.newHistogram(),
                new long[0],
                List.of(),
                List.of(),
                false,
                Own.NOTHING);
    }

    /** This and a window that came later. */
    LoadResult plus(LoadResult later) {
        long micros = runtimeMicros + later.runtimeMicros;
        Counts both = counts.plus(later.counts);
        return new LoadResult(
                options,
                micros == 0 ? rate : Math.round(both.due() * 1e6 / micros),
                started,
                micros,
                both,
                sum(latency, later.latency),
                sum(uncorrected, later.uncorrected),
                LongStream.concat(LongStream.of(rates), LongStream.of(later.rates))
                        .toArray(),
                calibrations,
                timeline,
                interrupted || later.interrupted,
                own.plus(later.own, 1));
    }

    private static Histogram sum(Histogram one, Histogram other) {
        Histogram sum = one.copy();
        sum.add(other);
        return sum;
    }

    double seconds() {
        return runtimeMicros / 1e6;
    }

    double answeredPerSecond() {
        return perSecond(counts.answered());
    }

    /** A request that was lost with its connection and sent again counts once. */
    double sentPerSecond() {
        return perSecond(counts.answered() + counts.open());
    }

    private double perSecond(long count) {
        return runtimeMicros == 0 ? 0 : count / seconds();
    }

    /** What to know when the rate was not held. */
    String overloaded() {
        return String.format(
                Locale.ROOT,
                "asked %d/s, sent %.0f/s: the figures are those of an overloaded target",
                rate,
                sentPerSecond());
    }

    /** Whether the requests went out as asked, but for those that became due in the last moment. */
    boolean rateHeld() {
        return counts.answered() + counts.open() >= 0.99 * counts.due() - LAST_MOMENT * rate - 1;
    }
}
