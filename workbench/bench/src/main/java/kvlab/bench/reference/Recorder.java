package kvlab.bench.reference;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import kvlab.bench.experiment.ComparePlan;
import kvlab.bench.experiment.HttpAlone;
import kvlab.bench.experiment.ProfilePlan;
import kvlab.bench.experiment.TimeLeft;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.knee.KneePlan;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.Cores;
import kvlab.bench.load.Load;
import kvlab.bench.load.Options;
import kvlab.bench.load.Place;
import kvlab.bench.load.Scale;
import kvlab.bench.machine.JdkFinder;
import kvlab.bench.machine.LoadGenerator;
import kvlab.bench.profile.ProfileEvent;
import kvlab.bench.reference.ReferenceLab.Measurement;
import kvlab.bench.text.Countdown;
import kvlab.bench.text.Sheet;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.Printable;
import kvlab.cluster.Reason;
import kvlab.cluster.StageProgram;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;

/**
 * Measures what labs ask, one measurement after the other, as ./lab compare and ./lab knee would. Each result is
 * kept as soon as it is there, so an interruption loses only the measurement under way.
 */
public final class Recorder {

    private static final int THREADS = 2;
    private static final double SLO_MILLIS = 50;

    /** Of a search, about so many. */
    private static final int PROBES = 14;

    private final Path home;
    private final Setup setup;
    private final Reference reference;
    private final List<Task> tasks = new ArrayList<>();

    /**
     * What is the same in all measurements.
     *
     * @param lives how often all sides are started anew, at most
     * @param port the first node's
     * @param cores of the nodes and of the load; null leaves them to the system
     * @param generator which decides how long a window is
     */
    public record Setup(Scale scale, int lives, int port, int keys, Cores cores, LoadGenerator generator) {}

    /** Who measures. */
    public interface Bench {
        RunFolder compare(ComparePlan plan) throws UsageException, NodeFailure, IOException, InterruptedException;

        RunFolder knee(KneePlan plan) throws UsageException, NodeFailure, IOException, InterruptedException;
    }

    /** A measurement, and what it means on this machine: one of the two plans. */
    private record Task(ReferenceLab lab, Measurement measurement, ComparePlan comparison, KneePlan knee) {

        private String id() {
            return lab.id(measurement);
        }
    }

    /** What there is of a measurement already. */
    private enum State {
        MISSING(""),
        /** Damaged, or without the profile that belongs to it. */
        IN_PART("recorded in part"),
        /** With another plan: another scale, rate, setting or JDK. */
        OTHERWISE("recorded otherwise"),
        RECORDED("recorded");

        private final String words;

        State(String words) {
            this.words = words;
        }
    }

    /** What came of it. */
    public record Recorded(List<RunFolder> kept, List<String> failures) {}

    /** Refuses here what speaks against one of the measurements, before anything is measured. */
    public Recorder(Path home, Setup setup, List<ReferenceLab> labs) throws UsageException, IOException {
        this.home = home;
        this.setup = setup;
        this.reference = new Reference(home);
        for (ReferenceLab lab : labs) {
            for (Measurement measurement : lab.measurements()) {
                tasks.add(task(lab, measurement));
            }
        }
    }

    private Task task(ReferenceLab lab, Measurement measurement) throws UsageException, IOException {
        List<ComparePlan.Variant> variants = new ArrayList<>();
        for (ReferenceLab.Side side : measurement.sides()) {
            variants.add(new ComparePlan.Variant(side.name(), plan(measurement, side)));
        }
        if (measurement.isKnee()) {
            KneePlan knee = new KneePlan(variants.get(0).plan(), false, SLO_MILLIS, next(measurement));
            knee.validate();
            return new Task(lab, measurement, null, knee);
        }
        ProfilePlan profile = measurement.profiled() ? new ProfilePlan(EnumSet.allOf(ProfileEvent.class), false) : null;
        ComparePlan comparison = new ComparePlan(
                        variants.stream()
                                .map(each -> new ComparePlan.Variant(
                                        each.name(), setup.scale.inWindows(each.plan(), measurement.windows())))
                                .toList(),
                        Math.min(measurement.lives(), setup.lives),
                        profile,
                        measurement.same(),
                        null)
                .suiting(setup.generator);
        comparison.validate();
        return new Task(lab, measurement, comparison, null);
    }

