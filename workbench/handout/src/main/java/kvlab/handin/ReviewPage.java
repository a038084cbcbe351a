package kvlab.handin;

import static kvlab.cluster.Markup.escaped;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import kvlab.bench.lint.Lint;
import kvlab.cluster.Sha256;
import kvlab.grader.Rule;

/**
 * The page of a review: a row a student, and what is behind it. It needs nothing but itself, and its policy lets run only the
 * script that is its own, so that a text of a hand-in that got into it unescaped would still do nothing.
 */
final class ReviewPage {

    private static final String STYLE = resource("review.css");
    private static final String SCRIPT = resource("review.js");

    private static final int MOST_CHARACTERS_OF_A_KIT = 60;

    private static final double[] STEPS = {0.005, 0.5, 0.8, 0.995};

    private final List<Reviewed> students;
    private final List<Reviewed.Refused> refused;
    private final SortedSet<Rule> rules;
    private final List<String> ops;
    private final List<String> knees;
    private final boolean regraded;
    private final Alike alike;
    private final StringBuilder page = new StringBuilder();

    private ReviewPage(List<Reviewed> students, List<Reviewed.Refused> refused, SortedSet<Rule> rules, Alike alike) {
        this.students = students;
        this.refused = refused;
        this.rules = rules;
        this.ops = operations(false);
        this.knees = operations(true);
        this.alike = alike;
        this.regraded = students.stream().anyMatch(student -> student.regraded() != null);
    }

    static String text(List<Reviewed> students, List<Reviewed.Refused> refused, SortedSet<Rule> rules, Alike alike) {
        ReviewPage page = new ReviewPage(students, refused, rules, alike);
        page.all();
        return page.page.toString();
    }

    private List<String> operations(boolean ofKnees) {
        TreeSet<String> known = new TreeSet<>();
        students.forEach(student -> student.measured().stream()
                .filter(each -> each.isKnee() == ofKnees)
                .forEach(each -> known.add(each.op())));
        return List.copyOf(known);
    }

    private void all() {
        page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '")
                .append(hash(SCRIPT))
                .append("'; style-src '")
                .append(hash(STYLE))
                .append("'; base-uri 'none'; form-action 'none'\">\n")
                .append("<meta name=\"referrer\" content=\"no-referrer\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<title>Review</title>\n<style>")
                .append(STYLE)
                .append("</style>\n</head>\n<body>\n<h1>Review</h1>\n");
        summary();
        tools();
        page.append("<div class=\"wide\"><table id=\"students\">\n<thead>");
        head();
        page.append("</thead>\n<tbody>\n");
        students.forEach(this::row);
        refused.forEach(this::row);
        page.append("</tbody>\n");
        foot();
        page.append("</table></div>\n");
        if (alike != null) {
            pairs();
        }
        page.append("<section id=\"details\">\n");
        students.forEach(this::article);
        page.append("</section>\n<script>").append(SCRIPT).append("</script>\n</body>\n</html>\n");
    }

