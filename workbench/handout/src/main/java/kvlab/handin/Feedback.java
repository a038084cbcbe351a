package kvlab.handin;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import kvlab.bench.lint.Lint;
import kvlab.cluster.Sha256;
import kvlab.grader.Rule;

/**
 * What goes back to a student: what the kit found, and the instructor's own words, which no later review changes.
 *
 * @param own from the line that parts the two on; to the letter
 * @param byHand the instructor's own score; null when there is none
 * @param problem why the file may not be written, in a sentence: something in it is not understood, or would be lost; null when
 *     it may
 */
record Feedback(String own, Double byHand, String problem) {

    static final String FILE = "feedback.md";

    private static final String LINE = "<!-- Below this line all is yours: ./lab review keeps it. %s -->";

    /** Older reviews did not seal what is above it. */
    private static final Pattern ANY_LINE =
            Pattern.compile("<!-- Below this line all is yours: \\./lab review keeps it\\.(?: ([0-9a-f]{8}))? -->");

    private static final String NOTHING_YET = "\n"
            + "## From your instructor\n\n"
            + "<!-- A number here counts instead of the score above. -->\n"
            + "Score by hand:\n\n";

    private static final String CHANGED_ABOVE =
            "what is above the line with ./lab review was changed by hand, and would be"
                    + " lost: move your words below that line, and delete what is above it";

    private static final int MOST_CHARACTERS = 40;

    private static final Pattern BY_HAND = Pattern.compile("Score by hand:[ \\t]*(\\S.*?)?[ \\t]*");

    /** Somebody's words, or a score in another form. */
    private static final Pattern ABOUT_IT = Pattern.compile("(?i)(?=.*[0-9]).*score\\s+by\\s+hand");

    private static final String A_NUMBER = "a number from 0 to " + Words.number(Scores.ALL);

    static Feedback none() {
        return new Feedback(NOTHING_YET, null, null);
    }

    /** What is there already. Without the line nobody knows whose words they are, so all of them are kept. */
    static Feedback read(Path file) {
        if (!Files.exists(file)) {
            return none();
        }
        try {
            String text = Files.readString(file).replaceFirst("^\ufeff", "");
            Matcher line = ANY_LINE.matcher(text);
            if (!line.find()) {
                return of("\n" + text);
            }
            String own = text.substring(line.end());
            Feedback words = of(own);
            return words.problem != null || isAsWritten(text.substring(0, line.start()), line.group(1))
                    ? words
                    : new Feedback(own, words.byHand, CHANGED_ABOVE);
        } catch (CharacterCodingException e) {
            return new Feedback("", null, "it is no text in UTF-8");
        } catch (IOException e) {
            return new Feedback("", null, "it cannot be read: " + e);
        }
    }

    /** Words above the line would be lost. Where there is nothing, nothing is. */
    private static boolean isAsWritten(String above, String seal) {
        return seal == null || above.isBlank() || seal.equals(seal(above));
    }

    /** Of the text alone: an editor may end lines otherwise. */
    private static String seal(String above) {
        String text = above.lines().map(String::stripTrailing).collect(Collectors.joining("\n"));
        return Sha256.of(text.stripTrailing().getBytes(StandardCharsets.UTF_8)).substring(0, 8);
    }

    private static String sealed(String above, String own) {
        return above + String.format(LINE, seal(above)) + own;
    }

    /** Whoever means to give a score has to hear of it when it does not count. */
    private static Feedback of(String own) {
        SortedSet<Double> scores = new TreeSet<>();
        for (String line : own.lines().toList()) {
            Matcher given = BY_HAND.matcher(line);
            if (given.matches()) {
                String text = given.group(1);
                if (text == null) {
                    continue;
                }
                double score = text.matches("\\d{1,4}(\\.\\d{1,4})?") ? Double.parseDouble(text) : Double.NaN;
                if (!(score >= 0 && score <= Scores.ALL)) {
                    return notUnderstood(
                            own,
                            "the score by hand is " + shown(text) + ": expected " + A_NUMBER + " alone on its line");
                }
                scores.add(score);
            } else if (ABOUT_IT.matcher(line).lookingAt()) {
                return notUnderstood(
                        own,
                        "a line says " + shown(line) + ": expected it to begin with Score by hand: and to have "
                                + A_NUMBER + " alone behind that");
            }
        }
        if (scores.size() > 1) {
            return notUnderstood(
                    own,
                    "there are two scores by hand, " + Words.number(scores.first()) + " and "
                            + Words.number(scores.last()) + ": expected one");
        }
        return new Feedback(own, scores.isEmpty() ? null : scores.first(), null);
    }

