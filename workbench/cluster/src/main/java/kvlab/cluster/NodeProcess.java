package kvlab.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One node: a process, what it says, and how it ended. */
public final class NodeProcess {

    private static final int KEPT_LINES = 12;
    private static final long STOP_SECONDS = 10;
    private static final long LAST_WORDS_MILLIS = 500;

    private final int port;
    private final Process process;
    private final Deque<String> lastLines = new ArrayDeque<>();

    /** True once the node said that it is ready, false when it ended without. */
    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();

    private final Thread reader;

    private NodeProcess(int port, Process process, NodeListener listener) {
        this.port = port;
        this.process = process;
        this.reader = new Thread(() -> follow(listener), "node-" + port);
        reader.setDaemon(true);
    }

    static NodeProcess of(Process process, int port, NodeListener listener) throws IOException {
        NodeProcess node = new NodeProcess(port, process, listener);
        node.reader.start();
        process.getOutputStream().close();
        return node;
    }

    private void follow(NodeListener listener) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("ready ") && !ready.isDone()) {
                    lastLines().forEach(earlier -> listener.said(this, earlier));
                    ready.complete(true);
                } else {
                    remember(line);
                    if (ready.isDone()) {
                        listener.said(this, line);
                    }
                }
            }
        } catch (IOException e) {
            remember("(its output broke off: " + e.getMessage() + ")");
        }
        process.onExit().join();
        // Somebody who waited for it to be ready tells of it; nobody has to hear it twice.
        if (!ready.complete(false)) {
            listener.ended(this);
        }
    }

    private synchronized void remember(String line) {
        lastLines.addLast(line);
        if (lastLines.size() > KEPT_LINES) {
            lastLines.removeFirst();
        }
    }

    public synchronized List<String> lastLines() {
        return List.copyOf(lastLines);
    }

    /** False when it ended without being ready. */
    boolean awaitReady(long seconds) throws InterruptedException, TimeoutException {
        try {
            CompletableFuture.anyOf(ready, process.onExit()).get(seconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody completes these with an exception", e);
        }
        if (!ready.isDone()) {
            // Its last words are on their way, but a process that it left behind may keep its output open for long.
            reader.join(LAST_WORDS_MILLIS);
        }
        return ready.getNow(false);
    }

    public int port() {
        return port;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Only of a process that has ended. */
    public Exit exit() {
        return new Exit(process.exitValue());
    }

    void awaitExit() throws InterruptedException {
        process.waitFor();
        reader.join();
    }

    /** Runs this when it has ended, at once if it has. */
    public void onExit(Runnable action) {
        process.onExit().thenRun(action);
    }

    void tellToStop() {
        process.destroy();
    }

    /** With the processes that it started itself: the program may be a script around the real one. */
    void kill() {
        tellToDie();
        process.onExit().join();
    }

    void tellToDie() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    /** Whether it has ended, or does so in time. */
    public boolean endsWithin(long seconds) throws InterruptedException {
        return process.waitFor(seconds, TimeUnit.SECONDS);
    }

    /**
     * Returns when it has stopped. The signal is only heard when one of its threads gets a processor, and until then all
     * others go on answering.
     */
    void pause() throws InterruptedException {
        run("kill", "-STOP");
        while (process.isAlive() && run("ps", "-o", "state=", "-p").lines().anyMatch(state -> !state.startsWith("T"))) {
            Thread.sleep(1);
        }
    }

    void resume() throws InterruptedException {
        run("kill", "-CONT");
    }

    /** Lets none of its files grow beyond this length until it ends. Returns false if this machine cannot do that. */
    boolean limitFiles(long bytes) throws InterruptedException {
        try {
            boolean limited = true;
            for (ProcessHandle each : all()) {
                String pid = Long.toString(each.pid());
                limited &= new ProcessBuilder("prlimit", "--fsize=" + bytes, "--pid", pid)
                                .inheritIO()
                                .start()
                                .waitFor()
                        == 0;
            }
            return limited;
        } catch (IOException e) {
            return false;
        }
    }

    /** With the numbers of all its processes as the last arguments. */
    private String run(String... command) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of(command));
        String separator = command[0].equals("ps") ? "," : " ";
        String numbers = all().stream().map(each -> Long.toString(each.pid())).collect(Collectors.joining(separator));
        words.addAll(List.of(numbers.split(" ")));
        try {
            Process tool = new ProcessBuilder(words)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            tool.waitFor();
            return said;
        } catch (IOException e) {
            throw new IllegalStateException("there is no " + command[0] + " on this machine", e);
        }
    }

    private List<ProcessHandle> all() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
    }

    /** Kills it when it does not stop by itself. */
    void awaitStop() {
        boolean interrupted = false;
        try {
            process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        kill();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
