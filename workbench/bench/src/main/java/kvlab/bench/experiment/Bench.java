package kvlab.bench.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import kvlab.bench.kept.GitCommit;
import kvlab.bench.kept.KeptOnce;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.kept.RunNotes;
import kvlab.bench.knee.KneePlan;
import kvlab.bench.knee.KneeProbes;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.GoingDown;
import kvlab.bench.load.LoadFiles;
import kvlab.bench.load.LoadedCluster;
import kvlab.bench.load.NodeLogs;
import kvlab.bench.load.RateLoad;
import kvlab.bench.machine.Diagnosis;
import kvlab.bench.machine.LoadGenerator;
import kvlab.bench.profile.Profile;
import kvlab.bench.text.Countdown;
import kvlab.bench.watch.Watch;
import kvlab.cluster.Cluster;
import kvlab.cluster.ClusterSpec;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.Reason;
import kvlab.cluster.StageProgram;
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

    private final Path home;
    private final LoadGenerator generator;
    private final Diagnosis machine;
    private final Listener listener;

    /** Receives the progress. */
    public interface Listener {

        void says(String line);

        /** The figures so far, once a second. */
        default void shows(String line) {}
    }

    /**
     * @param home of the kit: where its scripts are, and where runs are kept
     * @param machine on which it runs
     */
    public Bench(Path home, LoadGenerator generator, Diagnosis machine, Listener listener) {
        this.home = home;
        this.generator = generator;
        this.machine = machine;
        this.listener = listener;
    }

    /**
     * Keeps what came of it whatever happens: a run that fails is kept too, with the reason and no figures. A profile is taken
     * after it, under a second load. When that fails, the run is a good one nevertheless: its profile tells the problem.
     *
     * @param profilePlan null when there is to be none
     * @param scratch a folder for everything that is needed only while it runs
     */
    public RunFolder run(BenchPlan plan, ProfilePlan profilePlan, Path scratch)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        plan.validate();
        TimeLeft left = new TimeLeft(List.of(plan), profilePlan != null);
        listener.says(String.format(
                Locale.ROOT,
                "%s, %s at %d requests/s: %s",
                plan.program().name(),
                plan.load().op().label(),
                plan.load().rate(),
                Countdown.left(left.seconds(1))));
        return kept(plan, plan.name(), notes -> measure(notes, profilePlan, scratch));
    }

    /** Looks for the highest rate that a cluster holds. What came of it is kept in the same way. */
    public RunFolder knee(KneePlan plan, Path scratch)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        plan.validate();
        BenchPlan measured = plan.measured();
        return kept(measured, "knee-" + measured.name(), notes -> {
            notes.searched(plan.search(null, List.of(), null));
            try (NodeLogs logs = new NodeLogs(notes.folder().path());
                    RateLoad load = RateLoad.start(measured, home, generator, scratch, logs)) {
                load.prepare(listener::says);
                new KneeProbes(plan, notes, load, listener::says).find();
            }
        });
    }

    /** Notes what it measures. */
    private interface Measurement {
        void measure(RunNotes notes) throws UsageException, NodeFailure, IOException, InterruptedException;
    }

    private RunFolder kept(BenchPlan plan, String name, Measurement measurement)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        String commit = GitCommit.of(home);
        RunFolder folder = RunFolder.create(home, Instant.now(), name);
        RunNotes notes = new RunNotes(plan, folder, LoadFiles.of(folder.path(), plan, generator));
        KeptOnce kept = new KeptOnce("run", () -> keep(notes, commit));
        try {
            measurement.measure(notes);
            return folder;
        } catch (Exception | Error e) {
            GoingDown.awaitEndIfNear();
            notes.failed(e);
            throw e;
        } finally {
            kept.keep();
        }
    }

    /**
     * Starts nodes and stops them again: a setting that there is not is told before an hour of measurements. Of a stage one is
     * enough, since none waits for another; what any other program does nobody knows.
     */
    public void tryOut(BenchPlan plan, Path scratch)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        plan.validate();
        try {
            ClusterSpec spec = plan.settled(scratch);
            if (plan.program() instanceof StageProgram) {
                Cluster.requireFreePorts(spec);
                spec = spec.firstNode();
            }
            try (NodeLogs logs = new NodeLogs(scratch)) {
                LoadedCluster.start(spec, scratch.resolve("cluster"), logs).close();
            }
        } catch (NodeFailure | IOException e) {
            GoingDown.awaitEndIfNear();
            throw e;
        }
    }

    /**
     * One life of all sides of a comparison: each is started, and they are measured in turn. Each side's is a run that is kept,
     * whatever happens.
     *
     * @param number of the life, from 0 on
     * @param profilePlan null when there is to be no profile
     * @param rounds receives the runs so far after each round of windows of all sides
     */
    List<Run> live(List<BenchPlan> plans, int number, ProfilePlan profilePlan, Path scratch, Consumer<List<Run>> rounds)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        List<List<BenchPlan>> groups =
                Life.groups(plans, Life.availableMiB(plans.get(0).place()));
        if (groups.size() > 1) {
            listener.says("there is not enough memory for all nodes at once: each side is measured by itself");
        }
        List<Run> runs = new ArrayList<>();
        for (List<BenchPlan> group : groups) {
            Consumer<List<Run>> ofGroup = group.equals(plans) ? rounds : soFar -> {};
            for (RunFolder folder : liveTogether(group, number, profilePlan, scratch, ofGroup)) {
                runs.add(folder.read());
            }
        }
        return runs;
    }

    private List<RunFolder> liveTogether(
            List<BenchPlan> plans, int number, ProfilePlan profilePlan, Path scratch, Consumer<List<Run>> rounds)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        Life life = new Life(this, number, listener::says);
        try {
            life.start(plans, home, generator, scratch);
            life.measure(rounds);
            if (profilePlan != null) {
                life.profile(profilePlan);
            }
        } catch (Exception | Error e) {
            GoingDown.awaitEndIfNear();
            life.failed(e);
            throw e;
        } finally {
            life.close();
        }
        return life.folders();
    }

    void keep(RunNotes notes, String commit) throws IOException {
        Optional<IOException> lack = notes.files().close();
        RunFolder folder = notes.folder();
        Run run = run(notes, commit, folder.hashes());
        folder.write(RunFolder.Kind.RUN, run.json());
        if (lack.isPresent() && !run.failed()) {
            throw new IOException(
                    Reason.of(lack.get()) + "; run " + folder.id() + " is kept without that file", lack.get());
        }
    }

    /** @param hashes of the folder's files */
    Run run(RunNotes notes, String commit, Map<String, String> hashes) {
        return notes.run(Run.Engine.of(generator), commit, machine.machineTable(), hashes);
    }

    private void measure(RunNotes notes, ProfilePlan profilePlan, Path scratch)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        BenchPlan plan = notes.plan();
        try (NodeLogs logs = new NodeLogs(notes.folder().path());
                RateLoad load = RateLoad.start(plan, home, generator, scratch, logs)) {
            load.prepare(listener::says);
            notes.warmedUp(load.warmUp(
                    plan.load().warmUpSeconds(),
                    listener::says,
                    seconds -> load.load(plan.load(), seconds).seen()));
            listener.says("measuring for " + plan.load().seconds() + " s");
            try (Watch watch = load.watch();
                    Countdown countdown = new Countdown("measuring", listener::says)) {
                notes.watchedBy(watch);
                countdown.start(plan.load().seconds());
                RateLoad.Measured measured =
                        load.load(plan.load(), notes.files(), "wrk2", watch::start, listener::shows);
                notes.measured(Run.Figures.of(plan, measured, watch.stop()));
            }
            if (profilePlan != null) {
                profile(notes, plan, profilePlan, load, scratch);
            }
        }
    }

    /** By a load of its own: a profiler costs time, and that would be part of the latencies. */
    void profile(RunNotes notes, BenchPlan plan, ProfilePlan profilePlan, RateLoad load, Path scratch)
            throws InterruptedException {
        notes.profiled(Profile.failed(RunNotes.INTERRUPTED));
        Profiling profiling = new Profiling(profilePlan, plan, notes.folder(), listener::says);
        try {
            notes.profiled(profiling.run(
                    load.cluster(),
                    scratch.resolve("profile"),
                    () -> load.warmUp(
                            plan.load().warmUpAgainSeconds(),
                            listener::says,
                            seconds -> load.load(plan.load(), seconds).compiled()),
                    () -> {
                        try (Countdown countdown = new Countdown("profiling", listener::says)) {
                            countdown.start(plan.load().seconds());
                            return load.load(
                                            plan.load(), notes.files(), "wrk2-profiled", process -> {}, listener::shows)
                                    .window();
                        }
                    }));
        } catch (IOException | RuntimeException e) {
            GoingDown.awaitEndIfNear();
            notes.profiled(Profile.failed(Reason.of(e)));
        }
    }
}
