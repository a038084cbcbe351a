package kvlab.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kvlab.bench.Bench;
import kvlab.bench.BenchPlan;
import kvlab.bench.Compare;
import kvlab.bench.ComparePlan;
import kvlab.bench.Comparison;
import kvlab.bench.Cores;
import kvlab.bench.Place;
import kvlab.bench.RunFolder;
import kvlab.bench.machine.Diagnosis;
import kvlab.bench.machine.LoadGenerator;
import kvlab.cluster.CommandProgram;
import kvlab.cluster.Folders;
import kvlab.cluster.StageProgram;
import kvlab.cluster.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "compare",
        header = "Tell which of two is better, by how much, and whether it is noise.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab compare 3-replication 4-async-client --op put --rate 5000",
            "  ./lab compare 4-async-client --vary client=futures,completable,own-pool,nio",
            "  ./lab compare 3-replication 4-async-client:client=nio --op get",
            "  ./lab compare 3-replication --command './my-node {port} {cluster}'",
            "  ./lab compare 1-single-node 1-single-node --rate 5000",
            "",
            "Settings behind a colon are of that side alone; --set is for all of them.",
            "Without --rate it is 1000 requests a second, which every side has to hold.",
            "--vary takes nodes, link-delay, jdk and every setting of the stage; its first",
            "value is the baseline. The last example measures this machine's noise.",
            "docs/compare.md tells how a verdict comes about. Exit code 2: not comparable."
        })
final class CompareCommand extends LabCommand {

    /** What the slowest client of stage 4 holds. */
    private static final int USUAL_RATE = 1000;

    @Parameters(paramLabel = "STAGE|DIR", arity = "1..*", description = "The baseline, and what is compared with it.")
    private List<String> stages = new ArrayList<>();

    @Option(names = "--vary", paramLabel = "NAME=V,V", description = "Compare values of one thing instead.")
    private String vary;

    @Option(
            names = "--command",
            paramLabel = "T",
            description = "Another program, compared with the one stage: {port}, {data}, {cluster}.")
    private String command;

    @Option(names = "--pairs", paramLabel = "N", description = "How often each is measured; goes before --scale.")
    private Integer pairs;

    @Mixin
    private RateOption rate;

    @Mixin
    private LoadOptions load;

    @Mixin
    private ProfileOptions profile;

    @Override
    public Integer call() throws Exception {
        if (vary != null && command != null) {
            throw UsageException.of("give one of --vary and --command");
        }
        if (stages.size() != (vary == null && command == null ? 2 : 1)) {
            throw UsageException.of("name two stages or folders to compare, or one and --vary or --command");
        }
        if (command != null && !load.settings().isEmpty()) {
            throw UsageException.of(
                    "--set is for stages; put it into --command, and behind the other side's name and a colon");
        }
        Path scratch = Scratch.folder(Lab.home(), "compare", KEPT);
        try (Place place = load.place()) {
            int times = pairs == null ? load.scale().pairs() : pairs;
            ComparePlan plan = new ComparePlan(variants(place), times, profile.plan());
            plan.validate();
            return measure(plan, place, scratch);
        } finally {
            Folders.remove(scratch);
        }
    }

    private int measure(ComparePlan plan, Place place, Path scratch) throws Exception {
        LoadGenerator generator = LoadOptions.generator(place);
        Diagnosis machine = LoadOptions.machine(place, scratch);
        Bench bench = new Bench(Lab.home(), generator, machine, text -> err().println("lab:   " + text));
        Compare compare = new Compare(
                Lab.home(), Compare.with(bench, scratch), generator, machine, text -> err().println("lab: " + text));
        RunFolder folder = compare.run(plan);
        Comparison comparison = folder.comparison();
        tell(folder, load.json());
        requireProfiles(folder, "the comparison is kept without that profile");
        return comparison.comparable() ? Lab.DONE : Lab.UNDECIDED;
    }

    /** As many nodes as the baseline has, on links that are as slow. */
    private ComparePlan.Variant other(BenchPlan baseline, Place place, Cores cores) throws UsageException {
        CommandProgram program = CommandProgram.of(command);
        LoadOptions.Cluster cluster =
                new LoadOptions.Cluster(program, baseline.nodes(), List.of(), baseline.linkDelay());
        return new ComparePlan.Variant(program.name(), load.plan(cluster, rate(), place, cores));
    }

    private int rate() {
        return rate.rate() == null ? USUAL_RATE : rate.rate();
    }

    private List<ComparePlan.Variant> variants(Place place) throws Exception {
        Cores cores = load.cores(place, err());
        List<ComparePlan.Variant> variants = new ArrayList<>();
        if (vary == null) {
            for (String text : stages) {
                SideArgument side = SideArgument.of(text);
                StageProgram program = program(side.stage());
                variants.add(new ComparePlan.Variant(
                        side.name(program.name()), load.plan(side.with(load.cluster(program)), rate(), place, cores)));
            }
            if (command != null) {
                variants.add(other(variants.get(0).plan(), place, cores));
            }
            return variants;
        }
        VaryOption option = VaryOption.of(vary);
        option.requireFree(load.settings());
        if (place.target() != null && option.name().equals("jdk")) {
            throw UsageException.of("--vary jdk and --target: a box has the Java that it has; give one of the two");
        }
        SideArgument side = SideArgument.of(stages.get(0));
        option.requireFree(side.settings());
        StageProgram stage = program(side.stage());
        List<LoadOptions.Cluster> clusters = option.clusters(side.with(load.cluster(stage)), stage);
        for (int i = 0; i < clusters.size(); i++) {
            String name = option.name() + "=" + option.values().get(i);
            variants.add(new ComparePlan.Variant(name, load.plan(clusters.get(i), rate(), place, cores)));
        }
        return variants;
    }
}
