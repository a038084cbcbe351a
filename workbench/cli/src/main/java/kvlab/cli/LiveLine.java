package kvlab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import kvlab.bench.experiment.Bench;
import kvlab.bench.experiment.Compare;
import kvlab.bench.experiment.SoFar;
import kvlab.grader.GradedCheck;
import kvlab.grader.Progress;

/**
 * The progress of what takes long. A terminal shows lines that change. A notebook or a build server keeps every line that it
 * gets, so there a grade or a comparison says only now and then how far it is, and a run says nothing.
 */
final class LiveLine implements Progress, Bench.Listener, Compare.Listener, AutoCloseable {

    /** So begins a line that tells how far a grade is, and never why something went wrong. */
    static final String HOW_FAR = "lab: check ";

    private static final Path STDERR = Path.of("/proc/self/fd/2");

    private static final String CLEAR = "\r\033[K";
    private static final String CLEAR_LINES_ABOVE = "\r\033[%dA\033[J";
    private static final int WIDTH = 79;

    /** Lines that have left the screen cannot be changed any more. */
    private static final int HEIGHT = 12;

    /** After it has worked out what to show, it rests so many times as long, because the load needs the processors. */
    private static final int REST = 20;

    private static final Duration NOW_AND_THEN = Duration.ofSeconds(5);

    private final PrintWriter err;
    private final boolean terminal;
    private final LongSupplier nanos;
    private long said;
    private int linesAbove;
    private long next;

    LiveLine(PrintWriter err) {
        this(
                err,
                LabCommand.terminal() && isTerminal(STDERR) && !"dumb".equals(System.getenv("TERM")),
                System::nanoTime);
    }

    /** Java tells this of stdin and stdout alone. If the system does not tell it either, the stream counts as a terminal. */
    private static boolean isTerminal(Path stream) {
        try {
            return Files.readSymbolicLink(stream).toString().matches("/dev/(pts/|tty|console).*");
        } catch (IOException e) {
            return true;
        }
    }

    /** @param nanos a clock */
    LiveLine(PrintWriter err, boolean terminal, LongSupplier nanos) {
        this.err = err;
        this.terminal = terminal;
        this.nanos = nanos;
        this.said = nanos.getAsLong();
        this.next = said;
    }

    @Override
    public void starts(GradedCheck check, int number, int all) {
        if (terminal) {
            show(String.format(Locale.ROOT, "  %2d/%d  %s  %s", number, all, check.rule(), check.name()));
            return;
        }
        sayNowAndThen(() -> HOW_FAR + number + " of " + all + ": " + check.rule() + ", " + check.name());
    }

    private void sayNowAndThen(Supplier<String> line) {
        long now = nanos.getAsLong();
        if (now - said >= NOW_AND_THEN.toNanos()) {
            said = now;
            err.println(line.get());
            err.flush();
        }
    }

    @Override
    public synchronized void says(String line) {
        show("");
        err.println("lab: " + line);
        err.flush();
    }

    @Override
    public synchronized void shows(String line) {
        if (terminal) {
            show(List.of(line));
        }
    }

    @Override
    public synchronized void sees(Supplier<SoFar> soFar) {
        if (terminal) {
            long begin = nanos.getAsLong();
            if (begin - next >= 0) {
                show(soFar.get().lines());
                long end = nanos.getAsLong();
                next = end + REST * (end - begin);
            }
        } else {
            sayNowAndThen(() -> "lab:   " + soFar.get().line());
        }
    }

    @Override
    public void done() {
        show("");
    }

    @Override
    public synchronized void close() {
        show("");
    }

    void show(String text) {
        if (terminal) {
            err.print((linesAbove == 0 ? CLEAR : CLEAR_LINES_ABOVE.formatted(linesAbove)) + text);
            err.flush();
            linesAbove = 0;
        }
    }

    /** A line that wraps would be two, and one of them would stay. */
    private void show(List<String> all) {
        List<String> lines = all.subList(0, Math.min(HEIGHT, all.size()));
        show(lines.stream()
                .map(line -> "  " + line)
                .map(line -> line.substring(0, Math.min(WIDTH, line.length())))
                .collect(Collectors.joining(System.lineSeparator())));
        linesAbove = lines.size() - 1;
    }
}
