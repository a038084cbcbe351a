package kvlab.bench;

import com.google.gson.JsonElement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import kvlab.bench.profile.Profile;
import kvlab.cluster.Reason;

/**
 * What is known of a run before it is over. One thread measures and notes; another one may have to keep what there is by then,
 * since this JVM is going down.
 */
final class RunNotes {

    static final String INTERRUPTED = "it was interrupted";

    private final BenchPlan plan;
    private final RunFolder folder;
    private final LoadFiles files;
    private final Instant begun = Instant.now();
    private WarmUp.Reached warmUp;
    private Watch watch;
    private Run.Figures figures;
    private List<LoadWindow> windows;
    private Profile profile;
    private String problem = INTERRUPTED;

    RunNotes(BenchPlan plan, RunFolder folder, LoadFiles files) {
        this.plan = plan;
        this.folder = folder;
        this.files = files;
    }

    BenchPlan plan() {
        return plan;
    }

    RunFolder folder() {
        return folder;
    }

    LoadFiles files() {
        return files;
    }

    synchronized void warmedUp(WarmUp.Reached reached) {
        warmUp = reached;
    }

    /** What it sees is part of the run, however far that comes. */
    synchronized void watchedBy(Watch who) {
        watch = who;
    }

    synchronized void measured(Run.Figures what) {
        figures = what;
        problem = null;
    }

    /** So far: whether it is over is said by {@link #measured}. */
    synchronized void measuredInWindows(Run.Figures what, List<LoadWindow> soFar) {
        figures = what;
        windows = soFar;
    }

    synchronized void profiled(Profile what) {
        profile = what;
    }

    /** What has been measured by then is none the worse for it. */
    synchronized void failed(Throwable e) {
        if (problem != null) {
            problem = problem(e);
        }
    }

    /** Of a measurement that something has ended. */
    static String problem(Throwable e) {
        return e instanceof InterruptedException ? INTERRUPTED : Reason.of(e);
    }

    /** @param hashes of the folder's files */
    synchronized Run run(Run.Engine engine, String commit, JsonElement machine, Map<String, String> hashes) {
        Run.Options options = Run.Options.of(plan);
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
                figures == null ? List.of() : Lint.of(Run.observed(options, warm, figures, windows)),
                watch == null ? null : watch.timeLine(),
                profile,
                hashes,
                windows);
    }
}
