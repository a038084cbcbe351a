package kvlab.cli;

import java.io.PrintWriter;
import java.util.Locale;
import kvlab.grader.GradedCheck;
import kvlab.grader.Progress;

/** At a terminal, one line that says what is under way; otherwise nothing. */
final class LiveLine implements Progress, AutoCloseable {

    private static final String CLEAR = "\r\033[K";

    private final PrintWriter err;
    private final boolean terminal = System.console() != null && !"dumb".equals(System.getenv("TERM"));

    LiveLine(PrintWriter err) {
        this.err = err;
    }

    @Override
    public void starts(GradedCheck check, int number, int all) {
        show(String.format(Locale.ROOT, "  %2d/%d  %s  %s", number, all, check.rule(), check.name()));
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
