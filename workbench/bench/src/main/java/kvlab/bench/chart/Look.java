package kvlab.bench.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.List;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** How all charts look: black on white, little ink, and colours that those can tell apart who do not see all of them. */
final class Look {

    static {
        // Before the first colour: with it AWT decides for good, and a DISPLAY that is set need not be there.
        System.setProperty("java.awt.headless", "true");
    }

    static final int WIDTH = 800;
    static final int HEIGHT = 450;

    /** Of Okabe and Ito. */
    static final Color BLUE = new Color(0x0072B2);

    static final Color VERMILION = new Color(0xD55E00);

    /** Of what is neither good nor bad. */
    static final Color GREY = new Color(0xB0B0B0);

    /** What verdicts say. No curve has one of these colours. */
    static final Color BETTER = new Color(0x63A375);

    static final Color WORSE = new Color(0xA4343A);
    static final Color SAME = new Color(0x9DB0BD);
    static final Color BAND = new Color(0xEEF2F5);

    static final List<Color> PALETTE = List.of(
            BLUE,
            VERMILION,
            new Color(0x009E73),
            new Color(0xCC79A7),
            new Color(0xE69F00),
            new Color(0x56B4E9),
            new Color(0x4D4D4D));

    /** Light enough for black figures. */
    static final List<Color> SHADES = List.of(
            new Color(0x5AA9DB),
            new Color(0xF08C3C),
            new Color(0x45BF98),
            new Color(0xDDA0C4),
            new Color(0xF0C04A),
            new Color(0x9FD6F5),
            new Color(0xF3EA7C),
            new Color(0x9C9C9C),
            new Color(0xB9A6E0),
            new Color(0xB98B66),
            new Color(0xA8DCC9),
            new Color(0xEBC9DD),
            new Color(0x8FA3B0));

    static final Color SHADE_OF_REST = new Color(0xE0E0E0);

    private static final Color GRID = new Color(0xE2E2E2);
    private static final Color INK = new Color(0x222222);
    private static final Color QUIET = new Color(0x666666);
    private static final Color NOTHING = new Color(0, 0, 0, 0);
    private static final int PALE = 50;
    private static final float LINE = 2.5f;

    /** The line before a name, and what is around both. */
    private static final int LEGEND_ENTRY = 48;

    /** Height of a label above the lower end of a logarithmic axis, as a factor. */
    private static final double ABOVE = 1.1;

    /** About, in the legend's font. */
    private static final int LETTER = 7;

    private Look() {}

    static XYChart chart(String title, String xTitle, String yTitle) {
        return chart(title, xTitle, yTitle, HEIGHT);
    }

