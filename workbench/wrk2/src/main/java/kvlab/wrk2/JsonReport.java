package kvlab.wrk2;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The text of a run rounds, and leaves out what wrk2 does not tell. Here is every figure, for programs: docs/wrk2-json.md
 * describes it. What the records below hold is what is written, so a change to one of them is a change of the schema.
 */
final class JsonReport {

    private static final String SCHEMA = "kvlab.wrk2/1";
    private static final String WINDOW_SCHEMA = "kvlab.wrk2.window/1";
    private static final String[] PERCENTILES = {"50", "75", "90", "99", "99.9", "99.99", "99.999", "100"};

    private static final Gson ONE_LINE = new GsonBuilder()
            .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES)
            .disableHtmlEscaping()
            .create();
    private static final Gson GSON = ONE_LINE.newBuilder().setPrettyPrinting().create();

    private record Run(
            String schema,
            Engine engine,
            Options options,
            String started,
            BigDecimal seconds,
            Requests requests,
            long bytes,
            BigDecimal transfer,
            Errors errors,
            long reconnects,
            Latency latency,
            Latency uncorrectedLatency,
            Lateness lateness,
            ThreadRate threadRate,
            List<LoadResult.Calibration> calibration,
            List<Second> timeline,
            boolean interrupted,
            Garbage garbage) {}

    private record Window(
            String schema,
            String started,
            BigDecimal seconds,
            Requests requests,
            long bytes,
            Errors errors,
            long reconnects,
            Latency latency,
            Latency uncorrectedLatency,
            Lateness lateness,
            boolean interrupted,
            Garbage garbage,
            BigDecimal cpuSeconds) {}

    private record Engine(String name, String version, String timer, String java) {}

    private record Options(
            String url,
            int threads,
            int connections,
            long rate,
            Long durationSeconds,
            boolean windows,
            long timeoutSeconds,
            String script,
            List<String> scriptArguments,
            List<String> headers,
            boolean latency,
            boolean uncorrected,
            boolean lastOfBatch,
            boolean wrk2Timer,
            String json,
            String hgrm) {}

    private record Requests(
            long due,
            long sent,
            long answered,
            long late,
            long open,
            long askedPerSecond,
            BigDecimal sentPerSecond,
            BigDecimal answeredPerSecond,
            boolean rateHeld,
            String note) {}

    private record Latency(
            String unit,
            long count,
            BigDecimal min,
            BigDecimal mean,
            BigDecimal stdev,
            BigDecimal max,
            Map<String, BigDecimal> percentiles,
            List<Row> spectrum,
            String histogram) {}

    private record Row(long value, BigDecimal percentile, long count) {}

    private record Lateness(long samples, long p50, long max) {}

    private record ThreadRate(long samples, BigDecimal mean, BigDecimal stdev, BigDecimal max) {}

    private record Garbage(long collections, long millis) {}

    private JsonReport() {}

    static void write(LoadResult result, Path file) throws IOException {
        ReportFile.write(file, text(result) + "\n");
    }

    static String text(LoadResult result) {
        return GSON.toJson(new Run(
                SCHEMA,
                engine(result.options()),
                options(result.options()),
                result.started().toString(),
                number(result.seconds()),
                requests(result),
                result.counts().bytes(),
                number(result.counts().bytes() / result.seconds()),
                result.counts().errors(),
                result.counts().reconnects(),
                latency(result.latency()),
                latency(result.uncorrected()),
                lateness(result.lateness()),
                threadRate(new RateStats(result.rates())),
                result.calibrations(),
                result.timeline(),
                result.interrupted(),
                garbage(result.own())));
    }

    /** One line, for a program that reads them as they come. */
    static String window(LoadResult result) {
        return ONE_LINE.toJson(new Window(
                WINDOW_SCHEMA,
                result.started().toString(),
                number(result.seconds()),
                requests(result),
                result.counts().bytes(),
                result.counts().errors(),
                result.counts().reconnects(),
                encoded(result.latency()),
                encoded(result.uncorrected()),
                lateness(result.lateness()),
                result.interrupted(),
                garbage(result.own()),
                number(result.own().cpuNanos() / 1e9)));
    }

    private static Garbage garbage(Own own) {
        return new Garbage(own.collections(), own.collectionMillis());
    }

    private static Engine engine(LoadOptions options) {
        return new Engine(
                "kvlab-wrk2",
                Version.text(),
                options.wrk2Timer() ? "wrk2" : "precise",
                System.getProperty("java.version"));
    }

    private static Options options(LoadOptions options) {
        return new Options(
                options.target().url(),
                options.threads(),
                options.connections(),
                options.rate(),
                options.windows() ? null : (Long) options.durationSeconds(),
                options.windows(),
                options.timeoutSeconds(),
                name(options.script()),
                options.scriptArguments(),
                options.headers(),
                options.latency(),
                options.uncorrected(),
                options.lastOfBatch(),
                options.wrk2Timer(),
                name(options.json()),
                name(options.hgrm()));
    }

    private static Requests requests(LoadResult result) {
        return new Requests(
                result.counts().due(),
                result.counts().sent(),
                result.counts().answered(),
                result.counts().late(),
                result.counts().open(),
                result.rate(),
                number(result.sentPerSecond()),
                number(result.answeredPerSecond()),
                result.rateHeld(),
                result.rateHeld() ? null : result.note());
    }

    private static Latency latency(Histogram histogram) {
        // Three decimals would make 100 of what is above 99.9995, and 1 / (1 - p) infinite.
        List<Row> spectrum = Spectrum.rows(histogram).stream()
                .map(row -> new Row(row.value(), number(row.percentile(), 9), row.count()))
                .toList();
        return latency(histogram, spectrum, null);
    }

    /** In HdrHistogram's own form, from which several are added up. */
    private static Latency encoded(Histogram histogram) {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        byte[] compressed = Arrays.copyOf(bytes.array(), length);
        return latency(histogram, null, Base64.getEncoder().encodeToString(compressed));
    }

    private static Latency latency(Histogram histogram, List<Row> spectrum, String encoded) {
        Stats stats = new LatencyStats(histogram);
        Map<String, BigDecimal> percentiles = new LinkedHashMap<>();
        for (String percentile : PERCENTILES) {
            percentiles.put(percentile, number(stats.percentile(Double.parseDouble(percentile))));
        }
        return new Latency(
                "us",
                stats.count(),
                number(stats.min()),
                number(stats.mean()),
                number(stats.stdev()),
                number(stats.max()),
                percentiles,
                spectrum,
                encoded);
    }

    private static Lateness lateness(Histogram histogram) {
        return new Lateness(histogram.getTotalCount(), histogram.getValueAtPercentile(50), histogram.getMaxValue());
    }

    private static ThreadRate threadRate(Stats stats) {
        return new ThreadRate(stats.count(), number(stats.mean()), number(stats.stdev()), number(stats.max()));
    }

    private static String name(Path path) {
        return path == null ? null : path.toString();
    }

    private static BigDecimal number(double value) {
        return number(value, 3);
    }

    /** JSON has neither NaN nor infinity, which a run of no time at all would give. */
    private static BigDecimal number(double value, int decimals) {
        if (!Double.isFinite(value)) {
            return BigDecimal.ZERO;
        }
        BigDecimal rounded = BigDecimal.valueOf(value)
                .setScale(decimals, RoundingMode.HALF_UP)
                .stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }
}
