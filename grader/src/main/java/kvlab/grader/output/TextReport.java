package kvlab.grader.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import kvlab.cluster.Printable;
import kvlab.grader.CheckResult;
import kvlab.grader.Grade;
import kvlab.grader.Outcome;
import kvlab.grader.Points;

/** What stands at the terminal in the end. */
public final class TextReport {

    private static final int WIDTH = 80;

    /** This many failures are shown in full. One mistake may fail dozens of checks, and the first one tells most. */
    private static final int FULL = 5;

    private TextReport() {}

    public static String text(Grade grade) {
        StringBuilder text = new StringBuilder();
        int width = grade.results().stream()
                .mapToInt(result -> result.check().id().length())
                .max()
                .orElse(0);
        String line = "%-" + width + "s  %-4s  %8s  %-12s  %7s%n";
        text.append(String.format(line, "check", "rule", "points", "outcome", "seconds"));
        for (CheckResult result : grade.results()) {
            if (result.outcome() == Outcome.OPEN) {
                continue;
            }
            text.append(String.format(
                    Locale.ROOT,
                    line,
                    result.check().id(),
                    result.check().rule(),
                    Points.text(result.points()) + "/" + Points.text(result.max()),
                    result.outcome().word(),
                    String.format(Locale.ROOT, "%.1f", result.seconds())));
        }
        return text.append(reasons(grade))
                .append(String.format(
                        Locale.ROOT,
                        "%n%s: %s of %s points; %d passed, %d failed%s%s%s (seed %d, %.1f s)%n",
                        grade.stage(),
                        Points.text(grade.score()),
                        Points.text(grade.max()),
                        grade.count(Outcome.PASS),
                        grade.count(Outcome.FAIL),
                        also(grade, Outcome.OPEN),
                        also(grade, Outcome.SKIPPED),
                        also(grade, Outcome.INCONCLUSIVE),
                        grade.seed(),
                        grade.seconds()))
                .toString();
    }

    /** Why not every check passed: empty if all did. */
    public static String reasons(Grade grade) {
        StringBuilder text = new StringBuilder();
        Causes.open(grade)
                .forEach((sentence, checks) ->
                        text.append("\n").append(sentence).append(":\n").append(wrapped(" ", Causes.ids(checks))));
        int full = 0;
        List<CheckResult> more = new ArrayList<>();
        for (List<CheckResult> cause : Causes.others(grade)) {
            CheckResult first = cause.get(0);
            if (first.outcome() == Outcome.FAIL && ++full > FULL) {
                more.addAll(cause);
                continue;
            }
            text.append(String.format(
                    "%n%s, %s: %s%n%s%n",
                    first.check().id(),
                    first.outcome().word(),
                    first.check().name(),
                    Printable.text(first.message()).indent(2).stripTrailing()));
            if (cause.size() > 1) {
                text.append(wrapped("  " + Causes.also(cause) + ":", Causes.ids(cause.subList(1, cause.size()))));
            }
        }
        if (!more.isEmpty()) {
            text.append("\n")
                    .append(more.size() == 1 ? "1 more check failed" : more.size() + " more checks failed")
                    .append(". Mend the first one above, then grade again; --only CHECK shows another:\n")
                    .append(wrapped(" ", Causes.ids(more)));
        }
        return text.toString();
    }

    private static String wrapped(String start, String words) {
        StringBuilder text = new StringBuilder(start);
        int length = start.length();
        for (String word : words.split(" ")) {
            if (length + 1 + word.length() > WIDTH) {
                text.append("\n ");
                length = 1;
            }
            text.append(' ').append(word);
            length += 1 + word.length();
        }
        return text.append("\n").toString();
    }

    private static String also(Grade grade, Outcome outcome) {
        return grade.count(outcome) == 0 ? "" : ", " + grade.count(outcome) + " " + outcome.word();
    }
}
