package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

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

/** Students who solve the exercises in the order of the task page see checks turn green at each step. */
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

    /**
     * Before its step a check may pass by luck, if the node that is asked happens to own the key. From then on it passes, though a
     * busy machine may need a second try: a server whose last exercises are open may not answer at all when a peer is late.
     */
    @ParameterizedTest(name = "{0}")
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource("stages")
    void eachStepTurnsThoseChecksGreenThatThePageNames(String stage) throws Exception {
        List<TaskPage.Step> steps = TaskPage.of(HOME, stage).steps();
        Set<String> later = new TreeSet<>();
        steps.forEach(step -> later.addAll(step.checks()));
        Grade before = grade(solved(stage, 0), Set.of());
        Set<String> green = passed(before);
        green.removeAll(later);
        for (int i = 0; i < steps.size(); i++) {
            TaskPage.Step step = steps.get(i);
            Subject subject = solved(stage, i + 1);
            Grade grade = grade(subject, Set.of());
            assertFalse(step.checks().isEmpty());
            green.addAll(step.checks());
            step.checks().forEach(later::remove);
            Set<String> skipped = ids(grade, Outcome.SKIPPED);
            Set<String> passed = passed(grade);
            Set<String> missing = less(green, passed, skipped);
            if (!missing.isEmpty()) {
                passed.addAll(passed(grade(subject, missing)));
            }
            String reasonsBefore = TextReport.reasons(before);
            String after = stage + " after step " + (i + 1) + TextReport.reasons(grade) + "\nBefore step " + (i + 1)
                    + reasonsBefore;
            assertEquals(Set.of(), less(green, passed, skipped), () -> "do not pass in " + after);
            assertEquals(Set.of(), less(passed, green, later), () -> "pass and are not named in " + after);
            before = grade;
        }
    }

    private static Set<String> less(Set<String> all, Set<String> some, Set<String> others) {
        Set<String> left = new TreeSet<>(all);
        left.removeAll(some);
        left.removeAll(others);
        return left;
    }

    private Subject solved(String stage, int steps) throws Exception {
        Path folder = directory.resolve(stage + "-" + steps);
        new Checkout(HOME, "").writeSolved(stage, steps, folder);
        StageProgram program = new ProjectBuild(HOME, line -> {}).find(folder.toString());
        Subject solved = Subject.program("solved", null, program, List.of());
        return Boolean.getBoolean("kvlab.soak") ? solved : solved.inProcess();
    }

    private Grade grade(Subject subject, Set<String> only) throws Exception {
        return new Grader(directory.resolve("scratch"))
                .grade(subject, Selection.of(subject, List.copyOf(only), 42), new Progress() {});
    }

    private static Set<String> passed(Grade grade) {
        return ids(grade, Outcome.PASS);
    }

    private static Set<String> ids(Grade grade, Outcome outcome) {
        return grade.results().stream()
                .filter(result -> result.outcome() == outcome)
                .map(result -> result.check().id())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
