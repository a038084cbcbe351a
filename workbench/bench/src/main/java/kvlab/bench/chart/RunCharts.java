package kvlab.bench.chart;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import kvlab.bench.chart.Bars.Delta;
import kvlab.bench.estimate.LatencyBand;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.Difference;
import kvlab.bench.kept.Figure;
import kvlab.bench.kept.Outcome;
import kvlab.bench.kept.Probe;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.load.Options;
import kvlab.bench.profile.Breakdown;
import kvlab.bench.profile.ProfileEvent;
import kvlab.bench.watch.TimeLine;
import kvlab.bench.wrk2.Latency;
import org.knowm.xchart.XYChart;

/** Every chart that some runs have data for. With one there are those of that run; with more, they stand beside each other. */
public final class RunCharts {

    private static final int RATES_OF_A_KNEE = 3;
    private static final double MICROS_IN_MILLI = 1000;

    /** The faults of a run whose figures are those of a queue. */
    private static final Set<String> OF_A_QUEUE = Set.of("rate-not-held", "saturated");

    private final Map<String, XYChart> charts = new LinkedHashMap<>();
    private final List<Named> runs = new ArrayList<>();
    private final List<Run> knees = new ArrayList<>();
    private final Comparison comparison;
    private final Double sloMillis;
    private final String title;

    private RunCharts(List<RunFolder> folders, Comparison comparison, Double sloMillis) throws IOException {
        Map<RunFolder, Run> read = new LinkedHashMap<>();
        for (RunFolder folder : folders) {
            Run run = folder.read();
            if (run.search() != null) {
                knees.add(run);
            } else if (run.figures() != null) {
                read.put(folder, run);
            }
        }
        this.comparison = comparison;
        this.sloMillis = sloMillis;
        List<Map<Trait, String>> traits = read.values().stream().map(Trait::of).toList();
        boolean alone = folders.size() - knees.size() == 1;
        read.forEach((folder, run) -> {
            Comparison.Measured side = side(folder);
            String letter = side == null ? Character.toString('A' + runs.size()) : side.label();
            String what = side == null || alone ? Trait.name(Trait.of(run), Trait.USUAL, traits) : side.name();
            runs.add(new Named(alone ? "" : letter, what, folder, run));
        });
        if (runs.size() == 1) {
            this.title = runs.get(0).name();
        } else {
            // The sides of a comparison are named after what differs.
            this.title = comparison == null || runs.isEmpty() ? "" : Trait.common(traits);
        }
    }

    /** That a run is of; null when it is of none. */
    private Comparison.Measured side(RunFolder folder) {
        List<Comparison.Measured> sides = comparison == null ? List.of() : comparison.sides();
        return sides.stream()
                .filter(side -> side.runs().contains(folder.id()))
                .findFirst()
                .orElse(null);
    }

    /**
     * A run as a legend calls it.
     *
     * @param letter empty when there is no other run
     */
    private record Named(String letter, String what, RunFolder folder, Run run) {

        private boolean isOfOneRun() {
            return letter.isEmpty();
        }

        private String name() {
            return isOfOneRun() ? what : letter + ": " + what;
        }
    }

    /**
     * By their names, as files have them; none when no run has figures.
     *
     * @param sloMillis the latency that was promised; null for none
     */
    public static Map<String, XYChart> of(List<RunFolder> folders, Double sloMillis) throws IOException {
        return of(folders, null, sloMillis);
    }

    /** @param comparison that the runs are of: it tells what of a change is noise; null when they are of none */
    public static Map<String, XYChart> of(List<RunFolder> folders, Comparison comparison, Double sloMillis)
            throws IOException {
        RunCharts all = new RunCharts(folders, comparison, sloMillis);
        all.overRates();
        if (!all.runs.isEmpty()) {
            all.latency();
            all.changes();
            all.windows();
            all.overTime();
            all.timeLines();
            all.overNodes();
            all.shares();
        }
        return new LinkedHashMap<>(all.charts);
    }

    private String title(String what) {
        return title.isEmpty() ? what : what + " — " + title;
    }

    private void latency() {
        Map<String, Latency> spectra = new LinkedHashMap<>();
        Map<String, List<LatencyBand>> bands = new LinkedHashMap<>();
        for (Named each : runs) {
            Latency latency = each.run.figures().latency();
            if (latency != null && Charts.isCurve(latency)) {
                spectra.put(each.name(), latency);
                List<LatencyBand> band = each.run.windows() == null ? List.of() : LatencyBand.of(each.run.windows());
                if (!band.isEmpty()) {
                    bands.put(each.name(), band);
                }
            }
        }
        if (!spectra.isEmpty()) {
            charts.put("latency", Charts.latency(title("How long requests took"), spectra, bands, sloMillis));
        }
    }

