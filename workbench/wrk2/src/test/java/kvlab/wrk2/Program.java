package kvlab.wrk2;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The command as a process of its own, where it counts that it is one: signals, {@code os.exit}, and the two writers of one
 * standard output, Java's and that of the C library. Both outputs are pipes, as for any program that reads a run.
 */
final class Program {

    private static final int PATIENCE_SECONDS = 60;

    private final Process process;
    private final Reader out;
    private final Reader err;

    private static final class Reader extends Thread {

        private final InputStream from;
        private volatile String text;

        Reader(InputStream from) {
            this.from = from;
            setDaemon(true);
            start();
        }

        @Override
        public void run() {
            try {
                text = new String(from.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                text = "could not be read: " + e;
            }
        }
    }

    private Program(ProcessBuilder builder) throws IOException {
        process = builder.start();
        process.getOutputStream().close();
        out = new Reader(process.getInputStream());
        err = new Reader(process.getErrorStream());
    }

    static Program wrk2(String... arguments) throws IOException {
        return java(List.of(), arguments);
    }

    static Program java(List<String> properties, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(properties);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Wrk2.class.getName()));
        command.addAll(List.of(arguments));
        return new Program(new ProcessBuilder(command));
    }

    static Program of(ProcessBuilder builder) throws IOException {
        return new Program(builder);
    }

    /** Its exit status. */
    int await() throws InterruptedException, TimeoutException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new TimeoutException("the process did not end in " + PATIENCE_SECONDS + " s");
        }
        out.join();
        err.join();
        return process.exitValue();
    }

    String out() {
        return out.text;
    }

    String err() {
        return err.text;
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    /** Whoever starts a build in the background may have it ignore Ctrl-C, and all that it starts. */
    static boolean interruptIsIgnored() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return false;
        }
        String line = Files.readAllLines(status).stream()
                .filter(each -> each.startsWith("SigIgn:"))
                .findFirst()
                .orElse("SigIgn: 0");
        return (Long.parseUnsignedLong(line.substring(line.indexOf(':') + 1).strip(), 16) & 0b10) != 0;
    }
}
