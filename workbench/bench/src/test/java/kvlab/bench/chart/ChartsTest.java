package kvlab.bench.chart;

import static kvlab.bench.chart.RunChartsTest.legend;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import kvlab.bench.chart.Bars.Delta;
import kvlab.bench.estimate.LatencyBand;
import kvlab.bench.kept.Change;
import kvlab.bench.profile.Category;
import kvlab.bench.wrk2.Latency;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;

@Tag("slow")
class ChartsTest {

    @TempDir
    private Path folder;

    @Test
    void spectraStandBesideWhatWasPromised() throws Exception {
        Map<String, Latency> runs = new LinkedHashMap<>();
        runs.put("before", latency(1));
        runs.put("after", latency(3));
        XYChart chart = Charts.latency("latency", runs, Map.of(), 10.0);
        assertEquals(List.of("before", "after", "promised: 10 ms"), legend(chart));
        assertDrawn(chart, "latency", 900);
    }

    /** Pale, and no name of the legend. */
    @Test
    void curveHasABandIfTheRunHasWindows() throws Exception {
        List<LatencyBand> band = IntStream.range(0, 30)
                .mapToObj(i -> new LatencyBand(1 - Math.pow(10, -i / 10.0), 0.8 + i / 10.0, 1.3 + i / 5.0))
                .toList();
        XYChart chart = Charts.latency("latency", Map.of("run", latency(1)), Map.of("run", band), null);
        assertEquals(List.of("run"), legend(chart));
        XYSeries pale = chart.getSeriesCollection().stream()
                .filter(series -> series.getName().equals("band of run"))
                .findFirst()
                .orElseThrow();
        assertEquals(60, pale.getXData().length);
        assertTrue(pale.getFillColor().getAlpha() < 100);
        assertDrawn(chart, "band", 900);
    }

    @Test
    void percentilesAreTheLabelsOfTheirAxis() {
        var label = Charts.latency("latency", Map.of("run", latency(1)), Map.of(), null)
                .getStyler()
                .getXAxisTickLabelsFormattingFunction();
        assertEquals(
                List.of("0 %", "90 %", "99 %", "99.9 %", "99.999 %"),
                List.of(1.0, 10.0, 100.0, 1000.0, 100_000.0).stream().map(label).toList());
    }

    @Test
    void curveIsThinnedAndKeepsItsEnds() {
        List<Double> many = new ArrayList<>();
        for (int i = 1; i <= 5000; i++) {
            many.add((double) i);
        }
        Curve thin = Curve.of(many, many).thinned();
        assertTrue(thin.size() <= 61, "it has " + thin.size());
        assertEquals(1, thin.x()[0]);
        assertEquals(5000, thin.last());
    }

    @Test
    void timeLinesBeginAtZero() throws Exception {
        Map<String, Curve> curves = Map.of("node 1", Curve.overTime(List.of(100.0, 101.0, 99.0)));
        for (XYChart chart : List.of(
                Charts.throughput("t", curves),
                Charts.latencyOverTime("l", curves),
                Charts.cpu("c", "seconds", curves),
                Charts.memory("m", "seconds", curves))) {
            assertEquals(0.0, chart.getStyler().getYAxisMin());
            assertEquals(List.of("node 1"), legend(chart));
            assertDrawn(chart, "time", 900);
        }
    }

    @Test
    void kneeAndScalingShowEachPointThatWasMeasured() throws Exception {
        Map<String, Curve> curves =
                Map.of("3-replication", new Curve(new double[] {1000, 2000, 4000}, new double[] {2, 3, 200}));
        XYChart knee = Charts.knee("knee", curves, 50.0);
        assertEquals(List.of("3-replication", "promised: 50 ms"), legend(knee));
        assertDrawn(knee, "knee", 900);
        Map<String, Curve> perNodes = Map.of("put", new Curve(new double[] {1, 3, 5}, new double[] {30, 90, 110}));
        assertDrawn(Charts.scaling("scaling", "µs", perNodes, List.of("a queue")), "scaling", 900);
    }

    @Test
    void onlyWhatIsNoNoiseHasAColour() throws Exception {
        XYChart chart = Bars.changes(
                "changes",
                List.of(
                        new Delta("p50", -10, -12, -8, Change.BETTER),
                        new Delta("p99", 20, 11, 1e6, Change.WORSE),
                        new Delta("p99.9", 5, Change.SAME),
                        new Delta("memory", 5, null)),
                List.of(),
                0.05);
        assertEquals(List.of("better", "worse", "same", "no verdict: one run each"), legend(chart));
        assertEquals(
                List.of(Look.BAND, Look.BETTER, Look.WORSE, Look.SAME, Look.GREY),
                chart.getSeriesCollection().stream()
                        .map(XYSeries::getFillColor)
                        .filter(Objects::nonNull)
                        .toList());
        assertTrue(Stream.of(Look.BETTER, Look.WORSE, Look.SAME).noneMatch(Look.PALETTE::contains));
        assertDrawn(chart, "changes", 2 * (150 + 4 * 46));
    }

