package kvlab.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kvlab.bench.Bench;
import kvlab.bench.BenchPlan;
import kvlab.bench.Op;
import kvlab.bench.Place;
import kvlab.bench.ProfilePlan;
import kvlab.bench.RunFolder;
import kvlab.bench.Saturation;
import kvlab.bench.SaturationJson;
import kvlab.bench.SaturationResult;
import kvlab.bench.SaturationTable;
import kvlab.bench.Scale;
import kvlab.bench.Workload.Method;
import kvlab.bench.machine.Diagnosis;
import kvlab.bench.machine.Doctor;
import kvlab.bench.machine.LoadGenerator;
import kvlab.cluster.Folders;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            "it, in turn; --op is put, get or both, the default. Trust that ratio, and the",
            "CPU time of a request, more than rates: others may use this machine.",
            "docs/bench.md tells more of both, and docs/profiles.md of --profile.",
            "",
            "Exit code 1: the rate was not held. 2: too much went wrong for a figure."
        })
final class BenchCommand extends LabCommand {

    private static final String CEILING_STAGE = "1-single-node";
    private static final int MANY = 1_000_000;
    private static final String NOT_HELD = "rate-not-held";

    @Parameters(
            paramLabel = "STAGE|DIR",
            arity = "0..1",
            description = "A stage of the kit, or the folder of your own, built.")
    private String stage;

    @Option(names = "--command", paramLabel = "T", description = "Another program: {port}, {data}, {cluster}.")
    private String command;

    @Option(names = "--saturate", description = "Find the highest rate instead.")
    private boolean saturate;

    @Mixin
    private RateOption atRate;

    @Mixin
    private LoadOptions load;

    @Mixin
    private ProfileOptions profile;

    @ArgGroup(exclusive = false, heading = "%nWith --saturate:%n")
    private InPairs inPairs = new InPairs();

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
        if (saturate && atRate.rate() != null) {
            throw UsageException.of("give one of --rate and --saturate");
        }
        if (!saturate && atRate.rate() == null) {
            throw UsageException.of("--rate is missing: how many requests a second? Or --saturate, for all it can do");
        }
        return saturate ? findHighestRate() : measureAtRate();
    }

    private int measureAtRate() throws Exception {
        ProfilePlan profilePlan = profile.plan();
        LoadOptions.Cluster cluster = load.cluster(program());
        Path scratch = Scratch.folder(home(), "bench", KEPT);
        RunFolder folder;
        try (Place place = load.place()) {
            BenchPlan plan = load.plan(cluster, atRate.rate(), place, load.cores(place, err()));
            plan.validate();
            Diagnosis machine = LoadOptions.machine(home(), place, scratch);
            LoadGenerator generator = LoadOptions.generator(home(), place, machine);
            Bench bench = new Bench(home(), generator, machine, text -> err().println("lab: " + text));
            folder = bench.run(plan, profilePlan, scratch);
            tell(folder, load.json());
        } finally {
            Folders.remove(scratch);
        }
        requireProfiles(folder, "the run is kept without a profile");
        return folder.read().lint().stream().anyMatch(fault -> fault.id().equals(NOT_HELD)) ? Lab.NO : Lab.DONE;
    }

    private NodeProgram program() throws Exception {
        return program(stage, command, load.settings());
    }

    private int findHighestRate() throws Exception {
        load.requireNoTarget("--saturate");
        List<Method> methods = methods();
        Saturation.Plan plan = saturationPlan();
        LoadGenerator generator = LoadOptions.found(LoadGenerator.find(home()));
        Saturation saturation = new Saturation(plan, generator.path(), text -> err().println("lab: " + text));
        print(SaturationTable.head(plan));
        List<SaturationResult> results = new ArrayList<>();
        Path scratch = Scratch.folder(home(), "bench");
        try {
            for (Method method : methods) {
                SaturationResult result = saturation.measure(method, scratch);
                print(SaturationTable.rows(result));
                results.add(result);
            }
        } finally {
            Folders.remove(scratch);
        }
        if (load.json() != null) {
            write(load.json(), SaturationJson.text(Doctor.examine(home()), plan, results));
        }
        return results.stream().allMatch(result -> result.refusal().isEmpty()) ? Lab.DONE : Lab.UNDECIDED;
    }

    private void print(String table) {
        if (!isStdout(load.json())) {
            out().print(table);
            out().flush();
        }
    }

    private List<Method> methods() throws UsageException {
        return switch (load.op() == null ? "both" : load.op()) {
            case "get" -> List.of(Method.GET);
            case "put" -> List.of(Method.PUT);
            case "both" -> List.of(Method.PUT, Method.GET);
            default -> throw UsageException.of("--op " + load.op() + ": with --saturate expected get, put or both");
        };
    }

    private Saturation.Plan saturationPlan() throws Exception {
        int warmUpSeconds = load.warmUpSeconds(Scale.QUICK);
        requireNumber("-c", load.connections());
        int keys = load.keys(Op.PUT, Scale.QUICK);
        requireNumber("--keys", keys);
        requireNumber("--warm-up", warmUpSeconds);
        requireNumber("--window", inPairs.window);
        requireNumber("--pairs", inPairs.pairs);
        if (load.replicas() != null && !load.replicas().matches("\\d+/\\d+")) {
            throw UsageException.of("--replicas " + load.replicas() + ": expected two numbers, as 2/3");
        }
        NodeProgram program = program();
        NodeProgram ceiling = Saturation.ceiling(new Stages(home()).find(CEILING_STAGE));
        Saturation.Plan plan = new Saturation.Plan(
                program,
                ceiling,
                load.nodes(program),
                load.settings(),
                load.port(),
                load.connections(),
                keys,
                load.replicas(),
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
}
