package kvlab.bench.load;

import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** The latencies of several windows, which are added up again and again, each window some times. */
public final class Latencies {

    private final double[] micros;
    private final long[][] counts;

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
    }

    /**
     * Percentiles of all windows together, in microseconds.
     *
     * @param rising percentiles, from the lowest on
     * @param times how often each window counts
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
}
