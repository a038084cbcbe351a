package kvlab.bench.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import kvlab.bench.kept.Figure;
import kvlab.bench.load.Latencies;
import kvlab.bench.load.LoadWindow;

/**
 * How certain a point of a run's latency curve is, as far as its windows tell: it was found again from windows that were drawn
 * from these. Other lives may differ by more.
 *
 * @param part of the requests that took less, from 0 to 1
 * @param lowMillis of the interval that 95 of 100 draws are in
 */
public record LatencyBand(double part, double lowMillis, double highMillis) {

    private static final int DRAWS = 200;

    /** Left out at either end. */
    private static final int OUTSIDE = DRAWS / 40;

    private static final int POINTS_OF_A_DECADE = 10;
    private static final double MICROS_IN_MILLI = 1000;

    /** From the fastest request on, as far as the windows tell. */
    public static List<LatencyBand> of(List<LoadWindow> windows) {
        double requests = windows.stream().mapToLong(LoadWindow::requests).sum();
        double[] parts = IntStream.iterate(0, i -> requests / inverse(i) >= Figure.FEWEST_BEYOND, i -> i + 1)
                .mapToDouble(i -> 1 - 1 / inverse(i))
                .toArray();
        double[] percentiles = Arrays.stream(parts).map(part -> 100 * part).toArray();
        Latencies all = new Latencies(windows);
        Random random = new Random(windows.size());
        double[][] draws = new double[DRAWS][];
        for (int i = 0; i < DRAWS; i++) {
            int[] times = new int[windows.size()];
            random.ints(times.length, 0, times.length).forEach(window -> times[window]++);
            draws[i] = all.percentiles(percentiles, times);
        }
        List<LatencyBand> band = new ArrayList<>();
        for (int i = 0; i < parts.length; i++) {
            int point = i;
            double[] micros = Arrays.stream(draws)
                    .mapToDouble(draw -> draw[point])
                    .sorted()
                    .toArray();
            band.add(new LatencyBand(
                    parts[i], micros[OUTSIDE] / MICROS_IN_MILLI, micros[DRAWS - 1 - OUTSIDE] / MICROS_IN_MILLI));
        }
        return band;
    }

    /** 1, 1.26 … 10 … 100: the inverse of the part that takes longer. */
    private static double inverse(int point) {
        return Math.pow(10, (double) point / POINTS_OF_A_DECADE);
    }
}
