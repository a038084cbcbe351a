package kvlab.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Where the curve of a run's latency might as well be: the run has some windows, and others would have shown other latencies.
 *
 * @param part of the requests that took less, from 0 to 1
 * @param lowMillis of the interval that holds 95 of 100 percentiles of windows that are drawn anew
 */
public record LatencyBand(double part, double lowMillis, double highMillis) {

    private static final int DRAWS = 200;

    /** Left out at either end. */
    private static final int OUTSIDE = DRAWS / 40;

    private static final int POINTS_OF_A_DECADE = 10;

    /** A percentile with fewer requests beyond it is the fate of a few. */
    private static final double FEWEST_BEYOND = 10;

    private static final double MICROS_IN_MILLI = 1000;

    /** From the fastest request on, as far as the windows tell. */
    public static List<LatencyBand> of(List<LoadWindow> windows) {
        Latencies all = new Latencies(windows);
        Random random = new Random(windows.size());
        int[][] draws = new int[DRAWS][windows.size()];
        for (int[] times : draws) {
            random.ints(times.length, 0, times.length).forEach(window -> times[window]++);
        }
        double requests = windows.stream().mapToLong(LoadWindow::requests).sum();
        List<LatencyBand> band = new ArrayList<>();
        for (int i = 0; requests / inverse(i) >= FEWEST_BEYOND; i++) {
            double part = 1 - 1 / inverse(i);
            double[] millis = Arrays.stream(draws)
                    .mapToDouble(times -> all.percentile(100 * part, times) / MICROS_IN_MILLI)
                    .sorted()
                    .toArray();
            band.add(new LatencyBand(part, millis[OUTSIDE], millis[DRAWS - 1 - OUTSIDE]));
        }
        return band;
    }

    /** Of the part that takes longer: 1, 1.26 … 10 … 100. */
    private static double inverse(int point) {
        return Math.pow(10, (double) point / POINTS_OF_A_DECADE);
    }
}
