package kvlab.wrk2;

import org.HdrHistogram.Histogram;

/**
 * How evenly the threads got their answers, which the mean rate of a run hides. wrk2 keeps these samples in a histogram
 * too, so the figures are a histogram's, but for the smallest and the largest sample, which it keeps as they are.
 */
final class RateStats implements Stats {

    private static final long HIGHEST = 86_400_000_000L;

    private final Stats histogram;
    private long min;
    private long max;

    RateStats(long[] samples) {
        Histogram counts = new Histogram(1, HIGHEST, 3);
        min = samples.length == 0 ? 0 : HIGHEST;
        for (long sample : samples) {
            long rate = Math.max(0, Math.min(HIGHEST, sample));
            counts.recordValue(rate);
            min = Math.min(min, rate);
            max = Math.max(max, rate);
        }
        histogram = new LatencyStats(counts);
    }

    @Override
    public long count() {
        return histogram.count();
    }

    @Override
    public double min() {
        return min;
    }

    @Override
    public double max() {
        return max;
    }

    @Override
    public double mean() {
        return histogram.mean();
    }

    @Override
    public double stdev() {
        return histogram.stdev();
    }

    @Override
    public double withinStdev() {
        return histogram.withinStdev();
    }

    @Override
    public double percentile(double percentile) {
        return histogram.percentile(percentile);
    }

    @Override
    public double at(long index) {
        return histogram.at(index);
    }
}
