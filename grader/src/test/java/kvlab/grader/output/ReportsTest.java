package kvlab.grader.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import kvlab.cluster.UsageException;
import kvlab.grader.CheckResult;
import kvlab.grader.Grade;
import kvlab.grader.GradedCheck;
import kvlab.grader.Outcome;
import kvlab.grader.Selection;
import kvlab.grader.Subject;
import kvlab.grader.history.Evidence;
import kvlab.grader.history.History;
import kvlab.grader.history.Judge;
import kvlab.grader.history.Request;
import kvlab.grader.history.Verdict;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** One grade with an outcome of each kind, as every report shows it. */
class ReportsTest {

    private static final String FAILURE =
            "expected: 201 (E1: …)\nobserved: <b>\"200\"</b> & \u0001\nlook at:  PUT\nreplay:   ./lab grade --seed 42";

    private final Grade grade = grade();

    private static Grade grade() {
        try {
            Subject subject = Subject.running("1-single-node", "http://127.0.0.1:1");
            List<GradedCheck> checks =
                    Selection.of(subject, List.of("E1", "E2"), 42).checks();
            return new Grade(
                    "1-single-node",
                    42,
                    List.of(
                            new CheckResult(checks.get(0), Outcome.FAIL, FAILURE, 0.5, List.of("8080 | <oops>"), null),
                            new CheckResult(checks.get(1), Outcome.SKIPPED, "not here", 0, List.of(), null),
                            new CheckResult(checks.get(2), Outcome.PASS, "", 1.2345, List.of(), null),
                            new CheckResult(checks.get(3), Outcome.INCONCLUSIVE, "too few", 0.1, List.of(), null)),
                    1.5);
        } catch (UsageException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void jsonHasTheFieldsThatOthersRead() {
        JsonObject json = JsonParser.parseString(JsonReport.text(grade)).getAsJsonObject();
        assertEquals("[stage, score, max, seed, checks]", json.keySet().toString());
        assertEquals(4, json.get("score").getAsInt());
        assertEquals(18, json.get("max").getAsInt());
        JsonObject first = json.getAsJsonArray("checks").get(0).getAsJsonObject();
        assertEquals(
                "[id, rule, name, points, max, outcome, message, seconds]",
                first.keySet().toString());
        assertEquals("fail", first.get("outcome").getAsString());
        assertEquals(FAILURE, first.get("message").getAsString());
        JsonObject third = json.getAsJsonArray("checks").get(2).getAsJsonObject();
        assertEquals(third.get("max"), third.get("points"));
        assertEquals(1.235, third.get("seconds").getAsDouble());
    }

    @Test
    void gradescopeGetsATestForEachCheck() {
        JsonObject json = JsonParser.parseString(GradescopeReport.text(grade)).getAsJsonObject();
        assertEquals(4, json.get("score").getAsInt());
        JsonObject test = json.getAsJsonArray("tests").get(0).getAsJsonObject();
        assertEquals(
                "[score, max_score, name, number, output, visibility]",
                test.keySet().toString());
        assertEquals(
                4,
                json.getAsJsonArray("leaderboard")
                        .get(0)
                        .getAsJsonObject()
                        .get("value")
                        .getAsInt());
    }

    @Test
    void junitXmlIsWellFormedWhateverANodeSaid() throws Exception {
        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(JunitReport.text(grade).getBytes(UTF_8)))
                .getDocumentElement();
        assertEquals("4", suite.getAttribute("tests"));
        assertEquals("1", suite.getAttribute("failures"));
        assertEquals("1", suite.getAttribute("errors"));
        assertEquals("1", suite.getAttribute("skipped"));
        Element failure = (Element) suite.getElementsByTagName("failure").item(0);
        assertEquals(FAILURE.replace('\u0001', '\ufffd'), failure.getAttribute("message"));
    }

    @Test
    void scorecardNeedsNothingButItself() {
        String page = HtmlReport.text(grade);
        assertFalse(page.contains("http://") || page.contains("https://") || page.contains("<script"));
        assertTrue(page.contains("&lt;b&gt;&quot;200&quot;&lt;/b&gt; &amp; "));
        assertTrue(page.contains("8080 | &lt;oops&gt;"));
        assertTrue(page.contains("<dt>replay</dt><dd><code>./lab grade --seed 42</code></dd>"));
    }

    @Test
    void failureThatAHistoryShowsComesWithAPicture() {
        Request request = new Request(1, "8081", Request.Kind.GET, "k", null, 2, 3);
        History history = new History(List.of(request.read("from nowhere", 0, 1)), List.of());
        Verdict.Violation violation = (Verdict.Violation) Judge.judge(history, 1);
        GradedCheck check = grade.results().get(0).check();
        CheckResult failed =
                new CheckResult(check, Outcome.FAIL, FAILURE, 1, List.of(), new Evidence(history, violation.finding()));
        String page = HtmlReport.text(new Grade("1-single-node", 42, List.of(failed), 1));
        assertTrue(page.contains("<figure class=\"timeline\">\n<p>client 1 read &#39;from nowhere&#39;"), page);
        assertTrue(page.contains(Timeline.STYLE));
        assertFalse(HtmlReport.text(grade).contains("<figure"));
    }

    @Test
    void tableNamesWhatIsMissing() {
        String text = TextReport.text(grade);
        assertTrue(text.contains("putCreates       E1         0/5  fail              0.5\n"), text);
        assertTrue(text.contains("putReplaces, skipped: "), text);
        assertTrue(
                text.endsWith(
                        "1-single-node: 4 of 18 points; 1 passed, 1 failed, 1 skipped, 1 inconclusive (seed 42, 1.5 s)\n"),
                text);
    }

    @Test
    void failuresWithTheSameObservationAreToldOnce() {
        List<CheckResult> results = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String observed = "node 800" + i + " answered PUT /v0/entity?id=key-00000000000" + i + " with "
                    + (i == 3 ? 404 : 500) + " and 2 bytes, 'no'";
            String message = "expected: " + i + "\nobserved: " + observed + "\nlook at:  it\nreplay:   ./lab";
            results.add(new CheckResult(grade.results().get(i).check(), Outcome.FAIL, message, 0, List.of(), null));
        }
        Grade failed = new Grade("1-single-node", 42, results, 1);
        String text = TextReport.reasons(failed);
        assertEquals(2, text.split("expected:").length - 1, text);
        assertTrue(
                text.contains("\n  replay:   ./lab\n  failed, probably for the same reason: putReplaces, emptyValue\n"),
                text);
        assertEquals(2, GradescopeReport.text(failed).split("expected:").length - 1);
        assertTrue(GradescopeReport.text(failed).contains("see putCreates: these checks failed, probably"));
        String page = HtmlReport.text(failed);
        assertEquals(2, page.split("<article").length - 1, page);
        assertTrue(page.contains("<dt>failed, probably for the same reason</dt><dd id=\"putReplaces\">"), page);
    }