    private static Feedback notUnderstood(String own, String problem) {
        return new Feedback(own, null, problem);
    }

    private static String shown(String text) {
        return Words.oneLine(Words.cut(text.strip(), MOST_CHARACTERS));
    }

    /** Whether nobody wrote anything into it. */
    boolean isUntouched() {
        return problem == null && own.equals(NOTHING_YET);
    }

    /** Of a student whose hand-in is gone, or was not taken. */
    String textOfNobody(String key) {
        return sealed("# " + key + "\n\nThe last review took no hand-in of this student.\n\n", own);
    }

    /** No text of a hand-in begins a line, so none can look like the line or what is below it. */
    String text(Reviewed student) {
        StringBuilder text = new StringBuilder("# " + escaped(student.name()) + ": "
                + escaped(student.manifest().stage()) + "\n\n");
        score(student, text);
        faults(text, "What the runs contradict", student.findings().contradicted());
        faults(text, "What is wrong with the runs", student.findings().flawed());
        faults(text, "What is missing", student.findings().lacking());
        if (!student.measured().isEmpty()) {
            text.append("## Beside the reference\n\n");
            for (Measured each : student.measured()) {
                text.append("- ").append(escaped(sentence(each))).append('\n');
            }
            text.append('\n');
        }
        return sealed(text.toString(), own);
    }

    private static void score(Reviewed student, StringBuilder text) {
        if (student.score() == null && !student.notGraded()) {
            text.append("There is no grade.\n\n");
        } else if (student.score() != null) {
            text.append("Score: ")
                    .append(Words.number(student.score()))
                    .append(" of ")
                    .append(Words.number(student.max()))
                    .append(student.feedback().byHand() == null ? "" : ", given by hand")
                    .append("\n\n");
        }
        again(student, text);
        if (student.scores() == null) {
            return;
        }
        rules(student, text);
        List<String> open = student.scores().open();
        open.forEach(each -> text.append("- ").append(escaped(each)).append('\n'));
        List<Scores.Check> failed = student.scores().failed();
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
        text.append(failed.isEmpty() && open.isEmpty() ? "" : "\n");
    }

    private static void again(Reviewed student, StringBuilder text) {
        if (student.notGraded()) {
            text.append("Your code was graded once more, and that came to no score: ")
                    .append(escaped(student.regraded().problem()))
                    .append("\n\n");
        } else if (student.regraded() != null) {
            text.append("Your code was graded once more: ")
                    .append(Words.number(student.scores().score()))
                    .append(" points. ")
                    .append(
                            student.handedIn() == null
                                    ? "No grade was handed in."
                                    : "The grade that was handed in says "
                                            + Words.number(student.handedIn().score()) + ".")
                    .append("\n\n");
        }
    }

    private static void rules(Reviewed student, StringBuilder text) {
        Map<Rule, Scores.Points> rules = student.scores().byRule();
        boolean differs = rules.keySet().stream().anyMatch(rule -> student.claimed(rule) != null);
        text.append(differs ? "| rule | points | handed in |\n|---|---|---|\n" : "| rule | points |\n|---|---|\n");
        rules.forEach((rule, points) -> {
            text.append("| ").append(rule).append(" | ").append(points(points)).append(" |");
            if (differs) {
                Scores.Points claimed = student.claimed(rule);
                text.append(claimed == null ? " |" : " " + points(claimed) + " |");
            }
            text.append('\n');
        });
        text.append('\n');
    }

    static String points(Scores.Points points) {
        return Words.number(points.points()) + " of " + Words.number(points.max());
    }

    static String sentence(Measured measured) {
        String with = measured.with().isEmpty() ? "" : " with " + measured.with();
        String what = measured.isKnee()
                ? measured.op() + with + ": the knee is at " + measured.rate() + " requests/s"
                : measured.op() + " at " + measured.rate() + " requests/s" + with + ": p50 "
                        + Words.millis(measured.p50Millis()) + ", p99 " + Words.millis(measured.p99Millis());
        if (measured.beside() == null) {
            return what + "; there is no comparable run of the reference.";
        }
        String times = measured.isKnee()
                ? times(measured.rateRatio())
                : times(measured.p50Ratio()) + " and " + times(measured.p99Ratio());
        String doubt = measured.beside().doubt();
        return what + "; " + times + " the reference's" + (doubt.isEmpty() ? "" : ", " + doubt) + ".";
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
