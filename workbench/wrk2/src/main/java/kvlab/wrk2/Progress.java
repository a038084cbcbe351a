package kvlab.wrk2;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** One line that changes every second, on a terminal; elsewhere nothing. */
final class Progress {

    private static final String ERASE = "\r\033[K";

    private static final String BARS = "▁▂▃▄▅▆▇█";

    /** A line has room for more only if its figures are small. */
    private static final int MOST_BARS = 16;

    private final PrintStream terminal;
    private boolean shown;

    /** @param terminal null when there is none */
    Progress(PrintStream terminal) {
        this.terminal = terminal;
    }

    synchronized void show(Timeline timeline, long nanos) {
        if (terminal == null) {
            return;
        }
        Histogram latency = timeline.soFar();
        // In one piece: what else is printed may share its pipe.
        terminal.print(String.format(
                Locale.ROOT,
                "%s  %d s  %d/s  p50 %s  p99 %s  errors %d  %s",
                ERASE,
                TimeUnit.NANOSECONDS.toSeconds(nanos),
                timeline.last().sent(),
                Units.micros(latency.getValueAtPercentile(50)),
                Units.micros(latency.getValueAtPercentile(99)),
                timeline.errors(),
                bars(timeline.seconds())));
        terminal.flush();
        shown = true;
    }

    /** The median of each of the last seconds. */
    private static String bars(List<Second> all) {
        List<Second> seconds = all.subList(Math.max(0, all.size() - MOST_BARS), all.size());
        long least = seconds.stream().mapToLong(Second::p50).min().orElse(0);
        long most = seconds.stream().mapToLong(Second::p50).max().orElse(0);
        StringBuilder bars = new StringBuilder();
        for (Second each : seconds) {
            double height = most == least ? 0 : (double) (each.p50() - least) / (most - least);
            bars.append(BARS.charAt((int) Math.round(height * (BARS.length() - 1))));
        }
        return bars.toString();
    }

    /** Prints a line of the report, which then stands alone. */
    synchronized void println(PrintStream out, String line) {
        clear();
        out.println(line);
    }

    synchronized void clear() {
        if (shown) {
            terminal.print(ERASE);
            terminal.flush();
            shown = false;
        }
    }
}
