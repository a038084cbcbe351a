package kvlab.bench.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import kvlab.bench.estimate.LatencyBand;
import kvlab.bench.wrk2.Latency;
import org.knowm.xchart.XYChart;

/**
 * The charts of a report. Each is a function of what was measured, so that a notebook and a test can ask for one as a command
 * can; what they have in common is {@link Look}'s. Maps give the curves their names, and colours in their order.
 */
public final class Charts {

    private static final double ROOM_ABOVE = 1.08;

    /** The median's place on the axis of percentiles. */
    private static final double HALF = 2;

    private Charts() {}

    /**
     * How long all but the slowest took. An axis of percentiles would hide the slowest behind its right end; on this one
     * each step to the right leaves out nine tenths of what was left.
     *
     * @param bands around the curves of some of them
     * @param sloMillis what was promised; null for no line
     */
    static XYChart latency(
            String title, Map<String, Latency> runs, Map<String, List<LatencyBand>> bands, Double sloMillis) {
        String pale = bands.isEmpty() ? "" : " (pale: 95 of 100 redraws of the windows)";
        XYChart chart = Look.chart(title, "percentile of the requests" + pale, "latency, ms");
        chart.getStyler().setXAxisLogarithmic(true);
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setXAxisTickLabelsFormattingFunction(Charts::percentile);
        chart.getStyler().setYAxisTickLabelsFormattingFunction(Charts::plain);
        List<Curve> curves = runs.values().stream().map(Charts::spectrum).toList();
        double right = curves.stream().mapToDouble(Curve::last).max().orElse(10);
        List<Curve> drawn = new ArrayList<>(curves);
        bands.values().forEach(band -> drawn.add(around(band)));
        decades(chart, drawn, sloMillis, 1, right);
        Look.upright(chart, percentile(HALF), HALF);
        List<String> names = names(runs);
        for (String name : names) {
            if (bands.containsKey(name)) {
                Look.band(chart, name, around(bands.get(name)), colour(names.indexOf(name)));
            }
        }
        addAll(chart, names, curves);
        slo(chart, sloMillis, 1, right);
        Look.fitLegend(chart);
        return chart;
    }

