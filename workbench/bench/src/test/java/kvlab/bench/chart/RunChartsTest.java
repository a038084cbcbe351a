package kvlab.bench.chart;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import kvlab.bench.kept.Change;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.Difference;
import kvlab.bench.kept.Figure;
import kvlab.bench.kept.MadeRun;
import kvlab.bench.kept.Outcome;
import kvlab.bench.kept.Probe;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.load.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;

/** Which charts there are of which runs, and what is in them. How they look is {@link ChartsTest}'s. */
class RunChartsTest {

    @TempDir
    private Path home;

    @Test
    void oneRunHasItsLatencyAndNothingToCompare() throws Exception {
        Map<String, XYChart> charts = RunCharts.of(List.of(run("a", MadeRun.GOOD)), null);
        assertEquals(Set.of("latency"), charts.keySet());
        assertEquals(
                "How long requests took — 3-replication, put, 5,000/s",
                charts.get("latency").getTitle());
    }

    @Test
    void latencyOfASingleRequestIsNoCurve() throws Exception {
        String json = MadeRun.GOOD
                .run()
                .json()
                .replaceAll(
                        "(?s)\"spectrum\": \\[.*?]", "\"spectrum\": [{\"millis\": 100, \"part\": 1, \"count\": 1}]");
        assertEquals(Map.of(), RunCharts.of(List.of(folder("a", "run.json", json)), null));
    }

    @Test
    void twoRunsShowWhatChanged() throws Exception {
        Map<String, XYChart> charts =
                RunCharts.of(List.of(run("a", MadeRun.GOOD), run("b", MadeRun.GOOD.times(1.5))), null);
        XYChart changes = charts.get("changes");
        assertEquals(
                List.of("no verdict: one run each", "A: 3-replication, put, 5,000/s", "B: 3-replication, put, 5,000/s"),
                legend(changes));
        assertEquals(
                Set.of(50.0),
                Set.copyOf(changes.getSeriesCollection().stream()
                        .filter(series -> series.getName().startsWith("no verdict"))
                        .map(series -> Math.rint(series.getXMax()))
                        .toList()));
    }

    @Test
    void legendTellsWhatRunsDifferInAndNoMore() throws Exception {
        List<RunFolder> sizes = List.of(run("a", MadeRun.GOOD), run("b", MadeRun.GOOD.on(5)));
        assertEquals(
                List.of("A: 3-replication, put, 5,000/s, 3 nodes", "B: 3-replication, put, 5,000/s, 5 nodes"),
                legend(RunCharts.of(sizes, null).get("latency")));
        List<RunFolder> others = List.of(
                run("c", MadeRun.GOOD),
                onJdk25("d", MadeRun.GOOD),
                changed("e", MadeRun.GOOD, "\"linkDelayMillis\": 0.0", "\"linkDelayMillis\": 5.0"));
        assertEquals(
                List.of(
                        "A: 3-replication, put, 5,000/s, JDK 17, links of 0 ms",
                        "B: 3-replication, put, 5,000/s, JDK 25, links of 0 ms",
                        "C: 3-replication, put, 5,000/s, JDK 17, links of 5 ms"),
                legend(RunCharts.of(others, null).get("latency")));
    }

    @Test
    void sidesOfAComparisonHaveTheirNamesAndTheTitleHasTheRest() throws Exception {
        List<RunFolder> runs = List.of(run("a", MadeRun.GOOD), run("b", MadeRun.GOOD));
        Options options = MadeRun.GOOD.run().options();
        Comparison compared = comparison(
                List.of(
                        new Comparison.Measured(
                                "A", "client=futures", options, List.of("x", "a"), List.of(), List.of()),
                        new Comparison.Measured("B", "client=nio", options, List.of("y", "b"), List.of(), List.of())),
                List.of());
        XYChart latency = RunCharts.of(runs, compared, null).get("latency");
        assertEquals(List.of("A: client=futures", "B: client=nio"), legend(latency));
        assertEquals("How long requests took — 3-replication, put, 5,000/s", latency.getTitle());
    }

    @Test
    void differentRatesAndEnginesAreNeverInOneDelta() throws Exception {
        RunFolder run = run("a", MadeRun.GOOD);
        for (MadeRun other : List.of(MadeRun.GOOD.at(4000), MadeRun.GOOD.by("wrk2"))) {
            Map<String, XYChart> charts = RunCharts.of(List.of(run, run("b", other)), null);
            assertEquals(Set.of("latency"), charts.keySet());
        }
    }