    /** As a policy names what may run or dress a page. */
    static String hash(String text) {
        return "sha256-" + Base64.getEncoder().encodeToString(Sha256.bytes(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String resource(String name) {
        try (InputStream in = ReviewPage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(name + " is part of this program", e);
        }
    }

    private void summary() {
        page.append("<p>").append(Words.count(students.size(), "student", "students"));
        if (!refused.isEmpty()) {
            page.append(" · <span class=\"bad\">")
                    .append(Words.count(refused.size(), "hand-in", "hand-ins"))
                    .append(" not taken</span>");
        }
        String stages = students.stream()
                .map(student -> student.manifest().stage())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        page.append(stages.isEmpty() ? "" : " · " + escaped(stages)).append("</p>\n");
        Rule worst = null;
        for (Rule rule : rules) {
            if (worst == null || mean(rule) < mean(worst)) {
                worst = rule;
            }
        }
        if (worst != null && mean(worst) < STEPS[STEPS.length - 1]) {
            page.append("<p>The class does worst at <strong>")
                    .append(worst)
                    .append("</strong>: ")
                    .append(percent(mean(worst)))
                    .append(" % of its points, on an average. <span class=\"soft\">")
                    .append(escaped(worst.sentence()))
                    .append("</span></p>\n");
        }
    }

    private void tools() {
        page.append("<div class=\"tools\"><label>Find <input type=\"search\" id=\"find\"></label>\n")
                .append("<label>Show <select id=\"show\"><option value=\"\">all</option>")
                .append("<option value=\"findings\">with findings</option>")
                .append("<option value=\"contradicted\">with claims that the data contradict</option>")
                .append("<option value=\"flawed\">with runs at fault</option>")
                .append("<option value=\"ungraded\">without a score since grading again failed</option>")
                .append("<option value=\"refused\">not taken</option></select></label>\n")
                .append("<span class=\"legend\">Percent of a rule's points: <span class=\"heat h0\">0</span>")
                .append("<span class=\"heat h1\">to 49</span><span class=\"heat h2\">to 79</span>")
                .append("<span class=\"heat h3\">to 99</span><span class=\"heat h4\">100</span></span>\n")
                .append("<span class=\"soft\">Tick two students to see them side by side.</span></div>\n");
    }

    private void head() {
        page.append("<tr><th class=\"tick\"></th>");
        head("Student", "name", false);
        head("Score", "", true);
        if (regraded) {
            head("Graded again", "", true);
            head("Handed in", "", true);
        }
        if (alike != null) {
            head("Most alike", "", true);
        }
        rules.forEach(rule -> head(rule.name(), "heat-head", rule.sentence(), true));
        for (String op : ops) {
            head(op + " p50", "", true);
            head(op + " p99", "", true);
        }
        knees.forEach(op -> head("knee, " + op, "", true));
        head("Claims contradicted", "", true);
        head("Runs at fault", "", true);
        head("Missing", "", true);
        page.append("<th class=\"text\">Pages</th></tr>");
    }

    private void head(String label, String style, boolean isNumber) {
        head(label, style, null, isNumber);
    }

    /** @param meaning of the label, where it is an abbreviation; null elsewhere */
    private void head(String label, String style, String meaning, boolean isNumber) {
        page.append("<th class=\"")
                .append(style)
                .append(isNumber ? "\" data-number" : "\"")
                .append(meaning == null ? "" : " title=\"" + escaped(meaning) + "\"")
                .append("><button>")
                .append(escaped(label))
                .append("</button></th>");
    }

    private void row(Reviewed student) {
        List<String> kinds = new ArrayList<>();
        if (!student.findings().all().isEmpty()) {
            kinds.add("findings");
        }
        if (!student.findings().contradicted().isEmpty()) {
            kinds.add("contradicted");
        }
        if (!student.findings().flawed().isEmpty()) {
            kinds.add("flawed");
        }
        if (student.notGraded()) {
            kinds.add("ungraded");
        }
        String id = "s-" + student.key();
        page.append("<tr class=\"").append(String.join(" ", kinds)).append("\"><td class=\"tick\">");
        page.append("<input type=\"checkbox\" value=\"").append(id).append("\" aria-label=\"side by side: ");
        page.append(escaped(student.name())).append("\"></td>");
        page.append("<th class=\"name\" scope=\"row\"><a href=\"#").append(id).append("\">");
        page.append(escaped(student.name())).append("</a><small>");
        page.append(escaped(student.manifest().stage())).append("</small>");
        if (!student.superseded().isEmpty()) {
            page.append(student.isDoubtful() ? "<small class=\"bad\">" : "<small class=\"mark\">");
            page.append("newest of ").append(student.superseded().size() + 1);
            page.append(student.isDoubtful() ? ", perhaps not all of one student</small>" : "</small>");
        }
        page.append("</th>");
        score(student);
        if (alike != null) {
            mostAlike(student);
        }
        for (Rule rule : rules) {
            heat(
                    rule,
                    student.scores() == null ? null : student.scores().byRule().get(rule),
                    student.claimed(rule));
        }
        for (String op : ops) {
            Measured run = student.measured(op, false);
            latency(run, each -> each.p50Millis(), each -> each.p50Ratio());
            latency(run, each -> each.p99Millis(), each -> each.p99Ratio());
        }
        for (String op : knees) {
            Measured knee = student.measured(op, true);
            measured(knee, knee == null ? null : knee.rateRatio(), knee == null ? "" : knee.rate() + "/s");
        }
        count(student.findings().contradicted().size());
        count(student.findings().flawed().size());
        count(student.findings().lacking().size());
        page.append("<td class=\"text\">").append(links(student)).append("</td></tr>\n");
    }

    private void score(Reviewed student) {
        Double score = student.score();
        if (score == null) {
            page.append("<td data-v=\"\">–<small>no ")
                    .append(student.notGraded() ? "score" : "grade")
                    .append("</small>");
        } else {
            page.append("<td data-v=\"").append(score).append("\"><strong>").append(Words.number(score));
            page.append("</strong> of ").append(Words.number(student.max()));
            if (student.feedback().byHand() != null) {
                page.append("<small class=\"mark\">by hand");
                page.append(
                        student.scores() == null
                                ? ""
                                : ", was " + Words.number(student.scores().score()));
                page.append("</small>");
            }
        }
        page.append(
                student.feedback().problem() == null
                        ? "</td>"
                        : "<small class=\"bad\">" + Feedback.FILE + " is left as it is</small></td>");
        if (regraded) {
            regraded(student);
            handedIn(student);
        }
    }

    private void mostAlike(Reviewed student) {
        Similarity.Pair pair = alike.mostAlike(student);
        if (pair == null) {
            page.append("<td data-v=\"\"");
            page.append(
                    alike.leavesOut(student)
                            ? " class=\"bad\">not compared<small>unreadable, too large or small</small></td>"
                            : ">–</td>");
            return;
        }
        page.append("<td data-v=\"").append(pair.average()).append("\"");
        page.append(pair.average() >= Similarity.WORTH_A_LOOK ? " class=\"bad\">" : ">");
        page.append(percent(pair.average())).append(" %<small>");
        page.append(escaped(name(pair.besides(student.key())))).append("</small></td>");
    }

    private String name(String key) {
        return students.stream()
                .filter(student -> student.key().equals(key))
                .map(Reviewed::name)
                .findFirst()
                .orElse(key);
    }

    private void pairs() {
        page.append("<section id=\"alike\">\n<h2>Alike</h2>\n");
        if (alike.problem() != null) {
            page.append("<p class=\"bad\">Not all was compared: ")
                    .append(escaped(alike.problem()))
                    .append("</p>\n");
        }
        alike.byStage().forEach((stage, similarity) -> {
            page.append("<p>").append(escaped(stage)).append(": ");
            page.append(Words.count(similarity.worthALook().size(), "pair is", "pairs are"));
            page.append(" alike in ")
                    .append(percent(Similarity.WORTH_A_LOOK))
                    .append(" % or more, without the hand-out. ");
            page.append("All of them, line by line: <a href=\"")
                    .append(escaped(alike.kept().get(stage)));
            page.append("\">").append(escaped(alike.kept().get(stage))).append("</a>, which JPlag shows.</p>\n");
            if (!similarity.worthALook().isEmpty()) {
                page.append(
                        "<table><thead><tr><th>One</th><th>Other</th><th>Average</th><th>Most</th></tr></thead><tbody>\n");
                similarity.worthALook().forEach(this::pair);
                page.append("</tbody></table>\n");
            }
        });
        page.append("</section>\n");
    }

    private void pair(Similarity.Pair pair) {
        page.append("<tr><td>").append(escaped(name(pair.one()))).append("</td><td>");
        page.append(escaped(name(pair.other()))).append("</td><td>").append(percent(pair.average()));
        page.append(" %</td><td>").append(percent(pair.most())).append(" %</td></tr>\n");
    }

    private void regraded(Reviewed student) {
        Regraded again = student.regraded();
        if (again == null) {
            page.append("<td data-v=\"\">–</td>");
        } else if (again.failed()) {
            page.append("<td data-v=\"\" class=\"bad text\">").append(escaped(again.problem()));
            page.append("</td>");
        } else {
            Scores scores = again.scores();
            boolean differs = student.handedIn() == null || !student.handedIn().hasScoreOf(scores);
            page.append("<td data-v=\"").append(scores.score()).append(differs ? "\" class=\"bad\">" : "\">");
            page.append(Words.number(scores.score())).append(" of ").append(Words.number(scores.max()));
            page.append(differs ? "<small class=\"bad\">differs</small></td>" : "</td>");
        }
    }

    private void handedIn(Reviewed student) {
        Scores told = student.handedIn();
        page.append("<td data-v=\"").append(told == null ? "" : Double.toString(told.score()));
        page.append("\">")
                .append(told == null ? "–" : Words.number(told.score()) + " of " + Words.number(told.max()))
                .append("</td>");
    }

    /** @param claimed what was handed in, where it is something else; null elsewhere */
    private void heat(Rule rule, Scores.Points points, Scores.Points claimed) {
        if (points == null) {
            page.append("<td class=\"heat-none\" data-v=\"\">–");
            claimed(claimed);
            return;
        }
        page.append("<td class=\"heat ")
                .append(shade(points.share()))
                .append("\" data-v=\"")
                .append(points.share());
        page.append("\" title=\"")
                .append(rule)
                .append(": ")
                .append(Feedback.points(points))
                .append(claimed == null ? "" : "; handed in: " + Feedback.points(claimed))
                .append("\">");
        page.append(percent(points.share()));
        claimed(claimed);
    }

    private void claimed(Scores.Points claimed) {
        page.append(claimed == null ? "</td>" : "<small>told " + percent(claimed.share()) + "</small></td>");
    }

    private static String shade(double share) {
        int step = 0;
        while (step < STEPS.length && share >= STEPS[step]) {
            step++;
        }
        return "h" + step;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f", 100 * share);
    }

    private void latency(Measured run, Function<Measured, Double> millis, Function<Measured, Double> ratio) {
        if (run == null) {
            measured(null, null, "");
        } else {
            measured(run, ratio.apply(run), Words.millis(millis.apply(run)) + " at " + run.rate() + "/s");
        }
    }

    private void measured(Measured measured, Double ratio, String figure) {
        if (measured == null) {
            page.append("<td data-v=\"\">–</td>");
            return;
        }
        page.append("<td data-v=\"")
                .append(ratio == null ? "" : ratio.toString())
                .append("\" title=\"");
        page.append(escaped(Feedback.sentence(measured))).append("\">");
        page.append(ratio == null ? "no reference" : String.format(Locale.ROOT, "%.2f ×", ratio));
        if (measured.beside() != null && !measured.beside().doubt().isEmpty()) {
            page.append("<span class=\"mark\" title=\"the reference ")
                    .append(measured.beside().doubt())
                    .append(measured.beside().handedIn() ? "\"> †</span>" : "\"> *</span>");
        }
        page.append("<small>").append(escaped(figure)).append("</small>");
        if (!measured.with().isEmpty()) {
            page.append("<small class=\"mark\">with ")
                    .append(escaped(measured.with()))
                    .append("</small>");
        }
        page.append("</td>");
    }

    private void count(int count) {
        page.append("<td data-v=\"").append(count).append(count == 0 ? "\">" : "\" class=\"mark\">");
        page.append(count).append("</td>");
    }

    private static String links(Reviewed student) {
        return student.links().stream()
                .map(link -> "<a href=\"" + student.key() + "/" + escaped(link.file()) + "\">" + escaped(link.label())
                        + "</a>")
                .collect(Collectors.joining(" · "));
    }

    private void row(Reviewed.Refused each) {
        int columns = 7 + (regraded ? 2 : 0) + (alike == null ? 0 : 1) + rules.size() + 2 * ops.size() + knees.size();
        page.append("<tr class=\"refused\"><td class=\"tick\"></td><th class=\"name\" scope=\"row\">");
        page.append(escaped(each.file()))
                .append("</th><td class=\"text\" colspan=\"")
                .append(columns - 2);
        page.append("\">Not taken: ").append(escaped(each.reason())).append("</td></tr>\n");
    }

    private void foot() {
        page.append("<tfoot><tr><td class=\"tick\"></td><th class=\"name\" scope=\"row\">Class, on an average</th>");
        double[] scores = students.stream()
                .filter(student -> student.score() != null)
                .mapToDouble(Reviewed::score)
                .toArray();
        double sum = 0;
        for (double score : scores) {
            sum += score;
        }
        page.append("<td>")
                .append(scores.length == 0 ? "–" : Words.number(sum / scores.length))
                .append("</td>");
        page.append(regraded ? "<td></td><td></td>" : "").append(alike == null ? "" : "<td></td>");
        for (Rule rule : rules) {
            page.append("<td class=\"heat ")
                    .append(shade(mean(rule)))
                    .append("\" title=\"")
                    .append(rule);
            page.append("\">").append(percent(mean(rule))).append("</td>");
        }
        page.append("<td></td>".repeat(2 * ops.size() + knees.size() + 4)).append("</tr></tfoot>\n");
    }

    /** Of those whose stage has it. */
    private double mean(Rule rule) {
        return students.stream()
                .filter(student ->
                        student.scores() != null && student.scores().byRule().containsKey(rule))
                .mapToDouble(student -> student.scores().byRule().get(rule).share())
                .average()
                .orElse(1);
    }

    private void article(Reviewed student) {
        page.append("<article id=\"s-")
                .append(student.key())
                .append("\">\n<h2>")
                .append(escaped(student.name()));
        page.append("</h2>\n<p class=\"soft\">")
                .append(escaped(student.manifest().stage()))
                .append(" · ");
        page.append(escaped(student.file()))
                .append(" · ")
                .append(escaped(student.manifest().date()))
                .append(student.isDatedAsItsFile() ? "" : ", in a file of " + escaped(student.written()));
        if (student.manifest().commit() != null) {
            page.append(" · commit ")
                    .append(escaped(Words.cut(student.manifest().commit(), 12)));
        }
        page.append(" · project of kit ").append(kit(student.manifest().kit()));
        if (student.manifest().submittedBy() != null) {
            page.append(", submitted by kit ").append(kit(student.manifest().submittedBy()));
        }
        page.append("</p>\n");
        if (!student.superseded().isEmpty()) {
            page.append("<p class=\"mark\">Newer than, by the same name:</p>\n<ul>\n");
            for (Reviewed.Older each : student.superseded()) {
                page.append(each.doubt() == null ? "<li>" : "<li class=\"bad\">");
                page.append(escaped(each.file() + ", of " + each.date()));
                page.append(each.doubt() == null ? "" : escaped(", perhaps of somebody else: " + each.doubt()));
                page.append("</li>\n");
            }
            page.append("</ul>\n");
        }
        page.append("<p>").append(links(student)).append(student.links().isEmpty() ? "" : " · ");
        page.append("<a href=\"").append(student.key()).append('/').append(Feedback.FILE);
        page.append("\">feedback</a></p>\n");
        problem(
                "Grading it again came to no score: ",
                student.notGraded() ? student.regraded().problem() : null);
        problem(Feedback.FILE + " is left as it is: ", student.feedback().problem());
        faults("What the data contradict", student.findings().contradicted());
        faults("Runs at fault", student.findings().flawed());
        faults("Missing", student.findings().lacking());
        if (!student.measured().isEmpty()) {
            page.append("<h3>Beside the reference</h3>\n<ul>\n");
            for (Measured each : student.measured()) {
                page.append("<li>").append(escaped(Feedback.sentence(each))).append("<small>");
                String beside =
                        each.beside() == null ? "" : " beside " + each.beside().run();
                page.append(escaped(each.run() + beside));
                page.append("</small></li>\n");
            }
            page.append("</ul>\n");
        }
        words("Prediction", student.prediction());
        words("Conclusion", student.conclusion());
        checks(student);
        page.append("</article>\n");
    }

    private static String kit(String name) {
        return escaped(Words.oneLine(Words.cut(name, MOST_CHARACTERS_OF_A_KIT)));
    }

    private void problem(String what, String problem) {
        page.append(problem == null ? "" : "<p class=\"bad\">" + escaped(what + problem) + "</p>\n");
    }

    private void faults(String title, List<Lint.Fault> faults) {
        if (faults.isEmpty()) {
            return;
        }
        page.append("<h3>").append(title).append("</h3>\n<ul>\n");
        faults.forEach(
                fault -> page.append("<li>").append(escaped(fault.text())).append("</li>\n"));
        page.append("</ul>\n");
    }

    private void words(String title, String text) {
        page.append("<h3>").append(title).append("</h3>\n");
        page.append(
                text.isEmpty()
                        ? "<p class=\"bad\">Nothing.</p>\n"
                        : "<blockquote>" + escaped(text) + "</blockquote>\n");
    }

    private void checks(Reviewed student) {
        if (student.scores() == null) {
            return;
        }
        List<Scores.Check> failed = student.scores().failed();
        List<String> open = student.scores().open();
        page.append("<h3>Checks that did not pass</h3>\n");
        open.forEach(each -> page.append("<p>").append(escaped(each)).append("</p>\n"));
        page.append(failed.isEmpty() && open.isEmpty() ? "<p>None.</p>\n" : "");
        page.append(failed.isEmpty() ? "" : "<table>\n");
        for (Scores.Check check : failed) {
            page.append("<tr><td>").append(check.rule()).append("</td><td class=\"text\">");
            page.append(escaped(check.name())).append(" <small>").append(escaped(check.id()));
            page.append(", ").append(check.outcome()).append("</small><pre>").append(escaped(check.message()));
            page.append("</pre></td><td>")
                    .append(Feedback.points(check.points()))
                    .append("</td></tr>\n");
        }
        page.append(failed.isEmpty() ? "" : "</table>\n");
    }
}
