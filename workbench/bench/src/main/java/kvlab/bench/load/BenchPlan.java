package kvlab.bench.load;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import kvlab.cluster.ClusterSpec;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.UsageException;

/**
 * A load at a constant rate, or with all that the nodes can answer.
 *
 * @param settings of the program
 * @param port the first node's; the others get the next ones
 * @param rate requests a second, of all connections together; {@link #CLOSED_LOOP} for as many as are answered
 * @param keys how many keys there are
 * @param valueBytes of what is written
 * @param replicas sent with each request, as 2/3; null leaves it to the server
 * @param linkDelay of what flows between the nodes, in each direction
 * @param warmUpSeconds at most
 * @param cores of the nodes and of the load; null leaves them to the system
 * @param place of the nodes and of the load
 * @param windowSeconds of each of the windows that the load is cut into, with rests between them; 0 for one load
 */
public record BenchPlan(
        NodeProgram program,
        int nodes,
        List<String> settings,
        int port,
        Op op,
        int rate,
        int connections,
        int threads,
        int seconds,
        int keys,
        int valueBytes,
        long seed,
        String replicas,
        Duration linkDelay,
        int warmUpSeconds,
        Cores cores,
        Place place,
        int windowSeconds) {

    /** When nothing is said. */
    public static final int USUAL_CONNECTIONS = 64;

    /** When nothing is said. */
    public static final int USUAL_VALUE_BYTES = 64;

    /** The rate of a load in which each connection asks again as soon as it is answered. */
    public static final int CLOSED_LOOP = Wrk2.BEYOND_REACH;

    private static final int MOST_CONNECTIONS = 10_000;
    private static final int MOST_THREADS = 64;
    private static final int MOST_SECONDS = 86_400;
    private static final int MOST_KEYS = 1_000_000_000;

    /** The protocol's limit. */
    private static final int MOST_BYTES = 1 << 20;

    /** On this machine, on whatever cores the system chooses. */
    public BenchPlan(
            NodeProgram program,
            int nodes,
            List<String> settings,
            int port,
            Op op,
            int rate,
            int connections,
            int threads,
            int seconds,
            int keys,
            int valueBytes,
            long seed,
            String replicas,
            Duration linkDelay,
            int warmUpSeconds) {
        this(
                program,
                nodes,
                settings,
                port,
                op,
                rate,
                connections,
                threads,
                seconds,
                keys,
                valueBytes,
                seed,
                replicas,
                linkDelay,
                warmUpSeconds,
                null,
                Place.HERE,
                0);
    }

    /** Before anything is started. */
    public void validate() throws UsageException {
        cluster(Path.of("")).validate();
        if (!isClosedLoop()) {
            require("--rate", rate, 1, CLOSED_LOOP - 1);
        }
        require("-c", connections, 1, MOST_CONNECTIONS);
        require("-t", threads, 1, Math.min(connections, MOST_THREADS));
        require("-d", seconds, 1, MOST_SECONDS);
        require("--keys", keys, 1, MOST_KEYS);
        require("--value", valueBytes, 0, MOST_BYTES);
        require("--seed", seed, 0, MOST_KEYS);
        require("--warm-up", warmUpSeconds, 0, MOST_SECONDS);
        if (place.target() != null && !linkDelay.isZero()) {
            throw UsageException.of(
                    "--link-delay and --target: links stand on this machine alone; give one of the two");
        }
        if (replicas != null && !replicas.matches("\\d+/\\d+")) {
            throw UsageException.of("--replicas " + replicas + ": expected two numbers, as 2/3");
        }
    }

    private static void require(String option, long value, long least, long most) throws UsageException {
        if (value < least || value > most) {
            throw UsageException.of(option + " " + value + ": expected a number from " + least + " to " + most);
        }
    }

    /** The same at another rate. */
    public BenchPlan at(int otherRate) {
        return at(otherRate, seconds);
    }

    /** The same at another rate, for another time. */
    public BenchPlan at(int otherRate, int otherSeconds) {
        return with(port, otherRate, otherSeconds, warmUpSeconds, windowSeconds);
    }

    private BenchPlan with(int firstPort, int aSecond, int howLong, int warmUp, int window) {
        return new BenchPlan(
                program,
                nodes,
                settings,
                firstPort,
                op,
                aSecond,
                connections,
                threads,
                howLong,
                keys,
                valueBytes,
                seed,
                replicas,
                linkDelay,
                warmUp,
                cores,
                place,
                window);
    }

    /** The same load, cut into windows. */
    public BenchPlan inWindows(int windows, int ofSeconds) {
        return with(port, rate, windows * ofSeconds, warmUpSeconds, ofSeconds);
    }

    /** The same on other ports. */
    public BenchPlan from(int otherPort) {
        return with(otherPort, rate, seconds, warmUpSeconds, windowSeconds);
    }

    /** See {@link Options#isClosedLoop}. */
    public boolean isClosedLoop() {
        return rate == CLOSED_LOOP && windowSeconds > 0;
    }

    public int windows() {
        return seconds / windowSeconds;
    }

    /** How many ports its nodes take, from the first one on. */
    public int ports() {
        return linkDelay.isZero() ? nodes : 2 * nodes;
    }

    /** At most, of a cluster that is warm. */
    public int warmUpAgainSeconds() {
        return Math.min(warmUpSeconds, WarmUp.AGAIN_SECONDS);
    }

    /** How many CPUs the load can keep busy: of those that the nodes do not use, no more than it has threads. */
    public int loadProcessors() {
        int all = cores == null || cores.load() == null ? place.load().processors() : cores.loadCount();
        return loadsBesideNodes() ? all : Math.min(all, threads);
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

    /** To wrk2: what is asked of the node, for so long. */
    List<String> load(Path scripts, String url, int howLong) {
        List<String> arguments = new ArrayList<>(List.of("-t" + threads, "-c" + connections, "-d" + howLong + "s"));
        arguments.addAll(List.of("-R" + rate, "--latency", "-s", script(scripts, op), url, "--"));
        arguments.addAll(scriptArguments());
        if (isClosedLoop() && op == Op.GET) {
            // HTTP alone answers no key with its value, and to check costs CPU time that both sides lack.
            arguments.add("verify=no");
        }
        return arguments;
    }

    /** To wrk2: writes all keys, as often as there is time for. */
    List<String> fill(Path scripts, String url, int asking, int howLong, long from) {
        List<String> arguments = new ArrayList<>(List.of("-t" + Wrk2.THREADS, "-c" + asking));
        arguments.addAll(List.of("-d" + howLong + "s", "-R" + Wrk2.BEYOND_REACH, "-s", script(scripts, Op.PUT), url));
        arguments.add("--");
        arguments.addAll(scriptArguments());
        arguments.add("from=" + from);
        return arguments;
    }

    private static String script(Path scripts, Op op) {
        return scripts.resolve(op.script()).toString();
    }

    private List<String> scriptArguments() {
        List<String> arguments = new ArrayList<>(List.of("keys=" + keys, "value=" + valueBytes, "seed=" + seed));
        if (replicas != null) {
            arguments.add("replicas=" + replicas);
        }
        return arguments;
    }
}
