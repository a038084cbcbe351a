package kvlab.bench.machine;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Asks a program that stands on somebody's machine a question. Such a program may hang, flood or fail; whatever it does,
 * there is an answer within a time limit, and the program and its children are gone.
 */
final class Program {
    static final int LONGEST_OUTPUT = 64 * 1024;

    private final Path folder;
    private final Map<String, String> environment;
    private final Duration limit;

    Program(Path folder, Map<String, String> environment, Duration limit) {
        this.folder = folder;
        this.environment = environment;
        this.limit = limit;
    }

    /**
     * @param output stdout and stderr together; some programs tell their usage or version on stderr
     * @param problem why there is no answer, or null when the program ended by itself with exit code 0
     */
    record Answer(String output, String problem) {
        boolean good() {
            return problem == null;
        }
    }

    Answer ask(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"));
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            return answer(builder.start());
        } catch (IOException e) {
            // The cause is the system's own word; the exception around it repeats the program and the folder.
            Throwable reason = e.getCause() == null ? e : e.getCause();
            return new Answer("", "cannot be started: " + reason.getMessage());
        }
    }

    private Answer answer(Process process) {
        // A thread of its own reads, for a read cannot be given a time limit.
        FutureTask<byte[]> reading =
                new FutureTask<>(() -> process.getInputStream().readNBytes(LONGEST_OUTPUT + 1));
        Thread reader = new Thread(reading, "output of process " + process.pid());
        reader.setDaemon(true);
        reader.start();
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            byte[] bytes = reading.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            String output = new String(bytes, Charset.defaultCharset());
            if (bytes.length > LONGEST_OUTPUT) {
                return new Answer(output, "printed more than " + Sizes.text(LONGEST_OUTPUT));
            }
            if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return late(output);
            }
            return new Answer(output, process.exitValue() == 0 ? null : failure(process.exitValue(), output));
        } catch (TimeoutException e) {
            return late("");
        } catch (ExecutionException e) {
            return new Answer("", "its output cannot be read: " + e.getCause().getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer("", "was interrupted");
        } finally {
            end(process);
        }
    }

    private Answer late(String output) {
        return new Answer(output, "did not end within " + limit.toMillis() / 1000.0 + " s");
    }

    private static String failure(int exit, String output) {
        String first =
                output.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
        return "exit " + exit + (first.isEmpty() ? "" : ": " + first.strip());
    }

    /** The children are listed before their parent dies: afterwards nobody knows whose they were. */
    private static void end(Process process) {
        List<ProcessHandle> family = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
        family.forEach(ProcessHandle::destroyForcibly);
    }
}
