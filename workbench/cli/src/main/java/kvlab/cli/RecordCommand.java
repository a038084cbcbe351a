package kvlab.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import kvlab.bench.experiment.Bench;
import kvlab.bench.experiment.Compare;
import kvlab.bench.experiment.ComparePlan;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.knee.KneePlan;
import kvlab.bench.load.Cores;
import kvlab.bench.load.Place;
import kvlab.bench.load.Scale;
import kvlab.bench.machine.Diagnosis;
import kvlab.bench.machine.Doctor;
import kvlab.bench.machine.LoadGenerator;
import kvlab.bench.page.FolderText;
import kvlab.bench.reference.Recorder;
import kvlab.bench.reference.Reference;
import kvlab.bench.reference.ReferenceLabs;
import kvlab.cluster.Folders;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "record",
        header = "Measure what the labs ask, for the runs that come with the kit.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab record 3-replication",
            "  ./lab record --list",
            "",
            "It writes to profiles/reference what is missing there. That can take hours;",
            "--list prints how long. Ctrl-C loses only the measurement that is running, and",
            "the same command goes on from there. Nothing else should run meanwhile.",
            "docs/reference.md tells more. Exit code 70: something could not be measured."
        })
final class RecordCommand extends LabCommand {

    private static final int KEYS = 100_000;

    @Parameters(paramLabel = "LAB", arity = "0..*", description = "As 3-replication (default: all).")
    private List<String> labs = new ArrayList<>();

    @Option(
            names = "--scale",
            paramLabel = "S",
            description = "smoke (2s), quick (20s), standard (60s) or full (7m) (default: ${DEFAULT-VALUE}).")
    private String scale = "quick";

    @Option(names = "--lives", paramLabel = "N", description = "How often all are started anew; overrides --scale.")
    private Integer lives;

    @Option(
            names = "--port",
            paramLabel = "P",
            description = "The first node's; the others get the next ones (default: ${DEFAULT-VALUE}).")
    private int port = 8090;

    @Option(names = "--anew", description = "Also what is there, but was recorded with another plan, as another scale.")
    private boolean anew;

    @Option(names = "--list", description = "Only tell what there is to measure, and what of it is recorded.")
    private boolean list;

    @Override
    public Integer call() throws Exception {
        Cores cores = LoadOptions.cores(null, Place.of(null, null), err());
        Scale length = Scale.of(scale);
        LoadGenerator generator = LoadGenerator.find(home());
        Recorder.Setup setup =
                new Recorder.Setup(length, lives == null ? length.lives() : lives, port, KEYS, cores, generator);
        Recorder recorder = new Recorder(home(), setup, ReferenceLabs.of(labs));
        if (list) {
            out().print(recorder.list());
            out().flush();
            return Lab.DONE;
        }
        Path scratch =
                Scratch.folder(home(), "record", "what is recorded is kept, and the same command goes on from there");
        try {
            return record(recorder, scratch);
        } finally {
            Folders.remove(scratch);
        }
    }

    private int record(Recorder recorder, Path scratch) throws Exception {
        Recorder.Recorded recorded = recorder.record(
                new Measuring(scratch, text -> err().println("lab:   " + text)),
                anew,
                scratch,
                text -> err().println("lab: " + text));
        for (RunFolder folder : recorded.kept()) {
            out().print(FolderText.line(folder));
        }
        out().flush();
        List<String> faults = new Reference(home()).faults();
        faults.forEach(fault -> err().println("lab: " + fault));
        if (!recorded.failures().isEmpty()) {
            throw new IOException(recorded.failures().size()
                    + " measurements failed and are missing; the same command tries them again");
        }
        return faults.isEmpty() ? Lab.DONE : Lab.NO;
    }

    /** As ./lab compare and ./lab knee do. */
    private final class Measuring implements Recorder.Bench {

        private final Diagnosis machine = Doctor.examine(home());
        private final LoadGenerator generator = LoadOptions.found(machine.loadGenerator());
        private final Path scratch;
        private final Consumer<String> progress;

        Measuring(Path scratch, Consumer<String> progress) throws IOException {
            this.scratch = scratch;
            this.progress = progress;
        }

        @Override
        public RunFolder compare(ComparePlan plan)
                throws UsageException, NodeFailure, IOException, InterruptedException {
            Bench bench = bench(text -> progress.accept("  " + text));
            return new Compare(home(), Compare.with(bench, scratch), generator, machine, progress::accept).run(plan);
        }

        private Bench bench(Bench.Listener listener) {
            return new Bench(home(), generator, machine, listener);
        }

        @Override
        public RunFolder knee(KneePlan plan) throws UsageException, NodeFailure, IOException, InterruptedException {
            return bench(progress::accept).knee(plan, scratch);
        }
    }
}
