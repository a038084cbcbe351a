package kvlab.handout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The exercises of a project that are as {@code ./lab checkout} made them. */
public final class OpenExercises {

    /** The reports cut what a node says, so they show only the beginning of a task. */
    private static final int SHOWN = 25;

    private OpenExercises() {}

    /**
     * What a check waits for.
     *
     * @param exercise the first one that is open, as {@code AckFrom.of (step 1)}
     * @param step which turns the check green
     * @param tasks of all open exercises: how the text begins that they throw
     */
    public record Waiting(String exercise, int step, List<String> tasks) {}

    /** The checks that need an open exercise, by their ids. */
    public static Map<String, Waiting> waiting(Path kitHome, Project project) throws IOException {
        Map<String, String> open = open(project);
        Map<String, Waiting> waiting = new HashMap<>();
        if (open.isEmpty()) {
            return waiting;
        }
        List<String> tasks = open.values().stream().sorted().toList();
        List<TaskPage.Step> steps = TaskPage.of(kitHome, project.stage()).steps();
        String first = null;
        for (int i = 0; i < steps.size(); i++) {
            for (String method : steps.get(i).methods()) {
                if (first == null && open.containsKey(method)) {
                    first = method + " (step " + (i + 1) + ")";
                }
            }
            if (first != null) {
                for (String check : steps.get(i).checks()) {
                    waiting.put(check, new Waiting(first, i + 1, tasks));
                }
            }
        }
        return waiting;
    }

    /** The tasks of the open exercises, by their methods. */
    private static Map<String, String> open(Project project) throws IOException {
        Map<String, String> open = new HashMap<>();
        for (Path source : project.sources()) {
            String text = new String(Files.readAllBytes(source), StandardCharsets.UTF_8);
            if (source.toString().endsWith(".java") && text.contains("UnsupportedOperationException")) {
                for (ExerciseFile.Exercise exercise : exercises(source, text)) {
                    if (exercise.isOpen()) {
                        String words = exercise.words();
                        open.put(exercise.method(), words.substring(0, Math.min(SHOWN, words.length())));
                    }
                }
            }
        }
        return open;
    }

    /** None of a file that has changed since it was compiled and is no Java now. */
    private static List<ExerciseFile.Exercise> exercises(Path source, String text) {
        try {
            return ExerciseFile.of(source.getFileName().toString(), text).exercises();
        } catch (IOException | IllegalArgumentException e) {
            return List.of();
        }
    }
}
