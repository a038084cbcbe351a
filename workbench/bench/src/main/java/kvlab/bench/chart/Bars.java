package kvlab.bench.chart;

import java.awt.Color;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import kvlab.bench.kept.Change;
import kvlab.bench.profile.Category;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Horizontal bars, whose names stand in front of them. XChart's own can neither be stacked nor stand on both sides of 0. */
public final class Bars {

    /** For the figure at the end of a bar. */
    private static final double ROOM = 1.35;

    /** Nothing gets less by more than all of it, in percent. */
    private static final double LEAST_CHANGE = 100;

    private static final double HALF = 0.32;
    private static final int ROW = 46;
    private static final int AROUND = 150;

    /** A share that is smaller than this has no room for its figure. */
    private static final double LABELLED = 0.06;

    /** As a part of half of the width. */
    private static final double HALF_LETTER = 0.0115;

    /** Left of 0, for the names of rows. */
    private static final double MARGIN = 6;

    private static final int AROUND_LEGEND = 50;
    private static final int LEGEND_ROW = 28;

    /** In a line of it beside the bars, where the names of parts are about as long. */
    private static final int LEGEND_LETTERS = 26;

    /** In a line of it below the bars. */
    private static final int LETTERS_ACROSS = 100;

    /** Where no bar is. */
    private static final double BELOW = 0.5;

    private static final double SHOWN = 0.02;

    private final XYChart chart;
    private final List<String> rows;
    private final Set<String> named = new HashSet<>();
    private int bars;

    /** @param rows from top to bottom */
    private Bars(XYChart chart, List<String> rows) {
        this.chart = chart;
        this.rows = rows;
    }

    /**
     * A figure that changed.
     *
     * @param percent of what it was
     * @param low where its interval begins, in percent; NaN when there is none
     * @param high where it ends
     * @param verdict null when nobody knows how much of it is noise
     */
    public record Delta(String name, double percent, double low, double high, Change verdict) {

        /** Without an interval. */
        public Delta(String name, double percent, Change verdict) {
            this(name, percent, Double.NaN, Double.NaN, verdict);
        }

        private boolean isKnown() {
            return !Double.isNaN(low);
        }

        private String legend() {
            return verdict == null ? "no verdict: one run each" : verdict.label();
        }

        private Color colour() {
            if (verdict == null) {
                return Look.GREY;
            }
            return switch (verdict) {
                case BETTER -> Look.BETTER;
                case WORSE -> Look.WORSE;
                case SAME -> Look.SAME;
                case UNDECIDED, NOT_COMPARABLE -> Look.GREY;
            };
        }
    }

    /**
     * What changed from one to another; only what a verdict calls good or bad has a colour.
     *
     * @param names of the one and of the other, which stand in the legend
     * @param same the part by which two may differ and still are the same; null for no band of it
     */
    public static XYChart changes(String title, List<Delta> changes, List<String> names, Double same) {
        List<String> rows = changes.stream().map(Delta::name).toList();
        int verdicts = (int) changes.stream().map(Delta::legend).distinct().count();
        int legend = names.isEmpty() ? 0 : LEGEND_ROW * (verdicts - 1 + names.size());
        XYChart chart = chart(title, "change, %", rows.size(), AROUND + ROW * rows.size() + legend);
        Bars bars = new Bars(chart, rows);
        double widest = changes.stream()
                .mapToDouble(change -> Math.abs(change.percent))
                .max()
                .orElse(1);
        double furthest = changes.stream()
                .filter(Delta::isKnown)
                .mapToDouble(change -> Math.max(Math.abs(change.low), Math.abs(change.high)))
                .max()
                .orElse(0);
        // An interval without end must not make everything else a line.
        widest = Math.max(widest, Math.min(furthest, Math.max(2 * widest, LEAST_CHANGE)));
        double most = Math.max(1, widest * ROOM);
        double least = Math.min(most, LEAST_CHANGE * ROOM);
        chart.getStyler().setXAxisMin(-least);
        chart.getStyler().setXAxisMax(most);
        chart.getStyler().setXAxisTickLabelsFormattingFunction(Charts::plain);
        if (same != null) {
            bars.band(-100 * same / (1 + same), 100 * same);
        }
        for (int i = 0; i < changes.size(); i++) {
            bars.change(changes.get(i), i, least, most);
        }
        names.forEach(name -> bars.explain(name, LETTERS_ACROSS));
        if (!names.isEmpty()) {
            Look.legendInLines(chart);
        }
        return chart;
    }

    private void band(double from, double to) {
        double bottom = y(rows.size()) + BELOW;
        double top = y(0) + BELOW;
        area("band of the same", new double[] {from, to, to, from}, new double[] {bottom, bottom, top, top}, Look.BAND)
                .setShowInLegend(false);
    }

    /** Its name on one side of 0, its bar and figure on the other. */
    private void change(Delta change, int row, double least, double most) {
        double half = (least + most) / 2;
        double side = change.percent < 0 ? -1 : 1;
        bar(change.legend(), row, 0, change.percent, change.colour());
        // A text stands beyond the interval, and has to be seen.
        double low = Math.max(change.low, -least / ROOM);
        double high = Math.min(change.high, most / ROOM);
        double end = change.percent;
        if (change.isKnown()) {
            Look.whisker(chart, "interval " + row, low, high, y(row));
            end = side < 0 ? Math.min(low, 0) : Math.max(high, 0);
        }
        String figure = String.format(Locale.ROOT, "%+.1f %%", change.percent);
        text(figure, row, end + side * centre(figure, half));
        double other = change.isKnown() ? side < 0 ? Math.max(high, 0) : Math.min(low, 0) : 0;
        text(change.name, row, other - side * centre(change.name, half));
    }

