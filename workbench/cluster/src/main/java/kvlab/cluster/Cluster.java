package kvlab.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Nodes as processes of their own. Whatever happens to this JVM, none of them outlives it, and their temporary files go
 * with them.
 */
public final class Cluster implements AutoCloseable {

    private final ClusterSpec spec;
    private final Path scratch;
    private final NodeListener listener;
    private final List<ClusterNode> nodes = new ArrayList<>();
    private final Thread hook = new Thread(this::stop, "stop-cluster");
    private Watcher watcher;
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
        watcher = new Watcher(scratch);
        for (int port : spec.ports()) {
            if (stopped) {
                return;
            }
            ClusterNode node = new ClusterNode(spec.program(), spec.node(port, scratch), listener, watcher);
            nodes.add(node);
            node.launch();
        }
    }

    private void awaitReady() throws NodeFailure, InterruptedException {
        for (ClusterNode node : nodes) {
            node.awaitReady();
        }
    }

    public List<ClusterNode> nodes() {
        return List.copyOf(nodes);
    }

    /** Returns when the last node has ended. */
    public void awaitEnd() throws InterruptedException {
        for (ClusterNode node : nodes) {
            node.process().awaitExit();
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
        nodes.forEach(ClusterNode::tellToStop);
        nodes.forEach(ClusterNode::stop);
        removeScratch();
        if (watcher != null) {
            watcher.close();
        }
    }

    private void removeScratch() {
        try {
            Folders.remove(scratch);
        } catch (IOException e) {
            System.err.println("cannot remove " + scratch + ": " + e.getMessage());
        }
    }
}
