package kvlab.gallery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.NodeSpec;
import kvlab.cluster.StageProgram;
import kvlab.grader.CheckResult;
import kvlab.grader.Grade;
import kvlab.grader.GradedCheck;
import kvlab.grader.Grader;
import kvlab.grader.Outcome;
import kvlab.grader.Progress;
import kvlab.grader.Selection;
import kvlab.grader.Subject;
import kvlab.grader.output.TextReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The grader is graded: every broken node is caught, by the checks that are named for it and by no other. */
class GalleryTest {

    @TempDir
    private Path directory;

    static Stream<BrokenNode> brokenNodes() {
        return Gallery.all().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenNodes")
    void brokenNodeIsCaughtByWhatIsNamedForIt(BrokenNode node) throws Exception {
        Grade grade = grade(node.name());
        assertEquals(node.checks(), ids(grade, Outcome.FAIL), () -> node.wrong() + "\n" + TextReport.text(grade));
        assertEquals(Set.of(), ids(grade, Outcome.INCONCLUSIVE), () -> TextReport.text(grade));
        for (CheckResult result : grade.results()) {
            if (result.outcome() == Outcome.FAIL) {
                assertTrue(isFourLines(result.message()), result.message());
            }
        }
    }

    @Test
    void rightNodeHasAllPoints() throws Exception {
        Grade grade = grade("nothing");
        assertEquals(100, grade.score(), () -> TextReport.text(grade));
        assertEquals(0, grade.exitCode());
    }

    @Test
    void everyCheckIsFailedByABrokenNode() throws Exception {
        Set<String> caught = Gallery.all().stream()
                .flatMap(node -> node.checks().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> all = Selection.of(subject("nothing"), List.of(), 1).checks().stream()
                .map(GradedCheck::id)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(all, caught);
    }

    private static boolean isFourLines(String message) {
        List<String> lines = message.lines().toList();
        return lines.size() == 4
                && lines.get(0).matches("expected: .+ \\([SE][0-9]+: .+\\)")
                && lines.get(1).matches("observed: .+")
                && lines.get(2).matches("look at: {2}.+")
                && lines.get(3).matches("replay: {3}\\./lab grade .+ --only \\w+ --seed 42");
    }

    private Grade grade(String broken) throws Exception {
        Subject subject = subject(broken);
        return new Grader(directory.resolve("scratch"))
                .grade(subject, Selection.of(subject, List.of(), 42), new Unseen());
    }

    private static Subject subject(String broken) {
        StageProgram program =
                new StageProgram("gallery", System.getProperty("java.class.path"), GalleryFactory.class.getName());
        return new Subject("1-single-node", broken, new Quick(program), null, List.of("broken=" + broken));
    }

    private static Set<String> ids(Grade grade, Outcome outcome) {
        return grade.results().stream()
                .filter(result -> result.outcome() == outcome)
                .map(result -> result.check().id())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** A node of this test lives for seconds: what the second compiler takes, nobody gets back. */
    private record Quick(StageProgram program) implements NodeProgram {

        @Override
        public String name() {
            return program.name();
        }

        @Override
        public List<String> command(NodeSpec node) {
            List<String> command = new ArrayList<>(program.command(node));
            command.addAll(1, List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto"));
            return command;
        }
    }

    private static final class Unseen implements Progress {

        @Override
        public void starts(GradedCheck check, int number, int all) {
            // Nobody looks.
        }

        @Override
        public void done() {
            // Nobody looks.
        }
    }
}
