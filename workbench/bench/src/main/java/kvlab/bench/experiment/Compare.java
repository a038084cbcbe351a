package kvlab.bench.experiment;

import com.google.gson.JsonElement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import kvlab.bench.estimate.Estimate;
import kvlab.bench.estimate.Judge;
import kvlab.bench.estimate.NoiseRecord;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.Figure;
import kvlab.bench.kept.GitCommit;
import kvlab.bench.kept.KeptOnce;
import kvlab.bench.kept.Outcome;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.kept.RunNotes;
import kvlab.bench.kept.Side;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.GoingDown;
import kvlab.bench.load.Options;
import kvlab.bench.machine.Diagnosis;
import kvlab.bench.machine.LoadGenerator;
import kvlab.bench.page.ProfileDelta;
import kvlab.bench.text.Countdown;
import kvlab.bench.text.Sheet;
import kvlab.bench.text.TextFile;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.UsageException;

/**
 * Which of two servers is better, by how much, and is it noise? A student who measures one today and the other tomorrow compares
 * two days. Here all sides are alive at the same time and loaded for a second each in turn; and since JVMs that are started
 * anew differ, too, this is repeated with new ones: each time is a life.
 */
public final class Compare {

    private final Path home;
    private final Runner runner;
    private final Run.Engine engine;
    private final JsonElement machine;
    private final Listener listener;

    /** Receives the progress. */
    public interface Listener {

        void says(String line);

        /** After each round of windows. It is worked out only when it is asked for, since that takes time. */
        default void sees(Supplier<SoFar> soFar) {}
    }

    /** Who measures. */
    public interface Runner {

        /** Whether it can be started at all. */
        void tryOut(BenchPlan plan) throws UsageException, NodeFailure, IOException, InterruptedException;

        /**
         * Returns a run of each.
         *
         * @param number of the life, from 0 on
         * @param profile null when there is to be none
         * @param rounds receives the runs so far after each round
         */
        List<Run> live(List<BenchPlan> plans, int number, ProfilePlan profile, Consumer<List<Run>> rounds)
                throws UsageException, NodeFailure, IOException, InterruptedException;
    }

    /**
     * @param home of the kit: where comparisons and the record of noise are kept
     * @param machine on which it runs
     */
    public Compare(Path home, Runner runner, LoadGenerator generator, Diagnosis machine, Listener listener) {
        this.home = home;
        this.runner = runner;
        this.engine = Run.Engine.of(generator);
        this.machine = machine.machineTable();
        this.listener = listener;
    }

    /** Runs that a {@link Bench} makes. */
    public static Runner with(Bench bench, Path scratch) {
        return new Runner() {

            @Override
            public void tryOut(BenchPlan plan) throws UsageException, NodeFailure, IOException, InterruptedException {
                bench.tryOut(plan, scratch);
            }

            @Override
            public List<Run> live(List<BenchPlan> plans, int number, ProfilePlan profile, Consumer<List<Run>> rounds)
                    throws UsageException, NodeFailure, IOException, InterruptedException {
                return bench.live(plans, number, profile, scratch, rounds);
            }
        };
    }

    /** What is known of a comparison before it is over. */
    private static final class Notes {

        private final ComparePlan plan;
        private final NoiseRecord noise;
        private final String commit;
        private final Instant begun = Instant.now();
        private final List<List<Run>> runs = new ArrayList<>();
        private List<Run> underWay = List.of();
        private volatile String problem = RunNotes.INTERRUPTED;
        private RunFolder folder;

        Notes(ComparePlan plan, NoiseRecord noise, String commit) {
            this.plan = plan;
            this.noise = noise;
            this.commit = commit;
            plan.variants().forEach(variant -> runs.add(new ArrayList<>()));
        }

        /** Keeps the runs of a life that may not come to its end. */
        private synchronized void soFar(List<Run> life) {
            underWay = life;
        }

