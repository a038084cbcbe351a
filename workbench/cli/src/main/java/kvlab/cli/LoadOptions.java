package kvlab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.Cores;
import kvlab.bench.load.Load;
import kvlab.bench.load.Op;
import kvlab.bench.load.Place;
import kvlab.bench.load.Scale;
import kvlab.bench.machine.Diagnosis;
import kvlab.bench.machine.Doctor;
import kvlab.bench.machine.LoadGenerator;
import kvlab.cluster.Jvm;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.StageProgram;
import kvlab.cluster.UsageException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What all commands have that load a cluster: which cluster, and which load. */
final class LoadOptions {

    @Option(
            names = "--op",
            paramLabel = "OP",
            description = "put, get, delete, mixed, hot-keys or overwrite (default: put).")
    private String op;

    @Option(names = "--nodes", paramLabel = "N", description = "How many (default: 1 for stage 1, 3 for later ones).")
    private Integer nodes;

    @Option(names = "--replicas", paramLabel = "A/F", description = "Sent with each request, as 2/3.")
    private String replicas;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "A setting of the stage.")
    private List<String> settings = new ArrayList<>();

    @Option(names = "-c", paramLabel = "N", description = "Connections (default: ${DEFAULT-VALUE}).")
    private int connections = Load.USUAL_CONNECTIONS;

    @Option(
            names = "--keys",
            paramLabel = "N",
            description = "Keys (default: 16 for overwrite, 100000 for others; 1000 at --scale smoke).")
    private Integer keys;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            description = "Longest warm-up in seconds (default: 60; 0 at --scale smoke).")
    private Integer warmUp;

    @Option(
            names = "--port",
            paramLabel = "P",
            description = "The first node's; the others get the next ones (default: ${DEFAULT-VALUE}).")
    private int port = 8090;

    @Option(names = "--json", paramLabel = "FILE", description = "All of it as JSON; - prints it, and no table.")
    private Path json;

    @ArgGroup(exclusive = false, heading = "%nThe load, and where it runs:%n")
    private More more = new More();

    static final class More {

        @Option(names = "-t", paramLabel = "N", description = "Threads of wrk2 (default: ${DEFAULT-VALUE}).")
        private int threads = 2;

        @Option(names = "-d", paramLabel = "TIME", description = "How long, as 60s or 7m; goes before --scale.")
        private String duration;

        @Option(
                names = "--scale",
                paramLabel = "S",
                description = "smoke (2s), quick (20s), standard (60s) or full (7m) (default: ${DEFAULT-VALUE}).")
        private String scale = "quick";

        @Option(
                names = "--value",
                paramLabel = "BYTES",
                description = "Of each value that is written (default: ${DEFAULT-VALUE}).")
        private int valueBytes = Load.USUAL_VALUE_BYTES;

        @Option(names = "--seed", paramLabel = "N", description = "The same one, the same keys (default: 1).")
        private long seed = 1;

        @Option(names = "--link-delay", paramLabel = "TIME", description = "Between the nodes, each way, as 5ms.")
        private String linkDelay = "0";

        @Option(
                names = "--cores",
                paramLabel = "LIST",
                description = "Cores of the nodes, as 0,1; the load gets the others (default: the first two).")
        private String cores;

        @Option(
                names = "--target",
                paramLabel = "URL",
                description = "Run the nodes on another machine: ssh://user@box[:port].")
        private String target;

        @Option(names = "--load-on", paramLabel = "W", description = "With --target: here or target (default: here).")
        private String loadOn;
    }

    /** What may be another in each variant of a comparison. */
    record Cluster(NodeProgram program, int nodes, List<String> settings, Duration linkDelay) {

        Cluster with(String setting) {
            List<String> all = new ArrayList<>(settings);
            all.add(setting);
            return new Cluster(program, nodes, all, linkDelay);
        }

        Cluster on(Jvm jvm) {
            if (!(program instanceof StageProgram stage)) {
                throw new IllegalStateException(program.name() + " is no stage, whose JVM is the bench's to choose");
            }
            return new Cluster(stage.on(jvm), nodes, settings, linkDelay);
        }

        Cluster of(int number) {
            return new Cluster(program, number, settings, linkDelay);
        }

        Cluster delayed(Duration delay) {
            return new Cluster(program, nodes, settings, delay);
        }
    }

    Cluster cluster(NodeProgram program) throws UsageException {
        return cluster(program, nodes(program));
    }

    /** Of so many nodes, whatever --nodes says. */
    Cluster cluster(NodeProgram program, int number) throws UsageException {
        return new Cluster(program, number, settings, Times.of("--link-delay", more.linkDelay));
    }

    /** Where nodes and load run. */
    Place place() throws UsageException, IOException {
        return Place.of(more.target, more.loadOn);
    }

    /** Refuses a target, and operations other than put and get. */
    void requireClosedLoop() throws UsageException {
        if (more.target != null || more.loadOn != null) {
            throw UsageException.of("--target is for a load at a constant rate, and not for --saturate");
        }
        if (op() != Op.PUT && op() != Op.GET) {
            throw UsageException.of("--op " + op().label() + ": with --saturate expected put or get");
        }
    }

    private Op op() throws UsageException {
        return Op.of(op == null ? "put" : op);
    }

    /**
     * Null when the choice of cores is left to the system.
     *
     * @param err is told when it is
     */
    Cores cores(Place place, PrintWriter err) throws UsageException, IOException {
        return cores(more.cores, place, err);
    }

    /** @param wanted for the nodes; null for the usual ones */
    static Cores cores(String wanted, Place place, PrintWriter err) throws UsageException, IOException {
        Cores cores = place.cores(wanted);
        if (cores == null) {
            err.println("lab: there is no taskset where the nodes run, so they and the load run on any core");
        }
        return cores;
    }

    /** The load of these options on that cluster. */
    BenchPlan plan(Cluster cluster, int rate, Place place, Cores cores) throws UsageException {
        Op asked = op();
        return new BenchPlan(
                Scale.loaded(cluster.program(), seconds()),
                cluster.nodes(),
                cluster.settings(),
                port,
                cluster.linkDelay(),
                cores,
                place,
                new Load(
                        asked,
                        rate,
                        connections,
                        more.threads,
                        seconds(),
                        keys == null ? scale().keys(asked) : keys,
                        more.valueBytes,
                        more.seed,
                        replicas,
                        warmUp == null ? scale().warmUpSeconds() : warmUp,
                        null));
    }

    /** The same as one side of a comparison. */
    BenchPlan inWindows(BenchPlan plan) throws UsageException {
        if (more.duration != null) {
            throw UsageException.of("-d " + more.duration
                    + ": a comparison is measured in short windows; --scale and --lives say how many");
        }
        return scale().inWindows(plan);
    }

    /** The machine that the nodes run on. */
    static Diagnosis machine(Path home, Place place, Path scratch) throws IOException {
        return place.target() == null ? Doctor.examine(home) : Doctor.examine(place.target(), scratch);
    }

    /**
     * The load generator on the target box is always the kit's own.
     *
     * @param machine the one that the nodes run on
     */
    static LoadGenerator generator(Path home, Place place, Diagnosis machine) throws IOException {
        if (place.target() == null) {
            return found(machine.loadGenerator());
        }
        return found(place.loadThere() ? LoadGenerator.own(home) : LoadGenerator.find(home));
    }

    private int seconds() throws UsageException {
        return more.duration == null
                ? scale().seconds()
                : (int) Times.of("-d", more.duration).toSeconds();
    }

    Scale scale() throws UsageException {
        return Scale.of(more.scale);
    }

    int nodes(NodeProgram program) throws UsageException {
        if (nodes != null) {
            return nodes;
        }
        OptionalInt usual = program instanceof StageProgram known ? known.usualNodes() : OptionalInt.empty();
        return usual.orElseThrow(() -> UsageException.of(
                "--nodes is missing: the name of " + program.name() + " does not begin with the number of a stage"));
    }

    List<String> settings() {
        return settings;
    }

    Path json() {
        return json;
    }

    static LoadGenerator found(LoadGenerator found) throws IOException {
        if (found.path() == null) {
            throw new IOException("there is no wrk2, and the kit's own does not start; ./lab doctor tells more");
        }
        return found;
    }
}
