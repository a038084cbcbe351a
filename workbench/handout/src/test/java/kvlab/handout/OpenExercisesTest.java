package kvlab.handout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import kvlab.cluster.Stages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OpenExercisesTest {

    private static final Path HOME = Path.of(System.getProperty("kvlab.home"));

    @TempDir
    private Path directory;

    static List<String> stages() throws IOException {
        return new Stages(HOME).names();
    }

    @ParameterizedTest
    @MethodSource("stages")
    void checksOfAStepWaitUntilItAndTheStepsBeforeAreSolved(String stage) throws Exception {
        List<TaskPage.Step> steps = TaskPage.of(HOME, stage).steps();
        for (int solved = 0; solved <= steps.size(); solved++) {
            TreeSet<String> left = new TreeSet<>();
            steps.subList(solved, steps.size()).forEach(step -> left.addAll(step.checks()));
            Map<String, OpenExercises.Waiting> waiting = waiting(stage, solved);
            assertEquals(left, new TreeSet<>(waiting.keySet()));
            if (solved < steps.size()) {
                String exercise = steps.get(solved).methods().get(0) + " (step " + (solved + 1) + ")";
                waiting.values().forEach(each -> assertEquals(exercise, each.exercise()));
            }
        }
    }

    @Test
    void exerciseWithACommentIsStillOpenAndOneWithAnotherBodyIsNot() throws Exception {
        Path folder = directory.resolve("mine");
        new Checkout(HOME, "").write("1-single-node", Checkout.Content.EXERCISES, folder);
        Path store = folder.resolve("src/main/java/kvlab/single/EntityStore.java");
        String text = Files.readString(store);
        Files.writeString(store, text.replace("throw new Unsupported", "// to do\n        throw new Unsupported"));
        assertTrue(waiting(folder).containsKey("absentKey"));
        for (Path source : List.of(
                store,
                folder.resolve("src/main/java/kvlab/single/EntityRequest.java"),
                folder.resolve("src/main/java/kvlab/single/LocalEntityService.java"))) {
            Files.writeString(
                    source, Files.readString(source).replace("UnsupportedOperationException", "IllegalStateException"));
        }
        assertEquals(Map.of(), waiting(folder));
    }

    private Map<String, OpenExercises.Waiting> waiting(String stage, int solved) throws Exception {
        Path folder = directory.resolve(stage + "-" + solved);
        new Checkout(HOME, "").writeSolved(stage, solved, folder);
        return waiting(folder);
    }

    private static Map<String, OpenExercises.Waiting> waiting(Path folder) throws Exception {
        return OpenExercises.waiting(HOME, Project.at(folder));
    }
}