    private BenchPlan plan(Measurement measurement, ReferenceLab.Side side) throws UsageException, IOException {
        Stages stages = new Stages(home);
        boolean isHttp = side.stage().equals(HttpAlone.NAME);
        StageProgram stage = isHttp ? HttpAlone.of(stages) : stages.find(side.stage());
        int usual = isHttp ? 1 : stage.usualNodes().orElseThrow();
        int nodes = side.nodes() == null ? usual : side.nodes();
        return new BenchPlan(
                Scale.loaded(
                        side.jdk() == null ? stage : stage.on(JdkFinder.jvm(home, side.jdk())), setup.scale.seconds()),
                nodes,
                side.settings(),
                setup.port,
                Duration.ZERO,
                setup.cores,
                Place.HERE,
                new Load(
                        measurement.op(),
                        side.rate(),
                        measurement.connections(),
                        THREADS,
                        setup.scale.seconds(),
                        setup.keys,
                        Load.USUAL_VALUE_BYTES,
                        1,
                        null,
                        setup.scale.warmUpSeconds(),
                        null));
    }

    private static String next(Measurement measurement) {
        ReferenceLab.Side side = measurement.sides().get(0);
        StringBuilder next = new StringBuilder("./lab bench " + side.stage());
        side.settings().forEach(setting -> next.append(" --set ").append(Printable.word(setting)));
        if (side.nodes() != null) {
            next.append(" --nodes ").append(side.nodes());
        }
        return next + " --op " + measurement.op().label() + " --rate {rate}";
    }

    /** What there is to measure, what of it is there, and how long the rest takes: for people, in 80 columns. */
    public String list() throws IOException {
        Sheet sheet = new Sheet();
        String last = "";
        for (Task task : tasks) {
            if (!task.lab.id().equals(last)) {
                sheet.add("%s%s", last.isEmpty() ? "" : "\n", task.lab.id());
                sheet.wrapped("  ", task.lab.question());
                last = task.lab.id();
            }
            sheet.add("");
            sheet.add("  %-56s %s", task.id(), state(task).words);
            sheet.wrapped("    ", task.measurement.words());
        }
        sheet.add("");
        List<Task> missing = in(EnumSet.of(State.MISSING, State.IN_PART));
        List<Task> otherwise = in(EnumSet.of(State.OTHERWISE));
        if (!missing.isEmpty()) {
            sheet.add("%d measurements; those that are missing take %s.", tasks.size(), time(missing));
        } else if (!otherwise.isEmpty()) {
            sheet.add("%d measurements, none of them missing.", tasks.size());
        } else {
            sheet.add("%d measurements, all of them recorded.", tasks.size());
        }
        if (!otherwise.isEmpty()) {
            sheet.add(
                    "%d recorded otherwise; to measure those with --anew takes %s.", otherwise.size(), time(otherwise));
        }
        return sheet.toString();
    }

    private String time(List<Task> some) {
        return "about " + Sheet.time(seconds(some)) + " at --scale " + setup.scale.label();
    }

    private List<Task> in(Set<State> states) throws IOException {
        List<Task> some = new ArrayList<>();
        for (Task task : tasks) {
            if (states.contains(state(task))) {
                some.add(task);
            }
        }
        return some;
    }

    private double seconds(List<Task> some) {
        return some.stream().mapToDouble(this::seconds).sum();
    }

    private double seconds(Task task) {
        if (task.knee != null) {
            int rate = task.knee.measured().load().rate();
            return new TimeLeft(List.of(task.knee.measured()), false).seconds(1)
                    + PROBES * task.knee.seconds(rate, false, calibrates())
                    + task.knee.seconds(rate, true, calibrates());
        }
        List<BenchPlan> plans = task.comparison.variants().stream()
                .map(ComparePlan.Variant::plan)
                .toList();
        return new TimeLeft(plans, task.comparison.profile() != null).seconds(task.comparison.lives());
    }

    private boolean calibrates() {
        return setup.generator.engine() != LoadGenerator.Engine.DROP_IN;
    }

    private State state(Task task) throws IOException {
        Optional<RunFolder> recorded = reference.find(task.id());
        if (recorded.isEmpty()) {
            return State.MISSING;
        }
        try {
            return recorded.get().kind() == RunFolder.Kind.RUN
                    ? state(task.knee, recorded.get().read())
                    : state(task.comparison, recorded.get().comparison());
        } catch (IOException e) {
            return State.IN_PART;
        }
    }

