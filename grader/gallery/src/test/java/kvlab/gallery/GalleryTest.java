package kvlab.gallery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kvlab.cluster.UsageException;
import kvlab.gallery.SelfTest.Way;
import kvlab.grader.CheckResult;
import kvlab.grader.GradedCheck;
import kvlab.grader.Outcome;
import kvlab.grader.Rule;
import kvlab.grader.Selection;
import kvlab.grader.Subject;
import kvlab.grader.output.TextReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The grader is graded: each broken node is caught by the checks that are named for it, and the soak run shows that no other
 * check fails. A node runs in this JVM where its checks allow that, which takes a third of the time; the others are processes.
 */
@Tag("slow")
class GalleryTest {

    private static final String FIRST_STAGE = "1-single-node";

    @TempDir
    private Path directory;

    private SelfTest selfTest;

    @BeforeEach
    void openGallery() {
        selfTest = new SelfTest(Path.of(System.getProperty("kvlab.home")), directory);
    }

    /** Nodes with many named checks come first, because they take longest: the other lanes would wait for the last one. */
    static Stream<String> brokenNodes() {
        Map<String, Set<String>> all = SelfTest.all();
        return all.keySet().stream()
                .sorted(Comparator.comparing(name -> -all.get(name).size()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenNodes")
    void brokenNodeIsCaughtByWhatIsNamedForIt(String name) throws Exception {
        SelfTest.Result result = graded(name);
        assertEquals(Set.of(), result.skipped(), () -> TextReport.text(result.grade()));
        assertCaught(result);
        for (CheckResult check : result.grade().results()) {
            if (check.outcome() == Outcome.FAIL) {
                assertTrue(isFourLines(check.message()), check.message());
            }
        }
    }

    /** Some mistakes show in nearly every grade, and not in all: a node that was missed is graded once more. */
    private SelfTest.Result graded(String name) throws Exception {
        Exhibit exhibit = selfTest.exhibit(name);
        Way way = selfTest.quickest(exhibit);
        SelfTest.Result first = selfTest.grade(exhibit, way, new Unseen());
        return first.missed().isEmpty() ? first : selfTest.grade(exhibit, way, new Unseen());
    }

    /** Nodes of stage 1 are graded as processes, because that grade is short; later ones in this JVM, by all checks that allow it. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenNodes")
    @EnabledIfSystemProperty(named = "kvlab.soak", matches = "true", disabledReason = "grades every broken node wholly")
    void brokenNodeIsCaughtByNothingElse(String name) throws Exception {
        Exhibit exhibit = selfTest.exhibit(name);
        Way way = new Way(true, !exhibit.mutant().stage().equals(FIRST_STAGE));
        SelfTest.Result result = selfTest.grade(exhibit, way, new Unseen());
        assertEquals(Set.of(), result.missed(), () -> TextReport.text(result.grade()));
        assertEquals(Set.of(), result.unexpected(), () -> TextReport.reasons(result.grade()));
    }

    private static void assertCaught(SelfTest.Result result) {
        assertTrue(
                result.isCaught(),
                () -> result.exhibit().mutant().wrong() + "; did not fail: " + result.missed()
                        + "; failed, and should not have: " + result.unexpected() + "\n"
                        + TextReport.reasons(result.grade()));
    }

    @Test
    void everyCheckOfTheFirstStageIsFailedByABrokenNode() throws Exception {
        Set<String> all = checks(FIRST_STAGE).map(GradedCheck::id).collect(Collectors.toCollection(TreeSet::new));
        Set<String> missing = new TreeSet<>(all);
        missing.removeAll(caught());
        assertEquals(Set.of(), missing);
    }

    @Test
    void everyRuleIsBrokenByANode() throws Exception {
        Set<String> caught = caught();
        Set<Rule> rules = checks("4-async-client")
                .filter(check -> caught.contains(check.id()))
                .map(GradedCheck::rule)
                .collect(Collectors.toSet());
        assertEquals(EnumSet.allOf(Rule.class), rules);
    }

    private static Set<String> caught() {
        return SelfTest.all().values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    }

    private static Stream<GradedCheck> checks(String stage) throws UsageException {
        Subject subject = Subject.running(stage, "http://127.0.0.1:8080");
        return Selection.of(subject, List.of(), 1).checks().stream();
    }

    private static boolean isFourLines(String message) {
        // Random requests that show a failure stand between the lines, indented.
        List<String> lines =
                message.lines().filter(line -> !line.startsWith("  ")).toList();
        return lines.size() == 4
                && lines.get(0).matches("expected: .+ \\([SEHRA][0-9]+: .+\\)")
                && lines.get(1).matches("observed: .+")
                && lines.get(2).matches("look at: {2}.+")
                && lines.get(3).matches("replay: {3}\\./lab grade .+ --only \\w+ --seed 42");
    }
}