        private synchronized void add(List<Run> life) {
            underWay = List.of();
            for (int i = 0; i < life.size(); i++) {
                runs.get(i).add(life.get(i));
            }
        }

        /** @param least rounds that the life under way must have to be included */
        private synchronized List<Side> sides(int least) {
            boolean withLast = !underWay.isEmpty() && underWay.get(0).windows().size() >= least;
            List<Side> sides = new ArrayList<>();
            for (int i = 0; i < runs.size(); i++) {
                String name = plan.variants().get(i).name();
                List<Run> ofSide = new ArrayList<>(runs.get(i));
                if (withLast) {
                    ofSide.add(underWay.get(i));
                }
                sides.add(new Side(plan.label(i), name, List.copyOf(ofSide)));
            }
            return sides;
        }
    }

    /** Keeps what came of it whatever happens: one that fails is kept too, with the reason and the runs until then. */
    public RunFolder run(ComparePlan plan) throws UsageException, NodeFailure, IOException, InterruptedException {
        plan.validate();
        for (BenchPlan each : plan.plans()) {
            runner.tryOut(each);
        }
        Notes notes = new Notes(plan, NoiseRecord.read(home, Instant.now(), listener::says), GitCommit.of(home));
        KeptOnce kept = new KeptOnce("comparison", () -> keep(notes));
        try {
            measure(plan, notes);
            notes.problem = null;
        } catch (Exception | Error e) {
            notes.problem = RunNotes.problem(e);
            throw e;
        } finally {
            kept.keep();
        }
        return notes.folder;
    }

