package kvlab.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process on a target box, as far as ssh shows it: its output, its end, and its number there. */
final class TargetProcess extends Process {

    private static final long LAST_SECONDS = 3;

    private final Target box;
    private final Process ssh;
    private final long pid;

    TargetProcess(Target box, Process ssh, long pid) {
        this.box = box;
        this.ssh = ssh;
        this.pid = pid;
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public InputStream getInputStream() {
        return ssh.getInputStream();
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
    public boolean isAlive() {
        return ssh.isAlive();
    }

    @Override
    public int waitFor() throws InterruptedException {
        return ssh.waitFor();
    }

    @Override
    public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
        return ssh.waitFor(timeout, unit);
    }

    @Override
    public int exitValue() {
        return ssh.exitValue();
    }

    @Override
    public CompletableFuture<Process> onExit() {
        return ssh.onExit().thenApply(ended -> this);
    }

    /** They are none of this machine's, and end with it. */
    @Override
    public Stream<ProcessHandle> descendants() {
        return Stream.empty();
    }

    @Override
    public void destroy() {
        signal("TERM");
    }

    @Override
    public Process destroyForcibly() {
        signal("KILL");
        try {
            ssh.waitFor(LAST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ssh.destroyForcibly();
        return this;
    }

    private void signal(String signal) {
        if (!ssh.isAlive()) {
            return;
        }
        try {
            box.signal(signal, pid);
        } catch (IOException e) {
            // The box is out of reach: its keeper sees that, too, and ends the process.
        }
    }
}
