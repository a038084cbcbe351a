package kvlab.bench;

import com.google.gson.JsonElement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import kvlab.bench.machine.Diagnosis;
import kvlab.bench.machine.LoadGenerator;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.UsageException;

/**
 * The highest rate that a cluster holds. One cluster runs all the while, and is warm: a new one for each probe would take
 * minutes to compile the same code. So each probe must not inherit the queue of the one before: when a rate was too high,
 * the next probe waits until the nodes have nothing more to do.
 */
public final class KneeBench {

    private static final double BELOW = 0.7;

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

    /** What is known of a knee before it is found. */
    private static final class Notes {

        private final KneePlan plan;
        private final RunFolder folder;
        private final String commit;
        private final Instant begun = Instant.now();
        private final List<Probe> probes = new ArrayList<>();
        private WarmUp.Reached warmUp;
        private Double closedLoop;
        private Integer rate;
        private String problem = "it was interrupted";

        Notes(KneePlan plan, RunFolder folder, String commit) {
            this.plan = plan;
            this.folder = folder;
            this.commit = commit;
        }

        private synchronized void add(Probe probe) {
            probes.add(probe);
        }

        private synchronized List<Probe> probes() {
            return List.copyOf(probes);
        }
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
        BenchPlan load = plan.load();
        RunFolder folder = RunFolder.create(
                home,
                Instant.now(),
                "knee-" + load.program().name() + "-" + load.op().label());
        Notes notes = new Notes(plan, folder, commit);
        KeptOnce kept = new KeptOnce(
                "knee", () -> folder.write(RunFolder.Kind.KNEE, record(notes).json()));
        try {
            search(notes, scratch);
            notes.problem = null;
            return folder;
        } catch (NodeFailure | IOException e) {
            GoingDown.awaitEndIfNear();
            notes.problem = e.getMessage();
            throw e;
        } finally {
            kept.keep();
        }
    }

    private void search(Notes notes, Path scratch)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        BenchPlan plan = notes.plan.load();
        try (NodeLogs logs = new NodeLogs(notes.folder.path());
                RateLoad load = RateLoad.start(plan, home, generator, scratch, logs)) {
            load.prepare(progress);
            notes.warmUp = load.warmUp(progress, seconds -> slice(notes, load, seconds));
            load.cluster().awaitRest();
            int first = first(notes);
            KneeSearch search = new KneeSearch(
                    (rate, confirmation, left) -> {
                        GoingDown.awaitEndIfBegun();
                        progress.accept(announcement(notes.plan, rate, confirmation, left));
                        return probe(notes, load, rate, confirmation);
                    },
                    notes.plan.highest(first));
            notes.rate = search.find(first);
        }
    }

    /** All that it can do: that compiles soonest what a high rate needs, and tells where to search. */
    private static WarmUp.Seen slice(Notes notes, RateLoad load, int seconds) throws IOException, InterruptedException {
        RateLoad.Measured measured = load.load(notes.plan.load().at(Wrk2.BEYOND_REACH), seconds);
        notes.closedLoop = measured.window().goodPerSecond();
        return measured.compiled();
    }

    private static int first(Notes notes) {
        boolean known = notes.closedLoop != null && notes.closedLoop >= 2;
        return notes.plan.from() || !known ? notes.plan.load().rate() : (int) (notes.closedLoop / 2);
    }

    private static String announcement(KneePlan plan, int rate, boolean confirmation, int left) {
        int confirming = confirmation ? 0 : plan.seconds(rate, true);
        // Of the probes that follow about every other one is too high, and takes place twice.
        double rest = plan.seconds(rate, confirmation) + 1.5 * left * plan.seconds(rate, false) + confirming;
        return (confirmation ? "confirming " : "trying ") + rate + " requests/s for " + plan.seconds(rate, confirmation)
                + " s; " + TimeLeft.text(rest);
    }

    /** What wrk2 printed is kept under it. */
    static String probeName(int number) {
        return String.format(Locale.ROOT, "probe-%02d", number);
    }

    private boolean probe(Notes notes, RateLoad load, int rate, boolean confirmation)
            throws IOException, InterruptedException {
        int seconds = notes.plan.seconds(rate, confirmation);
        String name = probeName(notes.probes().size() + 1);
        RateLoad.Measured measured;
        try (Countdown countdown = new Countdown("at " + rate + " requests/s", progress)) {
            countdown.start(seconds);
            measured = load.load(notes.plan.load().at(rate), seconds, notes.folder.path(), name, process -> {});
        }
        Probe probe = Probe.of(notes.plan, rate, seconds, confirmation, measured);
        notes.add(probe);
        progress.accept(probe.held() ? "held" : "not held: " + probe.reason());
        if (!probe.held()) {
            load.cluster().awaitRest();
        }
        return probe.held();
    }

    private Knee record(Notes notes) {
        Integer below = notes.rate == null ? null : KneeSearch.round((int) Math.max(1, notes.rate * BELOW));
        return new Knee(
                Knee.SCHEMA,
                notes.folder.id(),
                notes.begun.toString(),
                notes.problem,
                Run.Options.of(notes.plan.load()),
                notes.plan.sloMillis(),
                Run.Engine.of(generator),
                notes.commit,
                machine,
                Run.WarmUp.of(notes.warmUp),
                notes.closedLoop,
                notes.probes(),
                notes.rate,
                below == null ? null : notes.plan.next().replace("{rate}", below.toString()));
    }
}
