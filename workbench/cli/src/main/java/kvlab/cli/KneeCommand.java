package kvlab.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kvlab.bench.experiment.Bench;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.knee.KneePlan;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.Place;
import kvlab.bench.machine.Diagnosis;
import kvlab.bench.machine.LoadGenerator;
import kvlab.cluster.Folders;
import kvlab.cluster.Printable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "knee",
        header = "Find the highest rate that a stage holds.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab knee 4-async-client --op get --slo 50ms",
            "",
            "Held: 99 %% of the requests answered, without an error, and p99 within --slo.",
            "-d and --scale tell how long the answer is confirmed. docs/compare.md tells",
            "more. Exit code 1: no rate was held. 2: none that was held was confirmed."
        })
final class KneeCommand extends LabCommand {

    private static final int USUAL_START = 500;

    /** What means nothing to ./lab bench, or something else. */
    private static final List<String> OWN_OPTIONS = List.of("--slo", "--from", "--json");

    @Parameters(
            paramLabel = "STAGE|DIR",
            arity = "0..1",
            description = "A stage of the kit, or the folder of your own, built.")
    private String stage;

    @Option(names = "--command", paramLabel = "T", description = "Another program: {port}, {data}, {cluster}.")
    private String command;

    @Option(names = "--slo", paramLabel = "TIME", description = "What p99 may be (default: ${DEFAULT-VALUE}).")
    private String slo = "50ms";

    @Option(
            names = "--from",
            paramLabel = "R",
            description = "Where the search begins (default: half of what 64 connections get that ask without pause).")
    private Integer from;

    @Mixin
    private LoadOptions load;

    @Override
    public Integer call() throws Exception {
        LoadOptions.Cluster cluster = load.cluster(program(stage, command, load.settings()));
        double sloMillis = Times.slo(slo);
        Path scratch = Scratch.folder(home(), "knee", KEPT);
        try (Place place = load.place()) {
            int start = from == null ? USUAL_START : from;
            BenchPlan plan = load.plan(cluster, start, place, load.cores(place, err()));
            KneePlan knee = new KneePlan(plan, from != null, sloMillis, next());
            knee.validate();
            Diagnosis machine = LoadOptions.machine(home(), place, scratch);
            LoadGenerator generator = LoadOptions.generator(home(), place, machine);
            Bench bench = new Bench(home(), generator, machine, text -> err().println("lab: " + text));
            RunFolder folder = bench.knee(knee, scratch);
            tell(folder, load.json());
            return exitCode(folder.read());
        } finally {
            Folders.remove(scratch);
        }
    }

    private static int exitCode(Run knee) {
        if (!knee.failed()) {
            return Lab.DONE;
        }
        return knee.search().anyHeld() ? Lab.UNDECIDED : Lab.NO;
    }

    /** The same words to ./lab bench, with a rate. */
    private String next() {
        List<String> words = new ArrayList<>(List.of("./lab", "bench"));
        List<String> all = commandLine().getParseResult().originalArgs();
        List<String> given = all.subList(1 + all.indexOf(commandLine().getCommandName()), all.size());
        for (int i = 0; i < given.size(); i++) {
            if (OWN_OPTIONS.contains(given.get(i))) {
                i++;
            } else {
                words.add(Printable.word(given.get(i)));
            }
        }
        return String.join(" ", words) + " --rate {rate}";
    }
}
