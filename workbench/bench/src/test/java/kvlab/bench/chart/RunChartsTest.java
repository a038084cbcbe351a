package kvlab.bench.chart;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonNull;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import kvlab.bench.Knee;
import kvlab.bench.MadeRun;
import kvlab.bench.Probe;
import kvlab.bench.Run;
import kvlab.bench.RunFolder;
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
        assertEquals(List.of("worse"), legend(changes));
        assertEquals(
                Set.of(50.0),
                Set.copyOf(changes.getSeriesCollection().stream()
                        .map(series -> Math.rint(series.getXMax()))
                        .toList()));
        assertTrue(changes.getXAxisTitle().contains("A: 3-replication, put, 5,000/s"), changes.getXAxisTitle());
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
    void moreNodesAreACurveOfTheirCost() throws Exception {
        List<RunFolder> runs = List.of(run("a", MadeRun.GOOD.on(8).times(2)), run("b", MadeRun.GOOD.on(3)));
        XYSeries cost = curve(RunCharts.of(runs, null).get("scaling"), "3-replication, put, 5,000/s");
        assertArrayEquals(new double[] {3, 8}, cost.getXData());
        assertArrayEquals(new double[] {100, 200}, cost.getYData());
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
    void kneeWithoutProbesIsNothingToDraw() throws Exception {
        assertEquals(Map.of(), RunCharts.of(List.of(knee("a", null)), null));
    }

    private RunFolder run(String id, MadeRun made) throws Exception {
        return folder(id, "run.json", made.run().json());
    }

    private RunFolder knee(String id, Integer rate, Probe... probes) throws Exception {
        Run made = MadeRun.GOOD.run();
        Knee knee = new Knee(
                "kvlab.knee/1",
                id,
                made.date(),
                null,
                made.options(),
                50,
                made.engine(),
                null,
                JsonNull.INSTANCE,
                null,
                10_000.0,
                List.of(probes),
                rate,
                null);
        return folder(id, "knee.json", knee.json());
    }

    private static Probe probe(int rate, Double p99Millis) {
        return new Probe(rate, 16, 1, rate, 0, 0, 0, 0, p99Millis, p99Millis, false, null);
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

    private static List<String> legend(XYChart chart) {
        return chart.getSeriesCollection().stream()
                .filter(XYSeries::isShowInLegend)
                .map(XYSeries::getName)
                .toList();
    }
}
