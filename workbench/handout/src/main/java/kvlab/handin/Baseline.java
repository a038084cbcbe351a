package kvlab.handin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.load.Load;
import kvlab.bench.load.Options;
import kvlab.cluster.StageProgram;
import kvlab.cluster.StageSettings;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;

/**
 * What the reference does under the conditions of a student's run: the yardstick of the figures. A ratio of two runs that
 * differ in anything else than the code tells of that, and not of the code; so a yardstick is like the run in all that makes
 * a figure another one, or there is none.
 *
 * <p>The fairest is of the student's own machine, and comes in the hand-in. Then the instructor's own runs count, and those
 * that came with the kit, and of all these the ones of the same processor first.
 */
final class Baseline {

    private static final int MOST_CHARACTERS = 80;

    private final List<Figures> all = new ArrayList<>();
    private final List<String> damaged = new ArrayList<>();
    private final Function<String, Map<String, String>> asked;
    private final Map<String, Map<String, String>> defaults = new HashMap<>();

    private Baseline(Function<String, Map<String, String>> asked) {
        this.asked = asked;
    }

    /** Runs made here, the newest first, and then those that came with the kit. */
    static Baseline of(Path kit) throws IOException {
        return of(kit, stage -> defaults(kit, stage));
    }

    /** @param defaults what each setting of a stage is when nobody sets it */
    static Baseline of(Path kit, Function<String, Map<String, String>> defaults) throws IOException {
        Baseline baseline = new Baseline(defaults);
        List<RunFolder> folders = new ArrayList<>(RunFolder.list(kit));
        folders.addAll(RunFolder.reference(kit));
        for (RunFolder each : folders) {
            try {
                Figures figures = Figures.of(each);
                if (figures != null) {
                    baseline.all.add(figures);
                }
            } catch (IOException e) {
                baseline.damaged.add(e.getMessage());
            } catch (RuntimeException e) {
                // It is JSON of the right schema, and something is missing in it.
                baseline.damaged.add(each.path() + " is damaged: " + e);
            }
        }
        return baseline;
    }

    /** Of a stage that does not tell nothing is known: then the settings have to be the same to the letter. */
    private static Map<String, String> defaults(Path kit, String stage) {
        try {
            return StageSettings.defaults(StageProgram.of(new Stages(kit).folder(stage)));
        } catch (IOException | UsageException e) {
            return Map.of();
        }
    }

    /** Why some are left out, a sentence for each that cannot be read. */
    List<String> damaged() {
        return List.copyOf(damaged);
    }

    /** Those of this code, one for each operation: the newest for which nothing was set, or else the newest. */
    List<Measured> beside(List<RunFolder> handedIn, String fingerprint, String stage) throws IOException {
        Map<String, Figures> chosen = new LinkedHashMap<>();
        List<Figures> references = new ArrayList<>();
        for (RunFolder each : handedIn.stream()
                .sorted(Comparator.comparing(RunFolder::id).reversed())
                .toList()) {
            Figures figures = Figures.of(each);
            if (figures != null && fingerprint.equals(figures.options().fingerprint())) {
                String column = figures.isKnee() + op(figures);
                chosen.merge(column, figures, (newer, older) -> plainer(newer, older, stage));
            } else if (figures != null && isOfStage(figures, stage) && !isDoubtful(each)) {
                references.add(figures);
            }
        }
        List<Measured> measured = new ArrayList<>();
        for (Figures each : chosen.values()) {
            measured.add(measured(each, references, stage));
        }
        measured.sort(Comparator.comparing(Measured::isKnee).thenComparing(Measured::op));
        return measured;
    }

    private Figures plainer(Figures newer, Figures older, String stage) {
        return with(newer, stage).isEmpty() || !with(older, stage).isEmpty() ? newer : older;
    }

    /** And no student's that is called so. */
    private static boolean isOfStage(Figures figures, String stage) {
        return figures.options().fingerprint() == null
                && stage.equals(figures.options().program());
    }

    /** Edited, or at fault: whoever keeps the machine busy while the reference runs has the better ratio. */
    private static boolean isDoubtful(RunFolder folder) throws IOException {
        return switch (folder.kind()) {
            case RUN -> folder.edited().isPresent() || !folder.read().faults().isEmpty();
            case COMPARISON -> false;
        };
    }

    /** Each one is a column of the page. */
    private static String op(Figures figures) {
        return figures.options().load().op().label();
    }

