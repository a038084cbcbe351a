package kvlab.wrk2;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.DoubleFunction;
import org.HdrHistogram.Histogram;

/** Scripts and people read load runs by the text that wrk2 prints, so this is that text, space for space. */
final class TextReport {

    private static final double[] PERCENTILES = {50, 75, 90, 99, 99.9, 99.99, 99.999, 100};
    private static final String RULE = "-".repeat(58) + "\n";

    private TextReport() {}

    /** The first line of a run. */
    static String running(LoadOptions options) {
        return "Running " + Units.seconds(options.durationSeconds()) + " test @ "
                + options.target().url();
    }

    /** The second line. */
    static String threadsAndConnections(LoadOptions options) {
        return line("  %d threads and %d connections", options.threads(), options.connections());
    }

    /** What a thread tells when it has calibrated. */
    static String calibration(LoadResult.Calibration calibration) {
        return line(
                "  Thread calibration: mean lat.: %sms, rate sampling interval: %dms",
                Units.fixed(calibration.meanMicros() / 1000.0, 3), calibration.intervalMillis());
    }

    /** All that follows the calibration lines. */
    static void print(LoadResult result, PrintStream out) {
        out.print(text(result));
    }

    static String text(LoadResult result) {
        LoadOptions options = result.options();
        StringBuilder text = new StringBuilder("  Thread Stats   Avg      Stdev     Max   +/- Stdev\n")
                .append(summary("Latency", new LatencyStats(result.latency()), Units::micros))
                .append(summary("Req/Sec", new RateStats(result.rates()), Units::metric));
        if (options.latency() || options.uncorrected()) {
            text.append(distribution("Recorded Latency", result.latency())).append(RULE);
        }
        if (options.uncorrected()) {
            String name = "Uncorrected Latency (measured without taking delayed starts into account)";
            text.append('\n').append(distribution(name, result.uncorrected())).append(RULE);
        }
        return text.append(totals(result)).toString();
    }

    private static String totals(LoadResult result) {
        Errors errors = result.counts().errors();
        String text = line(
                "  %d requests in %s, %sB read\n",
                result.counts().answered(),
                Units.micros(result.runtimeMicros()),
                Units.binary(result.counts().bytes()));
        if (errors.anyOfSockets()) {
            text += line(
                    "  Socket errors: connect %d, read %d, write %d, timeout %d\n",
                    errors.connect(), errors.read(), errors.write(), errors.timeout());
        }
        if (errors.status() > 0) {
            text += line("  Non-2xx or 3xx responses: %d\n", errors.status());
        }
        return text
                + line("Requests/sec: %9s\n", Units.fixed(result.answeredPerSecond(), 2))
                + line("Transfer/sec: %10sB\n", Units.binary(result.counts().bytes() / result.seconds()));
    }

    private static String summary(String name, Stats stats, DoubleFunction<String> unit) {
        return line(
                "    %-10s%s%s%s%8s%%\n",
                name,
                column(unit.apply(stats.mean()), 8),
                column(unit.apply(stats.stdev()), 10),
                column(unit.apply(stats.max()), 9),
                Units.fixed(stats.withinStdev(), 2));
    }

    private static String distribution(String name, Histogram histogram) {
        Stats stats = new LatencyStats(histogram);
        StringBuilder text = new StringBuilder("  Latency Distribution (HdrHistogram - " + name + ")\n");
        for (double percentile : PERCENTILES) {
            String value = column(Units.micros(stats.percentile(percentile)), 10);
            text.append(line("%7s%%%s\n", Units.fixed(percentile, 3), value));
        }
        return text.append("\n  Detailed Percentile spectrum:\n")
                .append(Spectrum.text(histogram))
                .toString();
    }

    /** Numbers line up under each other when a missing letter of the unit is a space. */
    private static String column(String text, int width) {
        int letters = text.length() - text.replaceFirst("[A-Za-z]+$", "").length();
        // wrk2 cuts what is too wide, which takes its unit from a mean of 1000 minutes; here, the column gets wider.
        return line("%" + (width - 2 + letters) + "s", text) + " ".repeat(2 - letters);
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
