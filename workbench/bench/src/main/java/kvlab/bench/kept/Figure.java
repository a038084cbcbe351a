package kvlab.bench.kept;

import com.google.gson.annotations.SerializedName;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.load.Options;
import kvlab.bench.load.Window;
import kvlab.bench.text.Sheet;
import kvlab.bench.wrk2.Latency;

/** A comparison looks at these figures. A higher rate is better; every other figure is better when it is lower. */
public enum Figure {
    @SerializedName("p50")
    P50("p50", 50, 0.013),
    @SerializedName("p90")
    P90("p90", 90, 0.013),
    @SerializedName("p99")
    P99("p99", 99, 0.03),
    @SerializedName("p99.9")
    P999("p99.9", 99.9, 0.03),
    /** CPU time of all nodes for one request, without JIT compilers, which work less and less. */
    @SerializedName("cpu")
    CPU("CPU", Double.NaN, 0.013),
    /** Good answers a second. */
    @SerializedName("rate")
    RATE("rate", Double.NaN, 0.013);

    private static final List<Figure> AT_A_RATE = List.of(P50, P90, P99, P999, CPU);
    private static final List<Figure> IN_A_CLOSED_LOOP = List.of(RATE, CPU);

    /** A percentile with fewer requests beyond it is the fate of a few. */
    public static final double FEWEST_BEYOND = 10;

    /** A median of two requests is the lower one. */
    private static final double LEAST_BEYOND = 5;

    /** At 1,000 requests/s, p99.9 of a window of 1 s is its slowest request but one. */
    private static final double LEAST_OF_A_TAIL = 1;

    /** The system counts CPU time in hundredths of a second. With less than ten of them a window tells too little. */
    private static final double LEAST_CPU_SECONDS = 0.1;

    /** With less in all windows together, there is too little to compare. */
    private static final double LEAST_CPU_SECONDS_IN_ALL = 0.4;

    /** A window at 1,000 requests/s has 998 of them at times, and one slow one all the same. */
    private static final double ALMOST = 0.1;

    private static final double LIVES_KNOWN = 4;

    private static final double MICROS_IN_MILLI = 1000;

    private final String label;
    private final double percentile;
    private final double lives;

    /** @param lives by how much it varies from one JVM to the next, as a part of it */
    Figure(String label, double percentile, double lives) {
        this.label = label;
        this.percentile = percentile;
        this.lives = lives;
    }

    /**
     * Two lives alone do not show how much lives differ, so this counts as much as four. docs/compare.md tells where it comes
     * from. A cluster is the mean of its JVMs, but for the tail, which one of them may cause.
     *
     * @param runs of both sides
     */
    public Spread usuallyBetweenLives(List<Run> runs) {
        double variance = 2
                * lives
                * lives
                * runs.stream()
                        .mapToDouble(
                                run -> isOfATail() ? 1 : 1.0 / run.options().nodes())
                        .average()
                        .orElse(1);
        return new Spread(LIVES_KNOWN * variance, LIVES_KNOWN);
    }

    /** Those that a load of this kind shows. */
    public static List<Figure> of(Options options) {
        return options.load().isClosedLoop() ? IN_A_CLOSED_LOOP : AT_A_RATE;
    }

    public String label() {
        return label;
    }

    /** @param log of the ratio of two sides that differ */
    public boolean isBetter(double log) {
        return this == RATE ? log > 0 : log < 0;
    }

    public boolean isLatency() {
        return !Double.isNaN(percentile);
    }

    /** Milliseconds, microseconds of CPU time, or answers a second; NaN when the run does not tell. */
    public double of(Run run) {
        if (this == RATE) {
            return run.windows() == null ? Double.NaN : LoadWindow.goodPerSecond(run.windows());
        }
        if (this == CPU) {
            Double micros = run.figures().nodeCpuMicros();
            Double compilers = run.figures().compilerShare();
            return micros == null ? Double.NaN : micros * (1 - (compilers == null ? 0 : compilers));
        }
        Latency latency = run.figures().latency();
        return latency == null ? Double.NaN : latency.millis(percentile);
    }

    /** The same of one window; NaN when the system does not report it. */
    public double of(LoadWindow window) {
        if (isLatency()) {
            return window.latencies().getValueAtPercentile(percentile) / MICROS_IN_MILLI;
        }
        return of(List.of(window));
    }

    /** The same of windows together. */
    public double of(List<LoadWindow> windows) {
        if (isLatency()) {
            return LoadWindow.sum(windows).getValueAtPercentile(percentile) / MICROS_IN_MILLI;
        }
        if (this == RATE) {
            return LoadWindow.goodPerSecond(windows);
        }
        Window all = LoadWindow.together(windows);
        return all.cpu() == null
                ? Double.NaN
                : all.cpu().secondsWithoutCompilers() * 1e6 / all.report().requests();
    }

    /** The number of neighbouring windows that together have some requests beyond the percentile, or some CPU time. */
    public int windowsNeeded(List<LoadWindow> windows) {
        if (this == RATE) {
            return 1;
        }
        double most = this == CPU
                ? LoadWindow.sum(windows, LoadWindow::nodeCpuSeconds) / LEAST_CPU_SECONDS
                : requests(windows) * (1 - percentile / 100) / (isOfATail() ? LEAST_OF_A_TAIL : LEAST_BEYOND);
        return most > 0 ? (int) Math.max(1, Math.ceil(windows.size() / most - ALMOST)) : windows.size() + 1;
    }

    private boolean isOfATail() {
        return this == P99 || this == P999;
    }

    /** Neighbours together, as many as are needed or some more; none when there are fewer. */
    public static List<List<LoadWindow>> pieces(List<LoadWindow> windows, int needed) {
        int all = windows.size();
        int pieces = all / needed;
        return IntStream.range(0, pieces)
                .mapToObj(i -> windows.subList(i * all / pieces, (i + 1) * all / pieces))
                .toList();
    }

    public String text(double value) {
        return switch (this) {
            case CPU -> String.format(Locale.ROOT, "%.1f µs", value);
            case RATE -> String.format(Locale.ROOT, "%.0f /s", value);
            default -> Sheet.millis(value);
        };
    }

    /** Why these runs have no such figure, in half a sentence; null when they have one. */
    public String lack(List<Run> runs) {
        if (this == RATE) {
            return null;
        }
        if (this == CPU && runs.stream().anyMatch(run -> run.figures().nodeCpuMicros() == null)) {
            return "this system does not report it";
        }
        if (isLatency() && runs.stream().mapToDouble(this::of).anyMatch(value -> !(value > 0))) {
            return "wrk2 reported none";
        }
        List<List<LoadWindow>> windows =
                runs.stream().map(Run::windows).filter(Objects::nonNull).toList();
        if (this == CPU) {
            if (windows.stream().anyMatch(each -> of(each) * requests(each) < 1e6 * LEAST_CPU_SECONDS_IN_ALL)) {
                return "it is too little to be measured";
            }
        } else if (windows.stream().flatMap(List::stream).anyMatch(window -> !(of(window) > 0))) {
            return "a window has none";
        }
        double beyond = Math.rint(runs.stream().mapToDouble(this::beyond).min().orElse(0));
        return beyond < FEWEST_BEYOND
                ? String.format(Locale.ROOT, "only %.0f requests took longer, fewer than %.0f", beyond, FEWEST_BEYOND)
                : null;
    }

    private static long requests(List<LoadWindow> windows) {
        return windows.stream().mapToLong(LoadWindow::requests).sum();
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
