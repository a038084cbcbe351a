package kvlab.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import kvlab.bench.Bench;
import kvlab.bench.BenchPlan;
import kvlab.bench.Op;
import kvlab.bench.Run;
import kvlab.bench.RunFolder;
import kvlab.bench.RunText;
import kvlab.bench.Saturation;
import kvlab.bench.SaturationJson;
import kvlab.bench.SaturationResult;
import kvlab.bench.SaturationTable;
import kvlab.bench.Scale;
import kvlab.bench.Workload.Method;
import kvlab.bench.machine.Diagnosis;
import kvlab.bench.machine.Doctor;
import kvlab.bench.machine.LoadGenerator;
import kvlab.cluster.CommandProgram;
import kvlab.cluster.Folders;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.StageProgram;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "bench",
        header = "Load a stage at a constant rate, or for all that it can do.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab bench 1-single-node --op put --rate 5000",
            "",
            "With --saturate: the highest rate, as a part of what HTTP alone reaches beside",
            "it, in turn. Trust that ratio, and the CPU time of a request, more than rates:",
            "others may use this machine. docs/bench.md tells more of both.",
            "",
            "Exit code 1: the rate was not held. 2: too much went wrong for a figure."
        })
final class BenchCommand extends LabCommand {

    private static final String CEILING_STAGE = "1-single-node";
    private static final String CEILING = "kvlab.single.HttpCeiling";
    private static final int MANY = 1_000_000;
    private static final String NOT_HELD = "rate-not-held";

    @Parameters(
            paramLabel = "STAGE|DIR",
            arity = "0..1",
            description = "A stage of the kit, or the folder of your own, built.")
    private String stage;

    @Option(names = "--command", paramLabel = "T", description = "Another program: {port}, {data}, {cluster}.")
    private String command;

    @Option(names = "--rate", paramLabel = "R", description = "Requests a second.")
    private Integer rate;

    @Option(names = "--saturate", description = "Find the highest rate instead.")
    private boolean saturate;

    @Option(
            names = "--op",
            paramLabel = "OP",
            description = "put, get, delete, mixed, hot-keys or overwrite (default: put); put, get or both with"
                    + " --saturate (default: both).")
    private String op;

    @Option(names = "--nodes", paramLabel = "N", description = "How many (default: 1 for stage 1, 3 for later ones).")
    private Integer nodes;

