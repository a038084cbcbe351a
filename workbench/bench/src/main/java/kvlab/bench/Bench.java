package kvlab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.bench.machine.Diagnosis;
import kvlab.bench.machine.LoadGenerator;
import kvlab.cluster.Link;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.UsageException;

/**
 * How long do requests take at a given rate? A server has latencies only at a rate that it can hold: asked for more, it
 * has a queue that grows, and any figure then tells how long the measurement went on.
 *
 * <p>So the order is always this. The keys are written, where reads need them. The load goes on until the nodes' JIT
 * compilers have come to rest. Then it is measured, and what is known to spoil a figure is looked for in what came out.
 */
public final class Bench {

    private static final Path PROC = Path.of("/proc");
    private static final Path SCRIPTS = Path.of("wrk_scripts");
    private static final int FIRST_FILL_SECONDS = 2;
    private static final int LAST_FILL_SECONDS = 128;

    /** What put.lua says when a key may be missing. */
    private static final Pattern NOT_FILLED = Pattern.compile("(?m)^keys: (.*)$");

    private final Path home;
    private final LoadGenerator generator;
    private final Diagnosis machine;
    private final Consumer<String> progress;

    /**
     * @param home of the kit: where its scripts are, and where runs are kept
     * @param machine on which it runs
     */
    public Bench(Path home, LoadGenerator generator, Diagnosis machine, Consumer<String> progress) {
        this.home = home;
        this.generator = generator;
        this.machine = machine;
        this.progress = progress;
    }

    /** What is known of a run before it is over. */
    private static final class Notes {

        private final BenchPlan plan;
        private final RunFolder folder;
        private final Instant begun = Instant.now();
        private boolean kept;
        private WarmUp.Reached warmUp;
        private Run.Figures figures;
        private TimeLine timeLine;
        private String problem = "it was interrupted";

        Notes(BenchPlan plan, RunFolder folder) {
            this.plan = plan;
            this.folder = folder;
        }
    }