    /**
     * How far from its end the middle of a text is: texts can only be centred.
     *
     * @param half of the chart's width
     */
    private static double centre(String text, double half) {
        return half * (0.015 + HALF_LETTER * text.length());
    }

    /**
     * What everything is made of.
     *
     * @param shares for each row the parts of it, 0 to 1; a part has the same colour in all rows
     * @param names of the rows, which have no room for more than a letter; they stand in the legend
     */
    public static XYChart shares(String title, Map<String, Map<String, Double>> shares, List<String> names) {
        Map<String, Color> colours = colours(shares);
        int linesOfNames = names.stream()
                .mapToInt(name -> lines(name, LEGEND_LETTERS).size())
                .sum();
        int legend = AROUND_LEGEND + LEGEND_ROW * (colours.size() + 1 + linesOfNames);
        XYChart chart = chart(title, "share, %", shares.size(), Math.max(legend, AROUND + ROW * shares.size()));
        Bars bars = new Bars(chart, new ArrayList<>(shares.keySet()));
        Look.legendBeside(chart);
        chart.getStyler().setXAxisMin(-MARGIN);
        chart.getStyler().setXAxisMax(100.0);
        chart.getStyler().setXAxisTickLabelsFormattingFunction(x -> x < 0 ? " " : Charts.plain(x));
        int row = 0;
        for (Map<String, Double> parts : shares.values()) {
            bars.text(bars.rows.get(row), row, -MARGIN / 2);
            bars.stack(parts, colours, row++);
        }
        names.forEach(name -> bars.explain(name, LEGEND_LETTERS));
        return chart;
    }

    /** An entry of the legend that has no bar: its axis has one line for a title, and that is too short for many names. */
    private void explain(String name, int width) {
        XYSeries series = chart.addSeries(name, new double[] {0}, new double[] {BELOW});
        series.setLabel(String.join("\n", lines(name, width)));
        series.setLineColor(Color.WHITE);
        series.setMarker(SeriesMarkers.NONE);
    }

    /** Broken where words end. */
    private static List<String> lines(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    /** Only for those that can be seen in any row. A category has the same colour in all charts. */
    private static Map<String, Color> colours(Map<String, Map<String, Double>> shares) {
        Map<String, Color> colours = new LinkedHashMap<>();
        for (Map<String, Double> parts : shares.values()) {
            parts.forEach((name, share) -> {
                if (share >= SHOWN) {
                    colours.computeIfAbsent(name, Bars::shade);
                }
            });
        }
        return colours;
    }

    /** The brightest colours are for those that take most. The profiler, in no chart, lends its own to what has no category. */
    private static Color shade(String name) {
        int category = Arrays.stream(Category.values())
                .filter(each -> each.label().equals(name))
                .mapToInt(Category::ordinal)
                .findFirst()
                .orElse(Category.PROFILER.ordinal());
        return Look.SHADES.get(Math.floorMod(category - Category.STORE.ordinal(), Look.SHADES.size()));
    }

    private void stack(Map<String, Double> parts, Map<String, Color> colours, int row) {
        double from = 0;
        for (Map.Entry<String, Color> each : colours.entrySet()) {
            double share = parts.getOrDefault(each.getKey(), 0.0);
            if (share > 0) {
                part(each.getKey(), row, from, share, each.getValue());
            }
            from += 100 * share;
        }
        if (from < 100 - 1e-9 && !parts.isEmpty()) {
            bar("the rest", row, from, 100, Look.SHADE_OF_REST);
        }
    }

    private void part(String name, int row, double from, double share, Color colour) {
        bar(name, row, from, from + 100 * share, colour);
        if (share >= LABELLED) {
            text(String.format(Locale.ROOT, "%.0f", 100 * share), row, from + 50 * share);
        }
    }

    private static XYChart chart(String title, String xTitle, int rows, int height) {
        XYChart chart = Look.chart(title, xTitle, "", height);
        chart.getStyler().setYAxisMin(0.4);
        chart.getStyler().setYAxisMax(rows + 0.6);
        chart.getStyler().setYAxisTicksVisible(false);
        chart.getStyler().setPlotGridHorizontalLinesVisible(false);
        chart.getStyler().setPlotGridVerticalLinesVisible(true);
        return chart;
    }

    private double y(int row) {
        return rows.size() - row;
    }

    private void bar(String name, int row, double from, double to, Color colour) {
        double y = y(row);
        boolean first = named.add(name);
        double[] xs = {from, to, to, from};
        double[] ys = {y - HALF, y - HALF, y + HALF, y + HALF};
        area(first ? name : name + " " + ++bars, xs, ys, colour).setShowInLegend(first);
    }

    private XYSeries area(String name, double[] xs, double[] ys, Color colour) {
        XYSeries series = chart.addSeries(name, xs, ys);
        series.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
        series.setFillColor(colour);
        series.setLineColor(Color.WHITE).setLineWidth(1);
        series.setMarker(SeriesMarkers.NONE);
        return series;
    }

    private void text(String text, int row, double x) {
        chart.addAnnotation(new AnnotationText(text, x, y(row), false));
    }
}
