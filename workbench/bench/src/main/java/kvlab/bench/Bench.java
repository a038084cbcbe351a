package kvlab.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import kvlab.bench.machine.Diagnosis;
import kvlab.bench.machine.LoadGenerator;
import kvlab.bench.profile.Profile;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.UsageException;

/**
 * How long do requests take at a given rate? A server has latencies only at a rate that it can hold: asked for more, it
 * has a queue that grows, and any figure then tells how long the measurement went on.
 *
 * <p>So the order is always this. The keys are written, where reads need them. The load goes on until the nodes' JIT
 * compilers have come to rest. Then it is measured, and what is known to spoil a figure is looked for in what came out. A
 * profile comes last, by a load of its own.
 */
public final class Bench {

    private static final String INTERRUPTED = "it was interrupted";

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
        private final ProfilePlan profilePlan;
        private final RunFolder folder;
        private final Instant begun = Instant.now();
        private WarmUp.Reached warmUp;
        private Run.Figures figures;
        private TimeLine timeLine;
        private Profile profile;
        private String problem = INTERRUPTED;

        Notes(BenchPlan plan, ProfilePlan profilePlan, RunFolder folder) {
            this.plan = plan;
            this.profilePlan = profilePlan;
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
        return run(plan, null, scratch);
    }

    /**
     * The same, and then, under a second load, a profile. When that fails, the run is a good one nevertheless: its profile
     * tells the problem.
     *
     * @param profilePlan null when there is to be none
     */
    public RunFolder run(BenchPlan plan, ProfilePlan profilePlan, Path scratch)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        plan.validate();
        String commit = GitCommit.of(home);
        RunFolder folder = RunFolder.create(
                home, Instant.now(), plan.program().name() + "-" + plan.op().label());
        Notes notes = new Notes(plan, profilePlan, folder);
        KeptOnce kept = new KeptOnce(
                "run",
                () -> folder.write(RunFolder.Kind.RUN, record(notes, commit).json()));
        try {
            measure(plan, folder, scratch, notes);
            return folder;
        } catch (NodeFailure | IOException e) {
            GoingDown.awaitEndIfNear();
            notes.problem = e.getMessage();
            throw e;
        } finally {
            kept.keep();
        }
    }

    /** Starts the nodes and stops them again: a setting that there is not is told before an hour of measurements. */
    public void tryOut(BenchPlan plan, Path scratch)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        plan.validate();
        try {
            LoadedCluster.start(plan.settled(scratch), scratch.resolve("cluster"))
                    .close();
        } catch (NodeFailure | IOException e) {
            GoingDown.awaitEndIfNear();
            throw e;
        }
    }

    private Run record(Notes notes, String commit) throws IOException {
        boolean whole = notes.problem == null;
        Run.Options options = Run.Options.of(notes.plan);
        Run.WarmUp warmUp = Run.WarmUp.of(notes.warmUp);
        return new Run(
                Run.SCHEMA,
                notes.folder.id(),
                notes.begun.toString(),
                notes.problem,
                options,
                Run.Engine.of(generator),
                commit,
                machine.machineTable(),
                warmUp,
                whole ? notes.figures : null,
                whole ? Lint.of(Run.observed(options, warmUp, notes.figures)) : List.of(),
                notes.timeLine,
                notes.profile,
                notes.folder.hashes());
    }

    private void measure(BenchPlan plan, RunFolder folder, Path scratch, Notes notes)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        try (NodeLogs logs = new NodeLogs(folder.path());
                RateLoad load = RateLoad.start(plan, home, generator, scratch, logs)) {
            load.prepare(progress);
            notes.warmUp =
                    load.warmUp(progress, seconds -> load.load(plan, seconds).seen());
            progress.accept("measuring for " + plan.seconds() + " s");
            try (Watch watch = new Watch(
                            plan.place().nodes(),
                            load.cluster().pids(),
                            plan.place().load());
                    Countdown countdown = new Countdown("measuring", progress)) {
                countdown.start(plan.seconds());
                RateLoad.Measured measured = load.load(plan, plan.seconds(), folder.path(), "wrk2", watch::start);
                notes.timeLine = watch.stop();
                notes.figures = figures(measured.window(), notes.timeLine, measured.output(), plan.loadProcessors());
            }
            notes.problem = null;
            if (notes.profilePlan != null) {
                profile(notes, load, scratch);
            }
        }
    }

    /** By a load of its own: a profiler costs time, and that would be part of the latencies. */
    private void profile(Notes notes, RateLoad load, Path scratch) throws InterruptedException {
        notes.profile = Profile.failed(INTERRUPTED);
        BenchPlan plan = notes.plan;
        Path folder = notes.folder.path();
        Profiling profiling = new Profiling(notes.profilePlan, plan, notes.folder, progress);
        try {
            notes.profile = profiling.run(
                    load.cluster(),
                    scratch.resolve("profile"),
                    () -> load.warmUp(
                            progress, seconds -> load.load(plan, seconds).compiled()),
                    () -> {
                        try (Countdown countdown = new Countdown("profiling", progress)) {
                            countdown.start(plan.seconds());
                            return load.load(plan, plan.seconds(), folder, "wrk2-profiled", process -> {})
                                    .window();
                        }
                    });
        } catch (IOException e) {
            GoingDown.awaitEndIfNear();
            notes.profile = Profile.failed(e.getMessage());
        }
    }

    private static Run.Figures figures(Window window, TimeLine timeLine, String output, int cores) {
        WrkReport report = window.report();
        return new Run.Figures(
                report.requests(),
                report.requestsPerSecond(),
                report.bad(),
                report.lost(),
                Latency.parse(output),
                Verified.parse(output),
                known(window.cpuMicros()),
                known(window.compilerShare()),
                known(window.collectorShare()),
                known(timeLine.loadCores() / cores),
                known(timeLine.stolen()),
                known(timeLine.others()),
                known(timeLine.peakNodeMiB()));
    }

    private static Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
