package kvlab.gallery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import kvlab.cluster.StageProgram;
import kvlab.cluster.Stages;
import kvlab.grader.CheckResult;
import kvlab.grader.GradedCheck;
import kvlab.grader.Grader;
import kvlab.grader.Outcome;
import kvlab.grader.Progress;
import kvlab.grader.Selection;
import kvlab.grader.Subject;
import kvlab.handout.TaskPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** From the checks that fail, hints and reports find the exercise that is wrong. */
@Isolated
class CluesTest {

    private static final Path HOME = Path.of(System.getProperty("kvlab.home"));

    private static final double MOST = 0.9;

    /** The checks that each wrong body failed. The soak run writes a new file in target. */
    private static final String RECORDED = "failed-with-wrong-bodies.txt";

    @TempDir
    private Path directory;

    static List<String> stages() throws IOException {
        return new Stages(HOME).names();
    }

    @ParameterizedTest
    @MethodSource("stages")
    void cluesNameExercisesAndChecksOfTheStageEachCheckOnce(String stage) throws Exception {
        TaskPage page = TaskPage.of(HOME, stage);
        Subject subject = new Subject(stage, stage, new Stages(HOME).find(stage), null, List.of());
        Set<String> known = Selection.of(subject, List.of(), 0).checks().stream()
                .map(GradedCheck::id)
                .collect(Collectors.toSet());
        Set<String> seen = new HashSet<>();
        Set<String> named = new HashSet<>();
        for (TaskPage.Clue clue : page.clues()) {
            named.addAll(clue.methods());
            clue.checks().forEach(check -> assertTrue(known.contains(check) && seen.add(check), check));
        }
        assertEquals(Set.copyOf(page.methods(page.steps().size())), named);
    }

    @ParameterizedTest
    @MethodSource("stages")
    void eachExerciseHasAtLeastThreeWrongBodies(String stage) throws IOException {
        Map<String, Long> bodies = WrongBodies.all().stream()
                .filter(body -> body.stage().equals(stage))
                .collect(Collectors.groupingBy(body -> body.name().split(":")[0], Collectors.counting()));
        TaskPage page = TaskPage.of(HOME, stage);
        for (String method : page.methods(page.steps().size())) {
            assertTrue(bodies.getOrDefault(method, 0L) >= 3, () -> method + " in " + bodies);
        }
    }

    @Test
    void theFailedChecksNameTheWrongExerciseInMostOfTheRecordedGrades() throws IOException {
        expectNamed(recorded());
    }

    @Test
    @EnabledIfSystemProperty(named = "kvlab.soak", matches = "true", disabledReason = "takes two hours")
    void theFailedChecksNameTheWrongExerciseInMostGrades() throws Exception {
        Map<String, List<String>> failed = new TreeMap<>();
        for (Mutant body : WrongBodies.all()) {
            failed.put(body.stage() + ":" + body.name(), failed(body));
            Files.write(
                    Path.of("target", RECORDED),
                    failed.entrySet().stream()
                            .map(each -> each.getKey() + " " + String.join(",", each.getValue()))
                            .toList());
        }
        expectNamed(failed);
    }

    private List<String> failed(Mutant body) throws Exception {
        String classPath = System.getProperty("java.class.path");
        Path classes = Files.createDirectories(directory.resolve(body.name().replaceAll("\\W", "-")));
        body.compile(HOME.resolve("stages"), classPath, classes);
        StageProgram stage = new Stages(HOME).find(body.stage());
        StageProgram program = new StageProgram(body.stage(), classes + ":" + classPath, stage.factory()).briefly();
        Subject subject = new Subject(body.stage(), body.name(), program, null, List.of());
        return new Grader(directory.resolve("scratch"))
                .grade(subject, Selection.of(subject, List.of(), 42), new Progress() {}).results().stream()
                        .filter(result -> result.outcome() == Outcome.FAIL)
                        .map(CheckResult::check)
                        .map(GradedCheck::id)
                        .toList();
    }

    private Map<String, List<String>> recorded() throws IOException {
        Map<String, List<String>> failed = new TreeMap<>();
        for (String line : new String(
                        CluesTest.class.getResourceAsStream(RECORDED).readAllBytes(), "UTF-8")
                .lines()
                .toList()) {
            String[] parts = line.split(" ", 2);
            failed.put(parts[0], parts[1].isEmpty() ? List.of() : List.of(parts[1].split(",")));
        }
        Set<String> bodies = WrongBodies.all().stream()
                .map(body -> body.stage() + ":" + body.name())
                .collect(Collectors.toSet());
        assertEquals(bodies, failed.keySet(), "grade the wrong bodies anew, by ./lab test --soak");
        return failed;
    }

    /** A body in a method that is no exercise does not count, and one that no check has caught is for --mutate to report. */
    private static void expectNamed(Map<String, List<String>> failed) throws IOException {
        List<String> wrong = new ArrayList<>();
        int all = 0;
        for (Map.Entry<String, List<String>> body : failed.entrySet()) {
            String[] name = body.getKey().split(":");
            TaskPage page = TaskPage.of(HOME, name[0]);
            if (page.stepWith(name[1]).isEmpty() || body.getValue().isEmpty()) {
                continue;
            }
            all++;
            String first = body.getValue().stream()
                    .min(Comparator.comparing(check -> page.order(check, "")))
                    .orElseThrow();
            TaskPage.Clue clue = page.clue(first);
            if (clue == null || !clue.methods().contains(name[1])) {
                wrong.add(body.getKey() + " leads to " + clue);
            }
        }
        int right = all - wrong.size();
        assertTrue(right >= MOST * all, right + " of " + all + "; " + wrong);
    }
}
