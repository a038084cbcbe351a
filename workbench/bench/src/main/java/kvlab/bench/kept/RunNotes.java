package kvlab.bench.kept;

import com.google.gson.JsonElement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.LoadFiles;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.load.Options;
import kvlab.bench.load.WarmUp;
import kvlab.bench.profile.Profile;
import kvlab.bench.watch.Watch;
import kvlab.bench.wrk2.Verified;
import kvlab.cluster.Reason;

/**
 * What is known of a run before it is over. One thread measures and notes; another one may have to keep what there is by then,
 * since this JVM is going down.
 */
public final class RunNotes {

    public static final String INTERRUPTED = "it was interrupted";

    private final RunFolder folder;
    private final LoadFiles files;
    private final Instant begun = Instant.now();
    private BenchPlan plan;
    private WarmUp.Reached warmUp;
    private Watch watch;
    private Run.Figures figures;
    private List<LoadWindow> windows;
    private Profile profile;
    private Search search;
    private Verified verified;
    private boolean searchIsOver;
    private String problem = INTERRUPTED;

    public RunNotes(BenchPlan plan, RunFolder folder, LoadFiles files) {
        this.plan = plan;
        this.folder = folder;
        this.files = files;
    }

    public synchronized BenchPlan plan() {
        return plan;
    }

    public RunFolder folder() {
        return folder;
    }

    public LoadFiles files() {
        return files;
    }

    public synchronized void warmedUp(WarmUp.Reached reached) {
        warmUp = reached;
    }

    /** What it sees is part of the run, however far that comes. */
    public synchronized void watchedBy(Watch who) {
        watch = who;
    }

    public synchronized void measured(Run.Figures what) {
        figures = what;
        problem = null;
    }

    /** So far: whether it is over is said by {@link #measured}. */
    public synchronized void measuredInWindows(Run.Figures what, List<LoadWindow> soFar) {
        figures = what;
        windows = soFar;
    }

    /** Notes the search as far as it has come. {@link #found} or {@link #failed} ends it. */
    public synchronized void searched(Search soFar) {
        search = soFar;
    }

    /**
     * Notes a confirmation in place of the one before.
     *
     * @param at the load of it
     */
    public synchronized void confirmed(BenchPlan at, Run.Figures what, LoadWindow window) {
        plan = at;
        measuredInWindows(what, List.of(window));
    }

    /**
     * Ends the search, which may have found no rate.
     *
     * @param reads that the script checked; null when it does not check
     */
    public synchronized void found(Search result, Verified reads) {
        search = result;
        verified = reads;
        figures = figures == null ? null : figures.with(reads);
        problem = result.rate() == null ? result.noRate() : null;
        searchIsOver = true;
    }

    public synchronized void profiled(Profile what) {
        profile = what;
    }

    /** What has been measured by then is none the worse for it. */
    public synchronized void failed(Throwable e) {
        if (problem != null && !searchIsOver) {
            problem = problem(e);
        }
    }

    /** Of a measurement that something has ended. */
    public static String problem(Throwable e) {
        return e instanceof InterruptedException ? INTERRUPTED : Reason.of(e);
    }

    /** @param hashes of the folder's files */
    public synchronized Run run(Run.Engine engine, String commit, JsonElement machine, Map<String, String> hashes) {
        Options options = Options.of(plan);
        Run.WarmUp warm = Run.WarmUp.of(warmUp);
        return new Run(
                Run.SCHEMA,
                folder.id(),
                begun.toString(),
                problem,
                options,
                engine,
                commit,
                machine,
                warm,
                figures,
                figures == null ? Lint.of(verified) : Run.faults(options, warm, figures, windows, search),
                watch == null ? null : watch.timeLine(),
                profile,
                hashes,
                windows,
                search);
    }
}
