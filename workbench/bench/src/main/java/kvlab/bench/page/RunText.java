package kvlab.bench.page;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import kvlab.bench.kept.Figure;
import kvlab.bench.kept.Run;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.load.Options;
import kvlab.bench.profile.Profile;
import kvlab.bench.profile.ProfileText;
import kvlab.bench.text.Sheet;

/** A run for people, in 80 columns. */
public final class RunText {

    private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9, 99.99);

    private final Sheet sheet = new Sheet();

    private RunText() {}

    /** All of it. */
    public static String of(Run run) {
        RunText text = new RunText();
        text.head(run);
        if (run.search() != null) {
            SearchText.add(text.sheet, run);
        } else if (run.failed()) {
            text.sheet.wrapped("  failed: ", run.problem());
        }
        if (!run.failed()) {
            text.figures(run);
            text.profile(run);
            text.lint(run.lint());
            text.unknown(run.figures());
        } else if (!run.lint().isEmpty()) {
            text.lint(run.lint());
        }
        if (run.search() != null && run.search().next() != null) {
            text.sheet.add("  Now measure 30 %% below it:");
            text.sheet.add("");
            text.sheet.add("  %s", run.search().next());
        }
        return text.sheet.toString();
    }

    /** One line of a list. */
    public static String line(Run run) {
        String state =
                run.failed() ? "failed" : run.lint().isEmpty() ? "" : run.lint().size() + " flagged";
        if (run.search() != null) {
            return line(run, !run.failed() ? "knee" : run.search().isOver(run.problem()) ? "none held" : "failed");
        }
        String p99 = run.failed() || run.figures().latency() == null
                ? ""
                : String.format(
                        Locale.ROOT,
                        "p99 %s",
                        Sheet.millis(run.figures().latency().millis(99)));
        boolean reached = run.options().load().isClosedLoop() && run.figures() != null;
        String rate = reached
                ? String.format(Locale.ROOT, "%.0f/s", Figure.RATE.of(run))
                : run.options().load().shortRate();
        return Sheet.row(run.id(), rate, String.format("%-13s %s", p99, state));
    }

    private static String line(Run run, String state) {
        String slo = "p99 < " + Sheet.millis(run.search().sloMillis()).replace(".00", "");
        String rate = run.search().rate() == null ? "-/s" : run.options().load().shortRate();
        return Sheet.row(run.id(), rate, String.format("%-13s %s", slo, state));
    }

    private void head(Run run) {
        Options options = run.options();
        sheet.add(
                "%s, %d %s, %s",
                options.program(),
                options.nodes(),
                options.nodes() == 1 ? "node" : "nodes",
                options.load().op().label());
        if (run.search() == null) {
            sheet.add(
                    "  %s for %d s, %s",
                    options.load().atRate(),
                    options.load().seconds(),
                    options.load().words());
        } else {
            String slo = Sheet.millis(run.search().sloMillis());
            sheet.wrapped(
                    "  ",
                    "the highest rate with p99 up to " + slo + "; "
                            + options.load().words());
        }
        if (options.command() != null) {
            sheet.wrapped("  ", options.command());
        }
        if (!options.settings().isEmpty()) {
            sheet.add("  %s", String.join(", ", options.settings()));
        }
        if (options.linkDelayMillis() > 0) {
            sheet.add("  links between nodes delayed by %s each way", Sheet.millis(options.linkDelayMillis()));
        }
        where(sheet, options);
        if (run.search() == null && run.windows() != null) {
            long disturbed =
                    run.windows().stream().filter(LoadWindow::isDisturbed).count();
            String others = disturbed == 0 ? "" : "; " + disturbed + " of them were disturbed";
            String windows =
                    run.windows().size() + " windows of " + options.load().windowSeconds() + " s";
            sheet.wrapped("  ", "loaded in " + windows + ", in turn with other sides" + others);
        }
        Run.WarmUp warmUp = run.warmUp();
        if (warmUp != null) {
            sheet.add(
                    "  warmed up for %d s%s%s",
                    warmUp.seconds(),
                    warmUp.engine() == null ? "" : " by the kit's own wrk2",
                    warmUp.settled() ? "" : ", and not settled");
        }
        if (run.search() != null && run.search().closedLoopPerSecond() != null) {
            sheet.add("  the warm-up reached %.0f good answers/s", run.search().closedLoopPerSecond());
        }
    }

    /** On which machine and cores. */
    static void where(Sheet sheet, Options options) {
        where(options).forEach(line -> sheet.wrapped("  ", line));
    }

    /** The same, a line each. */
    public static List<String> where(Options options) {
        List<String> lines = new ArrayList<>();
        if (options.target() != null) {
            boolean here = options.loadOn().equals("here");
            lines.add("on " + options.target() + ", loaded " + (here ? "from here, through the network" : "on it"));
        }
        if (options.cores() != null) {
            lines.add("nodes on cores " + options.cores().words());
        } else {
            boolean shared = options.cpus() == Options.Cpus.SHARED;
            lines.add("nodes on any core" + (shared ? ", shared with the load" : ""));
        }
        return lines;
    }

    /** Of a machine table. */
    public static String processor(JsonElement machine) {
        JsonObject cpu = machine.getAsJsonObject().getAsJsonObject("cpu");
        JsonElement model = cpu.get("model");
        return (model == null || model.isJsonNull() ? "an unknown processor" : model.getAsString()) + ", "
                + cpu.get("cores").getAsInt() + " cores";
    }

    private void figures(Run run) {
        Run.Figures figures = run.figures();
        sheet.add(run.search() == null ? "" : "\n  The confirmation:");
        String answered = run.answered();
        sheet.add("  answered  %s%s", " ".repeat(Math.max(0, 10 - answered.indexOf(' '))), answered);
        if (figures.latency() == null) {
            sheet.add("  latency   %s", run.noLatency());
        } else {
            for (double percentile : PERCENTILES) {
                sheet.add(
                        "  p%-8s %10s",
                        plain(percentile), Sheet.millis(figures.latency().millis(percentile)));
            }
            sheet.add("  max       %10s", Sheet.millis(figures.latency().maxMillis()));
        }
        if (figures.nodeCpuMicros() != null) {
            sheet.add("  CPU       %10.1f µs a request, of all nodes", figures.nodeCpuMicros());
        }
        if (figures.peakNodeMiB() != null) {
            sheet.add("  memory    %10.0f MiB, the largest node at its peak", figures.peakNodeMiB());
        }
        if (figures.loadShare() != null) {
            sheet.add("  wrk2      %10.0f %% of the CPU time that it could have", 100 * figures.loadShare());
        }
    }

    private void profile(Run run) {
        Profile profile = run.profile();
        if (profile == null) {
            return;
        }
        sheet.add("");
        if (profile.failed()) {
            sheet.wrapped("  there is no profile: ", profile.problem());
        } else {
            sheet.append(ProfileText.of(profile, run.figures().nodeCpuMicros()));
        }
    }

    private void lint(List<Lint.Fault> faults) {
        sheet.add("");
        if (faults.isEmpty()) {
            sheet.add("  Nothing that is known to spoil a measurement was seen in it.");
        }
        for (Lint.Fault fault : faults) {
            sheet.wrapped("  ! ", fault.text());
        }
    }

    /** What nobody looked at has no fault that could be told. */
    private void unknown(Run.Figures figures) {
        boolean noTimes = figures.nodeCpuMicros() == null;
        // The serial collector has no thread whose time could be told; a node that is no JVM has no collector.
        boolean noCollectors = figures.compilerShare() != null && figures.collectorShare() == null;
        List<String> unknown = new ArrayList<>();
        addIf(noTimes, "JIT compilers", unknown);
        addIf(noTimes || noCollectors, "garbage collectors", unknown);
        addIf(figures.loadShare() == null, "the load generator", unknown);
        addIf(figures.stolen() == null, "other guests of the machine", unknown);
        addIf(figures.others() == null, "other programs of the machine", unknown);
        if (!unknown.isEmpty()) {
            sheet.wrapped("  ", "How much CPU time these took is not known: " + String.join(", ", unknown) + ".");
        }
    }

    private static void addIf(boolean unknown, String name, List<String> names) {
        if (unknown) {
            names.add(name);
        }
    }

    private static String plain(double percentile) {
        return percentile == Math.rint(percentile) ? Long.toString((long) percentile) : Double.toString(percentile);
    }
}
