package kvlab.wrk2;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * What a run measured. The histograms start anew when calibration ends, the totals do not: so does wrk2.
 *
 * @param due how many requests the schedule asked for until the end
 * @param sent how many were sent
 * @param answered how many answers came
 * @param open how many requests had none when the run ended
 * @param bytes read
 * @param reconnects how often a connection that the server had ended was made again
 * @param latency in microseconds, from when each request was due
 * @param uncorrected in microseconds, from when each was sent
 * @param rates answers a second of one thread, one sample an interval
 * @param calibrations one a thread, none in a run that ends before
 * @param interrupted ended by Ctrl-C or by the script
 * @param garbageCollections of this process while it ran, and what they took
 */
record LoadResult(
        LoadOptions options,
        Instant started,
        long runtimeMicros,
        long due,
        long sent,
        long answered,
        long open,
        long bytes,
        long reconnects,
        Errors errors,
        Histogram latency,
        Histogram uncorrected,
        long[] rates,
        List<Calibration> calibrations,
        List<Second> timeline,
        boolean interrupted,
        long garbageCollections,
        long garbageCollectionMillis) {

    private static final double LAST_MOMENT = 0.005;

    /** What a thread found at the end of calibration: the mean latency so far, and how often it samples its rate. */
    record Calibration(long meanMicros, long intervalMillis) {}

    double seconds() {
        return runtimeMicros / 1e6;
    }

    double answeredPerSecond() {
        return perSecond(answered);
    }

    /** A request that was lost with its connection and sent again counts once. */
    double sentPerSecond() {
        return perSecond(answered + open);
    }

    private double perSecond(long count) {
        return runtimeMicros == 0 ? 0 : count / seconds();
    }

    /** What to know when the rate was not held. */
    String overloaded() {
        return String.format(
                Locale.ROOT,
                "asked %d/s, sent %.0f/s: the figures are those of an overloaded target",
                options.rate(),
                sentPerSecond());
    }

    /** Whether the requests went out as asked, but for those that became due in the last moment. */
    boolean rateHeld() {
        return answered + open >= 0.99 * due - LAST_MOMENT * options.rate() - 1;
    }
}
