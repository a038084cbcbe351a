package kvlab.bench.wrk2;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * How long requests took, counted from when each was due, as wrk2 printed it. What it prints twice, the corrected and the
 * uncorrected time, is read once: the corrected one, which comes first.
 *
 * @param percentiles milliseconds by percentile: 50, 75, 90, 99, 99.9, 99.99, 99.999 and 100
 * @param spectrum the whole curve
 */
public record Latency(
        double meanMillis,
        double stdDevMillis,
        double maxMillis,
        Map<Double, Double> percentiles,
        List<Point> spectrum) {

    private static final Pattern PERCENTILE =
            Pattern.compile("(?m)^ *(\\d+(?:\\.\\d+)?)% +(\\d+(?:\\.\\d+)?)(us|ms|s|m|h) *$");
    private static final Pattern POINT = Pattern.compile("(?m)^ *([0-9.]+) +([01]\\.\\d+) +(\\d+) +(?:[0-9.]+|inf)$");
    private static final Pattern TABLE =
            Pattern.compile("(?ms)^ *Value +Percentile +TotalCount +1/\\(1-Percentile\\)$.*?^#\\[Buckets.*?$\\n?");
    private static final Pattern MEAN = Pattern.compile("#\\[Mean += +([0-9.]+), StdDeviation += +([0-9.]+)]");
    private static final Pattern MAX = Pattern.compile("#\\[Max += +([0-9.]+), Total count += +(\\d+)]");

    private static final List<Double> PERCENTILES = List.of(50.0, 75.0, 90.0, 99.0, 99.9, 99.99, 99.999, 100.0);

    /** Rows of the spectrum for each halving of what is left, as wrk2 has them. */
    private static final int TICKS = 5;

    private static final Map<String, Double> MILLIS =
            Map.of("us", 0.001, "ms", 1.0, "s", 1000.0, "m", 60_000.0, "h", 3_600_000.0);

    /** @param part of the requests, 0 to 1, that took at most so long */
    public record Point(double millis, double part, long count) {}

    /** The whole curve as it printed it, which is how HdrHistogram's plotter wants it. */
    public static Optional<String> table(String output) {
        Matcher table = TABLE.matcher(output);
        return table.find() ? Optional.of(table.group()) : Optional.empty();
    }

    /** Null when it printed none, as it does without --latency, and when it counted none after its calibration. */
    public static Latency parse(String output) {
        Matcher mean = MEAN.matcher(output);
        Matcher max = MAX.matcher(output);
        if (!mean.find() || !max.find(mean.end()) || max.group(2).equals("0")) {
            return null;
        }
        String first = output.substring(0, mean.start());
        Map<Double, Double> percentiles = percentiles(first);
        List<Point> spectrum = new ArrayList<>();
        for (Matcher line = POINT.matcher(first); line.find(); ) {
            spectrum.add(new Point(number(line, 1), number(line, 2), Long.parseLong(line.group(3))));
        }
        return new Latency(number(mean, 1), number(mean, 2), number(max, 1), percentiles, spectrum);
    }

    /** Milliseconds by percentile, of a text that has them once. */
    public static Map<Double, Double> percentiles(String output) {
        Map<Double, Double> percentiles = new TreeMap<>();
        for (Matcher line = PERCENTILE.matcher(output); line.find(); ) {
            percentiles.put(number(line, 1), millis(line.group(2), line.group(3)));
        }
        return percentiles;
    }

    /** @param unit as wrk2 prints it: us, ms, s, m or h */
    public static double millis(String figure, String unit) {
        return Double.parseDouble(figure) * MILLIS.get(unit);
    }

    /** @param micros a histogram of microseconds; null when it is empty */
    public static Latency of(Histogram micros) {
        if (micros.getTotalCount() == 0) {
            return null;
        }
        Map<Double, Double> percentiles = new TreeMap<>();
        for (double percentile : PERCENTILES) {
            percentiles.put(percentile, inMillis(micros.getValueAtPercentile(percentile)));
        }
        List<Point> spectrum = new ArrayList<>();
        for (HistogramIterationValue each : micros.percentiles(TICKS)) {
            spectrum.add(new Point(
                    inMillis(each.getValueIteratedTo()),
                    each.getPercentileLevelIteratedTo() / 100,
                    each.getTotalCountToThisValue()));
        }
        return new Latency(
                inMillis(micros.getMean()),
                inMillis(micros.getStdDeviation()),
                inMillis(micros.getMaxValue()),
                percentiles,
                spectrum);
    }

    /** Three digits behind the point, as wrk2 prints them. */
    private static double inMillis(double micros) {
        return Math.rint(micros) / 1000;
    }

    private static double number(Matcher matcher, int group) {
        return Double.parseDouble(matcher.group(group));
    }

    /** @param percentile one of those that wrk2 prints */
    public double millis(double percentile) {
        Double millis = percentiles.get(percentile);
        if (millis == null) {
            throw new IllegalArgumentException(percentile + " is not one of " + percentiles.keySet());
        }
        return millis;
    }
}
