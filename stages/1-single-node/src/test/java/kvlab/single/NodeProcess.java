package kvlab.single;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import kvlab.node.NodeMain;

/** A node as a process of its own, with the heap that S5 allows, started by the command line that everybody uses. */
final class NodeProcess implements AutoCloseable {

    private static final long TIMEOUT_SECONDS = 60;

    private final Process process;
    private final Path errors;

    private NodeProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
    }

    /** @param scratch where the process may leave its temporary files when it is killed */
    static NodeProcess launch(Path scratch, String... arguments) throws IOException {
        Files.createDirectories(scratch);
        Path errors = Files.createTempFile(scratch, "errors", ".txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-Djava.io.tmpdir=" + scratch,
                "-cp",
                System.getProperty("java.class.path")));
        if (Runtime.version().feature() >= 24) {
            command.addAll(1, List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(List.of(NodeMain.class.getName(), "--factory", StageFactory.class.getName()));
        command.addAll(Arrays.asList(arguments));
        return new NodeProcess(
                new ProcessBuilder(command).redirectError(errors.toFile()).start(), errors);
    }

    static NodeProcess start(Path scratch, int port, Path data) throws IOException {
        return start(scratch, port, data, "base");
    }

    static NodeProcess start(Path scratch, int port, Path data, String variant) throws IOException {
        NodeProcess node = launch(
                scratch, "--port", Integer.toString(port), "--data", data.toString(), "--set", "store=" + variant);
        BufferedReader out = node.process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        if (!("ready http://127.0.0.1:" + port).equals(line)) {
            node.close();
            throw new AssertionError("the node said '" + line + "' and " + node.errors());
        }
        return node;
    }

    void kill() {
        process.destroyForcibly().onExit().join();
    }

    int terminate() throws InterruptedException {
        process.destroy();
        return awaitExit();
    }

    int awaitExit() throws InterruptedException {
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the node goes on after " + TIMEOUT_SECONDS + " s");
        }
        return process.exitValue();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String errors() throws IOException {
        return Files.readString(errors);
    }

    @Override
    public void close() {
        kill();
    }
}
