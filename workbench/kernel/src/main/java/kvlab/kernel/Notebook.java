package kvlab.kernel;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a notebook can call, without an import. The options are those of the commands, so that whoever reads a notebook can say the
 * same in a terminal: bench("3-replication --rate %d", rate) is ./lab bench 3-replication --rate 5000.
 */
public final class Notebook {

    private static volatile Display display = Display.TERMINAL;
    private static volatile List<String> always = List.of();
    private static volatile List<String> target = List.of();

    private Notebook() {}

    static void showOn(Display other) {
        display = other;
    }

    /** The folder of the kit. */
    private static Path home() {
        return Path.of(System.getProperty("kvlab.home", ".")).toAbsolutePath().normalize();
    }

    /** Measures one cluster at one rate. */
    public static Measured bench(String command, Object... arguments) {
        return as(Measured.class, measure("bench", command, arguments));
    }

    /** Measures the highest rate of a cluster, and compares it with HTTP alone. */
    public static Compared highestRate(String command, Object... arguments) {
        return as(Compared.class, measure("bench", "--saturate " + command, arguments));
    }

    /** Tells which of two is better. */
    public static Compared compare(String command, Object... arguments) {
        return as(Compared.class, measure("compare", command, arguments));
    }

    /** The same where this machine has what it takes; elsewhere it says what is missing, and shows nothing of it. */
    public static Attempt compareIfPossible(String command, Object... arguments) {
        String missing = Attempt.missing(home(), measuring("compare", command, arguments));
        return missing == null ? Attempt.made(compare(command, arguments), display) : Attempt.missing(missing, display);
    }

    /** Looks for the highest rate that is held. */
    public static KneeFound knee(String command, Object... arguments) {
        return as(KneeFound.class, measure("knee", command, arguments));
    }

    private static Result measure(String name, String command, Object... arguments) {
        return Result.measure(home(), measuring(name, command, arguments), display);
    }

    /** The whole command. */
    private static List<String> measuring(String name, String command, Object... arguments) {
        List<String> others = Stream.concat(always.stream(), target.stream()).toList();
        return words(name, Words.with(Words.of(command, arguments), others));
    }

    /** Checks a stage against the rules. */
    public static Graded grade(String command, Object... arguments) {
        return new Graded(LabCall.run(home(), words("grade", Words.of(command, arguments)), true, display));
    }

    private static List<String> words(String name, List<String> options) {
        List<String> words = new ArrayList<>(List.of(name));
        words.addAll(options);
        return words;
    }

    /** Options of every bench, compare and knee from here on, unless that command has them itself; in place of earlier ones. */
    public static void always(String options, Object... arguments) {
        always = Words.of(options, arguments);
    }

    /** Where nodes run from here on: user@box, or nothing for this machine. */
    public static void target(String url) {
        target = url == null || url.isBlank() ? List.of() : List.of("--target", url.strip());
    }

    /** What was measured before: a run, a comparison or a knee, by its name. */
    public static Result recorded(String id) {
        return Result.find(home(), id);
    }

    public static Measured recordedRun(String id) {
        return as(Measured.class, recorded(id));
    }

    public static Compared recordedComparison(String id) {
        return as(Compared.class, recorded(id));
    }

    public static KneeFound recordedKnee(String id) {
        return as(KneeFound.class, recorded(id));
    }

    private static <T extends Result> T as(Class<T> type, Result result) {
        if (!type.isInstance(result)) {
            throw new LabFailure(result.id() + " is " + kind(result.getClass()) + ": expected " + kind(type));
        }
        return type.cast(result);
    }

    private static String kind(Class<?> type) {
        return type == Measured.class ? "a run" : type == Compared.class ? "a comparison" : "a knee";
    }

    /** One chart of several results. */
    public static Chart chart(String name, Result... of) {
        return Result.chart(
                name, Stream.of(of).flatMap(each -> each.drawn().stream()).toList(), null);
    }

    /** The same where there are figures for it, which not every system and not every load gives; elsewhere it says why not. */
    public static Shown chartIfPossible(String name, Result... of) {
        try {
            return chart(name, of);
        } catch (LabFailure e) {
            return new Sentence("Not drawn: " + e.getMessage() + ".");
        }
    }

    /** What the reports of the course found in this lab. */
    public static Table course(String lab) {
        return Course.of(home(), lab);
    }

    /** Before the end of a cell, whose last expression is shown by itself. */
    public static void show(Object value) {
        display.show(value);
    }
}
