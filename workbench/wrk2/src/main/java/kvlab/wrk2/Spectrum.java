package kvlab.wrk2;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.PercentileIterator;

/**
 * A few percentiles do not show where the tail begins. The spectrum takes five steps for each halving of what is left
 * above, so that the last ten samples get as many rows as the first million.
 */
final class Spectrum {

    private static final int STEPS = 5;

    /**
     * @param value in microseconds, the highest that is counted
     * @param percentile from 0 to 100
     * @param count of all samples up to the value
     */
    record Row(long value, double percentile, long count) {}

    private Spectrum() {}

    static List<Row> rows(Histogram histogram) {
        List<Row> rows = new ArrayList<>();
        PercentileIterator steps = new PercentileIterator(histogram, STEPS);
        while (steps.hasNext()) {
            HistogramIterationValue step = steps.next();
            rows.add(new Row(
                    step.getValueIteratedTo(), step.getPercentileLevelIteratedTo(), step.getTotalCountToThisValue()));
        }
        return rows.isEmpty() ? List.of(new Row(0, 100, 0)) : rows;
    }

    /** In milliseconds, as wrk2 prints it. */
    static String text(Histogram histogram) {
        StringBuilder text = new StringBuilder("       Value   Percentile   TotalCount 1/(1-Percentile)\n\n");
        for (Row row : rows(histogram)) {
            double fraction = row.percentile / 100;
            text.append(columns(
                    "%s %s %12d %s\n",
                    millis(row.value),
                    pad(Units.fixed(fraction, 6)),
                    row.count,
                    pad(fraction < 1 ? Units.fixed(1 / (1 - fraction), 2) : "inf")));
        }
        Stats stats = new LatencyStats(histogram);
        // The last line is about the memory of the histogram that wrk2 makes, and never differs.
        return text.append(
                        columns("#[Mean    = %s, StdDeviation   = %s]\n", millis(stats.mean()), millis(stats.stdev())))
                .append(columns("#[Max     = %s, Total count    = %12d]\n", millis(stats.max()), stats.count()))
                .append(columns("#[Buckets = %12d, SubBuckets     = %12d]\n", 27, 2048))
                .toString();
    }

    private static String columns(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static String millis(double micros) {
        return pad(Units.fixed(micros / 1000, 3));
    }

    private static String pad(String text) {
        return columns("%12s", text);
    }
}
