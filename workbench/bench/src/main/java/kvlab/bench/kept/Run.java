package kvlab.bench.kept;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import kvlab.bench.lint.Lint;
import kvlab.bench.lint.Observed;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.Load;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.load.Options;
import kvlab.bench.load.RateLoad;
import kvlab.bench.load.Scale;
import kvlab.bench.load.WarmUp;
import kvlab.bench.load.Window;
import kvlab.bench.machine.LoadGenerator;
import kvlab.bench.profile.Profile;
import kvlab.bench.watch.TimeLine;
import kvlab.bench.wrk2.Latency;
import kvlab.bench.wrk2.Verified;
import kvlab.bench.wrk2.WrkReport;

/**
 * A load at a constant rate, and what came of it: run.json. docs/runs.md describes each field. The rate was told, or searched
 * for: then it is a knee.
 *
 * @param problem why there are no figures; null when there are
 * @param options what was asked for
 * @param commit of the kit, with + when there were changes; null when it is not known
 * @param machine the doctor's table
 * @param warmUp null when there was none, or it failed
 * @param profile null when none was asked for
 * @param files what lies beside it, and the SHA-256 of each
 * @param windows of a run that was loaded and rested in turn; null when the load was one
 * @param search that found the rate; null when it was told
 */
public record Run(
        String schema,
        String id,
        String date,
        String problem,
        Options options,
        Engine engine,
        String commit,
        JsonElement machine,
        WarmUp warmUp,
        Figures figures,
        List<Lint.Fault> lint,
        TimeLine timeLine,
        Profile profile,
        Map<String, String> files,
        List<LoadWindow> windows,
        Search search)
        implements Kept {

    static final String SCHEMA = "kvlab.run/1";

    /** As all that is kept is written. */
    public static final Gson GSON = new GsonBuilder()
            .serializeNulls()
            .disableHtmlEscaping()
            .setPrettyPrinting()
            .create();

    /**
     * @param compilerShare in its last seconds; null where the system does not tell
     * @param engine what loaded, when it is not the run's own; null otherwise
     */
    public record WarmUp(int seconds, boolean settled, Double compilerShare, String engine) {

        public static WarmUp of(kvlab.bench.load.WarmUp.Reached reached) {
            return reached == null
                    ? null
                    : new WarmUp(
                            reached.seconds(),
                            reached.settled(),
                            reached.known() ? reached.compiling() : null,
                            reached.engine());
        }
    }

    /** What loaded; figures of two engines are not to be compared. */
    public record Engine(String name, String version) {

        public static Engine of(LoadGenerator generator) {
            return new Engine(generator.engine().label(), generator.version());
        }
    }

    /**
     * What was measured.
     *
     * @param latency null when nothing was answered after wrk2's calibration, at which it begins to count anew
     * @param verified null when the script does not check
     * @param nodeCpuMicros CPU time of all nodes for one request; null where the system does not tell, like those below
     * @param loadShare the part of the CPUs that it could use that the load generator kept busy
     * @param others the part of the machine's CPU time that programs took which are neither nodes nor load nor the kit; null
     *     in runs of older kits, too
     */
    public record Figures(
            long requests,
            double requestsPerSecond,
            long bad,
            long lost,
            Latency latency,
            Verified verified,
            Double nodeCpuMicros,
            Double compilerShare,
            Double collectorShare,
            Double loadShare,
            Double stolen,
            Double others,
            Double peakNodeMiB) {

        /** @param plan of what was measured */
        public static Figures of(BenchPlan plan, RateLoad.Measured measured, TimeLine timeLine) {
            Window window = measured.window();
            WrkReport report = window.report();
            return new Figures(
                    report.requests(),
                    report.requestsPerSecond(),
                    report.bad(),
                    report.lost(),
                    measured.output().latency(),
                    measured.output().verified(),
                    known(window.cpuMicros()),
                    known(window.compilerShare()),
                    known(window.collectorShare()),
                    known(timeLine.loadCores() / plan.loadProcessors()),
                    known(timeLine.stolen()),
                    known(timeLine.others()),
                    known(timeLine.peakNodeMiB()));
        }

        /** @param verified what the script has checked; null when it does not check */
        public static Figures of(BenchPlan plan, List<LoadWindow> windows, Verified verified, TimeLine timeLine) {
            Window window = LoadWindow.together(windows);
            WrkReport report = window.report();
            double loadCores = LoadWindow.sum(windows, LoadWindow::loadCpuSeconds)
                    / windows.stream().mapToInt(LoadWindow::seconds).sum();
            return new Figures(
                    report.requests(),
                    report.requestsPerSecond(),
                    report.bad(),
                    report.lost(),
                    Latency.of(LoadWindow.sum(windows)),
                    verified,
                    known(window.cpuMicros()),
                    known(window.compilerShare()),
                    known(window.collectorShare()),
                    known(loadCores / plan.loadProcessors()),
                    known(timeLine.stolen()),
                    known(timeLine.others()),
                    known(timeLine.peakNodeMiB()));
        }

        /** The same with what the script has checked. */
        Figures with(Verified reads) {
            return new Figures(
                    requests,
                    requestsPerSecond,
                    bad,
                    lost,
                    latency,
                    reads,
                    nodeCpuMicros,
                    compilerShare,
                    collectorShare,
                    loadShare,
                    stolen,
                    others,
                    peakNodeMiB);
        }

        private static Double known(double value) {
            return Double.isNaN(value) ? null : value;
        }
    }

    @Override
    public String missing() {
        String option = Options.missing(options);
        if (option != null) {
            return option;
        }
        if (problem == null && figures == null) {
            return "figures";
        }
        if (windows != null
                && (windows.isEmpty() || windows.stream().anyMatch(window -> window == null || !window.isWhole()))) {
            return "windows";
        }
        if (search != null && (search.probes() == null || search.probes().contains(null))) {
            return "search.probes";
        }
        if (search != null && search.rate() == null && problem == null) {
            return "search.rate";
        }
        if (engine == null) {
            return "engine";
        }
        return lint == null ? "lint" : files == null ? "files" : null;
    }

    /** What is wrong with it, looked for once more. */
    public List<Lint.Fault> faults() {
        return faults(options, warmUp, figures, windows, search);
    }

    static List<Lint.Fault> faults(
            Options options, WarmUp warmUp, Figures figures, List<LoadWindow> windows, Search search) {
        List<Lint.Fault> faults = new ArrayList<>(Lint.of(observed(options, warmUp, figures, windows)));
        if (search != null && Scale.isSmoke(options.load().seconds())) {
            faults.add(new Lint.Fault("too-short", "A search at --scale smoke is too short for a figure."));
        }
        return List.copyOf(faults);
    }

    /** What lint looks at. */
    public Observed observed() {
        return observed(options, warmUp, figures, windows);
    }

    public static Observed observed(Options options, WarmUp warmUp, Figures figures, List<LoadWindow> windows) {
        Load load = options.load();
        return new Observed(
                windows == null ? load.schedule() : load.schedule().due(LoadWindow.duePerSecond(windows)),
                windows == null ? figures.requestsPerSecond : LoadWindow.sustainedPerSecond(windows),
                figures.requests,
                figures.bad,
                figures.lost,
                figures.latency == null ? null : figures.latency.millis(50),
                warmUp == null ? Boolean.FALSE : warmUp.compilerShare == null ? null : warmUp.settled,
                figures.compilerShare,
                figures.collectorShare,
                figures.loadShare,
                options.cpus(),
                figures.stolen,
                figures.others,
                figures.verified,
                options.load().isClosedLoop());
    }

    /** What is not the same but should be, if the two are laid beside each other: in half a sentence. */
    public Optional<String> difference(Run other) {
        return Conditions.of(this).difference(Conditions.of(other));
    }

    /** The part of the requests that were due that was answered, 0 to 1. Only of a run with figures at a constant rate. */
    public double held() {
        Observed observed = observed();
        return observed.schedule().held(observed.reached());
    }

    /** As 1000 /s, 99.9 % of what was due. Only of a run with figures. */
    public String answered() {
        return options.load().isClosedLoop()
                ? Figure.RATE.text(Figure.RATE.of(this))
                : String.format(
                        Locale.ROOT, "%.0f /s, %.1f %% of what was due", figures.requestsPerSecond, 100 * held());
    }

    /** Why no latency is shown. */
    public String noLatency() {
        return options.load().isClosedLoop()
                ? "not shown: each connection always waits, so it follows from the rate"
                : "none: nothing was answered after wrk2's calibration";
    }

    /** The processor that a machine table tells of; "unknown" when it tells of none. */
    public static String processor(JsonElement machine) {
        return Conditions.machine(machine);
    }

    public String json() {
        return GSON.toJson(this) + "\n";
    }

    public boolean failed() {
        return problem != null;
    }
}