    /**
     * Keeps what came of it whatever happens: a run that fails is kept too, with the reason and no figures.
     *
     * @param scratch a folder for everything that is needed only while it runs
     */
    public RunFolder run(BenchPlan plan, Path scratch)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        plan.validate();
        String commit = GitCommit.of(home);
        RunFolder folder = RunFolder.create(
                home, Instant.now(), plan.program().name() + "-" + plan.op().label());
        Notes notes = new Notes(plan, folder);
        Thread hook = new Thread(() -> keepAtTheEnd(notes, commit), "keep-run");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            measure(plan, folder, scratch, notes);
            notes.problem = null;
            return folder;
        } catch (NodeFailure | IOException e) {
            notes.problem = e.getMessage();
            throw e;
        } finally {
            keep(notes, commit);
            Wrk2.forget(hook);
        }
    }

    private void keepAtTheEnd(Notes notes, String commit) {
        try {
            keep(notes, commit);
        } catch (IOException e) {
            System.err.println("cannot keep the run: " + e.getMessage());
        }
    }

    private void keep(Notes notes, String commit) throws IOException {
        synchronized (notes) {
            if (!notes.kept) {
                notes.kept = true;
                notes.folder.write(record(notes, commit));
            }
        }
    }

    private Run record(Notes notes, String commit) throws IOException {
        boolean whole = notes.problem == null;
        return new Run(
                Run.SCHEMA,
                notes.folder.id(),
                notes.begun.toString(),
                notes.problem,
                Run.Options.of(notes.plan),
                new Run.Engine(generator.engine().name().toLowerCase(Locale.ROOT), generator.version()),
                commit,
                machine.machineTable(),
                Run.WarmUp.of(notes.warmUp),
                whole ? notes.figures : null,
                whole ? Lint.of(notes.figures.observed(notes.plan, notes.warmUp)) : List.of(),
                notes.timeLine,
                notes.folder.hashes());
    }

    private void measure(BenchPlan plan, RunFolder folder, Path scratch, Notes notes)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        Wrk2 wrk2 = new Wrk2(generator.path());
        try (NodeLogs logs = new NodeLogs(folder.path());
                LoadedCluster cluster = LoadedCluster.start(plan.cluster(scratch), scratch.resolve("cluster"), logs)) {
            if (plan.op().needsKeys()) {
                progress.accept("writing " + plan.keys() + " keys");
                fill(plan, wrk2, cluster.url());
            }
            for (Link link : cluster.links()) {
                link.delay(plan.linkDelay());
            }
            notes.warmUp = warmUp(plan, wrk2, cluster);
            progress.accept("measuring for " + plan.seconds() + " s");
            try (Watch watch = new Watch(PROC, cluster.pids())) {
                Text text = new Text();
                Window window = cluster.run(url -> {
                    String output = wrk2.run(arguments(plan, url, folder), watch::start);
                    Files.writeString(folder.path().resolve("wrk2.txt"), output);
                    return text.of(output);
                });
                notes.timeLine = watch.stop();
                notes.figures = figures(window, notes.timeLine, text.output);
            }
        }
    }

    private List<String> arguments(BenchPlan plan, String url, RunFolder folder) {
        List<String> arguments = new ArrayList<>();
        if (generator.engine() == LoadGenerator.Engine.DROP_IN) {
            arguments.addAll(
                    List.of("--json", folder.path().resolve("wrk2.json").toString()));
            arguments.addAll(
                    List.of("--hgrm", folder.path().resolve("wrk2.hgrm").toString()));
        }
        arguments.addAll(plan.load(home.resolve(SCRIPTS), url, plan.seconds()));
        return arguments;
    }

    /** Walks through the key space, for twice as long as the last time until nothing is left out. */
    private void fill(BenchPlan plan, Wrk2 wrk2, String url) throws IOException, InterruptedException {
        for (int seconds = FIRST_FILL_SECONDS; ; seconds *= 2) {
            String output = wrk2.run(plan.fill(home.resolve(SCRIPTS), url, seconds));
            WrkReport report = WrkReport.parse(output);
            Matcher left = NOT_FILLED.matcher(output);
            if (!left.find() && report.others() == 0) {
                return;
            }
            if (seconds >= LAST_FILL_SECONDS) {
                throw new IOException("the keys cannot be written: after " + seconds + " s wrk2 says: "
                        + (left.reset().find() ? left.group(1) : report.others() + " requests went wrong"));
            }
        }
    }

    private WarmUp.Reached warmUp(BenchPlan plan, Wrk2 wrk2, LoadedCluster cluster)
            throws IOException, InterruptedException {
        if (plan.warmUpSeconds() == 0) {
            return null;
        }
        progress.accept("warming up, at most " + plan.warmUpSeconds() + " s");
        WarmUp.Reached reached = WarmUp.atMost(plan.warmUpSeconds(), seconds -> slice(plan, wrk2, cluster, seconds));
        progress.accept(reached.sentence());
        return reached;
    }

    private WarmUp.Seen slice(BenchPlan plan, Wrk2 wrk2, LoadedCluster cluster, int seconds)
            throws IOException, InterruptedException {
        Text text = new Text();
        Window window = cluster.run(url -> text.of(wrk2.run(plan.load(home.resolve(SCRIPTS), url, seconds))));
        Latency latency = Latency.parse(text.output);
        return new WarmUp.Seen(window.compilerShare(), latency == null ? Double.NaN : latency.millis(50));
    }

    /** What wrk2 printed, for those who read more of it than the rate. */
    private static final class Text {

        private String output;

        private WrkReport of(String printed) throws IOException {
            output = printed;
            return WrkReport.parse(printed);
        }
    }

    private static Run.Figures figures(Window window, TimeLine timeLine, String output) {
        WrkReport report = window.report();
        int cores = Runtime.getRuntime().availableProcessors();
        return new Run.Figures(
                report.requests(),
                report.requestsPerSecond(),
                report.bad(),
                report.lost(),
                Latency.parse(output),
                Verified.parse(output),
                known(window.cpuMicros()),
                known(window.compilerShare()),
                known(timeLine.loadCores() / cores),
                known(timeLine.stolen()),
                known(timeLine.peakNodeMiB()));
    }

    private static Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
