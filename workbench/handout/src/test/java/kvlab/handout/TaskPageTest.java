package kvlab.handout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import kvlab.cluster.Stages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TaskPageTest {

    private static final Path HOME = Path.of(System.getProperty("kvlab.home"));

    @Test
    void stepsAndHintsAreReadFromThePage() {
        TaskPage page = TaskPage.of("7-shelves", """
                # Stage 7

                1. `Not.this` (X1): another section.

                ## The task

                1. `Shelf.put` and `first`, `Row.last` (B1, B2): say
                   `what` it is (B3).
                2. `Row.size` (B4): count.

                | step | checks |
                |---|---|
                | 1 | `shelved`, `firstFound` |
                | 2 | `counted` |

                - *Size* (B4, `Row.size` and `last`). How many?
                - *Order* (B1, B4, `Row.last`). Which one? — The first
                  of all. — `Row` knows.
                - no hint

                ## Grade it

                - *Not* (B1). This.
                """, """
                | 7-shelves | `Not.this` | `other` |

                ## Which exercise a failed check is about

                | stage | exercise | failed checks |
                |---|---|---|
                | 6-boxes | `Box.put` | `counted` |
                | 7-shelves | `Row.size` | `counted` |
                | 7-shelves | `Shelf.put` and `first` | `shelved`, `firstFound` |
                """);
        assertEquals(
                List.of(
                        new TaskPage.Step(
                                List.of("Shelf.put", "Shelf.first", "Row.last"),
                                List.of("B1", "B2"),
                                List.of("shelved", "firstFound")),
                        new TaskPage.Step(List.of("Row.size"), List.of("B4"), List.of("counted"))),
                page.steps());
        assertEquals(List.of("Which one?", "The first of all.", "`Row` knows."), page.parts("B1"));
        assertEquals(List.of("How many?"), page.parts(List.of("Row.size"), "B1"));
        assertEquals(
                List.of("Which one?", "The first of all.", "`Row` knows.", "How many?"),
                page.parts(List.of("Row.last"), "B1"));
        assertEquals(List.of(), page.parts("B2"));
        assertEquals(List.of("Shelf.put", "Shelf.first", "Row.last"), page.methods(1));
        assertEquals(page.steps().get(1), page.stepThatTurns("counted").orElseThrow());
        assertEquals(
                "{counted=Row.size (step 2), shelved=Shelf.put (step 1) or Shelf.first (step 1),"
                        + " firstFound=Shelf.put (step 1) or Shelf.first (step 1)}",
                page.exercises().toString());
        assertTrue(page.order("counted", "B4") < page.order("shelved", "B1"));
        assertTrue(page.order("shelved", "B1") < page.order("unknown", "B1"));
    }

    static List<String> stages() throws IOException {
        return new Stages(HOME).names();
    }

    @ParameterizedTest
    @MethodSource("stages")
    void thePageNamesEveryExerciseOnceAndHasAHintForEachOfThemAndTheirRules(String stage) throws IOException {
        TaskPage page = TaskPage.of(HOME, stage);
        List<ExerciseFile.Exercise> exercises = exercises(stage);
        assertFalse(exercises.isEmpty());
        assertEquals(
                exercises.stream().map(ExerciseFile.Exercise::method).sorted().toList(),
                page.methods(page.steps().size()).stream().sorted().toList());
        TreeSet<String> rules = new TreeSet<>();
        exercises.forEach(exercise -> rules.add(exercise.rule()));
        page.hints().forEach(hint -> rules.addAll(hint.rules()));
        page.steps().forEach(step -> rules.addAll(step.rules()));
        for (String rule : rules) {
            assertFalse(page.parts(rule).isEmpty(), () -> rule + " has no hint");
            assertTrue(page.stepOf(rule).isPresent(), () -> rule + " belongs to no step");
        }
        for (String method : page.methods(page.steps().size())) {
            assertFalse(page.parts(List.of(method), "").isEmpty(), () -> method + " has no hint");
        }
    }

    private static List<ExerciseFile.Exercise> exercises(String stage) throws IOException {
        List<ExerciseFile.Exercise> exercises = new ArrayList<>();
        try (Stream<Path> files =
                Files.walk(HOME.resolve("stages").resolve(stage).resolve("src/main/java"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                exercises.addAll(ExerciseFile.of(file.getFileName().toString(), Files.readString(file))
                        .exercises());
            }
        }
        return exercises;
    }
}
