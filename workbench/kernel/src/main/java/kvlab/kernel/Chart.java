package kvlab.kernel;

import static kvlab.cluster.Markup.escaped;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.stream.Collectors;
import kvlab.bench.chart.ChartFiles;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;

/** A chart as a picture, and what is drawn in it in a sentence, for those who do not see it. */
public final class Chart implements Shown {

    private final String name;
    private final XYChart drawn;

    Chart(String name, XYChart drawn) {
        this.name = name;
        this.drawn = drawn;
    }

    public String name() {
        return name;
    }

    /** At twice the size that it is shown with, since screens are finer than they say. */
    byte[] png() throws IOException {
        return ChartFiles.png(drawn);
    }

    /** With its own alt text: JupyterLab shows a picture that is no part of a page without one. */
    @Override
    public String html() {
        try {
            return "<p><img alt=\"" + escaped(text()) + "\" width=\"" + drawn.getWidth()
                    + "\" style=\"max-width:100%;height:auto\" src=\"data:image/png;base64,"
                    + Base64.getEncoder().encodeToString(png()) + "\"></p>\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String text() {
        String curves = drawn.getSeriesCollection().stream()
                .filter(XYSeries::isShowInLegend)
                .map(XYSeries::getName)
                .map(String::strip)
                .filter(curve -> !curve.isEmpty())
                .collect(Collectors.joining("; "));
        String axes = axis("across", drawn.getXAxisTitle()) + axis("upwards", drawn.getYAxisTitle());
        return "Chart: " + drawn.getTitle() + (curves.isEmpty() ? "" : ": " + curves) + axes + ".";
    }

    private static String axis(String direction, String title) {
        return title == null || title.isBlank() ? "" : "; " + direction + ": " + title.strip();
    }

    @Override
    public String toString() {
        return text();
    }
}
