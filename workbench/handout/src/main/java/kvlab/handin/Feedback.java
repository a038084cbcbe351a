package kvlab.handin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.bench.Lint;

/**
 * What goes back to a student: what the kit found, and the instructor's own words, which no later review changes.
 *
 * @param own from the line that parts the two on; to the letter
 */
record Feedback(String own) {

    static final String FILE = "feedback.md";

    private static final String LINE = "<!-- Below this line all is yours: ./lab review keeps it. -->";

    private static final String NOTHING_YET =
            "\n## From your instructor\n\n<!-- A number here counts instead of the score above. -->\nScore by hand:\n\n";

    private static final Pattern BY_HAND = Pattern.compile("(?m)^Score by hand:[ \\t]*(\\S[^\\r\\n]*?)?[ \\t]*\\r?$");

    /** What is there already. Without the line nobody knows whose words they are, so all of them are kept. */
    static Feedback read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return new Feedback(NOTHING_YET);
        }
        String text = Files.readString(file);
        int line = text.indexOf(LINE);
        return new Feedback(line < 0 ? "\n" + text : text.substring(line + LINE.length()));
    }

    /** Null when there is none. */
    Double byHand(double max) throws BadHandIn {
        Matcher given = BY_HAND.matcher(own);
        if (!given.find() || given.group(1) == null) {
            return null;
        }
        String text = given.group(1);
        double score = text.matches("\\d{1,4}(\\.\\d{1,4})?") ? Double.parseDouble(text) : Double.NaN;
        if (!(score >= 0 && score <= max)) {
            throw BadHandIn.of("the score by hand is " + Words.cut(text, 40) + ": expected a number from 0 to "
                    + Words.number(max) + " alone on its line");
        }
        return score;
    }

    /** No text of a hand-in begins a line, so none can look like the line or what is below it. */
    String text(Reviewed student) {
        StringBuilder text = new StringBuilder("# " + escaped(student.name()) + ": "
                + escaped(student.manifest().stage()) + "\n\n");
        score(student, text);
        faults(text, "What the runs contradict", student.findings().contradicted());
        faults(text, "What is wrong with the runs", student.findings().flawed());
        faults(text, "What is missing", student.lacking());
        if (!student.measured().isEmpty()) {
            text.append("## Beside the reference\n\n");
            for (Measured each : student.measured()) {
                text.append("- ").append(escaped(sentence(each))).append('\n');
            }
            text.append('\n');
        }
        return text + LINE + own;
    }

    private static void score(Reviewed student, StringBuilder text) {
        if (student.score() == null) {
            text.append("There is no grade.\n\n");
        } else {
            text.append("Score: ")
                    .append(Words.number(student.score()))
                    .append(" of ")
                    .append(Words.number(student.max()))
                    .append(student.byHand() == null ? "" : ", given by hand")
                    .append("\n\n");
        }
        if (student.scores() == null) {
            return;
        }
        text.append("| rule | points |\n|---|---|\n");
        for (Map.Entry<String, Scores.Points> rule : student.scores().byRule().entrySet()) {
            text.append("| ")
                    .append(rule.getKey())
                    .append(" | ")
                    .append(points(rule.getValue()))
                    .append(" |\n");
        }
        text.append('\n');
        List<Scores.Check> failed = student.scores().checks().stream()
                .filter(check -> !check.outcome().equals("pass"))
                .toList();
        for (Scores.Check check : failed) {
            text.append("- ")
                    .append(check.rule())
                    .append(", ")
                    .append(escaped(check.name()))
                    .append(" (")
                    .append(check.outcome())
                    .append("): ")
                    .append(escaped(check.message()))
                    .append('\n');
        }
        text.append(failed.isEmpty() ? "" : "\n");
    }

    static String points(Scores.Points points) {
        return Words.number(points.points()) + " of " + Words.number(points.max());
    }

    static String sentence(Measured measured) {
        String what = measured.isKnee()
                ? measured.op() + ": the knee is at " + measured.rate() + " requests/s"
                : measured.op() + " at " + measured.rate() + " requests/s: p50 " + Words.millis(measured.p50Millis())
                        + ", p99 " + Words.millis(measured.p99Millis());
        if (measured.baseline() == null) {
            return what + "; there is no comparable run of the reference.";
        }
        String times = measured.isKnee()
                ? times(measured.rateRatio())
                : times(measured.p50Ratio()) + " and " + times(measured.p99Ratio());
        return what + "; " + times + " the reference's" + (measured.elsewhere() ? ", on another processor" : "") + ".";
    }

    static String times(double ratio) {
        return Words.number(ratio) + " times";
    }

    private static void faults(StringBuilder text, String title, List<Lint.Fault> faults) {
        if (faults.isEmpty()) {
            return;
        }
        text.append("## ").append(title).append("\n\n");
        faults.forEach(fault -> text.append("- ").append(escaped(fault.text())).append('\n'));
        text.append('\n');
    }

    /** As Markdown shows it to the letter, and on one line. */
    static String escaped(String text) {
        return Words.oneLine(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replaceAll("([\\\\`*_\\[\\]|!])", "\\\\$1");
    }
}