    /** @param plan null when no knee is asked for */
    private State state(KneePlan plan, Run recorded) {
        if (recorded.failed()) {
            return State.IN_PART;
        }
        int rate = recorded.options().load().rate();
        boolean same = plan != null
                && recorded.search() != null
                && recorded.search().sloMillis() == plan.sloMillis()
                && isSame(
                        Options.of(plan.confirming(rate, plan.seconds(rate, true, calibrates()))), recorded.options());
        return same ? State.RECORDED : State.OTHERWISE;
    }

    /** @param plan null when no comparison is asked for */
    private static State state(ComparePlan plan, Comparison recorded) {
        if (recorded.failed() || recorded.profiles().stream().anyMatch(profile -> profile.problem() != null)) {
            return State.IN_PART;
        }
        boolean same = plan != null
                && recorded.lives() == plan.lives()
                && Double.compare(recorded.same(), plan.same()) == 0
                && recorded.profiles().isEmpty() == (plan.profile() == null)
                && recorded.sides().size() == plan.variants().size();
        for (int i = 0; same && i < plan.variants().size(); i++) {
            Comparison.Measured side = recorded.sides().get(i);
            same = side.name().equals(plan.variants().get(i).name())
                    && isSame(Options.of(plan.variants().get(i).plan()), side.options());
        }
        return same ? State.RECORDED : State.OTHERWISE;
    }

    /** Where the nodes listen makes no difference. */
    private static boolean isSame(Options one, Options other) {
        return withoutPort(one).equals(withoutPort(other));
    }

    private static JsonObject withoutPort(Options options) {
        JsonObject json = Run.GSON.toJsonTree(options).getAsJsonObject();
        json.remove("port");
        return json;
    }

    /**
     * Goes on where it stopped the last time. What fails is told and left to the next time; the others can be measured
     * nevertheless.
     *
     * @param anew whether what is recorded otherwise is measured again, too
     * @param scratch a folder on the disk of the kit, for everything that is needed only while it runs
     */
    public Recorded record(Bench bench, boolean anew, Path scratch, Consumer<String> progress)
            throws IOException, InterruptedException {
        Recorded recorded = new Recorded(new ArrayList<>(), new ArrayList<>());
        tellWhatIsThere(anew, progress);
        List<Task> left =
                in(anew ? EnumSet.complementOf(EnumSet.of(State.RECORDED)) : EnumSet.of(State.MISSING, State.IN_PART));
        for (int i = 0; i < left.size(); i++) {
            Task task = left.get(i);
            progress.accept(String.format(
                    Locale.ROOT,
                    "%d of %d: %s, %s",
                    i + 1,
                    left.size(),
                    task.id(),
                    Countdown.left(seconds(left.subList(i, left.size())))));
            try {
                RunFolder measured = task.knee == null ? bench.compare(task.comparison) : bench.knee(task.knee);
                if (task.knee != null && measured.read().failed()) {
                    fail(recorded, task, measured.read().problem(), progress);
                    continue;
                }
                Optional<String> lack = measured.profileProblem(home);
                RunFolder kept = reference.keep(measured, task.id(), scratch);
                recorded.kept.add(kept);
                reference.writePage(ReferenceLabs.all());
                progress.accept("wrote " + home.relativize(kept.path()));
                lack.ifPresent(reason -> fail(recorded, task, "it is kept without a profile: " + reason, progress));
            } catch (UsageException | NodeFailure | IOException e) {
                fail(recorded, task, Reason.of(e), progress);
            }
        }
        if (!RunFolder.reference(home).isEmpty()) {
            reference.judgeAnew();
            reference.writePage(ReferenceLabs.all());
        }
        return recorded;
    }

    private void tellWhatIsThere(boolean anew, Consumer<String> progress) throws IOException {
        int recorded = in(EnumSet.of(State.RECORDED)).size();
        if (recorded > 0) {
            progress.accept(recorded + " of " + tasks.size() + " measurements are recorded already");
        }
        int otherwise = in(EnumSet.of(State.OTHERWISE)).size();
        if (otherwise > 0 && !anew) {
            progress.accept(otherwise + " of " + tasks.size()
                    + " are recorded with another plan and stay; --list names them, --anew measures them again");
        }
    }

    private static void fail(Recorded recorded, Task task, String reason, Consumer<String> progress) {
        recorded.failures.add(task.id() + ": " + reason);
        progress.accept(task.id() + " failed: " + reason);
    }
}
