package kvlab.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** Where it listens. */
    public int port() {
        return spec.port();
    }

    /** Where clients reach it; no link stands there. */
    public String url() {
        return spec.url();
    }

    /** What the members call it in {@code --cluster}: another URL than the one above when a link stands in front of it. */
    public String member() {
        return spec.member();
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
        process = NodeProcess.of(program.start(spec), spec.port(), listener);
        if (program.isSeparate()) {
            long pid = process.pid();
            watcher.watch(pid);
            process.onExit(() -> watcher.forget(pid));
        }
    }

    void awaitReady() throws NodeFailure, InterruptedException {
        try {
            if (!process.awaitReady(READY_SECONDS)) {
                throw NodeFailure.exited(process);
            }
        } catch (TimeoutException e) {
            throw NodeFailure.notReady(process, READY_SECONDS);
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

    /** Whether it can be killed or paused. */
    public boolean isSeparate() {
        return program.isSeparate();
    }

    /** SIGTERM, which one that is paused would not hear; returns at once. */
    public void tellToStop() {
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

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL; returns at once. */
    void tellToDie() {
        process.tellToDie();
    }

    /** SIGKILL: it cannot say goodbye. */
    public void kill() {
        process.kill();
    }

    /** SIGSTOP: it is there, keeps its connections and does not answer. */
    public void pause() throws InterruptedException {
        process.pause();
        paused = true;
    }

    public void resume() throws InterruptedException {
        process.resume();
        paused = false;
    }

    /**
     * Leaves this many bytes free on the disk of the process until it ends: the file that it wrote last can grow by as much.
     * Returns false if this machine cannot do that.
     */
    public boolean fillDisk(int free) throws InterruptedException {
        return process.limitFiles(Folders.lengthOfTheNewest(spec.data()) + free);
    }

    /** Takes its disk away, while it is down. */
    public void wipe() throws IOException {
        if (process.isAlive()) {
            throw new IllegalStateException("node " + port() + " is running");
        }
        Folders.remove(spec.data());
    }
}