    private Measured measured(Figures student, List<Figures> handedIn, String stage) throws IOException {
        Yardstick beside = yardstick(student, handedIn, stage);
        return new Measured(
                student.id(),
                op(student),
                with(student, stage),
                student.isKnee()
                        ? (int) student.rate()
                        : student.options().load().rate(),
                student.p50Millis(),
                student.p99Millis(),
                beside,
                ratio(student, beside, Figures::rate),
                ratio(student, beside, Figures::p50Millis),
                ratio(student, beside, Figures::p99Millis));
    }

    /** Null when there is none. */
    private Yardstick yardstick(Figures student, List<Figures> handedIn, String stage) {
        for (Figures each : handedIn) {
            if (isLike(each, student, stage) && isOnSameMachine(each, student)) {
                return new Yardstick(each, true, false);
            }
        }
        List<Figures> ours = all.stream()
                .filter(each -> isOfStage(each, stage) && isLike(each, student, stage))
                .toList();
        for (Figures each : ours) {
            if (isOnSameMachine(each, student)) {
                return new Yardstick(each, false, false);
            }
        }
        for (Figures each : ours) {
            if (!hasSameProcessor(each, student)) {
                return new Yardstick(each, false, true);
            }
        }
        return null;
    }

    private boolean isLike(Figures one, Figures other, String stage) {
        return Objects.equals(one.sloMillis(), other.sloMillis())
                && Objects.equals(one.engine(), other.engine())
                && conditions(one, stage).equals(conditions(other, stage));
    }

    /**
     * What was asked for, less what makes no figure another one. The cores that nodes and load ran on belong to the machine: of
     * another processor nobody has the same.
     */
    private Options conditions(Figures figures, String stage) {
        Options options = figures.options();
        return new Options(
                null,
                options.nodes(),
                set(options, stage),
                0,
                // A knee is confirmed at any rate, and at a low one for longer.
                figures.isKnee() ? options.load().at(0).ofAnyLengthAndSeed() : options.load(),
                options.linkDelayMillis(),
                options.jdk(),
                options.jvmFlags(),
                null,
                null,
                // From the machine of the nodes, whichever that is, or over a network.
                "here".equals(options.loadOn()) ? options.loadOn() : null,
                null,
                null);
    }

    /** The settings that make a difference, in an order of their own. */
    private List<String> set(Options options, String stage) {
        if (options.settings() == null || options.settings().isEmpty()) {
            return List.of();
        }
        Map<String, String> usual = defaults.computeIfAbsent(stage, asked);
        return options.settings().stream()
                .filter(setting -> setting != null && !isUsual(setting, usual))
                .sorted()
                .toList();
    }

    private static boolean isUsual(String setting, Map<String, String> usual) {
        int equals = setting.indexOf('=');
        return equals > 0 && setting.substring(equals + 1).equals(usual.get(setting.substring(0, equals)));
    }

    /** What was set, as somebody wrote it. */
    private String with(Figures figures, String stage) {
        Options options = figures.options();
        List<String> words = new ArrayList<>(set(options, stage));
        if (options.nodes() != StageProgram.usualNodes(stage).orElse(options.nodes())) {
            words.add(Words.count(options.nodes(), "node", "nodes"));
        }
        if (options.load().connections() != Load.USUAL_CONNECTIONS) {
            words.add(Words.count(options.load().connections(), "connection", "connections"));
        }
        if (options.load().keys() != options.load().op().usualKeys()) {
            words.add(Words.count(options.load().keys(), "key", "keys"));
        }
        if (options.load().valueBytes() != Load.USUAL_VALUE_BYTES) {
            words.add("values of " + Words.count(options.load().valueBytes(), "byte", "bytes"));
        }
        if (options.linkDelayMillis() != 0) {
            words.add("links of " + Words.number(options.linkDelayMillis()) + " ms");
        }
        if (options.load().replicas() != null) {
            words.add("replicas " + options.load().replicas());
        }
        return Words.oneLine(Words.cut(String.join(", ", words), MOST_CHARACTERS));
    }

    private static boolean isOnSameMachine(Figures one, Figures other) {
        return hasSameProcessor(one, other)
                && Objects.equals(one.options().cores(), other.options().cores());
    }

    private static boolean hasSameProcessor(Figures one, Figures other) {
        return Run.processor(one.machine()).equals(Run.processor(other.machine()));
    }

    private static Double ratio(Figures student, Yardstick beside, Function<Figures, Double> figure) {
        return beside == null || figure.apply(student) == null
                ? null
                : figure.apply(student) / figure.apply(beside.figures());
    }
}