    /** Of three that are 50 % larger, only one has an interval without 1. */
    @Test
    void verdictsOfAComparisonAreItsColours() throws Exception {
        Difference.Measured a = new Difference.Measured(2.0, List.of(1.8, 2.2));
        Difference.Measured b = new Difference.Measured(3.0, List.of(2.8, 3.2));
        Difference.Measured none = new Difference.Measured(null, List.of());
        List<Difference> figures = List.of(
                new Difference(Figure.P50, a, b, 1.5, 1.2, 1.9, null, Change.WORSE, null),
                new Difference(Figure.P99, a, b, 1.5, 0.8, 900.0, 7, Change.UNDECIDED, null),
                new Difference(Figure.P999, a, b, null, null, null, null, Change.NOT_COMPARABLE, "too few requests"),
                new Difference(Figure.CPU, a, none, null, null, null, null, Change.NOT_COMPARABLE, "nobody tells"));
        List<RunFolder> runs = List.of(run("a", MadeRun.GOOD), run("b", MadeRun.GOOD.times(1.5)));
        Comparison judged = comparison(List.of(), List.of(new Outcome("A", "B", null, "", figures, List.of())));
        assertEquals(
                List.of("worse", "undecided", "not comparable"),
                legend(RunCharts.of(runs, judged, null).get("changes")).subList(0, 3));
        List<RunFolder> atTwoRates = List.of(runs.get(0), run("c", MadeRun.GOOD.at(4000)));
        assertEquals(Set.of("latency"), RunCharts.of(atTwoRates, judged, null).keySet());
    }

    private static Comparison comparison(List<Comparison.Measured> sides, List<Outcome> outcomes) {
        return new Comparison(
                "kvlab.comparison/2",
                "c",
                "",
                null,
                2,
                0.05,
                180.0,
                null,
                null,
                JsonNull.INSTANCE,
                sides,
                outcomes,
                List.of());
    }

    @Test
    void kneeOfRunsNeedsThreeRates() throws Exception {
        List<RunFolder> runs = new ArrayList<>();
        runs.add(run("a", MadeRun.GOOD.at(1000)));
        runs.add(run("b", MadeRun.GOOD.at(4000).times(9)));
        assertTrue(!RunCharts.of(runs, null).containsKey("knee"));
        runs.add(run("c", MadeRun.GOOD.at(2000).times(2)));
        XYSeries knee = curve(RunCharts.of(runs, null).get("knee"), "3-replication, put, 3 nodes");
        assertArrayEquals(new double[] {1000, 2000, 4000}, knee.getXData());
        assertArrayEquals(new double[] {10, 20, 90}, knee.getYData());
    }

    @Test
    void runsThatDifferInMoreThanTheRateAreNotOneCurve() throws Exception {
        List<RunFolder> runs = new ArrayList<>();
        for (int rate : List.of(1000, 2000, 4000)) {
            runs.add(run("older-" + rate, MadeRun.GOOD.at(rate)));
            runs.add(onJdk25("newer-" + rate, MadeRun.GOOD.at(rate).times(2)));
        }
        runs.add(run("other", MadeRun.GOOD.at(3000).by("wrk2")));
        XYChart knee = RunCharts.of(runs, null).get("knee");
        assertEquals(
                List.of("3-replication, put, 3 nodes, JDK 17", "3-replication, put, 3 nodes, JDK 25"), legend(knee));
        assertArrayEquals(
                new double[] {10, 10, 10}, curve(knee, legend(knee).get(0)).getYData());
        assertArrayEquals(
                new double[] {20, 20, 20}, curve(knee, legend(knee).get(1)).getYData());
    }

    @Test
    void severalRunsAtOneRateAreTheirMean() throws Exception {
        List<RunFolder> runs = new ArrayList<>();
        for (int rate : List.of(1000, 2000, 4000)) {
            runs.add(run("one-" + rate, MadeRun.GOOD.at(rate)));
            runs.add(run("two-" + rate, MadeRun.GOOD.at(rate).times(3)));
        }
        XYSeries knee = curve(RunCharts.of(runs, null).get("knee"), "3-replication, put, 3 nodes");
        assertArrayEquals(new double[] {20, 20, 20}, knee.getYData());
    }

    @Test
    void moreNodesAreACurveOfTheirCostAndOneOfTheirLatency() throws Exception {
        List<RunFolder> runs = List.of(run("a", MadeRun.GOOD.on(8).times(2)), run("b", MadeRun.GOOD.on(3)));
        Map<String, XYChart> charts = RunCharts.of(runs, null);
        XYSeries cost = curve(charts.get("scaling"), "3-replication, put, 5,000/s");
        assertArrayEquals(new double[] {3, 8}, cost.getXData());
        assertArrayEquals(new double[] {100, 200}, cost.getYData());
        XYSeries latency = curve(charts.get("scaling-latency"), "3-replication, put, 5,000/s");
        assertArrayEquals(new double[] {3, 8}, latency.getXData());
        assertArrayEquals(new double[] {1, 2}, latency.getYData());
    }

