package kvlab.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A member of a cluster and what can be done to it: its process comes and goes, its port and its directory stay.
 */
public final class ClusterNode {

    private static final long READY_SECONDS = 60;

    private final NodeProgram program;
    private final NodeSpec spec;
    private final NodeListener listener;
    private final Watcher watcher;
    private NodeProcess process;
    private boolean paused;

    ClusterNode(NodeProgram program, NodeSpec spec, NodeListener listener, Watcher watcher) {
        this.program = program;
        this.spec = spec;
        this.listener = listener;
        this.watcher = watcher;
    }

    public int port() {
        return spec.port();
    }

    public String url() {
        return spec.url();
    }

    public Path data() {
        return spec.data();
    }

    /** The process of now, or the last one. */
    public NodeProcess process() {
        return process;
    }

    /** Starts the process and does not wait until it is ready. */
    void launch() throws IOException {
        Files.createDirectories(spec.temporary());
        paused = false;
        process = NodeProcess.start(program.command(spec), spec.port(), listener);
        long pid = process.pid();
        watcher.watch(pid);
        process.onExit(() -> watcher.forget(pid));
    }

    void awaitReady() throws NodeFailure, InterruptedException {
        try {
            if (!process.ready().get(READY_SECONDS, TimeUnit.SECONDS)) {
                throw NodeFailure.exited(process);
            }
        } catch (TimeoutException e) {
            throw NodeFailure.notReady(process, READY_SECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody completes this with an exception", e);
        }
    }

    /** Starts it again, on the same port and directory, and returns when it is ready. */
    public void start() throws NodeFailure, InterruptedException {
        if (process.isAlive()) {
            throw new IllegalStateException("node " + port() + " is running");
        }
        try {
            launch();
        } catch (IOException e) {
            throw NodeFailure.machine("cannot start a node: " + e.getMessage());
        }
        awaitReady();
    }

    /** SIGTERM, which one that is paused would not hear; returns at once. */
    void tellToStop() {
        if (process == null) {
            return;
        }
        if (paused) {
            process.kill();
        } else {
            process.tellToStop();
        }
    }

    /** SIGTERM, and SIGKILL if it does not heed that. */
    public void stop() {
        tellToStop();
        if (process != null) {
            process.awaitStop();
        }
    }

    /** SIGKILL: it cannot say goodbye. */
    public void kill() {
        process.kill();
    }

    /** SIGSTOP: it is there, keeps its connections and does not answer. */
    public void pause() throws InterruptedException {
        process.signal("STOP");
        paused = true;
    }

    public void resume() throws InterruptedException {
        process.signal("CONT");
        paused = false;
    }

    /** Takes its disk away, while it is down. */
    public void wipe() throws IOException {
        if (process.isAlive()) {
            throw new IllegalStateException("node " + port() + " is running");
        }
        Folders.remove(spec.data());
    }
}
