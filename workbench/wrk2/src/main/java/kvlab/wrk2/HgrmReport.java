package kvlab.wrk2;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;

/**
 * HdrHistogram's plotter draws the runs of several tools in one picture, when each brings its percentile distribution
 * as HdrHistogram prints it: that text, in milliseconds.
 */
final class HgrmReport {

    private HgrmReport() {}

    static void write(LoadResult result, Path file) throws IOException {
        ReportFile.write(file, text(result.latency()));
    }

    static String text(Histogram latency) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
            latency.outputPercentileDistribution(out, 1000.0);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