    private void measure(ComparePlan plan, Notes notes)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        List<BenchPlan> plans = plan.plans();
        TimeLeft left = new TimeLeft(plans, plan.profile() != null);
        boolean open = true;
        for (int life = 1; open; life++) {
            boolean planned = life <= plan.lives();
            listener.says("life " + life + (planned ? " of " + plan.lives() + ", " : ", ")
                    + (planned
                            ? Countdown.left(left.seconds(plan.lives() - life + 1))
                            : "at most " + Sheet.time(secondsLeft(notes)) + " left"));
            long begun = System.nanoTime();
            GoingDown.awaitEndIfBegun();
            notes.add(runner.live(plans, life - 1, life == plan.lives() ? plan.profile() : null, underWay -> {
                notes.soFar(underWay);
                listener.sees(() -> SoFar.of(plan, notes.noise, notes.sides(1), notes.sides(Estimate.FEWEST_ROUNDS)));
            }));
            GoingDown.awaitEndIfBegun();
            left.took((System.nanoTime() - begun) / 1e9);
            List<Outcome> outcomes = Judge.judge(notes.sides(1), notes.noise, plan.same());
            open = life < plan.lives()
                    || plan.until() != null
                            && left.seconds(1) < secondsLeft(notes)
                            && widest(outcomes) > plan.until().width();
            if (open) {
                soFar(outcomes);
            }
        }
    }

    private static double secondsLeft(Notes notes) {
        return notes.plan.until().seconds()
                - Duration.between(notes.begun, Instant.now()).toSeconds();
    }

    /** Half of the widest interval, as a part of its ratio. */
    private static double widest(List<Outcome> outcomes) {
        return outcomes.stream()
                .flatMap(outcome -> outcome.figures().stream())
                .filter(figure -> figure.high() != null)
                .mapToDouble(figure -> figure.high() / figure.ratio() - 1)
                .max()
                .orElse(0);
    }

    private void soFar(List<Outcome> outcomes) {
        for (Outcome outcome : outcomes) {
            String figures = SoFar.ratios(outcome);
            if (!figures.isEmpty()) {
                listener.says(outcome.variant() + "/" + outcome.baseline() + " so far: " + figures);
            }
        }
    }

    /** Its folder is made in the end, so that it is newer than its runs. */
    private void keep(Notes notes) throws IOException {
        List<Side> sides = notes.sides(Estimate.FEWEST_ROUNDS);
        notes.folder = RunFolder.create(home, Instant.now(), notes.plan.about());
        Comparison comparison = record(notes, sides);
        boolean profiled = notes.problem == null && notes.plan.profile() != null;
        Comparison undrawn = profiled ? comparison.with(undrawn(sides)) : comparison;
        notes.folder.write(RunFolder.Kind.COMPARISON, undrawn.json());
        remember(notes.sides(Integer.MAX_VALUE));
        if (profiled) {
            // Last, for pictures take the most room: a disk that is full by then costs them and no more.
            notes.folder.write(
                    RunFolder.Kind.COMPARISON,
                    comparison.with(profiles(sides, notes.folder)).json());
        }
    }

    private static List<Comparison.Profiled> undrawn(List<Side> sides) {
        return sides.stream()
                .skip(1)
                .map(side -> new Comparison.Profiled(side.label(), folderOf(side), "it was not drawn to the end"))
                .toList();
    }

    private static String folderOf(Side side) {
        return "a-to-" + side.label().toLowerCase(Locale.ROOT);
    }

    private Comparison record(Notes notes, List<Side> sides) {
        List<Comparison.Measured> measured = new ArrayList<>();
        for (int i = 0; i < sides.size(); i++) {
            measured.add(measured(sides.get(i), notes.plan.plans().get(i)));
        }
        return new Comparison(
                Comparison.SCHEMA,
                notes.folder.id(),
                notes.begun.toString(),
                notes.problem,
                Math.max(notes.plan.lives(), sides.get(0).runs().size()),
                notes.plan.same(),
                Duration.between(notes.begun, Instant.now()).toMillis() / 1000.0,
                engine,
                notes.commit,
                machine,
                measured,
                sides.get(0).runs().isEmpty() ? List.of() : Judge.judge(sides, notes.noise, notes.plan.same()),
                List.of());
    }

    private List<Comparison.Profiled> profiles(List<Side> sides, RunFolder folder) throws IOException {
        List<Comparison.Profiled> profiles = new ArrayList<>();
        for (Side side : sides.subList(1, sides.size())) {
            String name = folderOf(side);
            profiles.add(new Comparison.Profiled(side.label(), name, moved(sides.get(0), side, folder, name)));
        }
        return profiles;
    }

    /** Null, or why there is none: that a profiler failed costs a comparison its profiles and no more. */
    private String moved(Side baseline, Side side, RunFolder folder, String name) throws IOException {
        try {
            RunFolder a = RunFolder.find(home, baseline.last().id());
            RunFolder b = RunFolder.find(home, side.last().id());
            ProfileDelta moved = ProfileDelta.of(a, b);
            Path where = Files.createDirectories(folder.path().resolve(name));
            TextFile.write(where.resolve("moved.txt"), moved.text());
            ProfileDelta.drawFlames(a, b, where);
            return null;
        } catch (UsageException e) {
            return e.getMessage();
        }
    }

    private static Comparison.Measured measured(Side side, BenchPlan plan) {
        return new Comparison.Measured(
                side.label(),
                side.name(),
                Options.of(plan),
                side.runs().stream().map(Run::id).toList(),
                side.runs().stream()
                        .map(run -> run.options().load().isClosedLoop()
                                ? Figure.RATE.of(run)
                                : run.figures().requestsPerSecond())
                        .toList(),
                side.runs().stream().map(Run::held).toList());
    }

    /** Whatever became of the comparison, its lives show how much lives differ. */
    private void remember(List<Side> sides) throws IOException {
        Instant now = Instant.now();
        Side baseline = sides.get(0);
        List<NoiseRecord.Sample> samples = sides.stream()
                .skip(1)
                .filter(side -> side.runs().size() > 1 && !side.isSpoilt() && !baseline.isSpoilt())
                .map(side -> NoiseRecord.Sample.of(now, baseline, side))
                .toList();
        if (!samples.isEmpty()) {
            // Read again: another comparison may have ended meanwhile.
            NoiseRecord.read(home).with(samples, now).write(home);
        }
    }
}