    @Test
    void failureThatTellsMostAboutAnExerciseIsToldFirst() throws Exception {
        Map<String, String> exercises = new LinkedHashMap<>();
        exercises.put("emptyValue", "Shelf.get (step 2)");
        exercises.put("putCreates", "Shelf.put (step 1)");
        exercises.put("putReplaces", "Shelf.put (step 1)");
        Subject subject = Subject.running("1-single-node", "http://127.0.0.1:1");
        List<CheckResult> results =
                Selection.of(subject, List.of("E1", "E2"), 42).about(exercises, true).checks().stream()
                        .map(check -> new CheckResult(check, Outcome.FAIL, check.clue(), 0, List.of(), null))
                        .toList();
        String text = TextReport.reasons(new Grade("1-single-node", 42, results, 1));
        assertEquals(
                List.of("emptyValue", "putCreates", "getReturnsBytes"),
                text.lines()
                        .filter(line -> line.contains(", fail: "))
                        .map(line -> line.replaceAll(",.*", ""))
                        .toList());
        assertTrue(text.contains("\n  Shelf.get (step 2); how your GET tells an empty value"), text);
        assertTrue(text.contains("\n  failed, and are about the same exercise: putReplaces\n"), text);
        assertTrue(text.contains("\n  the way of a value in and out"), text);
    }

    @Test
    void ofManyFailuresTheFirstAreToldInFullAndTheOthersByName() throws Exception {
        Subject subject = Subject.running("1-single-node", "http://127.0.0.1:1");
        List<CheckResult> results = Selection.of(subject, List.of("E1", "E2", "E3", "E4", "E5"), 42).checks().stream()
                .map(check -> new CheckResult(check, Outcome.FAIL, "observed: " + check.id(), 0, List.of(), null))
                .toList();
        String text = TextReport.reasons(new Grade("1-single-node", 42, results, 1));
        assertEquals(8, results.size());
        assertEquals(5, text.split("observed:").length - 1, text);
        assertTrue(
                text.endsWith("\n3 more checks failed. Mend the first one above, then grade again; --only CHECK shows"
                        + " another:\n  deleteIsAccepted, deletedKeyIsGone, keyComesBack\n"),
                text);
    }

    @Test
    void failureWeighsMoreThanWhatIsUndecided() {
        assertEquals(1, grade.exitCode());
        List<CheckResult> results = grade.results();
        assertEquals(2, new Grade("s", 1, results.subList(1, 4), 1).exitCode());
        assertEquals(2, new Grade("s", 1, results.subList(1, 3), 1).exitCode());
        assertEquals(0, new Grade("s", 1, results.subList(2, 3), 1).exitCode());
    }
}