    /** From what the kit's own wrk2 writes second by second; a real one does not. */
    private void overTime() throws IOException {
        Map<String, Curve> answered = new LinkedHashMap<>();
        Map<String, Curve> slowest = new LinkedHashMap<>();
        for (Named each : runs) {
            List<JsonObject> seconds = wholeSeconds(each);
            if (!seconds.isEmpty()) {
                answered.put(each.name(), curve(seconds, "answered", 1));
                slowest.put(each.name(), curve(seconds, "p99", MICROS_IN_MILLI));
            }
        }
        if (!answered.isEmpty()) {
            charts.put("throughput", Charts.throughput(title("Throughput over time"), answered));
            charts.put("latency-over-time", Charts.latencyOverTime(title("99th percentile in each second"), slowest));
        }
    }

    private static Curve curve(List<JsonObject> seconds, String name, double divisor) {
        return Curve.overTime(seconds.stream()
                .map(second -> second.get(name).getAsDouble() / divisor)
                .toList());
    }

    /** What is begun when the load ends is no second. */
    private static List<JsonObject> wholeSeconds(Named named) throws IOException {
        Path file = named.folder.path().resolve("wrk2.json");
        if (!Files.isRegularFile(file)) {
            return List.of();
        }
        List<JsonObject> seconds = new ArrayList<>();
        for (JsonElement each : timeLine(file)) {
            JsonObject second = each.getAsJsonObject();
            if (second.get("second").getAsInt() <= named.run.options().load().seconds()) {
                seconds.add(second);
            }
        }
        return seconds;
    }

    private static JsonArray timeLine(Path file) throws IOException {
        try {
            return JsonParser.parseString(Files.readString(file))
                    .getAsJsonObject()
                    .getAsJsonArray("timeline");
        } catch (JsonParseException | IllegalStateException e) {
            throw new IOException(file + " is damaged: " + e.getMessage(), e);
        }
    }

    private void timeLines() {
        Map<String, Curve> cpu = new LinkedHashMap<>();
        Map<String, Curve> memory = new LinkedHashMap<>();
        Map<String, Curve> collectors = new LinkedHashMap<>();
        String over = runs.stream()
                .map(each -> each.run.windows() == null ? "seconds" : "windows")
                .distinct()
                .sorted()
                .collect(Collectors.joining(" or "));
        for (Named each : runs) {
            TimeLine timeLine = each.run.timeLine();
            if (timeLine != null && !timeLine.seconds().isEmpty()) {
                processes(each, timeLine.seconds(), cpu, memory);
                collectors(each, timeLine.seconds(), collectors);
            }
        }
        if (!cpu.isEmpty()) {
            charts.put("cpu", Charts.cpu(title("CPUs kept busy"), over, cpu));
            charts.put("memory", Charts.memory(title("Memory"), over, memory));
        }
        if (!collectors.isEmpty()) {
            charts.put("collectors", Charts.cpu(title("CPUs that garbage collectors kept busy"), over, collectors));
        }
    }

    /** Each node of one run; of several runs all nodes together, since nobody could tell so many curves apart. */
    private static void processes(
            Named named, List<TimeLine.Second> seconds, Map<String, Curve> cpu, Map<String, Curve> memory) {
        if (named.isOfOneRun()) {
            for (int i = 0; i < seconds.get(0).nodeCores().size(); i++) {
                int node = i;
                String name = "node " + (i + 1);
                cpu.put(name, overTime(seconds, second -> second.nodeCores().get(node)));
                memory.put(name, overTime(seconds, second -> second.nodeMiB().get(node)));
            }
            cpu.put("wrk2", overTime(seconds, TimeLine.Second::loadCores));
        } else {
            cpu.put(named.name() + ", all nodes", overTime(seconds, second -> sum(second.nodeCores())));
            memory.put(named.name() + ", all nodes", overTime(seconds, second -> sum(second.nodeMiB())));
        }
    }

    private static void collectors(Named named, List<TimeLine.Second> seconds, Map<String, Curve> collectors) {
        if (seconds.stream().anyMatch(second -> second.nodeCollectorCores() == null)) {
            return;
        }
        if (named.isOfOneRun()) {
            for (int i = 0; i < seconds.get(0).nodeCollectorCores().size(); i++) {
                int node = i;
                collectors.put(
                        "node " + (i + 1),
                        overTime(seconds, second -> second.nodeCollectorCores().get(node)));
            }
        } else {
            collectors.put(named.name() + ", all nodes", overTime(seconds, second -> sum(second.nodeCollectorCores())));
        }
    }

    private static double sum(List<Double> figures) {
        return figures.stream().mapToDouble(Double::doubleValue).sum();
    }

    private static Curve overTime(List<TimeLine.Second> seconds, Function<TimeLine.Second, Double> figure) {
        return Curve.overTime(seconds.stream().map(figure).toList());
    }

