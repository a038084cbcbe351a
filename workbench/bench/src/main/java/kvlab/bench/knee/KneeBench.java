package kvlab.bench.knee;

import com.google.gson.JsonElement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import kvlab.bench.kept.GitCommit;
import kvlab.bench.kept.KeptOnce;
import kvlab.bench.kept.Knee;
import kvlab.bench.kept.Probe;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.GoingDown;
import kvlab.bench.load.Load;
import kvlab.bench.load.LoadFiles;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.load.NodeLogs;
import kvlab.bench.load.RateLoad;
import kvlab.bench.load.WarmUp;
import kvlab.bench.load.WindowedLoad;
import kvlab.bench.machine.Diagnosis;
import kvlab.bench.machine.LoadGenerator;
import kvlab.bench.text.Countdown;
import kvlab.bench.watch.Watch;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.Reason;
import kvlab.cluster.UsageException;

/**
 * The highest rate that a cluster holds. One cluster runs all the while and is warm, and so is the kit's own load generator:
 * new ones for each probe would take minutes to compile the same code. A probe must not inherit the queue of the one before.
 * If a rate was too high, the next probe waits until the nodes have nothing more to do.
 */
public final class KneeBench {

    private final Path home;
    private final LoadGenerator generator;
    private final JsonElement machine;
    private final Consumer<String> progress;

    /**
     * @param home of the kit: where its scripts are, and where knees are kept
     * @param machine on which it runs
     */
    public KneeBench(Path home, LoadGenerator generator, Diagnosis machine, Consumer<String> progress) {
        this.home = home;
        this.generator = generator;
        this.machine = machine.machineTable();
        this.progress = progress;
    }

    /**
     * Keeps what came of it whatever happens: one that fails is kept too, with the reason and the probes until then.
     *
     * @param scratch a folder for everything that is needed only while it runs
     */
    public RunFolder run(KneePlan plan, Path scratch)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        plan.validate();
        String commit = GitCommit.of(home);
        BenchPlan measured = plan.measured();
        RunFolder folder = RunFolder.create(home, Instant.now(), "knee-" + measured.name());
        KneeNotes notes = new KneeNotes(plan, folder, LoadFiles.of(folder.path(), measured, generator));
        KeptOnce kept = new KeptOnce("knee", () -> keep(notes, commit));
        try {
            search(notes, scratch);
            return folder;
        } catch (Exception | Error e) {
            GoingDown.awaitEndIfNear();
            notes.failed(e);
            throw e;
        } finally {
            kept.keep();
        }
    }

    private void keep(KneeNotes notes, String commit) throws IOException {
        Optional<IOException> lack = notes.files().close();
        Knee knee = notes.knee(Run.Engine.of(generator), commit, machine);
        notes.folder().write(RunFolder.Kind.KNEE, knee.json());
        if (lack.isPresent() && !knee.failed()) {
            throw new IOException(
                    Reason.of(lack.get()) + "; knee " + knee.id() + " is kept without that file", lack.get());
        }
    }

    private void search(KneeNotes notes, Path scratch)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        KneePlan plan = notes.plan();
        try (NodeLogs logs = new NodeLogs(notes.folder().path());
                RateLoad load = RateLoad.start(plan.measured(), home, generator, scratch, logs)) {
            load.prepare(progress);
            WindowedLoad windows = load.windows();
            Integer found;
            try {
                notes.warmedUp(
                        load.warmUp(plan.warmUpSeconds(), progress, seconds -> slice(notes, load, windows, seconds)));
                rest(notes, load);
                int first = first(notes);
                KneeSearch search = new KneeSearch(
                        (rate, confirmation, left) -> {
                            GoingDown.awaitEndIfBegun();
                            progress.accept(announcement(plan, rate, confirmation, windows.pid() == 0, left));
                            return probe(notes, load, windows, rate, confirmation);
                        },
                        plan.highest(first));
                found = search.find(first);
            } finally {
                windows.end();
                notes.printed(windows.printed());
            }
            notes.found(found);
        }
    }

    /** Asks for all that it can do. This compiles soonest the code that a high rate needs, and tells where to search. */
    private static WarmUp.Seen slice(KneeNotes notes, RateLoad load, WindowedLoad windows, int seconds)
            throws IOException, InterruptedException {
        if (windows.pid() == 0) {
            RateLoad.Measured measured =
                    load.load(notes.plan().measured().load().at(Load.CLOSED_LOOP), seconds);
            notes.reached(measured.window().report().goodPerSecond());
            return measured.compiled();
        }
        List<LoadWindow> seen = List.of(windows.load(Load.CLOSED_LOOP, seconds));
        notes.reached(LoadWindow.goodPerSecond(seen));
        return new WarmUp.Seen(LoadWindow.together(seen).compilerShare(), Double.NaN);
    }

    private static int first(KneeNotes notes) {
        Double reached = notes.closedLoop();
        boolean known = reached != null && reached >= 2;
        return notes.plan().from() || !known ? notes.plan().measured().load().rate() : (int) (reached / 2);
    }

    private static String announcement(KneePlan plan, int rate, boolean confirmation, boolean calibrates, int left) {
        int seconds = plan.seconds(rate, confirmation, calibrates);
        int confirming = confirmation ? 0 : plan.seconds(rate, true, calibrates);
        // Of the probes that follow about every other one is too high, and takes place twice.
        double rest = seconds + 1.5 * left * plan.seconds(rate, false, calibrates) + confirming;
        return (confirmation ? "confirming " : "trying ") + rate + " requests/s for " + seconds + " s; "
                + Countdown.left(rest);
    }

    private boolean probe(KneeNotes notes, RateLoad load, WindowedLoad windows, int rate, boolean confirmation)
            throws IOException, InterruptedException {
        int seconds = notes.plan().seconds(rate, confirmation, windows.pid() == 0);
        LoadWindow seen;
        try (Watch watch = load.watch();
                Countdown countdown = new Countdown("at " + rate + " requests/s", progress)) {
            countdown.start(seconds);
            watch.loadedBy(windows.pid());
            Watch.Look before = confirmation ? watch.mark() : null;
            seen = windows.load(rate, seconds);
            if (confirmation) {
                notes.confirmed(rate, seen, watch.since(before));
            }
        } finally {
            notes.files().keepSoFar(windows.printed());
        }
        Probe probe = notes.plan().probe(rate, confirmation, seen);
        notes.add(probe);
        progress.accept(probe.held() ? "held" : "not held: " + probe.reason());
        if (!probe.held()) {
            rest(notes, load);
        }
        return probe.held();
    }

    /** A queue that is left over would count against the next probe. A smoke probe is no figure. */
    private static void rest(KneeNotes notes, RateLoad load) throws InterruptedException {
        if (!notes.plan().smoke()) {
            load.cluster().awaitRest();
        }
    }
}
