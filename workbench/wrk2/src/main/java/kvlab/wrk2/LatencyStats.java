package kvlab.wrk2;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The same samples have to give wrk2's figures, but HdrHistogram for Java and for C answer differently: another rounding
 * of a percentile's rank, another maximum. So the histogram only counts here, and the figures follow the C library. An
 * empty histogram has zeros.
 */
final class LatencyStats implements Stats {

    /** Samples that the histogram cannot tell apart: from {@code lowest} on, those up to here included in upTo. */
    private record Bucket(long lowest, long highest, double median, long count, long upTo) {}

    private final List<Bucket> buckets = new ArrayList<>();
    private final long[] upTo;
    private final long count;
    private final double mean;
    private final double stdev;

    LatencyStats(Histogram histogram) {
        for (HistogramIterationValue step : histogram.recordedValues()) {
            long highest = step.getValueIteratedTo();
            buckets.add(new Bucket(
                    histogram.lowestEquivalentValue(highest),
                    highest,
                    histogram.medianEquivalentValue(highest),
                    step.getCountAtValueIteratedTo(),
                    step.getTotalCountToThisValue()));
        }
        upTo = buckets.stream().mapToLong(Bucket::upTo).toArray();
        count = histogram.getTotalCount();
        double sum = 0;
        for (Bucket bucket : buckets) {
            sum += bucket.median * bucket.count;
        }
        mean = count == 0 ? 0 : sum / count;
        double squares = 0;
        for (Bucket bucket : buckets) {
            double deviation = bucket.median - mean;
            squares += deviation * deviation * bucket.count;
        }
        stdev = count == 0 ? 0 : Math.sqrt(squares / count);
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public double min() {
        return count == 0 ? 0 : buckets.get(0).lowest;
    }

    /** The lowest value of the last bucket, where the 100th percentile is its highest: so it is in wrk2. */
    @Override
    public double max() {
        return count == 0 ? 0 : buckets.get(buckets.size() - 1).lowest;
    }

    @Override
    public double mean() {
        return mean;
    }

    @Override
    public double stdev() {
        return stdev;
    }

    /** wrk2 rounds both bounds down, and counts a value one above the upper bound as within. */
    @Override
    public double withinStdev() {
        if (count == 0) {
            return 0;
        }
        // A double's sum can round up to the next whole number, which wrk2's long double does not reach.
        BigDecimal center = new BigDecimal(mean);
        long lower = center.subtract(new BigDecimal(stdev)).longValue();
        long upper = center.add(new BigDecimal(stdev)).longValue();
        long below = 0;
        long within = 0;
        for (Bucket bucket : buckets) {
            below += bucket.lowest < lower ? bucket.count : 0;
            within += bucket.lowest <= upper + 1 ? bucket.count : 0;
        }
        return 100.0 * (within - below) / count;
    }

    @Override
    public double percentile(double percentile) {
        if (count == 0) {
            return 0;
        }
        double asked = percentile < 100 ? percentile : 100;
        long rank = Math.max(1, (long) (asked / 100 * count + 0.5));
        int index = Arrays.binarySearch(upTo, rank);
        return buckets.get(index < 0 ? -index - 1 : index).highest;
    }

    @Override
    public double at(long index) {
        return percentile(100.0 * index / count);
    }
}
