package kvlab.bench.load;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import kvlab.cluster.Box;
import kvlab.cluster.Pinned;

/** The program that loads, a real wrk2 or the kit's own. */
public final class Wrk2 {

    static final int THREADS = 2;

    /** Asked for so many requests a second, it has none to wait for: a closed loop. */
    public static final int BEYOND_REACH = 10_000_000;

    private static final Pattern LIVE = Pattern.compile(" +\\d+ s  \\d+/s  p50 .*");
    private static final String ERASE = "\r\033[K";

    private final Box box;
    private final Path program;
    private final String cores;

    /**
     * @param box that it runs on
     * @param program as the box knows it
     * @param cores which it runs on, as taskset takes them; null leaves it to the system
     */
    Wrk2(Box box, Path program, String cores) {
        this.box = box;
        this.program = program;
        this.cores = cores;
    }

    /**
     * Returns what it printed.
     *
     * @param started is told the process as soon as there is one
     * @param live receives each line that it printed and erased again
     */
    String run(List<String> arguments, Consumer<Process> started, Consumer<String> live)
            throws IOException, InterruptedException {
        GoingDown.awaitEndIfBegun();
        Process process = start(arguments);
        Thread hook = new Thread(() -> end(process), "stop-wrk2");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            started.accept(process);
            String output = read(process.inputReader(StandardCharsets.UTF_8), live);
            process.waitFor();
            return output;
        } finally {
            process.destroy();
            GoingDown.forget(hook);
        }
    }

    /** All of it, without lines that were erased. */
    static String read(Reader printed, Consumer<String> live) throws IOException {
        StringBuilder text = new StringBuilder();
        int shown = -1;
        for (int c = printed.read(); c >= 0; c = printed.read()) {
            text.append((char) c);
            if (c == '\n') {
                shown = -1;
            } else if (c == 'K' && endsWithErase(text)) {
                text.setLength(text.length() - ERASE.length());
                if (shown >= 0 && shown < text.length()) {
                    live.accept(text.substring(shown).strip());
                    text.setLength(shown);
                }
                shown = text.length();
            }
        }
        if (shown >= 0 && LIVE.matcher(text.substring(shown)).matches()) {
            // It was killed before it could erase that.
            text.setLength(shown);
        }
        return text.toString();
    }

    private static boolean endsWithErase(StringBuilder text) {
        int begin = text.length() - ERASE.length();
        return begin >= 0 && text.substring(begin).equals(ERASE);
    }

    Process start(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments);
        return box.start(cores == null ? command : Pinned.command(cores, command));
    }

    /** It still has something to say, and {@link Process#destroy} closes the pipe that it says it on. */
    static void end(Process process) {
        try {
            process.toHandle().destroy();
        } catch (UnsupportedOperationException e) {
            // It is on another box, and has no pipe here.
            process.destroy();
        }
    }
}
