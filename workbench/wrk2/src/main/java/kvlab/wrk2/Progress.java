package kvlab.wrk2;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** One line that changes every second, on a terminal; elsewhere nothing. */
final class Progress {

    private static final String ERASE = "\r\033[K";

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
        terminal.printf(
                Locale.ROOT,
                "%s  %d s  %d/s  p50 %s  p99 %s  errors %d",
                ERASE,
                TimeUnit.NANOSECONDS.toSeconds(nanos),
                timeline.last().sent(),
                Units.micros(latency.getValueAtPercentile(50)),
                Units.micros(latency.getValueAtPercentile(99)),
                timeline.errors());
        terminal.flush();
        shown = true;
    }

    synchronized void clear() {
        if (shown) {
            terminal.print(ERASE);
            terminal.flush();
            shown = false;
        }
    }
}
