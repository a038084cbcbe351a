package kvlab.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kvlab.bench.experiment.ComparePlan;
import kvlab.bench.load.Cores;
import kvlab.bench.load.Place;
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
        header = "Say which of two is better, by how much, and how sure that is.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab compare 3-replication 4-async-client --op put --rate 5000",
            "  ./lab compare 4-async-client --vary client=futures,completable,own-pool",
            "  ./lab compare 4-async-client:jdk=25 --vary client=completable,virtual",
            "  ./lab compare 4-async-client:client=own-pool 5-event-loop --op get",
            "  ./lab compare 3-replication --command './my-node {port} {cluster}'",
            "  ./lab compare --command './my-node {port} {cluster}' --vary nodes=3,5,8",
            "  ./lab compare 2-sharding 3-replication --op get --saturate",
            "  ./lab compare 1-single-node 1-single-node --rate 5000",
            "",
            "All sides are alive at the same time and loaded in turn, in windows of",
            "one second; then all are started anew, for the next life. --scale quick is 2",
            "lives with 24 windows for each side, standard 4 with 48, full 10 with 80. -d is",
            "refused.",
            "",
            "Settings behind a colon apply to that side alone, also nodes, link-delay and",
            "jdk; --set applies to all sides. Without --rate it is 1000 requests a second,",
            "which every side has to sustain. --saturate compares the highest rates of put",
            "or get. --vary takes nodes, link-delay, jdk and every setting of the stage, and",
            "of a --command the first two; its first value is the baseline. The last example",
            "compares a server with itself.",
            "docs/compare.md explains how to read the result. Exit code 2: not comparable."
        })
final class CompareCommand extends ComparingCommand {

    /** What the slowest client of stage 4 holds. */
    private static final int USUAL_RATE = 1000;

    private static final String USUALLY_WITHIN = "30m";

    @Parameters(
            paramLabel = "STAGE|DIR",
            arity = "0..*",
            description = "The baseline, and one or more to compare with it.")
    private List<String> stages = new ArrayList<>();

    @Option(names = "--vary", paramLabel = "NAME=V,V", description = "Compare values of one thing instead.")
    private String vary;

    @Option(
            names = "--command",
            paramLabel = "T",
            description = "Another program instead of a stage, also twice: {port}, {data}, {cluster}.")
    private List<String> commands = new ArrayList<>();

    @Option(names = "--lives", paramLabel = "N", description = "How often all are started anew; overrides --scale.")
    private Integer lives;

    @Option(names = "--same", paramLabel = "P%", description = "Sides that differ by less are the same (default: 5%%).")
    private String same;

    @Option(names = "--until", paramLabel = "P%", description = "Add lives until each interval is at most +-P%%.")
    private String until;

    @Option(
            names = "--within",
            paramLabel = "TIME",
            description = "With --until: no added life ends later (default: 30m).")
    private String within;

    @Mixin
    private RateOption rate;

    @Mixin
    private LoadOptions load;

    @Mixin
    private ProfileOptions profile;

    @Override
    public Integer call() throws Exception {
        int asked = rate.rate() == null ? USUAL_RATE : rate.rate();
        if (rate.isHighest()) {
            load.requireClosedLoop();
        }
        int sides = stages.size() + commands.size();
        if (vary == null ? sides < 2 : sides != 1) {
            throw UsageException.of(
                    "name two or more to compare, or one and --vary; each is a stage, a folder or a --command");
        }
        if (!commands.isEmpty() && !load.settings().isEmpty()) {
            throw UsageException.of(
                    "--set is for stages; put it into --command, or behind the stage's name and a colon");
        }
        Path scratch = Scratch.folder(home(), "compare", KEPT);
        try (Place place = load.place()) {
            int times = lives == null ? load.scale().lives() : lives;
            ComparePlan plan = new ComparePlan(variants(asked, place), times, profile.plan(), same(), until());
            plan.validate();
            return compare(plan, place, load.json(), scratch);
        } finally {
            Folders.remove(scratch);
        }
    }

    private double same() throws UsageException {
        return same == null ? ComparePlan.USUAL_SAME : part("--same", same);
    }

    private ComparePlan.Until until() throws UsageException {
        if (until == null && within != null) {
            throw UsageException.of("--within goes with --until");
        }
        long longest =
                Times.most("--within", within == null ? USUALLY_WITHIN : within).toSeconds();
        return until == null ? null : new ComparePlan.Until(part("--until", until), longest);
    }

    private static double part(String option, String percentage) throws UsageException {
        try {
            return Double.parseDouble(percentage.replaceFirst(" ?%$", "")) / 100;
        } catch (NumberFormatException e) {
            throw UsageException.of(option + " " + percentage + ": expected a percentage, such as 3%");
        }
    }

    /** What is compared, as the comparison calls it. */
    private record Named(String name, LoadOptions.Cluster cluster) {}

    private List<ComparePlan.Variant> variants(int asked, Place place) throws Exception {
        Cores cores = load.cores(place, err());
        List<ComparePlan.Variant> variants = new ArrayList<>();
        for (Named each : vary == null ? sides(place) : values(place)) {
            variants.add(
                    new ComparePlan.Variant(each.name, load.inWindows(load.plan(each.cluster, asked, place, cores))));
        }
        return variants;
    }

    private List<Named> sides(Place place) throws Exception {
        List<Named> sides = new ArrayList<>();
        for (String stage : stages) {
            sides.add(side(SideArgument.of(stage), place));
        }
        for (String command : commands) {
            CommandProgram program = CommandProgram.of(command);
            // As many nodes as the side before it has, on links that are as slow.
            LoadOptions.Cluster cluster = sides.isEmpty()
                    ? load.cluster(program)
                    : load.cluster(program, sides.get(0).cluster.nodes());
            sides.add(new Named(program.name(), cluster));
        }
        return sides;
    }

    private Named side(SideArgument side, Place place) throws Exception {
        if (side.choosesJdk()) {
            requireJdksOfThisMachine("jdk=", place);
        }
        StageProgram program = program(side.stage());
        return new Named(side.name(program.name()), side.with(load.cluster(program), home()));
    }

    private List<Named> values(Place place) throws Exception {
        VaryOption option = VaryOption.of(vary);
        option.requireFree(load.settings());
        if (option.name().equals("jdk")) {
            requireJdksOfThisMachine("--vary jdk", place);
        }
        List<LoadOptions.Cluster> clusters = option.clusters(varied(option, place), home());
        List<Named> values = new ArrayList<>();
        for (int i = 0; i < clusters.size(); i++) {
            values.add(new Named(option.name() + "=" + option.values().get(i), clusters.get(i)));
        }
        return values;
    }

    private static void requireJdksOfThisMachine(String asked, Place place) throws UsageException {
        if (place.target() != null) {
            throw UsageException.of(asked + " and --target: a box has the Java that it has; give one of the two");
        }
    }

    /** The one of which they are values. */
    private LoadOptions.Cluster varied(VaryOption option, Place place) throws Exception {
        if (commands.isEmpty()) {
            SideArgument side = SideArgument.of(stages.get(0));
            option.requireFree(side.settings());
            return side(side, place).cluster;
        }
        CommandProgram program = CommandProgram.of(commands.get(0));
        option.requireOfAnyProgram();
        // Where nodes are varied each value says how many, and --nodes need not.
        return option.name().equals("nodes") ? load.cluster(program, 1) : load.cluster(program);
    }
}
