package kvlab.handout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The exercises of a project whose bodies are still those of the hand-out. */
public final class OpenExercises {

    private OpenExercises() {}

    /** For the ids of checks that need an open exercise, what they wait for, as {@code AckFrom.of (step 1)}. */
    public static Map<String, String> waiting(Path kitHome, Project project) throws IOException {
        Set<String> open = methods(project);
        if (open.isEmpty()) {
            return Map.of();
        }
        Map<String, String> waiting = new HashMap<>();
        String first = null;
        int number = 0;
        for (TaskPage.Step step : TaskPage.of(kitHome, project.stage()).steps()) {
            number++;
            for (String method : step.methods()) {
                if (first == null && open.contains(method)) {
                    first = method + " (step " + number + ")";
                }
            }
            if (first != null) {
                for (String check : step.checks()) {
                    waiting.put(check, first);
                }
            }
        }
        return waiting;
    }

    private static Set<String> methods(Project project) throws IOException {
        Set<String> open = new HashSet<>();
        for (Path source : project.sources()) {
            if (source.toString().endsWith(".java")) {
                // A file that is no Java is told by the compiler.
                String text = new String(Files.readAllBytes(source), StandardCharsets.UTF_8);
                if (text.contains("UnsupportedOperationException")) {
                    ExerciseFile file = ExerciseFile.of(source.getFileName().toString(), text);
                    file.exercises().stream().filter(file::isOpen).forEach(each -> open.add(each.method()));
                }
            }
        }
        return open;
    }
}
