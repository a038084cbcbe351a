package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/** What tests do with a command that runs as a process of its own, and with what it has started. */
final class Processes {

    private static final int MOST_SECONDS = 60;

    private Processes() {}

    /** How it ended. One that takes too long ends what it has started, as on Ctrl-C. */
    static int end(Process process, int minutes) throws InterruptedException {
        try {
            assertTrue(process.waitFor(minutes, TimeUnit.MINUTES), "it takes too long");
            return process.exitValue();
        } finally {
            process.destroy();
        }
    }

    /** What Ctrl-C sends, to this process alone: its children must not depend on hearing of it themselves. */
    static int interrupt(Process process) throws IOException, InterruptedException {
        signal("INT", process);
        assertTrue(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS), "it should end");
        return process.exitValue();
    }

    static void signal(String name, Process process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    static void awaitEnd(Collection<ProcessHandle> all) throws Exception {
        for (ProcessHandle each : all) {
            each.onExit().get(MOST_SECONDS, TimeUnit.SECONDS);
        }
    }

    static boolean isJava(ProcessHandle process) {
        return process.info().command().orElse("").endsWith("/java");
    }
}
