package kvlab.bench.chart;

import de.erichseifert.vectorgraphics2d.Document;
import de.erichseifert.vectorgraphics2d.Processors;
import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;

/** Charts as files, on a machine that need not have a screen. */
public final class ChartFiles {

    /** Fine enough for paper. */
    private static final int SCALE = 2;

    private ChartFiles() {}

    /**
     * Writes NAME.png and NAME.svg.
     *
     * @param folder is made
     */
    public static List<Path> write(XYChart chart, Path folder, String name) throws IOException {
        Files.createDirectories(folder);
        Path png = folder.resolve(name + ".png");
        Path svg = folder.resolve(name + ".svg");
        Files.write(png, png(chart));
        try (OutputStream out = Files.newOutputStream(svg)) {
            svg(chart).writeTo(out);
        } catch (InternalError | LinkageError e) {
            throw noFonts(e);
        }
        return List.of(png, svg);
    }

    /** At twice the size that it is meant for. */
    public static byte[] png(XYChart chart) throws IOException {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        try {
            ImageIO.write(image(chart), "png", png);
        } catch (InternalError | LinkageError e) {
            throw noFonts(e);
        }
        return png.toByteArray();
    }

    private static IOException noFonts(Error e) {
        return new IOException(
                "this Java cannot draw text: " + e.getMessage()
                        + "; get fonts: sudo apt-get install fontconfig fonts-dejavu-core",
                e);
    }

    private static Document svg(XYChart chart) {
        VectorGraphics2D graphics = new VectorGraphics2D();
        chart.paint(graphics, chart.getWidth(), chart.getHeight());
        PageSize size = new PageSize(0, 0, chart.getWidth(), chart.getHeight());
        return Processors.get("svg").getDocument(graphics.getCommands(), size);
    }

    static BufferedImage image(XYChart chart) {
        BufferedImage image =
                new BufferedImage(SCALE * chart.getWidth(), SCALE * chart.getHeight(), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.scale(SCALE, SCALE);
        chart.paint(graphics, chart.getWidth(), chart.getHeight());
        graphics.dispose();
        return image;
    }
}
