package kvlab.bench.knee;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import kvlab.bench.kept.Probe;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunNotes;
import kvlab.bench.kept.Search;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.GoingDown;
import kvlab.bench.load.Load;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.load.RateLoad;
import kvlab.bench.load.WarmUp;
import kvlab.bench.load.WindowedLoad;
import kvlab.bench.text.Countdown;
import kvlab.bench.text.Sheet;
import kvlab.bench.watch.Watch;
import kvlab.bench.wrk2.Verified;

/**
 * The way to the highest rate that a cluster holds. One cluster runs all the while and is warm, and so is the kit's own load
 * generator: new ones for each probe would take minutes to compile the same code. A probe must not inherit the queue of the
 * one before. If a rate was too high, the next probe waits until the nodes have nothing more to do.
 */
public final class KneeProbes {

    private final KneePlan plan;
    private final RunNotes notes;
    private final RateLoad load;
    private final WindowedLoad windows;
    private final Consumer<String> progress;
    private final List<Probe> probes = new ArrayList<>();

    /** Good answers a second, with all that it can do; null when it was not warmed up. */
    private Double closedLoop;

    /** @param load on a cluster that has its keys */
    public KneeProbes(KneePlan plan, RunNotes notes, RateLoad load, Consumer<String> progress) throws IOException {
        this.plan = plan;
        this.notes = notes;
        this.load = load;
        this.windows = load.windows();
        this.progress = progress;
    }

    public void find() throws IOException, InterruptedException {
        Integer found;
        try {
            notes.warmedUp(load.warmUp(plan.warmUpSeconds(), progress, this::slice));
            rest();
            int first = first();
            found = new KneeSearch(this::holds, plan.highest(first)).find(first);
        } finally {
            windows.end();
            notes.files().keepSoFar(windows.printed());
        }
        notes.found(search(found), Verified.parse(windows.printed()));
    }

    private Search search(Integer rate) {
        return plan.search(closedLoop, probes, rate);
    }

    /** Asks for all that it can do. This compiles soonest the code that a high rate needs, and tells where to search. */
    private WarmUp.Seen slice(int seconds) throws IOException, InterruptedException {
        if (windows.pid() == 0) {
            RateLoad.Measured measured = load.load(plan.measured().load().at(Load.CLOSED_LOOP), seconds);
            closedLoop = measured.window().report().goodPerSecond();
            return measured.compiled();
        }
        List<LoadWindow> seen = List.of(windows.load(Load.CLOSED_LOOP, seconds));
        closedLoop = LoadWindow.goodPerSecond(seen);
        return new WarmUp.Seen(LoadWindow.together(seen).compilerShare(), Double.NaN);
    }

    private int first() {
        boolean known = closedLoop != null && closedLoop >= 2;
        return plan.from() || !known ? plan.measured().load().rate() : (int) (closedLoop / 2);
    }

    private boolean holds(int rate, boolean confirmation, int left) throws IOException, InterruptedException {
        GoingDown.awaitEndIfBegun();
        boolean calibrates = windows.pid() == 0;
        int seconds = plan.seconds(rate, confirmation, calibrates);
        progress.accept(announcement(rate, confirmation, calibrates, left));
        Probe probe;
        try (Countdown countdown = new Countdown("at " + rate + " requests/s", progress)) {
            countdown.start(seconds);
            probe = confirmation ? confirm(rate, seconds) : plan.probe(rate, false, windows.load(rate, seconds));
        } finally {
            notes.files().keepSoFar(windows.printed());
        }
        probes.add(probe);
        notes.searched(search(null));
        progress.accept((probe.held() ? "held" : "not held: " + probe.reason()) + latency(probe));
        if (!probe.held()) {
            rest();
        }
        return probe.held();
    }

    /** The last confirmation that held is the result; until one holds, the last one is kept. */
    private Probe confirm(int rate, int seconds) throws IOException, InterruptedException {
        try (Watch watch = load.watch()) {
            watch.loadedBy(windows.pid());
            LoadWindow seen = windows.load(rate, seconds, watch);
            Probe probe = plan.probe(rate, true, seen);
            if (probe.held() || probes.stream().noneMatch(each -> each.confirmation() && each.held())) {
                BenchPlan at = plan.confirming(rate, seconds);
                notes.watchedBy(watch);
                notes.confirmed(at, Run.Figures.of(at, List.of(seen), null, watch.timeLine()), seen);
            }
            return probe;
        }
    }

    private static String latency(Probe probe) {
        return probe.p50Millis() == null
                ? ""
                : "; p50 " + Sheet.millis(probe.p50Millis()) + ", p99 " + Sheet.millis(probe.p99Millis());
    }

    private String announcement(int rate, boolean confirmation, boolean calibrates, int left) {
        int seconds = plan.seconds(rate, confirmation, calibrates);
        int after = confirmation ? 0 : plan.seconds(rate, true, calibrates);
        // About every other probe that follows is too high, and takes place twice.
        double rest = seconds + 1.5 * left * plan.seconds(rate, false, calibrates) + after;
        return (confirmation ? "confirming " : "trying ") + rate + " requests/s for " + seconds + " s; "
                + Countdown.left(rest);
    }

    /** A queue that is left over would count against the next probe. A smoke probe is no figure. */
    private void rest() throws InterruptedException {
        if (!plan.smoke()) {
            load.cluster().awaitRest();
        }
    }
}
