package kvlab.bench.load;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import kvlab.cluster.ClusterSpec;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.UsageException;

/**
 * Nodes, and a load on them.
 *
 * @param settings of the program
 * @param port the first node's; the others get the next ones
 * @param linkDelay of what flows between the nodes, in each direction
 * @param cores of the nodes and of the load; null leaves them to the system
 * @param place of the nodes and of the load
 */
public record BenchPlan(
        NodeProgram program,
        int nodes,
        List<String> settings,
        int port,
        Duration linkDelay,
        Cores cores,
        Place place,
        Load load) {

    /** Before anything is started. */
    public void validate() throws UsageException {
        cluster(Path.of("")).validate();
        load.validate();
        if (place.target() != null && !linkDelay.isZero()) {
            throw UsageException.of(
                    "--link-delay and --target: links stand on this machine alone; give one of the two");
        }
    }

    /** The same with another load. */
    public BenchPlan with(Load other) {
        return new BenchPlan(program, nodes, settings, port, linkDelay, cores, place, other);
    }

    /** The same on other ports. */
    public BenchPlan from(int otherPort) {
        return new BenchPlan(program, nodes, settings, otherPort, linkDelay, cores, place, load);
    }

    /** As 3-replication-put. */
    public String name() {
        return program.name() + "-" + load.op().label();
    }

    /** How many ports its nodes take, from the first one on. */
    public int ports() {
        return linkDelay.isZero() ? nodes : 2 * nodes;
    }

    /** How many CPUs the load can keep busy: of those that the nodes do not use, no more than it has threads. */
    public int loadProcessors() {
        int all = cores == null || cores.load() == null ? place.load().processors() : cores.loadCount();
        return loadsBesideNodes() ? all : Math.min(all, load.threads());
    }

    /** Whether what the load takes is what the nodes lack. */
    public boolean loadsBesideNodes() {
        return Options.of(this).cpus() == Options.Cpus.SHARED;
    }

    /** How many CPUs the nodes can keep busy, with a load that shares them. */
    public int nodeProcessors() {
        return cores == null ? place.nodes().processors() : cores.nodeCount();
    }

    /** As it is to run, for which a target box needs copies. */
    public ClusterSpec settled(Path folder) throws IOException {
        return cluster(folder).of(place.settle(program, cores));
    }

    private ClusterSpec cluster(Path folder) {
        ClusterSpec spec =
                new ClusterSpec(program, nodes, port, folder.resolve("data"), settings, ClusterSpec.DEFAULT_HEAP);
        return linkDelay.isZero() ? spec : spec.withLinks();
    }
}
