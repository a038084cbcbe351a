package kvlab.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A node in this JVM that behaves like a process as far as it can: it says that it is ready or why not, stops when it is told
 * to, and has an exit code.
 */
final class NodeThread extends Process {

    private static final int USAGE = 64;
    private static final int FAILURE = 70;
    private static final int KILLED = 137;
    private static final long PATIENCE_SECONDS = 5;

    private final PipedInputStream said = new PipedInputStream();
    private final CountDownLatch told = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CompletableFuture<Process> exit = new CompletableFuture<>();
    private volatile int exitCode;
    private volatile boolean killed;
    private Thread thread;

    private NodeThread() {}

    static NodeThread start(String url, ClassLoader classes, List<String> arguments) throws IOException {
        NodeThread node = new NodeThread();
        PrintStream out = new PrintStream(new PipedOutputStream(node.said), true, StandardCharsets.UTF_8);
        node.thread = new Thread(() -> node.live(url, classes, arguments, out), "node " + url);
        node.thread.setContextClassLoader(classes);
        node.thread.setDaemon(true);
        node.thread.start();
        return node;
    }

    /** All that the node and this JVM know of each other: what starts it, and that it can be stopped. */
    private void live(String url, ClassLoader classes, List<String> arguments, PrintStream out) {
        try (out) {
            Class<?> main = classes.loadClass(StageProgram.MAIN);
            Object node =
                    main.getMethod("start", String[].class).invoke(null, (Object) arguments.toArray(String[]::new));
            Method stop = classes.loadClass("kvlab.node.Node").getMethod("stop");
            out.println("ready " + url);
            told.await();
            stop.invoke(node);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            exitCode = cause.getClass().getSimpleName().equals("UsageException") ? USAGE : FAILURE;
            out.println("node: " + (cause instanceof IOException || exitCode == USAGE ? cause.getMessage() : cause));
        } catch (ReflectiveOperationException | InterruptedException e) {
            exitCode = FAILURE;
            out.println("node: " + e);
        } finally {
            end();
        }
    }

    private void end() {
        ended.countDown();
        exit.complete(this);
    }

    @Override
    public InputStream getInputStream() {
        return said;
    }

    @Override
    public InputStream getErrorStream() {
        return InputStream.nullInputStream();
    }

    @Override
    public OutputStream getOutputStream() {
        return OutputStream.nullOutputStream();
    }

    @Override
    public int waitFor() throws InterruptedException {
        ended.await();
        return exitValue();
    }

    @Override
    public boolean waitFor(long time, TimeUnit unit) throws InterruptedException {
        return ended.await(time, unit);
    }

    @Override
    public boolean isAlive() {
        return ended.getCount() > 0;
    }

    @Override
    public int exitValue() {
        if (isAlive()) {
            throw new IllegalThreadStateException("the node has not ended");
        }
        return killed ? KILLED : exitCode;
    }

    @Override
    public CompletableFuture<Process> onExit() {
        return exit;
    }

    @Override
    public Stream<ProcessHandle> descendants() {
        return Stream.of();
    }

    @Override
    public void destroy() {
        told.countDown();
    }

    /**
     * A thread cannot be killed; it stops, and one that does not is interrupted, so that it may close what it has open, and
     * no longer waited for when that does not help either.
     */
    @Override
    public Process destroyForcibly() {
        destroy();
        after(PATIENCE_SECONDS, this::interrupt);
        after(2 * PATIENCE_SECONDS, this::end);
        return this;
    }

    private static void after(long seconds, Runnable task) {
        CompletableFuture.delayedExecutor(seconds, TimeUnit.SECONDS, Runnable::run)
                .execute(task);
    }

    private void interrupt() {
        if (isAlive()) {
            killed = true;
            thread.interrupt();
        }
    }

    @Override
    public long pid() {
        return ProcessHandle.current().pid();
    }
}
