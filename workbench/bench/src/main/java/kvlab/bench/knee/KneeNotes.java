package kvlab.bench.knee;

import com.google.gson.JsonElement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import kvlab.bench.kept.Knee;
import kvlab.bench.kept.Probe;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.kept.RunNotes;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.Load;
import kvlab.bench.load.LoadFiles;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.load.Options;
import kvlab.bench.load.WarmUp;
import kvlab.bench.watch.TimeLine;
import kvlab.bench.wrk2.Verified;

/** What is known of a knee before it is found. Like {@link RunNotes} it is read by another thread than the one that notes. */
final class KneeNotes {

    private static final double BELOW = 0.7;

    private final KneePlan plan;
    private final RunFolder folder;
    private final LoadFiles files;
    private final Instant begun = Instant.now();
    private final List<Probe> probes = new ArrayList<>();
    private int confirmedRate;
    private LoadWindow confirmed;
    private TimeLine timeLine;
    private Verified verified;
    private WarmUp.Reached warmUp;
    private Double closedLoop;
    private Integer rate;
    private String problem = RunNotes.INTERRUPTED;

    KneeNotes(KneePlan plan, RunFolder folder, LoadFiles files) {
        this.plan = plan;
        this.folder = folder;
        this.files = files;
    }

    KneePlan plan() {
        return plan;
    }

    RunFolder folder() {
        return folder;
    }

    LoadFiles files() {
        return files;
    }

    /** With all that it can do. */
    synchronized void reached(double goodPerSecond) {
        closedLoop = goodPerSecond;
    }

    /** Null when it was not warmed up. */
    synchronized Double closedLoop() {
        return closedLoop;
    }

    synchronized void warmedUp(WarmUp.Reached reached) {
        warmUp = reached;
    }

    synchronized void add(Probe probe) {
        probes.add(probe);
    }

    /** Keeps what a confirmation showed, in place of the one before. */
    synchronized void confirmed(int atRate, LoadWindow seen, TimeLine beside) {
        confirmedRate = atRate;
        confirmed = seen;
        timeLine = beside;
    }

    /** @param highest rate that is held; null when none is */
    synchronized void found(Integer highest) {
        rate = highest;
        problem = null;
    }

    /** All that the load generator printed. At its end, the script reports the wrong reads. */
    void printed(String output) {
        files.keepSoFar(output);
        setVerified(Verified.parse(output));
    }

    private synchronized void setVerified(Verified reads) {
        verified = reads;
    }

    /** What has been found by then is none the worse for it. */
    synchronized void failed(Throwable e) {
        if (problem != null) {
            problem = RunNotes.problem(e);
        }
    }

    synchronized Knee knee(Run.Engine engine, String commit, JsonElement machine) {
        Integer below = rate == null ? null : KneeSearch.round((int) Math.max(1, rate * BELOW));
        return new Knee(
                Knee.SCHEMA,
                folder.id(),
                begun.toString(),
                problem,
                Options.of(plan.measured()),
                plan.sloMillis(),
                engine,
                commit,
                machine,
                Run.WarmUp.of(warmUp),
                closedLoop,
                List.copyOf(probes),
                faults(),
                rate,
                below == null ? null : plan.next().replace("{rate}", below.toString()));
    }

    /** The faults of the last confirmation, with the wrong reads of the whole search. */
    private List<Lint.Fault> faults() {
        if (plan.smoke()) {
            List<Lint.Fault> faults = new ArrayList<>(Lint.of(verified));
            faults.add(new Lint.Fault("too-short", "A search at --scale smoke is too short for a figure."));
            return faults;
        }
        if (confirmed == null) {
            return Lint.of(verified);
        }
        Load asked = plan.measured().load().at(confirmedRate).inWindows(1, confirmed.seconds());
        BenchPlan longest = plan.measured().with(asked);
        List<LoadWindow> windows = List.of(confirmed);
        Run.Figures figures = Run.Figures.of(longest, windows, verified, timeLine);
        return Lint.of(Run.observed(Options.of(longest), Run.WarmUp.of(warmUp), figures, windows));
    }
}
