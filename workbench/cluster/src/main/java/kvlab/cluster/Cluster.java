package kvlab.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Nodes as processes of their own. Whatever happens to this JVM short of a SIGKILL, none of them outlives it, and their
 * temporary files go with them.
 */
public final class Cluster implements AutoCloseable {

    private static final long READY_SECONDS = 60;

    private final ClusterSpec spec;
    private final Path scratch;
    private final NodeListener listener;
    private final List<NodeProcess> nodes = new ArrayList<>();
    private final Thread hook = new Thread(this::stop, "stop-cluster");
    private boolean stopped;

    private Cluster(ClusterSpec spec, Path scratch, NodeListener listener) {
        this.spec = spec;
        this.scratch = scratch;
        this.listener = listener;
    }

    /**
     * Returns when all nodes are ready.
     *
     * @param scratch a folder that the cluster makes, and removes when it is closed
     */
    public static Cluster start(ClusterSpec spec, Path scratch, NodeListener listener)
            throws UsageException, NodeFailure, InterruptedException {
        spec.validate();
        for (int port : spec.ports()) {
            if (!Ports.isFree(port)) {
                throw NodeFailure.portTaken(port);
            }
        }
        Cluster cluster = new Cluster(spec, scratch, listener);
        Runtime.getRuntime().addShutdownHook(cluster.hook);
        try {
            cluster.launch();
            cluster.awaitReady();
            return cluster;
        } catch (IOException e) {
            cluster.close();
            throw NodeFailure.machine("cannot start a node: " + e.getMessage());
        } catch (NodeFailure | InterruptedException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private synchronized void launch() throws IOException {
        for (int port : spec.ports()) {
            if (stopped) {
                return;
            }
            Path temporary = Files.createDirectories(scratch.resolve("tmp-" + port));
            nodes.add(NodeProcess.start(spec, port, data(port), temporary, listener));
        }
    }

    private void awaitReady() throws NodeFailure, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
        for (NodeProcess node : nodes) {
            CompletableFuture<Boolean> ready = node.ready();
            try {
                if (!ready.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    throw NodeFailure.exited(node);
                }
            } catch (TimeoutException e) {
                throw NodeFailure.notReady(node, READY_SECONDS);
            } catch (ExecutionException e) {
                throw new IllegalStateException("nobody completes this with an exception", e);
            }
        }
    }

    public Path data(int port) {
        return spec.data().resolve(Integer.toString(port));
    }

    public List<NodeProcess> nodes() {
        return List.copyOf(nodes);
    }

    /** Returns when the last node has ended. */
    public void awaitEnd() throws InterruptedException {
        for (NodeProcess node : nodes) {
            node.awaitExit();
        }
    }

    /** Stops all nodes and removes the temporary files. Again is harmless. */
    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is going down, and the hook has done the work or is doing it.
        }
    }

    private synchronized void stop() {
        if (stopped) {
            return;
        }
        stopped = true;
        nodes.forEach(NodeProcess::tellToStop);
        nodes.forEach(NodeProcess::awaitStop);
        removeScratch();
    }

    private void removeScratch() {
        try {
            Folders.remove(scratch);
        } catch (IOException e) {
            System.err.println("cannot remove " + scratch + ": " + e.getMessage());
        }
    }
}
