package kvlab.bench;

import com.google.gson.annotations.SerializedName;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What a comparison looks at. Of each, less is better. */
public enum Figure {
    @SerializedName("p50")
    P50("p50", 50, 0.025),
    @SerializedName("p90")
    P90("p90", 90, 0.025),
    @SerializedName("p99")
    P99("p99", 99, 0.08),
    @SerializedName("p99.9")
    P999("p99.9", 99.9, 0.08),
    /** CPU time of all nodes for one request. */
    @SerializedName("cpu")
    CPU("CPU", Double.NaN, 0.03);

    /** A percentile with fewer requests beyond it is the fate of a few. */
    private static final double FEWEST_BEYOND = 10;

    /** With fewer slow requests in each window, they are counted in all windows together. */
    private static final double FEWEST_IN_A_WINDOW = 20;

    private static final double LIVES_KNOWN = 6;

    private static final double MICROS_IN_MILLI = 1000;

    private final String label;
    private final double percentile;
    private final double lives;

    /** @param lives by how much the ratio of two sides varies from life to life, as a part of it */
    Figure(String label, double percentile, double lives) {
        this.label = label;
        this.percentile = percentile;
        this.lives = lives;
    }

    /**
     * Two lives alone do not show how much lives differ, so this counts as much as six. Six lives of {@code ./lab compare
     * 3-replication 3-replication --rate 1000 --lives 6} differed by about so much in p50 and CPU time, on two cores of an AMD
     * EPYC. The other figures are guesses.
     */
    Spread usuallyBetweenLives() {
        return new Spread(LIVES_KNOWN * lives * lives, LIVES_KNOWN);
    }

    public String label() {
        return label;
    }

    /** Milliseconds, or microseconds of CPU time; NaN when the run does not tell. */
    double of(Run run) {
        if (this == CPU) {
            Double micros = run.figures().nodeCpuMicros();
            return micros == null ? Double.NaN : micros;
        }
        Latency latency = run.figures().latency();
        return latency == null ? Double.NaN : latency.millis(percentile);
    }

    /** The same of one window; NaN when the system does not report it. */
    public double of(LoadWindow window) {
        if (this != CPU) {
            return window.latencies().getValueAtPercentile(percentile) / MICROS_IN_MILLI;
        }
        return window.nodeCpuSeconds() == null ? Double.NaN : window.nodeCpuSeconds() * 1e6 / window.requests();
    }

    /** The same of windows together. */
    double of(List<LoadWindow> windows) {
        return this == CPU
                ? LoadWindow.together(windows).cpuMicros()
                : LoadWindow.sum(windows).getValueAtPercentile(percentile) / MICROS_IN_MILLI;
    }

    /** @param times how often each window counts */
    double logRatio(Latencies baseline, Latencies variant, int[] times) {
        return Math.log(variant.percentile(percentile, times) / baseline.percentile(percentile, times));
    }

    /** How many windows the slow requests come from: if they are all of one, it is 1, however many windows there are. */
    double windowsOfTail(Latencies all, int[] times) {
        double[] beyond = all.beyond(all.percentile(percentile, times));
        double sum = Arrays.stream(beyond).sum();
        double squares = Arrays.stream(beyond).map(each -> each * each).sum();
        return squares == 0 ? 1 : sum * sum / squares;
    }

    /** Whether one window has too few requests that took so long. */
    boolean isTailOf(List<LoadWindow> windows) {
        double requests =
                windows.stream().mapToLong(LoadWindow::requests).average().orElse(0);
        return this != CPU && requests * (1 - percentile / 100) < FEWEST_IN_A_WINDOW;
    }

    public String text(double value) {
        return this == CPU ? String.format(Locale.ROOT, "%.1f µs", value) : Sheet.millis(value);
    }

    /** Why these runs have no such figure, in half a sentence; null when they have one. */
    String lack(List<Run> runs) {
        if (runs.stream().mapToDouble(this::of).anyMatch(value -> !(value > 0))) {
            return this == CPU ? "this system does not report it" : "wrk2 reported none";
        }
        if (runs.stream().flatMap(Figure::windows).mapToDouble(this::of).anyMatch(value -> !(value > 0))) {
            return this == CPU ? "it is too little to be measured in a window" : "a window has none";
        }
        double beyond = Math.rint(runs.stream().mapToDouble(this::beyond).min().orElse(0));
        return beyond < FEWEST_BEYOND
                ? String.format(Locale.ROOT, "only %.0f requests took longer, fewer than %.0f", beyond, FEWEST_BEYOND)
                : null;
    }

    private static Stream<LoadWindow> windows(Run run) {
        return run.windows() == null ? Stream.of() : run.windows().stream();
    }

    private double beyond(Run run) {
        if (this == CPU) {
            return Double.POSITIVE_INFINITY;
        }
        List<Latency.Point> curve = run.figures().latency().spectrum();
        long measured = curve.isEmpty() ? 0 : curve.get(curve.size() - 1).count();
        return measured * (1 - percentile / 100);
    }
}