    static XYChart chart(String title, String xTitle, String yTitle, int height) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(height)
                .title(title)
                .xAxisTitle(xTitle)
                .yAxisTitle(yTitle)
                .build();
        dress(chart.getStyler());
        return chart;
    }

    private static void dress(XYStyler styler) {
        styler.setChartBackgroundColor(Color.WHITE)
                .setPlotBackgroundColor(Color.WHITE)
                .setPlotBorderVisible(false)
                .setChartFontColor(INK)
                .setChartTitleFont(font(Font.BOLD, 16))
                .setChartTitlePadding(10)
                .setChartPadding(14)
                .setAnnotationTextFont(font(Font.PLAIN, 13))
                .setAnnotationTextFontColor(INK);
        styler.setLegendBorderColor(Color.WHITE)
                .setLegendFont(font(Font.PLAIN, 13))
                .setLegendPosition(LegendPosition.OutsideS)
                .setLegendLayout(LegendLayout.Horizontal)
                .setLegendPadding(12)
                .setLegendSeriesLineLength(24);
        styler.setAxisTitleFont(font(Font.PLAIN, 13));
        styler.setAxisTickLabelsFont(font(Font.PLAIN, 13));
        styler.setAxisTickLabelsColor(QUIET);
        styler.setAxisTicksMarksVisible(false);
        styler.setAxisTicksLineVisible(false);
        styler.setPlotGridLinesColor(GRID);
        styler.setPlotGridLinesStroke(new BasicStroke(1));
        styler.setPlotGridVerticalLinesVisible(false);
        styler.setPlotTicksMarksVisible(false);
        styler.setPlotMargin(6);
        styler.setXAxisLogarithmicDecadeOnly(true);
        styler.setYAxisLogarithmicDecadeOnly(true);
        styler.setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Line);
    }

    static Font font(int style, int size) {
        return new Font(Font.SANS_SERIF, style, size);
    }

    static XYSeries curve(XYChart chart, String name, Curve curve, Color colour) {
        XYSeries series = chart.addSeries(name, curve.x(), curve.y());
        series.setLineColor(colour).setLineWidth(LINE);
        series.setMarker(SeriesMarkers.NONE);
        return series;
    }

    /** A curve of few points, each of which was measured. */
    static XYSeries points(XYChart chart, String name, Curve curve, Color colour) {
        XYSeries series = curve(chart, name, curve, colour);
        series.setMarker(SeriesMarkers.CIRCLE).setMarkerColor(colour);
        chart.getStyler().setMarkerSize(8);
        return series;
    }

    /** Without a line between them. */
    static void dots(XYChart chart, String name, Curve curve, Color colour) {
        points(chart, name, curve, colour).setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
    }

    /** How far a figure may be from what was measured. */
    static void whisker(XYChart chart, String name, double from, double to, double y) {
        XYSeries series = chart.addSeries(name, new double[] {from, to}, new double[] {y, y});
        series.setLineColor(INK).setLineWidth(1.5f);
        series.setMarker(SeriesMarkers.NONE);
        series.setShowInLegend(false);
    }

    /** A pale area behind a curve of the same colour. */
    static void band(XYChart chart, String name, Curve around, Color colour) {
        XYSeries series = chart.addSeries("band of " + name, around.x(), around.y());
        series.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
        series.setFillColor(new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), PALE));
        series.setLineColor(NOTHING);
        series.setMarker(SeriesMarkers.NONE);
        series.setShowInLegend(false);
    }

    /** For more names than a line has room for. */
    static void legendBeside(XYChart chart) {
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE).setLegendLayout(LegendLayout.Vertical);
        chart.getStyler().setLegendPadding(6);
    }

    /** One below the other. */
    static void legendInLines(XYChart chart) {
        chart.getStyler().setLegendLayout(LegendLayout.Vertical);
        chart.getStyler().setLegendPadding(6);
    }

    /** XChart puts all names into one line, however long they are, and cuts off what does not fit. */
    static void fitLegend(XYChart chart) {
        int width = chart.getSeriesCollection().stream()
                .filter(XYSeries::isShowInLegend)
                .mapToInt(series -> LEGEND_ENTRY + LETTER * series.getName().length())
                .sum();
        if (width > WIDTH) {
            legendInLines(chart);
        }
    }

    /** XChart has a line for each tenth of a decade. */
    static void decades(XYChart chart, double left, double right, double low, double high) {
        chart.getStyler().setPlotGridHorizontalLinesVisible(false);
        for (double y = low; y <= high * 1.01; y *= 10) {
            XYSeries line = chart.addSeries("decade " + y, new double[] {left, right}, new double[] {y, y});
            line.setLineColor(GRID).setLineWidth(1);
            line.setMarker(SeriesMarkers.NONE);
            line.setShowInLegend(false);
        }
    }

    /** A line across the chart, with its own label: the axis has none there. */
    static void upright(XYChart chart, String label, double x) {
        double low = chart.getStyler().getYAxisMin();
        XYSeries line = chart.addSeries(
                label, new double[] {x, x}, new double[] {low, chart.getStyler().getYAxisMax()});
        line.setLineColor(GRID).setLineWidth(1);
        line.setMarker(SeriesMarkers.NONE);
        line.setShowInLegend(false);
        chart.addAnnotation(new AnnotationText(label, x, ABOVE * low, false));
    }

    /** What is wanted, in grey and dashed. */
    static void limit(XYChart chart, String name, Curve line) {
        XYSeries series = chart.addSeries(name, line.x(), line.y());
        series.setLineColor(QUIET).setLineWidth(1.5f);
        series.setLineStyle(
                new BasicStroke(1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, new float[] {7, 5}, 0));
        series.setMarker(SeriesMarkers.NONE);
    }
}