    /** From the first to the second, if the two may be put beside each other. */
    private void changes() {
        boolean mayBe =
                runs.size() == 2 && runs.get(0).run.difference(runs.get(1).run).isEmpty();
        if (!mayBe) {
            return;
        }
        boolean closed = runs.get(0).run.options().load().isClosedLoop();
        List<Delta> changes = comparison == null ? ofTwoRuns() : ofComparison();
        if (!changes.isEmpty()) {
            List<String> names = runs.stream().map(Named::name).toList();
            charts.put(
                    "changes",
                    Bars.changes(
                            "From A to B; " + (closed ? "less is better, except for the rate" : "less is better"),
                            changes,
                            names,
                            comparison == null ? null : comparison.same()));
        }
    }

    /** Each window is a dot: so one sees the noise, and what neighbours did. */
    private void windows() {
        List<Named> those =
                runs.stream().filter(each -> each.run.windows() != null).toList();
        Map<Boolean, List<Named>> closed = those.stream()
                .collect(Collectors.partitioningBy(
                        each -> each.run.options().load().isClosedLoop()));
        windows(closed.get(true), "windows-rate", "answers a second in each window", Figure.RATE);
        windows(closed.get(false), "windows-p50", "p50 of each window, ms", Figure.P50);
        windows(those, "windows-cpu", "CPU time of a request in each window, µs", Figure.CPU);
    }

    private void windows(List<Named> those, String name, String what, Figure figure) {
        if (those.isEmpty()) {
            return;
        }
        Instant first = those.stream()
                .flatMap(each -> each.run.windows().stream())
                .map(window -> Instant.parse(window.started()))
                .min(Instant::compareTo)
                .orElseThrow();
        Map<String, Curve> dots = new LinkedHashMap<>();
        for (Named each : those) {
            TreeMap<Double, Double> points = new TreeMap<>();
            for (LoadWindow window : each.run.windows()) {
                double value = figure.of(window);
                if (value > 0) {
                    points.put(
                            Duration.between(first, Instant.parse(window.started()))
                                            .toMillis()
                                    / 1000.0,
                            value);
                }
            }
            if (!points.isEmpty()) {
                dots.put(each.name(), curve(points));
            }
        }
        if (!dots.isEmpty()) {
            charts.put(name, Charts.windows(title("Windows in turn"), what, dots));
        }
    }

    /** Of all its lives. */
    private List<Delta> ofComparison() {
        List<Delta> changes = new ArrayList<>();
        for (Outcome outcome : comparison.outcomes()) {
            for (Difference each : outcome.figures()) {
                Double before = each.baseline().middle();
                Double after = each.variant().middle();
                if (each.ratio() != null && each.low() != null) {
                    changes.add(new Delta(
                            each.figure().label(),
                            percent(each.ratio()),
                            percent(each.low()),
                            percent(each.high()),
                            each.verdict()));
                } else if (before != null && after != null) {
                    changes.add(new Delta(each.figure().label(), percent(after / before), each.verdict()));
                }
            }
        }
        return changes;
    }

    private static double percent(double ratio) {
        return 100 * (ratio - 1);
    }

    private List<Delta> ofTwoRuns() {
        List<Delta> changes = new ArrayList<>();
        for (double percentile : List.of(50.0, 90.0, 99.0, 99.9)) {
            add(changes, "p" + Charts.plain(percentile), figures -> millis(figures, percentile));
        }
        if (runs.get(0).run.options().load().isClosedLoop()) {
            double before = Figure.RATE.of(runs.get(0).run);
            changes.add(new Delta("rate", percent(Figure.RATE.of(runs.get(1).run) / before), null));
        }
        add(changes, "CPU of a request", Run.Figures::nodeCpuMicros);
        add(changes, "memory", Run.Figures::peakNodeMiB);
        return changes;
    }

    private static Double millis(Run.Figures figures, double percentile) {
        return figures.latency() == null ? null : figures.latency().millis(percentile);
    }

    private void add(List<Delta> changes, String name, Function<Run.Figures, Double> figure) {
        Double before = figure.apply(runs.get(0).run.figures());
        Double after = figure.apply(runs.get(1).run.figures());
        if (before != null && after != null && before > 0) {
            changes.add(new Delta(name, 100 * (after - before) / before, null));
        }
    }

    /** Of runs at several rates, and of each knee. */
    private void overRates() {
        Map<String, Curve> curves = curves(
                runs, Trait.RATE, options -> options.load().rate(), RATES_OF_A_KNEE, figures -> millis(figures, 99));
        for (Run knee : knees) {
            TreeMap<Double, Double> probes = probes(knee);
            if (!probes.isEmpty()) {
                curves.put(describe(knee, curves), curve(probes));
            }
        }
        if (!curves.isEmpty()) {
            charts.put("knee", Charts.knee("Latency over rate", curves, promised()));
        }
    }

