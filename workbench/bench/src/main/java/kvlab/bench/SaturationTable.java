package kvlab.bench;

import java.util.Locale;
import kvlab.bench.SaturationResult.Pair;

/** A measurement for people, 80 columns wide. */
public final class SaturationTable {

    private static final String ROW = "%-10s %8s %8s   %8s %8s %8s   %s%n";

    private SaturationTable() {}

    /** What was measured, and the names of the columns. */
    public static String head(Saturation.Plan plan) {
        String name = plan.stage().name();
        return String.format(
                        Locale.ROOT,
                        "%s%s, %s, beside HTTP alone%n%d connections, %d keys%s%n%n",
                        name,
                        plan.settings().isEmpty() ? "" : " " + String.join(" ", plan.settings()),
                        plan.nodes() == 1 ? "1 node" : plan.nodes() + " nodes",
                        plan.connections(),
                        plan.keys(),
                        plan.replicas() == null ? "" : ", replicas " + plan.replicas())
                + String.format("%-10s %17s   %26.26s%n", "", "HTTP alone", name)
                + row("", "good/s", "CPU µs", "good/s", "CPU µs", "others", "ratio");
    }

    /** A line for each pair of windows, the medians, and whatever speaks against them. */
    public static String rows(SaturationResult result) {
        StringBuilder rows = new StringBuilder("\n");
        int number = 0;
        for (Pair pair : result.pairs()) {
            rows.append(row(
                    result.method() + " " + ++number,
                    rate(pair.ceiling().goodPerSecond()),
                    micros(pair.ceiling().cpuMicros()),
                    rate(pair.stage().goodPerSecond()),
                    micros(pair.stage().cpuMicros()),
                    percent(pair.stage().othersShare()),
                    ratio(pair.ratio())));
        }
        return rows.append(medians(result))
                .append("  HTTP alone: " + result.ceilingWarm().sentence() + "\n")
                .append("  the stage:  " + result.stageWarm().sentence() + "\n")
                .toString();
    }

    private static String medians(SaturationResult result) {
        return result.refusal()
                .map(refusal -> refusal + "\n")
                .orElseGet(() -> row(
                        result.method() + " median",
                        rate(result.median(pair -> pair.ceiling().goodPerSecond())),
                        micros(result.median(pair -> pair.ceiling().cpuMicros())),
                        rate(result.median(pair -> pair.stage().goodPerSecond())),
                        micros(result.median(pair -> pair.stage().cpuMicros())),
                        percent(result.othersShare(Pair::stage)),
                        ratio(result.ratio()) + " (" + ratio(result.lowestRatio()) + " to "
                                + ratio(result.highestRatio()) + ")"));
    }

    private static String row(Object... cells) {
        return String.format(ROW, cells);
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, "%.0f", perSecond);
    }

    private static String micros(double micros) {
        return Double.isNaN(micros) ? "-" : String.format(Locale.ROOT, "%.1f", micros);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }

    private static String ratio(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }
}
