package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kvlab.cluster.StageProgram;
import kvlab.cluster.Stages;
import kvlab.grader.Grade;
import kvlab.grader.Grader;
import kvlab.grader.Outcome;
import kvlab.grader.Progress;
import kvlab.grader.Selection;
import kvlab.grader.Subject;
import kvlab.grader.output.TextReport;
import kvlab.handout.Checkout;
import kvlab.handout.ProjectBuild;
import kvlab.handout.TaskPage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who solves the exercises in the order of the task page sees at each step that it was worth it. */
@Tag("slow")
@Tag("whole-kit")
class StepsTest {

    private static final Path HOME = Path.of(System.getProperty("kvlab.home"));

    @TempDir
    private Path directory;

    /** Later stages take longer, so they begin first. */
    static Stream<String> stages() throws IOException {
        return new Stages(HOME).names().stream().sorted(Comparator.reverseOrder());
    }

    @ParameterizedTest(name = "{0}")
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource("stages")
    void eachStepTurnsAtLeastOneMoreCheckGreenAndNoneBackToRed(String stage) throws Exception {
        int steps = TaskPage.of(HOME, stage).steps().size();
        Set<String> before = passed(grade(stage, 0));
        for (int step = 1; step <= steps; step++) {
            Grade grade = grade(stage, step);
            Set<String> passed = passed(grade);
            String what =
                    "step " + step + " of " + stage + "; green before: " + before + "\n" + TextReport.reasons(grade);
            assertTrue(passed.containsAll(before) && passed.size() > before.size(), what);
            before = passed;
            System.out.println(stage + " step " + step + ": " + passed.size() + " of "
                    + grade.results().size());
            if (step == steps) {
                assertEquals(0, grade.count(Outcome.FAIL) + grade.count(Outcome.INCONCLUSIVE), what);
            }
        }
    }

    private Grade grade(String stage, int steps) throws Exception {
        Path folder = directory.resolve(stage + "-" + steps);
        new Checkout(HOME, "").writeSolved(stage, steps, folder);
        StageProgram program = new ProjectBuild(HOME, line -> {}).find(folder.toString());
        Subject subject = Subject.program("solved", null, program, List.of()).inProcess();
        return new Grader(directory.resolve("scratch"))
                .grade(subject, Selection.of(subject, List.of(), 42), new Unseen());
    }

    private static Set<String> passed(Grade grade) {
        return grade.results().stream()
                .filter(result -> result.outcome() == Outcome.PASS)
                .map(result -> result.check().id())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static final class Unseen implements Progress {}
}