    /** Eight nodes on two cores: a p50 of seconds, and all others would lie on the axis. */
    @Test
    void whatIsAQueueIsNoPointOverNodesAndTheLegendSaysSo() throws Exception {
        List<RunFolder> runs = List.of(
                run("a", MadeRun.GOOD.on(3)),
                run("b", MadeRun.GOOD.on(5).times(2)),
                run("c", MadeRun.GOOD.on(8).times(4000).with("rate-not-held", "saturated")),
                run("d", MadeRun.GOOD.on(9).times(200).with("saturated")));
        Map<String, XYChart> charts = RunCharts.of(runs, null);
        for (String name : List.of("scaling", "scaling-latency")) {
            XYSeries curve = curve(charts.get(name), "3-replication, put, 5,000/s");
            assertArrayEquals(new double[] {3, 5}, curve.getXData(), name);
            assertEquals(
                    List.of(
                            "3-replication, put, 5,000/s",
                            "a queue, left out: 3-replication, put, 5,000/s, 8 nodes",
                            "a queue, left out: 3-replication, put, 5,000/s, 9 nodes"),
                    legend(charts.get(name)));
        }
    }

    @Test
    void whatHasNoLatencyHasNoCurveOfIt() throws Exception {
        RunFolder three = withoutLatency("a", MadeRun.GOOD.on(3));
        RunFolder eight = withoutLatency("b", MadeRun.GOOD.on(8));
        assertEquals(
                Set.of("changes", "scaling"),
                RunCharts.of(List.of(three, eight), null).keySet());
    }

    private RunFolder withoutLatency(String id, MadeRun made) throws Exception {
        JsonObject run = JsonParser.parseString(made.run().json()).getAsJsonObject();
        run.getAsJsonObject("figures").add("latency", JsonNull.INSTANCE);
        return folder(id, "run.json", run.toString());
    }

    private RunFolder onJdk25(String id, MadeRun made) throws Exception {
        return changed(id, made, "\"jdk\": 17", "\"jdk\": 25");
    }

    private RunFolder changed(String id, MadeRun made, String from, String to) throws Exception {
        return folder(id, "run.json", made.run().json().replace(from, to));
    }

    @Test
    void probesOfAKneeAreDrawnAndWhatWasConfirmedCounts() throws Exception {
        RunFolder folder = knee(
                "a", 4000, probe(2000, 3.0), probe(8000, 900.0), probe(4000, 60.0), probe(4000, 9.0), probe(500, null));
        Map<String, XYChart> charts = RunCharts.of(List.of(folder), null);
        assertEquals(Set.of("knee"), charts.keySet());
        XYChart chart = charts.get("knee");
        assertEquals(List.of("3-replication, put, 3 nodes: knee at 4,000/s", "promised: 50 ms"), legend(chart));
        XYSeries knee = curve(chart, "3-replication, put, 3 nodes: knee at 4,000/s");
        assertArrayEquals(new double[] {2000, 4000, 8000}, knee.getXData());
        assertArrayEquals(new double[] {3, 9, 900}, knee.getYData());
    }

    @Test
    void twoKneesStandBesideEachOther() throws Exception {
        List<RunFolder> knees = List.of(
                knee("a", 4000, probe(2000, 3.0)), knee("b", 4000, probe(2000, 4.0)), knee("c", null, probe(9, 70.0)));
        assertEquals(
                List.of(
                        "3-replication, put, 3 nodes: knee at 4,000/s",
                        "3-replication, put, 3 nodes: knee at 4,000/s (b)",
                        "3-replication, put, 3 nodes",
                        "promised: 20 ms"),
                legend(RunCharts.of(knees, 20.0).get("knee")));
    }

    @Test
    void runBesideAKneeIsAlone() throws Exception {
        List<RunFolder> both = List.of(run("a", MadeRun.GOOD), knee("b", 4000, probe(2000, 3.0)));
        List<String> alone = legend(RunCharts.of(both.subList(0, 1), null).get("latency"));
        assertEquals(alone, legend(RunCharts.of(both, null).get("latency")));
    }

    @Test
    void searchWithoutAProbeIsNotDrawn() throws Exception {
        assertEquals(Map.of(), RunCharts.of(List.of(knee("a", null)), null));
    }

    private RunFolder run(String id, MadeRun made) throws Exception {
        return folder(id, "run.json", made.run().json());
    }

    private RunFolder knee(String id, Integer rate, Probe... probes) throws Exception {
        return folder(id, "run.json", MadeRun.GOOD.knee(id, rate, probes).json());
    }

    private static Probe probe(int rate, Double p99Millis) {
        return new Probe(rate, 5, 1, 1, 0, 0, p99Millis, p99Millis, false, null);
    }

    private RunFolder folder(String id, String file, String json) throws Exception {
        Path folder = Files.createDirectories(home.resolve("profiles/runs").resolve(id));
        Files.writeString(folder.resolve(file), json);
        return find(id);
    }

    private RunFolder find(String id) throws IOException {
        return RunFolder.list(home).stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static XYSeries curve(XYChart chart, String name) {
        return chart.getSeriesCollection().stream()
                .filter(series -> series.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static List<String> legend(XYChart chart) {
        return chart.getSeriesCollection().stream()
                .filter(XYSeries::isShowInLegend)
                .map(XYSeries::getName)
                .toList();
    }
}
