package kvlab.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import kvlab.cluster.Cluster;
import kvlab.cluster.ClusterNode;
import kvlab.cluster.ClusterSpec;
import kvlab.cluster.Link;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.NodeListener;
import kvlab.cluster.NodeProcess;
import kvlab.cluster.UsageException;

/** A cluster whose first node gets all the load, and what that costs all its nodes. */
final class LoadedCluster implements AutoCloseable {

    private static final Path PROC = Path.of("/proc");

    private final Cluster cluster;

    private LoadedCluster(Cluster cluster) {
        this.cluster = cluster;
    }

    /** What it is loaded with. */
    interface Load {
        WrkReport run(String url) throws IOException, InterruptedException;
    }

    static LoadedCluster start(ClusterSpec spec, Path scratch)
            throws UsageException, NodeFailure, InterruptedException {
        return start(spec, scratch, new Silent());
    }

    static LoadedCluster start(ClusterSpec spec, Path scratch, NodeListener listener)
            throws UsageException, NodeFailure, InterruptedException {
        return new LoadedCluster(Cluster.start(spec, scratch, listener));
    }

    String url() {
        return nodes().get(0).url();
    }

    List<ClusterNode> nodes() {
        return cluster.nodes();
    }

    /** To disturb what flows between its nodes, where it has links. */
    List<Link> links() {
        return cluster.links();
    }

    Window run(Load load) throws IOException, InterruptedException {
        CpuTimes before = CpuTimes.of(PROC, pids());
        WrkReport report = loadWhileAlive(load);
        CpuTimes after = CpuTimes.of(PROC, pids());
        return new Window(report, before == null || after == null ? null : after.since(before));
    }

    /** What the others answer when one is dead is no figure of this cluster, and its death explains what wrk2 met. */
    private WrkReport loadWhileAlive(Load load) throws IOException, InterruptedException {
        try {
            return load.run(url());
        } finally {
            requireAlive();
        }
    }

    List<Long> pids() {
        return nodes().stream().map(node -> node.process().pid()).toList();
    }

    private void requireAlive() throws IOException {
        for (ClusterNode node : nodes()) {
            NodeProcess process = node.process();
            if (!process.isAlive()) {
                List<String> said = process.lastLines();
                throw new IOException("node " + node.port() + " " + process.exit() + " under load; "
                        + (said.isEmpty() ? "it said nothing" : "its last line: " + said.get(said.size() - 1)));
            }
        }
    }

    @Override
    public void close() {
        cluster.close();
    }

    /** What the nodes log is in nobody's way while a measurement runs. */
    private static final class Silent implements NodeListener {

        @Override
        public void said(NodeProcess node, String line) {
            // Kept by the node itself, and told if it dies.
        }

        @Override
        public void ended(NodeProcess node) {
            // Seen when the load has ended.
        }
    }
}