    /** A rate that was tried more than once counts as the last time: what is confirmed comes last. */
    private static TreeMap<Double, Double> probes(Run knee) {
        TreeMap<Double, Double> probes = new TreeMap<>();
        for (Probe probe : knee.search().probes()) {
            if (probe.p99Millis() != null && probe.p99Millis() > 0) {
                probes.put((double) probe.rate(), probe.p99Millis());
            }
        }
        return probes;
    }

    /** Two knees of the same may stand beside each other, as of yesterday and today. */
    private static String describe(Run knee, Map<String, Curve> others) {
        Options options = knee.options();
        String what = options.title() + ", " + options.load().op().label() + ", " + Trait.nodes(options)
                + (knee.failed()
                        ? ""
                        : ": knee at " + Charts.plain(options.load().rate()) + "/s");
        return others.containsKey(what) ? what + " (" + knee.id() + ")" : what;
    }

    /** What the knees were looked for with, unless it is told or they differ. */
    private Double promised() {
        List<Double> slos =
                knees.stream().map(knee -> knee.search().sloMillis()).distinct().toList();
        return sloMillis == null && slos.size() == 1 ? slos.get(0) : sloMillis;
    }

    private void overNodes() {
        overNodes("scaling", "Cost over nodes", "CPU time of a request, µs", Run.Figures::nodeCpuMicros);
        overNodes("scaling-latency", "Latency over nodes", "median latency, ms", figures -> millis(figures, 50));
    }

    /** Beside the age of a queue, which is seconds, all others would lie on the axis. */
    private void overNodes(String name, String heading, String what, Function<Run.Figures, Double> figure) {
        List<Named> held = runs.stream().filter(each -> !isOfAQueue(each.run)).toList();
        Map<String, Curve> scaled = curves(held, Trait.NODES, options -> options.nodes(), 2, figure);
        if (!scaled.isEmpty()) {
            List<String> leftOut = runs.stream()
                    .filter(each -> isOfAQueue(each.run))
                    .map(each -> "a queue, left out: " + each.what)
                    .distinct()
                    .toList();
            charts.put(name, Charts.scaling(heading, what, scaled, leftOut));
        }
    }

    private static boolean isOfAQueue(Run run) {
        return run.lint().stream().anyMatch(fault -> OF_A_QUEUE.contains(fault.id()));
    }

    /**
     * A figure over one of their options, of runs that differ in nothing else. Of several with the same options it is the mean:
     * they may be named in any order, so that none of them is the last.
     *
     * @param least how many points are a curve
     */
    private static Map<String, Curve> curves(
            List<Named> of, Trait over, ToDoubleFunction<Options> x, int least, Function<Run.Figures, Double> figure) {
        Map<Map<Trait, String>, TreeMap<Double, List<Double>>> points = new LinkedHashMap<>();
        for (Named each : of) {
            Double value = figure.apply(each.run.figures());
            if (value != null) {
                Map<Trait, String> others = Trait.of(each.run);
                others.remove(over);
                points.computeIfAbsent(others, any -> new TreeMap<>())
                        .computeIfAbsent(x.applyAsDouble(each.run.options()), any -> new ArrayList<>())
                        .add(value);
            }
        }
        points.values().removeIf(curve -> curve.size() < least);
        Map<String, Curve> curves = new LinkedHashMap<>();
        points.forEach((traits, all) -> {
            TreeMap<Double, Double> means = new TreeMap<>();
            all.forEach((at, values) -> means.put(at, sum(values) / values.size()));
            curves.put(Trait.name(traits, Trait.OF_CURVES, points.keySet()), curve(means));
        });
        return curves;
    }

    private static Curve curve(TreeMap<Double, Double> points) {
        return Curve.of(List.copyOf(points.keySet()), List.copyOf(points.values()));
    }

    private void shares() {
        for (ProfileEvent event : ProfileEvent.values()) {
            Map<String, Map<String, Double>> shares = new LinkedHashMap<>();
            List<String> names = new ArrayList<>();
            for (Named each : runs) {
                Breakdown breakdown = each.run.profile() == null
                        ? null
                        : each.run.profile().events().get(event.label());
                if (breakdown != null && !breakdown.categories().isEmpty()) {
                    Map<String, Double> parts = new LinkedHashMap<>();
                    breakdown.categories().forEach(part -> parts.put(part.name(), part.share()));
                    shares.put(each.isOfOneRun() ? " " : each.letter(), parts);
                    names.add(each.name());
                }
            }
            if (!shares.isEmpty()) {
                String what = title("Where it goes: " + event.what());
                charts.put("shares-" + event.label(), Bars.shares(what, shares, runs.size() == 1 ? List.of() : names));
            }
        }
    }
}
