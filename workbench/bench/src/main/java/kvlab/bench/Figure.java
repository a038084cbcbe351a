package kvlab.bench;

import com.google.gson.annotations.SerializedName;
import java.util.List;
import java.util.Locale;

/** What a comparison looks at. Of each, less is better. */
public enum Figure {
    @SerializedName("p50")
    P50("p50", 50),
    @SerializedName("p90")
    P90("p90", 90),
    @SerializedName("p99")
    P99("p99", 99),
    @SerializedName("p99.9")
    P999("p99.9", 99.9),
    /** CPU time of all nodes for one request. */
    @SerializedName("cpu")
    CPU("CPU", Double.NaN);

    /** A percentile with fewer requests beyond it is the fate of a few. */
    private static final double FEWEST_BEYOND = 10;

    private final String label;
    private final double percentile;

    Figure(String label, double percentile) {
        this.label = label;
        this.percentile = percentile;
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

    public String text(double value) {
        return this == CPU ? String.format(Locale.ROOT, "%.1f µs", value) : Sheet.millis(value);
    }

    /** Why these runs have no such figure, in half a sentence; null when they have one. */
    String lack(List<Run> runs) {
        if (runs.stream().mapToDouble(this::of).anyMatch(value -> !(value > 0))) {
            return this == CPU ? "this system does not tell" : "wrk2 told none";
        }
        double beyond = Math.rint(runs.stream().mapToDouble(this::beyond).min().orElse(0));
        return beyond < FEWEST_BEYOND
                ? String.format(Locale.ROOT, "only %.0f requests took longer, fewer than %.0f", beyond, FEWEST_BEYOND)
                : null;
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
