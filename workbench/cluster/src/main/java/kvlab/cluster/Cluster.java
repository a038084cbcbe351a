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
    private final Wiring wiring;
    private final NodeListener listener;
    private final List<ClusterNode> nodes = new ArrayList<>();
    private final Thread hook = new Thread(this::stop, "stop-cluster");
    private Watcher watcher;
    private boolean stopped;

    private Cluster(ClusterSpec spec, Path scratch, NodeListener listener) {
        this.spec = spec;
        this.scratch = scratch;
        this.wiring = new Wiring(spec);
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
        requireFreePorts(spec);
        Cluster cluster = new Cluster(spec, scratch, listener);
        Runtime.getRuntime().addShutdownHook(cluster.hook);
        try {
            cluster.launch();
            awaitReady(cluster.nodes);
            return cluster;
        } catch (IOException e) {
            cluster.close();
            throw NodeFailure.machine("cannot start a node: " + e.getMessage());
        } catch (NodeFailure | InterruptedException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** As {@link #start} does first. */
    public static void requireFreePorts(ClusterSpec spec) throws NodeFailure {
        Box box = spec.program().box();
        try {
            for (int port : spec.listeningPorts()) {
                if (!box.isFree(port)) {
                    throw NodeFailure.portTaken(port, box);
                }
            }
        } catch (IOException e) {
            throw NodeFailure.machine(e.getMessage());
        }
    }

    private synchronized void launch() throws IOException {
        if (stopped) {
            return;
        }
        watcher = new Watcher(scratch);
        wiring.open();
        for (int i = 0; i < spec.nodes(); i++) {
            NodeSpec node = spec.node(i, scratch, wiring.via(i));
            nodes.add(new ClusterNode(spec.program(), node, listener, watcher));
            nodes.get(i).launch();
        }
    }

    private static void awaitReady(List<ClusterNode> started) throws NodeFailure, InterruptedException {
        for (ClusterNode node : started) {
            node.awaitReady();
        }
    }

    public List<ClusterNode> nodes() {
        return List.copyOf(nodes);
    }

    /**
     * The link through which one node reaches another; both are indexes in {@link #nodes}. For a program without {@code
     * --via} the same whoever dials.
     */
    public Link link(int from, int to) {
        return wiring.link(from, to);
    }

    /** Whether one link stands in front of each node, and not one on each way from node to node. */
    public boolean hasLinksInFront() {
        return spec.linksInFront();
    }

    /** None, unless they were asked for. */
    public List<Link> links() {
        return wiring.links();
    }

    /** All links pass again. */
    public void heal() {
        links().forEach(Link::pass);
    }

    /** Stops all at once. */
    public void stopAll() {
        nodes.forEach(ClusterNode::tellToStop);
        nodes.forEach(ClusterNode::stop);
    }

    /** Kills all at once. */
    public void killAll() {
        nodes.forEach(ClusterNode::tellToDie);
        nodes.forEach(ClusterNode::kill);
    }

    /** Starts those that are down, all at once, and returns when they are ready. */
    public void startAll() throws NodeFailure, InterruptedException {
        try {
            awaitReady(launchAll());
        } catch (IOException e) {
            throw NodeFailure.machine("cannot start a node: " + e.getMessage());
        }
    }

    private synchronized List<ClusterNode> launchAll() throws IOException {
        if (stopped) {
            throw new IllegalStateException("the cluster is closed");
        }
        List<ClusterNode> down = nodes.stream().filter(node -> !node.isAlive()).toList();
        for (ClusterNode node : down) {
            node.launch();
        }
        return down;
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
        stopAll();
        wiring.close();
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