    @Option(names = "--replicas", paramLabel = "A/F", description = "Sent with each request, as 2/3.")
    private String replicas;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "A setting of the stage.")
    private List<String> settings = new ArrayList<>();

    @Option(names = "-c", paramLabel = "N", description = "Connections (default: ${DEFAULT-VALUE}).")
    private int connections = 64;

    @Option(names = "--keys", paramLabel = "N", description = "Keys (default: ${DEFAULT-VALUE}).")
    private int keys = 100_000;

    @Option(names = "--warm-up", paramLabel = "S", description = "Seconds until it is measured, at most (default: 60).")
    private Integer warmUp;

    @Option(
            names = "--port",
            paramLabel = "P",
            description = "The first node's; the others get the next ones (default: ${DEFAULT-VALUE}).")
    private int port = 8090;

    @Option(names = "--json", paramLabel = "FILE", description = "All of it as JSON; - prints it, and no table.")
    private Path json;

    @ArgGroup(exclusive = false, heading = "%nAt a constant rate:%n")
    private AtRate atRate = new AtRate();

    @ArgGroup(exclusive = false, heading = "%nWith --saturate:%n")
    private InPairs inPairs = new InPairs();

    static final class AtRate {

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
        private int valueBytes = 64;

        @Option(names = "--seed", paramLabel = "N", description = "The same one, the same keys (default: 1).")
        private long seed = 1;

        @Option(names = "--link-delay", paramLabel = "TIME", description = "Between the nodes, each way, as 5ms.")
        private String linkDelay = "0";
    }

    static final class InPairs {

        @Option(
                names = "--window",
                paramLabel = "S",
                description = "Seconds of one window (default: ${DEFAULT-VALUE}).")
        private int window = 3;

        @Option(names = "--pairs", paramLabel = "N", description = "Pairs of windows (default: ${DEFAULT-VALUE}).")
        private int pairs = 9;
    }

    @Override
    public Integer call() throws Exception {
        if (saturate && rate != null) {
            throw UsageException.of("give one of --rate and --saturate");
        }
        if (!saturate && rate == null) {
            throw UsageException.of("--rate is missing: how many requests a second? Or --saturate, for all it can do");
        }
        if ((stage == null) == (command == null)) {
            throw UsageException.of("name what is measured: a stage or a folder, or --command");
        }
        return saturate ? findHighestRate() : measureAtRate();
    }

    private int measureAtRate() throws Exception {
        BenchPlan plan = benchPlan();
        plan.validate();
        Diagnosis machine = Doctor.examine(Lab.home());
        Bench bench = new Bench(Lab.home(), generator(), machine, text -> err().println("lab: " + text));
        Path scratch = Scratch.folder(Lab.home(), "bench");
        Run run;
        try {
            RunFolder folder = bench.run(plan, scratch);
            run = folder.read();
            print(RunText.of(run));
            print("  " + Lab.home().relativize(folder.path()) + "\n");
            if (json != null) {
                write(json, run.json());
            }
        } finally {
            Folders.remove(scratch);
        }
        return run.lint().stream().anyMatch(fault -> fault.id().equals(NOT_HELD)) ? Lab.NO : Lab.DONE;
    }

    private BenchPlan benchPlan() throws UsageException, IOException {
        NodeProgram program = program();
        Scale scale = Scale.of(atRate.scale);
        return new BenchPlan(
                program,
                nodes(program),
                settings,
                port,
                Op.of(op == null ? "put" : op),
                rate,
                connections,
                atRate.threads,
                atRate.duration == null
                        ? scale.seconds()
                        : (int) Times.of("-d", atRate.duration).toSeconds(),
                keys,
                atRate.valueBytes,
                atRate.seed,
                replicas,
                Times.of("--link-delay", atRate.linkDelay),
                warmUp == null ? scale.warmUpSeconds() : warmUp);
    }

    private NodeProgram program() throws UsageException, IOException {
        if (stage != null) {
            return new Stages(Lab.home()).find(stage);
        }
        if (!settings.isEmpty()) {
            throw UsageException.of("--set is for a stage or a folder; put it into --command");
        }
        return CommandProgram.of(command);
    }

    private int nodes(NodeProgram program) throws UsageException {
        if (nodes != null) {
            return nodes;
        }
        OptionalInt usual = program instanceof StageProgram known ? known.usualNodes() : OptionalInt.empty();
        return usual.orElseThrow(() -> UsageException.of(
                "--nodes is missing: the name of " + program.name() + " does not begin with the number of a stage"));
    }

    private int findHighestRate() throws Exception {
        List<Method> methods = methods();
        Saturation.Plan plan = saturationPlan();
        Saturation saturation = new Saturation(plan, generator().path(), text -> err().println("lab: " + text));
        print(SaturationTable.head(plan));
        List<SaturationResult> results = new ArrayList<>();
        Path scratch = Scratch.folder(Lab.home(), "bench");
        try {
            for (Method method : methods) {
                SaturationResult result = saturation.measure(method, scratch);
                print(SaturationTable.rows(result));
                results.add(result);
            }
        } finally {
            Folders.remove(scratch);
        }
        if (json != null) {
            write(json, SaturationJson.text(Doctor.examine(Lab.home()), plan, results));
        }
        return results.stream().allMatch(result -> result.refusal().isEmpty()) ? Lab.DONE : Lab.UNDECIDED;
    }

    private void print(String table) {
        if (!isStdout(json)) {
            out().print(table);
            out().flush();
        }
    }

    private List<Method> methods() throws UsageException {
        return switch (op == null ? "both" : op) {
            case "get" -> List.of(Method.GET);
            case "put" -> List.of(Method.PUT);
            case "both" -> List.of(Method.PUT, Method.GET);
            default -> throw UsageException.of("--op " + op + ": with --saturate expected get, put or both");
        };
    }

    private Saturation.Plan saturationPlan() throws UsageException, IOException {
        int warmUpSeconds = warmUp == null ? Scale.QUICK.warmUpSeconds() : warmUp;
        requireNumber("-c", connections);
        requireNumber("--keys", keys);
        requireNumber("--warm-up", warmUpSeconds);
        requireNumber("--window", inPairs.window);
        requireNumber("--pairs", inPairs.pairs);
        if (replicas != null && !replicas.matches("\\d+/\\d+")) {
            throw UsageException.of("--replicas " + replicas + ": expected two numbers, as 2/3");
        }
        NodeProgram program = program();
        NodeProgram ceiling = new Stages(Lab.home()).find(CEILING_STAGE).with("ceiling", CEILING);
        Saturation.Plan plan = new Saturation.Plan(
                program,
                ceiling,
                nodes(program),
                settings,
                port,
                connections,
                keys,
                replicas,
                warmUpSeconds,
                inPairs.window,
                inPairs.pairs);
        plan.validate();
        return plan;
    }

    private static void requireNumber(String option, int value) throws UsageException {
        if (value < 1 || value > MANY) {
            throw UsageException.of(option + " " + value + ": expected a number from 1 to " + MANY);
        }
    }

    private static LoadGenerator generator() throws IOException {
        LoadGenerator found = LoadGenerator.find(Lab.home());
        if (found.path() == null) {
            throw new IOException("there is no wrk2, and the kit's own does not start; ./lab doctor tells more");
        }
        return found;
    }
}