    @Test
    void partsOfAllRowsAddUpAndSmallOnesAreTheRest() throws Exception {
        Map<String, Map<String, Double>> shares = new LinkedHashMap<>();
        shares.put("A", Map.of("kernel", 0.6, "kvlab", 0.39, "other", 0.01));
        shares.put("B", Map.of("kernel", 1.0));
        XYChart chart = Bars.shares("shares", shares, List.of());
        assertEquals(
                List.of("kernel", "kvlab", "the rest"),
                legend(chart).stream().sorted().toList());
        double[] ends = chart.getSeriesCollection().stream()
                .mapToDouble(XYSeries::getXMax)
                .sorted()
                .toArray();
        assertEquals(100, ends[ends.length - 1], 1e-6);
        assertDrawn(chart, "shares", 2 * 242);
    }

    @Test
    void categoryHasTheSameColourInAllCharts() {
        Map<String, Color> alone = fills(Bars.shares("alone", Map.of("A", Map.of("kvlab", 1.0)), List.of()));
        Map<String, Color> beside = fills(Bars.shares(
                "beside", Map.of("A", Map.of("RocksDB", 0.6, "java.net.http", 0.2, "kvlab", 0.2)), List.of()));
        assertEquals(alone.get("kvlab"), beside.get("kvlab"));
        assertEquals(3, Set.copyOf(beside.values()).size(), beside.toString());
        assertTrue(Look.SHADES.size() >= Category.values().length, "one for each");
    }

    private static Map<String, Color> fills(XYChart chart) {
        return chart.getSeriesCollection().stream()
                .filter(XYSeries::isShowInLegend)
                .collect(Collectors.toMap(XYSeries::getName, XYSeries::getFillColor));
    }

    /** An axis has one line for a title; what the letters stand for is in the legend, in lines that fit beside the bars. */
    @Test
    void lettersAreExplainedInLinesThatFit() throws Exception {
        List<String> clients = List.of("futures", "completable", "own-pool", "nio");
        Map<String, Map<String, Double>> shares = new LinkedHashMap<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            String letter = Character.toString('A' + i);
            shares.put(letter, Map.of("kernel", 0.7, "kvlab", 0.3));
            names.add(letter + ": 4-async-client client=" + clients.get(i) + ", put, 1,000/s");
        }
        XYChart chart = Bars.shares("shares", shares, names);
        assertEquals("share, %", chart.getXAxisTitle());
        assertTrue(legend(chart).containsAll(names), legend(chart).toString());
        for (XYSeries series : chart.getSeriesCollection()) {
            series.getLabel().lines().forEach(line -> assertTrue(line.length() <= 26, line));
        }
        assertDrawn(chart, "explained", 2 * (50 + 28 * (2 + 1 + 11)));
    }

    @Test
    void namesThatDoNotFitIntoALineStandBelowEachOther() throws Exception {
        Map<String, Curve> curves = new LinkedHashMap<>();
        for (String client : List.of("futures", "completable", "own-pool", "nio")) {
            curves.put("4-async-client client=" + client + ", put, 1,000/s", Curve.overTime(List.of(1.0, 2.0)));
        }
        XYChart chart = Charts.cpu("cpu", "seconds", curves);
        assertEquals(LegendLayout.Vertical, chart.getStyler().getLegendLayout());
        assertDrawn(chart, "cpu", 900);
        XYChart few = Charts.cpu("cpu", "seconds", Map.of("node 1", Curve.overTime(List.of(1.0, 2.0))));
        assertEquals(LegendLayout.Horizontal, few.getStyler().getLegendLayout());
    }

    private static Latency latency(double times) {
        List<Latency.Point> spectrum = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            spectrum.add(new Latency.Point(times * Math.pow(1.03, i), 1 - Math.pow(10, -i / 50.0), i));
        }
        spectrum.add(new Latency.Point(times * 500, 1, 200));
        return new Latency(1, 1, 500, Map.of(), spectrum);
    }

    private void assertDrawn(XYChart chart, String name, int height) throws Exception {
        List<Path> files = ChartFiles.write(chart, folder, name);
        BufferedImage image = ImageIO.read(files.get(0).toFile());
        assertEquals(1600, image.getWidth());
        assertEquals(height, image.getHeight());
        assertEquals(0xFFFFFFFF, image.getRGB(1, 1));
        assertTrue(colours(image) > 50, "it has " + colours(image) + " colours");
        String svg = Files.readString(files.get(1));
        assertTrue(svg.contains("<svg") && svg.length() < 300_000, "it has " + svg.length());
    }

    private static long colours(BufferedImage image) {
        return IntStream.range(0, image.getWidth() * image.getHeight())
                .map(i -> image.getRGB(i % image.getWidth(), i / image.getWidth()))
                .distinct()
                .count();
    }
}
