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
 * @param lateness in microseconds, how late the loading threads themselves were, at even times of the whole run
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
        Histogram lateness,
        long[] rates,
        List<Calibration> calibrations,
        List<Second> timeline,
        boolean interrupted,
        Own own) {

    private static final double LAST_MOMENT = 0.005;

    /** Threads that wait for a timer are about 0.1 ms late on an idle machine. */
    private static final long USUALLY_LATE = 250;

    /** Part of the distance between two requests. It lies between what docs/wrk2.md measured for the two reasons. */
    private static final double TOO_LATE = 0.75;

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
                sum(lateness, later.lateness),
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
    String note() {
        String why = starved()
                ? String.format(
                        Locale.ROOT,
                        "wrk2 itself lacked CPU time (its timer was up to %.0f ms late); the figures are not the target's",
                        Math.ceil(lateness.getMaxValue() / 1e3))
                : "the figures are those of an overloaded target";
        return String.format(Locale.ROOT, "asked %d/s, sent %.0f/s: %s", rate, sentPerSecond(), why);
    }

    /**
     * Whether the threads were half of the time late by most of the distance between two requests of a connection. An
     * overloaded target takes most of that distance itself, even when it shares the cores with the load.
     */
    private boolean starved() {
        // The requests of a pipeline go out together, so they seem closer than they are.
        double distance = Math.max(options.connections() / sentPerSecond() * 1e6, uncorrected.getMean());
        return lateness.getValueAtPercentile(50) >= Math.max(USUALLY_LATE, TOO_LATE * distance);
    }

    /** Whether the requests went out as asked, but for those that became due in the last moment. */
    boolean rateHeld() {
        return counts.answered() + counts.open() >= 0.99 * counts.due() - LAST_MOMENT * rate - 1;
    }
}