    /** Along its upper side, and back along the lower one. */
    private static Curve around(List<LatencyBand> band) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (LatencyBand each : band) {
            x.add(1 / (1 - each.part()));
            y.add(each.highMillis());
        }
        for (int i = band.size() - 1; i >= 0; i--) {
            x.add(x.get(i));
            y.add(band.get(i).lowMillis());
        }
        return Curve.of(x, y);
    }

    /** A chart that ends between two decades has no label there. */
    private static void decades(XYChart chart, List<Curve> curves, Double slo, double left, double right) {
        double lowest = curves.stream().mapToDouble(Curve::lowest).min().orElse(1);
        double highest = curves.stream().mapToDouble(Curve::highest).max().orElse(1);
        double low = Math.pow(10, Math.floor(Math.log10(slo == null ? lowest : Math.min(lowest, slo))));
        double high = Math.pow(10, Math.ceil(Math.log10(slo == null ? highest : Math.max(highest, slo))));
        chart.getStyler().setYAxisMin(low);
        chart.getStyler().setYAxisMax(high);
        Look.decades(chart, left, right, low, high);
    }

    /** That of a single request is a point at the very end, where no axis reaches. */
    static boolean isCurve(Latency latency) {
        return !drawn(latency).isEmpty();
    }

    private static List<Latency.Point> drawn(Latency latency) {
        return latency.spectrum().stream()
                .filter(point -> point.part() < 1 && point.millis() > 0)
                .toList();
    }

    private static Curve spectrum(Latency latency) {
        List<Latency.Point> points = drawn(latency);
        return Curve.of(
                        points.stream().map(point -> 1 / (1 - point.part())).toList(),
                        points.stream().map(Latency.Point::millis).toList())
                .thinned();
    }

    /** 1 is 0 %, 10 is 90 %, 100 is 99 %. */
    private static String percentile(double inverse) {
        return plain(Math.rint((100 - 100 / inverse) * 1e6) / 1e6) + " %";
    }

    /** Without zeros that say nothing. */
    static String plain(double figure) {
        return figure == Math.rint(figure)
                ? String.format(Locale.ROOT, "%,d", Math.round(figure))
                : Double.toString(figure);
    }

    private static void slo(XYChart chart, Double millis, double left, double right) {
        if (millis != null) {
            Curve line = new Curve(new double[] {left, right}, new double[] {millis, millis});
            Look.limit(chart, "promised: " + plain(millis) + " ms", line);
        }
    }

    /** Answers in each second; the first of them are part of wrk2's calibration. */
    public static XYChart throughput(String title, Map<String, Curve> runs) {
        return fromZero(Look.chart(title, "seconds", "answers in a second"), runs);
    }

    /** What the slowest of a hundred took, second by second. */
    public static XYChart latencyOverTime(String title, Map<String, Curve> runs) {
        return fromZero(Look.chart(title, "seconds", "latency, ms"), runs);
    }

    /**
     * CPUs that processes kept busy.
     *
     * @param over seconds, or windows
     */
    public static XYChart cpu(String title, String over, Map<String, Curve> processes) {
        return fromZero(Look.chart(title, over, "busy CPUs"), processes);
    }

    /** What processes hold. */
    public static XYChart memory(String title, String over, Map<String, Curve> processes) {
        return fromZero(Look.chart(title, over, "memory, MiB"), processes);
    }

    /** @param figures of each window, over seconds */
    public static XYChart windows(String title, String what, Map<String, Curve> figures) {
        XYChart chart = Look.chart(title, "seconds", what);
        List<String> names = names(figures);
        for (int i = 0; i < names.size(); i++) {
            Look.dots(chart, names.get(i), figures.get(names.get(i)), colour(i));
        }
        chart.getStyler().setYAxisMin(0.0);
        chart.getStyler().setYAxisMax(ROOM_ABOVE * highest(figures));
        chart.getStyler().setYAxisTickLabelsFormattingFunction(Charts::plain);
        chart.getStyler().setXAxisTickLabelsFormattingFunction(Charts::plain);
        Look.fitLegend(chart);
        return chart;
    }

    /** A curve that begins anywhere else makes much of little. */
    private static XYChart fromZero(XYChart chart, Map<String, Curve> curves) {
        addAll(chart, names(curves), List.copyOf(curves.values()));
        chart.getStyler().setYAxisMin(0.0);
        chart.getStyler().setYAxisMax(ROOM_ABOVE * highest(curves));
        chart.getStyler().setYAxisTickLabelsFormattingFunction(Charts::plain);
        chart.getStyler().setXAxisTickLabelsFormattingFunction(Charts::plain);
        Look.fitLegend(chart);
        return chart;
    }

    private static double highest(Map<String, Curve> curves) {
        double highest =
                curves.values().stream().mapToDouble(Curve::highest).max().orElse(1);
        return highest > 0 ? highest : 1;
    }

    /**
     * Where latency leaves the ground: the rate from which on there is a queue.
     *
     * @param p99Millis over requests a second
     */
    public static XYChart knee(String title, Map<String, Curve> p99Millis, Double sloMillis) {
        XYChart chart = Look.chart(title, "requests a second, asked for", "99th percentile, ms");
        List<Curve> curves = List.copyOf(p99Millis.values());
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setXAxisMin(0.0);
        chart.getStyler().setXAxisTickLabelsFormattingFunction(Charts::plain);
        chart.getStyler().setYAxisTickLabelsFormattingFunction(Charts::plain);
        double right = curves.stream().mapToDouble(Curve::last).max().orElse(1);
        decades(chart, curves, sloMillis, 0, right);
        measured(chart, p99Millis);
        slo(chart, sloMillis, 0, right);
        Look.fitLegend(chart);
        return chart;
    }

    /**
     * What more nodes bring.
     *
     * @param what the figure is, and its unit
     * @param perNodes it, over the number of nodes
     * @param leftOut what is no point of it, for the legend
     */
    public static XYChart scaling(String title, String what, Map<String, Curve> perNodes, List<String> leftOut) {
        XYChart chart = Look.chart(title, "nodes", what);
        measured(chart, perNodes);
        double most = perNodes.values().stream().mapToDouble(Curve::last).max().orElse(1);
        chart.getStyler().setXAxisMin(0.0);
        chart.getStyler().setXAxisMax(most + 1);
        chart.getStyler().setYAxisMin(0.0);
        chart.getStyler().setYAxisMax(ROOM_ABOVE * highest(perNodes));
        chart.getStyler().setYAxisTickLabelsFormattingFunction(Charts::plain);
        chart.getStyler().setXAxisTickLabelsFormattingFunction(nodes -> nodes == Math.rint(nodes) ? plain(nodes) : " ");
        Curve nothing = new Curve(new double[] {0}, new double[] {0});
        leftOut.forEach(name -> Look.curve(chart, name, nothing, java.awt.Color.WHITE));
        Look.fitLegend(chart);
        return chart;
    }

    private static void measured(XYChart chart, Map<String, Curve> curves) {
        List<String> names = names(curves);
        for (int i = 0; i < names.size(); i++) {
            Look.points(chart, names.get(i), curves.get(names.get(i)), colour(i));
        }
    }

    private static void addAll(XYChart chart, List<String> names, List<Curve> curves) {
        for (int i = 0; i < names.size(); i++) {
            Look.curve(chart, names.get(i), curves.get(i), colour(i));
        }
    }

    private static java.awt.Color colour(int i) {
        return Look.PALETTE.get(i % Look.PALETTE.size());
    }

    private static List<String> names(Map<String, ?> map) {
        return new ArrayList<>(map.keySet());
    }
}
