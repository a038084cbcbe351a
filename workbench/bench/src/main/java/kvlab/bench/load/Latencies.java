package kvlab.bench.load;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** The latencies of several windows, which are added up again and again, each window some times. */
public final class Latencies {

    private final double[] micros;
    private final long[][] counts;
    private final long[] totals;

    public Latencies(List<LoadWindow> windows) {
        TreeMap<Long, long[]> all = new TreeMap<>();
        for (int i = 0; i < windows.size(); i++) {
            Histogram histogram = windows.get(i).latencies();
            for (HistogramIterationValue each : histogram.recordedValues()) {
                all.computeIfAbsent(
                                        histogram.highestEquivalentValue(each.getValueIteratedTo()),
                                        any -> new long[windows.size()])[i] +=
                        each.getCountAtValueIteratedTo();
            }
        }
        micros = all.keySet().stream().mapToDouble(Long::doubleValue).toArray();
        counts = all.values().toArray(long[][]::new);
        totals = new long[windows.size()];
        for (long[] row : counts) {
            Arrays.setAll(totals, window -> totals[window] + row[window]);
        }
    }

    /** How many requests of each window took longer. */
    public double[] beyond(double limitMicros) {
        double[] beyond = new double[counts.length == 0 ? 0 : counts[0].length];
        for (int i = 0; i < micros.length; i++) {
            for (int window = 0; micros[i] > limitMicros && window < beyond.length; window++) {
                beyond[window] += counts[i][window];
            }
        }
        return beyond;
    }

    /**
     * The same of several percentiles at once.
     *
     * @param rising from the lowest on
     */
    public double[] percentiles(double[] rising, int[] times) {
        long[] upTo = new long[counts.length];
        long sum = 0;
        for (int i = 0; i < counts.length; i++) {
            for (int window = 0; window < times.length; window++) {
                sum += times[window] * counts[i][window];
            }
            upTo[i] = sum;
        }
        double[] found = new double[rising.length];
        int at = 0;
        for (int i = 0; i < rising.length; i++) {
            while (at < upTo.length - 1 && (upTo[at] < rising[i] / 100 * sum || upTo[at] == 0)) {
                at++;
            }
            found[i] = micros[at];
        }
        return found;
    }

    /**
     * Of some windows together.
     *
     * @param times how often each of them counts
     */
    public double percentile(double percentile, int[] times) {
        long all = 0;
        for (int window = 0; window < times.length; window++) {
            all += times[window] * totals[window];
        }
        double below = percentile / 100 * all;
        // From the slowest on: a tail is near them.
        long upToHere = all;
        for (int i = counts.length - 1; i >= 0 && upToHere > 0; i--) {
            long here = 0;
            for (int window = 0; window < times.length; window++) {
                here += times[window] * counts[i][window];
            }
            upToHere -= here;
            if (upToHere < below || upToHere == 0) {
                return micros[i];
            }
        }
        return Double.NaN;
    }
}
