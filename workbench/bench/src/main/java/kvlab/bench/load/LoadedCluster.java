package kvlab.bench.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import kvlab.bench.watch.CpuTimes;
import kvlab.bench.wrk2.WrkReport;
import kvlab.cluster.Box;
import kvlab.cluster.Cluster;
import kvlab.cluster.ClusterNode;
import kvlab.cluster.ClusterSpec;
import kvlab.cluster.Folders;
import kvlab.cluster.Link;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.NodeListener;
import kvlab.cluster.NodeProcess;
import kvlab.cluster.UsageException;

/** A cluster whose first node gets all the load, and what that costs all its nodes. */
public final class LoadedCluster implements AutoCloseable {

    /** CPU seconds that nodes at rest take in a second, all together. */
    private static final double RESTING_CPU = 0.05;

    private static final int QUIET_SECONDS = 2;
    private static final int MOST_REST_SECONDS = 60;

    /** A connection that breaks ends nodes, and it may be known a moment later that this was why. */
    private static final int WHY_SECONDS = 1;

    private final Cluster cluster;
    private final Path data;
    private final Box box;

    private LoadedCluster(Cluster cluster, ClusterSpec spec) {
        this.cluster = cluster;
        this.data = spec.data();
        this.box = spec.program().box();
    }

    /** What it is loaded with. */
    interface Loading {
        WrkReport run(String url) throws IOException, InterruptedException;
    }

    public static LoadedCluster start(ClusterSpec spec, Path scratch, NodeListener listener)
            throws UsageException, NodeFailure, InterruptedException {
        return new LoadedCluster(Cluster.start(spec, scratch, listener), spec);
    }

    String url() {
        return nodes().get(0).url();
    }

    public List<ClusterNode> nodes() {
        return cluster.nodes();
    }

    /** To disturb what flows between its nodes, where it has links. */
    List<Link> links() {
        return cluster.links();
    }

    Window run(Loading load) throws IOException, InterruptedException {
        CpuTimes before = CpuTimes.of(box, pids());
        WrkReport report = loadWhileAlive(load);
        CpuTimes after = CpuTimes.of(box, pids());
        return new Window(report, before == null || after == null ? null : after.since(before));
    }

    /** What the others answer when one is dead is no figure of this cluster, and its death explains what wrk2 met. */
    private WrkReport loadWhileAlive(Loading load) throws IOException, InterruptedException {
        try {
            return load.run(url());
        } finally {
            requireAlive();
        }
    }

    /** Returns when the nodes have nothing more to do, as what is left of a queue, or after a while. */
    public void awaitRest() throws InterruptedException {
        int quiet = 0;
        CpuTimes last = CpuTimes.of(box, pids());
        for (int i = 0; i < MOST_REST_SECONDS && quiet < QUIET_SECONDS; i++) {
            TimeUnit.SECONDS.sleep(1);
            CpuTimes now = CpuTimes.of(box, pids());
            // Where the system does not tell, some seconds have to do.
            boolean busy = now != null && last != null && now.since(last).seconds() > RESTING_CPU;
            quiet = busy ? 0 : quiet + 1;
            last = now;
        }
    }

    public List<Long> pids() {
        return nodes().stream().map(node -> node.process().pid()).toList();
    }

    /** Runs this as soon as it cannot be loaded any more: a node has ended, or its box is out of reach. */
    void onLost(Runnable action) {
        box.onLost(action);
        nodes().forEach(node -> node.process().onExit(action));
    }

    /** Fails with the reason when it cannot be loaded any more. */
    void requireAlive() throws IOException, InterruptedException {
        box.requireThere();
        for (ClusterNode node : nodes()) {
            NodeProcess process = node.process();
            if (!process.isAlive()) {
                requireNotLost();
                List<String> said = process.lastLines();
                throw new IOException("node " + node.port() + " " + process.exit() + " under load; "
                        + (said.isEmpty() ? "it said nothing" : "its last line: " + said.get(said.size() - 1)));
            }
        }
    }

    private void requireNotLost() throws IOException, InterruptedException {
        if (box != Box.HERE) {
            TimeUnit.SECONDS.sleep(WHY_SECONDS);
            box.requireThere();
        }
    }

    /** Its data goes with it: who comes next, another stage perhaps, begins with none. */
    @Override
    public void close() {
        cluster.close();
        box.clear();
        try {
            Folders.remove(data);
        } catch (IOException e) {
            System.err.println("cannot remove " + data + ": " + e.getMessage());
        }
    }
}
