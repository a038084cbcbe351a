package kvlab.bench;

import java.util.List;
import java.util.Locale;

/** A run for people, in 80 columns. */
public final class RunText {

    private static final int WIDTH = 78;
    private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9, 99.99);

    private final StringBuilder text = new StringBuilder();

    private RunText() {}

    /** All of it. */
    public static String of(Run run) {
        RunText text = new RunText();
        text.head(run);
        if (run.failed()) {
            text.wrapped("  failed: ", run.problem());
        } else {
            text.figures(run);
            text.lint(run.lint());
        }
        return text.text.toString();
    }

    /** One line of a list. */
    public static String line(Run run) {
        String state =
                run.failed() ? "failed" : run.lint().isEmpty() ? "" : run.lint().size() + " flagged";
        String p99 = run.failed() || run.figures().latency() == null
                ? ""
                : String.format(
                        Locale.ROOT, "p99 %s", millis(run.figures().latency().millis(99)));
        return String.format(
                                Locale.ROOT,
                                "%-48s %8d/s  %-13s %s",
                                run.id(),
                                run.options().rate(),
                                p99,
                                state)
                        .stripTrailing()
                + "\n";
    }

    private void head(Run run) {
        Run.Options options = run.options();
        add("%s, %d %s, %s", options.program(), options.nodes(), options.nodes() == 1 ? "node" : "nodes", options.op());
        add(
                "  %d requests/s for %d s, %d connections, %d keys, values of %d bytes%s",
                options.rate(),
                options.seconds(),
                options.connections(),
                options.keys(),
                options.valueBytes(),
                options.replicas() == null ? "" : ", " + options.replicas());
        if (!options.settings().isEmpty()) {
            add("  %s", String.join(", ", options.settings()));
        }
        if (options.linkDelayMillis() > 0) {
            add("  links between nodes delayed by %s each way", millis(options.linkDelayMillis()));
        }
        Run.WarmUp warmUp = run.warmUp();
        if (warmUp != null) {
            add("  warmed up for %d s%s", warmUp.seconds(), warmUp.settled() ? "" : ", and not settled");
        }
    }

    private void figures(Run run) {
        Run.Figures figures = run.figures();
        add("");
        double held = 100 * figures.requestsPerSecond() / run.options().rate();
        add("  answered  %10.0f /s, %.1f %% of what was asked", figures.requestsPerSecond(), held);
        if (figures.latency() == null) {
            add("  latency   none: the load was shorter than wrk2's calibration");
        } else {
            for (double percentile : PERCENTILES) {
                add("  p%-8s %10s", plain(percentile), millis(figures.latency().millis(percentile)));
            }
            add("  max       %10s", millis(figures.latency().maxMillis()));
        }
        if (figures.nodeCpuMicros() != null) {
            add("  CPU       %10.1f µs a request, of all nodes", figures.nodeCpuMicros());
        }
        if (figures.peakNodeMiB() != null) {
            add("  memory    %10.0f MiB, the largest node at its peak", figures.peakNodeMiB());
        }
        if (figures.loadShare() != null) {
            add("  wrk2      %10.0f %% of the machine's CPU time", 100 * figures.loadShare());
        }
    }

    private void lint(List<Lint.Fault> faults) {
        add("");
        if (faults.isEmpty()) {
            add("  Nothing that is known to spoil a measurement was seen in it.");
        }
        for (Lint.Fault fault : faults) {
            wrapped("  ! ", fault.text());
        }
    }

    private static String plain(double percentile) {
        return percentile == Math.rint(percentile) ? Long.toString((long) percentile) : Double.toString(percentile);
    }

    private static String millis(double millis) {
        return millis >= 10_000
                ? String.format(Locale.ROOT, "%.1f s", millis / 1000)
                : String.format(Locale.ROOT, millis >= 100 ? "%.0f ms" : "%.2f ms", millis);
    }

    private void add(String line, Object... figures) {
        text.append(String.format(Locale.ROOT, line, figures)).append('\n');
    }

    private void wrapped(String start, String sentence) {
        StringBuilder line = new StringBuilder(start);
        for (String word : sentence.split(" ")) {
            if (line.length() + word.length() > WIDTH) {
                text.append(line.toString().stripTrailing()).append('\n');
                line = new StringBuilder(" ".repeat(start.length()));
            }
            line.append(word).append(' ');
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }
}
