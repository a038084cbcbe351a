package kvlab.handin;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import kvlab.grader.Rule;

/** A line a student, for a spreadsheet: RFC 4180, and no cell of it is a formula. */
final class ScoresCsv {

    /**
     * What a spreadsheet may take for the beginning of one, also where it parts cells at other signs than a comma, as it does in
     * some languages.
     */
    private static final Pattern FORMULA = Pattern.compile("(^|[,;\\t\\r\\n|])([\\s\"']*)(?=[=+@＝＋－＠-])");

    private ScoresCsv() {}

    static String text(List<Reviewed> students, List<Reviewed.Refused> refused, SortedSet<Rule> rules, Alike alike) {
        StringBuilder text = new StringBuilder();
        List<String> head = new ArrayList<>(List.of(
                "student",
                "file",
                "date",
                "file's date",
                "stage",
                "score",
                "max",
                "by hand",
                "handed in",
                "graded again",
                "refused"));
        rules.forEach(rule -> head.add(rule.name()));
        head.addAll(List.of("findings", "contradicted", "runs at fault"));
        for (String op : List.of("put", "get")) {
            head.addAll(List.of(op + " rate", op + " p50 ratio", op + " p99 ratio", op + " knee", op + " knee ratio"));
        }
        head.add("on the ratios");
        if (alike != null) {
            head.addAll(List.of("most alike", "alike percent"));
        }
        line(text, head);
        for (Reviewed student : students) {
            List<String> cells = cells(student, rules);
            if (alike != null) {
                Similarity.Pair pair = alike.mostAlike(student);
                String nobody = alike.leavesOut(student) ? "not compared" : "";
                cells.add(pair == null ? nobody : pair.besides(student.key()));
                cells.add(pair == null ? "" : Words.number(100 * pair.average()));
            }
            line(text, cells);
        }
        for (Reviewed.Refused each : refused) {
            List<String> cells =
                    new ArrayList<>(List.of("", each.file(), "", "", "", "", "", "", "", "", each.reason()));
            while (cells.size() < head.size()) {
                cells.add("");
            }
            line(text, cells);
        }
        return text.toString();
    }

    private static List<String> cells(Reviewed student, SortedSet<Rule> rules) {
        Regraded regraded = student.regraded();
        List<String> cells = new ArrayList<>(List.of(
                student.name(),
                student.file(),
                student.manifest().date(),
                student.written(),
                student.manifest().stage(),
                number(student.score()),
                Words.number(student.max()),
                byHand(student.feedback()),
                number(student.handedIn() == null ? null : student.handedIn().score()),
                regraded == null
                        ? ""
                        : regraded.failed()
                                ? regraded.problem()
                                : Words.number(regraded.scores().score()),
                ""));
        for (Rule rule : rules) {
            Scores.Points points =
                    student.scores() == null ? null : student.scores().byRule().get(rule);
            cells.add(points == null ? "" : Words.number(points.points()));
        }
        cells.add(Integer.toString(student.findings().all().size()));
        cells.add(Integer.toString(student.findings().contradicted().size()));
        cells.add(Integer.toString(student.findings().flawed().size()));
        for (String op : List.of("put", "get")) {
            Measured run = student.measured(op, false);
            Measured knee = student.measured(op, true);
            cells.add(run == null ? "" : Integer.toString(run.rate()));
            cells.add(number(run == null ? null : run.p50Ratio()));
            cells.add(number(run == null ? null : run.p99Ratio()));
            cells.add(knee == null ? "" : Integer.toString(knee.rate()));
            cells.add(number(knee == null ? null : knee.rateRatio()));
        }
        cells.add(student.measured().stream()
                .map(Measured::remark)
                .filter(remark -> !remark.isEmpty())
                .collect(Collectors.joining("; ")));
        return cells;
    }

    private static String byHand(Feedback words) {
        boolean isOpen = words.byHand() == null && words.problem() != null;
        return isOpen ? words.problem() : number(words.byHand());
    }

    private static String number(Double number) {
        return number == null ? "" : Words.number(number);
    }

    private static void line(StringBuilder text, List<String> cells) {
        text.append(cells.stream().map(ScoresCsv::cell).collect(Collectors.joining(",")))
                .append("\r\n");
    }

    static String cell(String text) {
        String harmless = FORMULA.matcher(text).replaceAll("$1$2'");
        boolean isPlain = harmless.chars().noneMatch(each -> ",;\"\t\n\r".indexOf(each) >= 0);
        return isPlain ? harmless : '"' + harmless.replace("\"", "\"\"") + '"';
    }
}
