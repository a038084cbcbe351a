package kvlab.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import kvlab.bench.experiment.Bench;
import kvlab.bench.experiment.ComparePlan;
import kvlab.bench.experiment.HttpAlone;
import kvlab.bench.experiment.ProfilePlan;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.Cores;
import kvlab.bench.load.Place;
import kvlab.bench.machine.Diagnosis;
import kvlab.bench.machine.LoadGenerator;
import kvlab.cluster.Folders;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "bench",
        header = "Load a stage at a constant rate, or at its highest.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab bench 1-single-node --op put --rate 5000",
            "",
            "--saturate finds the highest rate of put or get, and compares it with HTTP",
            "alone (one-nio without a stage), in turn, as ./lab compare does. --scale sets",
            "lives and windows as there; -d and --target are refused.",
            "docs/bench.md explains both, and docs/profiles.md --profile.",
            "",
            "Exit code 1: the rate was not held. 2: not comparable with HTTP alone.",
            "70: a node or the profiler failed."
        })
final class BenchCommand extends ComparingCommand {

    private static final String NOT_HELD = "rate-not-held";

    @Parameters(
            paramLabel = "STAGE|DIR",
            arity = "0..1",
            description = "A stage of the kit, or the folder of your own, built.")
    private String stage;

    @Option(names = "--command", paramLabel = "T", description = "Another program: {port}, {data}, {cluster}.")
    private String command;

    @Option(
            names = "--lives",
            paramLabel = "N",
            description = "With --saturate: how often both are started anew; overrides --scale.")
    private Integer lives;

    @Mixin
    private RateOption atRate;

    @Mixin
    private LoadOptions load;

    @Mixin
    private ProfileOptions profile;

    @Override
    public Integer call() throws Exception {
        if (!atRate.isHighest() && lives != null) {
            throw UsageException.of("--lives goes with --saturate");
        }
        if (atRate.rate() == null) {
            throw UsageException.of("--rate is missing: how many requests a second? Or --saturate, for all it can do");
        }
        return atRate.isHighest() ? findHighestRate() : measureAtRate();
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
            try (LiveLine live = new LiveLine(err())) {
                folder = new Bench(home(), generator, machine, live).run(plan, profilePlan, scratch);
            }
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
        load.requireClosedLoop();
        NodeProgram program = program();
        NodeProgram http = HttpAlone.of(new Stages(home()));
        Path scratch = Scratch.folder(home(), "bench", KEPT);
        try (Place place = load.place()) {
            Cores cores = load.cores(place, err());
            ComparePlan plan = new ComparePlan(
                    List.of(
                            side(
                                    HttpAlone.NAME,
                                    new LoadOptions.Cluster(http, 1, List.of(), Duration.ZERO),
                                    place,
                                    cores),
                            side(program.name(), load.cluster(program), place, cores)),
                    lives == null ? load.scale().lives() : lives,
                    profile.plan());
            plan.validate();
            return compare(plan, place, load.json(), scratch);
        } finally {
            Folders.remove(scratch);
        }
    }

    private ComparePlan.Variant side(String name, LoadOptions.Cluster cluster, Place place, Cores cores)
            throws UsageException {
        return new ComparePlan.Variant(name, load.inWindows(load.plan(cluster, atRate.rate(), place, cores)));
    }
}
