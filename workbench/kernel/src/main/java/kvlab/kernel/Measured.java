package kvlab.kernel;

import static kvlab.cluster.Markup.escaped;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.Options;
import kvlab.bench.text.Sheet;

/** A load of one cluster, and what came of it. */
public final class Measured extends Result {

    private final Run run;

    Measured(Path home, RunFolder folder) throws IOException {
        super(home, folder);
        run = folder.read();
    }

    /** All figures, as run.json has them. */
    public Run run() {
        return run;
    }

    @Override
    public String html() {
        Options options = run.options();
        String load = String.format(
                Locale.ROOT,
                "%s %s for %d s, %d connections",
                options.load().op().label(),
                options.load().atRate(),
                options.load().seconds(),
                options.load().connections());
        StringBuilder html = new StringBuilder(
                "<p><strong>" + escaped(Sides.words(options)) + "</strong><br>" + escaped(load) + "</p>\n");
        html.append(Html.where(options));
        if (run.failed()) {
            return html.append(Html.paragraph("Failed: " + run.problem())).toString();
        }
        html.append(new Table("", 2, List.of("", ""), rows(run.figures())).html());
        for (Lint.Fault fault : run.lint()) {
            html.append(Html.paragraph("⚠ " + fault.text()));
        }
        return html.append("<p><code>" + escaped(id()) + "</code></p>\n").toString();
    }

    private List<List<String>> rows(Run.Figures figures) {
        List<List<String>> rows = new ArrayList<>();
        add(rows, "answered", "%s", run.answered());
        if (figures.latency() == null) {
            add(rows, "latency", "%s", run.noLatency());
        } else {
            for (double percentile : List.of(50.0, 90.0, 99.0, 99.9)) {
                String name = "p" + Double.toString(percentile).replaceFirst("\\.0$", "");
                add(rows, name, "%s", Sheet.millis(figures.latency().millis(percentile)));
            }
            add(rows, "max", "%s", Sheet.millis(figures.latency().maxMillis()));
        }
        if (figures.nodeCpuMicros() != null) {
            add(rows, "CPU", "%.1f µs a request, of all nodes", figures.nodeCpuMicros());
        }
        if (figures.peakNodeMiB() != null) {
            add(rows, "memory", "%.0f MiB, the largest node at its peak", figures.peakNodeMiB());
        }
        return rows;
    }

    private static void add(List<List<String>> rows, String name, String text, Object... figures) {
        rows.add(List.of(name, String.format(Locale.ROOT, text, figures)));
    }
}
