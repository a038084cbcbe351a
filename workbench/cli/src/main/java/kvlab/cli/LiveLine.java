package kvlab.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;
import kvlab.grader.GradedCheck;
import kvlab.grader.Progress;

/**
 * What is under way, for somebody who waits. At a terminal it is one line that changes. A notebook or a build server
 * keeps every line that it gets: there a grade that takes long says now and then how far it is, and nothing else is said.
 */
final class LiveLine implements Progress, AutoCloseable {

    /** So begins a line that tells how far a grade is, and never why something went wrong. */
    static final String HOW_FAR = "lab: check ";

    private static final String CLEAR = "\r\033[K";
    private static final Duration NOW_AND_THEN = Duration.ofSeconds(5);

    private final PrintWriter err;
    private final boolean terminal;
    private final LongSupplier nanos;
    private long said;

    LiveLine(PrintWriter err) {
        this(err, System.console() != null && !"dumb".equals(System.getenv("TERM")), System::nanoTime);
    }

    /** @param nanos a clock */
    LiveLine(PrintWriter err, boolean terminal, LongSupplier nanos) {
        this.err = err;
        this.terminal = terminal;
        this.nanos = nanos;
        this.said = nanos.getAsLong();
    }

    @Override
    public void starts(GradedCheck check, int number, int all) {
        if (terminal) {
            show(String.format(Locale.ROOT, "  %2d/%d  %s  %s", number, all, check.rule(), check.name()));
            return;
        }
        long now = nanos.getAsLong();
        if (now - said >= NOW_AND_THEN.toNanos()) {
            said = now;
            err.println(HOW_FAR + number + " of " + all + ": " + check.rule() + ", " + check.name());
            err.flush();
        }
    }

    @Override
    public void done() {
        show("");
    }

    @Override
    public void close() {
        show("");
    }

    void show(String text) {
        if (terminal) {
            err.print(CLEAR + text);
            err.flush();
        }
    }
}
