package kvlab.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A program in a sandbox, seen from outside. There bwrap is three processes: one that waits here, the first of the
 * sandbox's own numbers, and the program as its second. SIGTERM is for the program, or bwrap would end without it hearing
 * of it; SIGKILL is for the one that waits, and for the first: with that one the kernel kills all in the sandbox, whoever
 * hides there. It has not ended before they all have: until then a port or a lock may be held.
 */
final class SandboxedProcess extends Process {

    private static final long START_SECONDS = 30;

    /** The kernel ends bwrap with the thread that started it: one that lives as long as this JVM. */
    private static final ExecutorService STARTER = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "sandbox-starter");
        thread.setDaemon(true);
        return thread;
    });

    private final Process bwrap;
    private final Optional<ControlGroup> group;
    private final Limits limits;
    private final Path work;
    private final SandboxOutput output;
    private final long started = System.nanoTime();
    private final CompletableFuture<Process> ended = new CompletableFuture<>();
    private volatile ProcessHandle first;
    private volatile ProcessHandle program;
    private String reason;

    private SandboxedProcess(Process bwrap, Optional<ControlGroup> group, Limits limits, Path work) {
        this.bwrap = bwrap;
        this.group = group;
        this.limits = limits;
        this.work = work;
        this.output = new SandboxOutput(bwrap.getInputStream(), this, limits.output());
    }

    /** @param work the folder whose size is watched; null when something else limits it */
    static SandboxedProcess start(List<String> command, Limits limits, Path work) throws IOException {
        Optional<ControlGroup> group = ControlGroup.of(Sandbox.MOST_THREADS);
        SandboxedProcess process = new SandboxedProcess(launch(command, group), group, limits, work);
        // From the first moment: a fork bomb makes it long to find the program among all processes.
        Watch.over(process);
        try {
            process.awaitProgram();
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        } finally {
            Thread end = new Thread(process::awaitEnd, "sandbox-" + process.bwrap.pid());
            end.setDaemon(true);
            end.start();
        }
        return process;
    }

    private static Process launch(List<String> command, Optional<ControlGroup> group) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        group.ifPresent(
                it -> builder.environment().put(Sandbox.GROUP, it.members().toString()));
        try {
            return STARTER.submit(builder::start).get();
        } catch (ExecutionException e) {
            throw new IOException(
                    "cannot start " + command.get(0) + ": " + e.getCause().getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a sandbox started");
        }
    }

    private void awaitProgram() throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (program == null && bwrap.isAlive()) {
            if (System.nanoTime() > deadline) {
                bwrap.destroyForcibly();
                throw new IOException("bwrap made no sandbox within " + START_SECONDS + " s");
            }
            look(ProcessTable.read());
            pause();
        }
    }

    private void look(ProcessTable table) {
        for (ProcessTable.Entry one : table.children(bwrap.pid())) {
            ProcessHandle.of(one.pid()).ifPresent(handle -> first = handle);
            // Whoever loses its parent becomes a child of the first, too.
            table.children(one.pid()).stream()
                    .filter(entry -> ProcessTable.isSecond(entry.pid()))
                    .findFirst()
                    .flatMap(entry -> ProcessHandle.of(entry.pid()))
                    .ifPresent(handle -> program = handle);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Not by onExit(), which may want a new thread: where a program has forked until there is no more, there is none. */
    private void awaitEnd() {
        boolean isOver = false;
        while (!isOver) {
            try {
                bwrap.waitFor();
                isOver = true;
            } catch (InterruptedException e) {
                // Nobody but this JVM's end stops it.
            }
        }
        if (first != null) {
            // Not by the number alone, which may be another's by now.
            while (first.isAlive() && isRunning(ProcessTable.of(first.pid()))) {
                pause();
            }
        }
        group.ifPresent(ControlGroup::close);
        ended.complete(this);
    }

    private static boolean isRunning(ProcessTable.Entry entry) {
        return entry != null && !entry.zombie();
    }

    Limits limits() {
        return limits;
    }

    Path work() {
        return work;
    }

    long nanos() {
        return System.nanoTime() - started;
    }

    /** Those in the sandbox. */
    List<ProcessTable.Entry> inside(ProcessTable table) {
        return first == null ? List.of() : table.family(first.pid());
    }

    synchronized String reason() {
        return reason;
    }

    /** With all that is in the sandbox; the first reason counts. */
    void kill(String why) {
        synchronized (this) {
            if (reason == null) {
                reason = why;
            }
        }
        destroyForcibly();
    }

    /** That of the program, as this machine counts. */
    @Override
    public long pid() {
        return program == null ? bwrap.pid() : program.pid();
    }

    @Override
    public ProcessHandle toHandle() {
        return bwrap.toHandle();
    }

    @Override
    public InputStream getInputStream() {
        return output;
    }

    @Override
    public InputStream getErrorStream() {
        return InputStream.nullInputStream();
    }

    @Override
    public OutputStream getOutputStream() {
        return bwrap.getOutputStream();
    }

    @Override
    public boolean isAlive() {
        return !ended.isDone();
    }

    @Override
    public int waitFor() throws InterruptedException {
        try {
            ended.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody completes it with an exception", e);
        }
        return exitValue();
    }

    @Override
    public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
        try {
            ended.get(timeout, unit);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody completes it with an exception", e);
        }
    }

    @Override
    public int exitValue() {
        if (isAlive()) {
            throw new IllegalThreadStateException("process " + pid() + " has not ended");
        }
        return bwrap.exitValue();
    }

    @Override
    public CompletableFuture<Process> onExit() {
        return ended.copy();
    }

    @Override
    public void destroy() {
        if (program == null) {
            destroyForcibly();
        } else {
            program.destroy();
        }
    }

    /** Its handle leaves the output open: the last words are to be read. */
    @Override
    public Process destroyForcibly() {
        bwrap.toHandle().destroyForcibly();
        // bwrap asks the kernel to end the first with it; where that is not heard, all in the sandbox would go on.
        if (first != null) {
            first.destroyForcibly();
        }
        return this;
    }
}
