package kvlab.gallery;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads wrong-bodies.txt: what a student may write for an exercise. */
final class WrongBodies {

    private static final int MARK = "- ".length();

    private final List<Mutant> all = new ArrayList<>();
    private String stage;
    private Mutant body;
    private String file;
    private final List<String> words = new ArrayList<>();
    private final List<String> instead = new ArrayList<>();

    private WrongBodies() {}

    static List<Mutant> all() {
        WrongBodies bodies = new WrongBodies();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                WrongBodies.class.getResourceAsStream("wrong-bodies.txt"), StandardCharsets.UTF_8))) {
            lines.lines().filter(line -> !line.startsWith("#")).forEach(bodies::take);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bodies.endBody();
        return bodies.all;
    }

    private void take(String line) {
        if (line.startsWith("-")) {
            words.add(text(line));
        } else if (line.startsWith("+")) {
            instead.add(text(line));
        } else if (line.startsWith("@")) {
            endEdit();
            file = text(line);
        } else if (line.startsWith("[")) {
            endBody();
            stage = line.substring(1, line.length() - 1);
        } else if (!line.isEmpty()) {
            endBody();
            String[] parts = line.split(": ", 2);
            body = new Mutant(parts[0], stage, parts[1], List.of(), List.of(), Set.of(), Set.of());
            file = line.substring(0, line.indexOf('.')) + ".java";
        }
    }

    private static String text(String line) {
        return line.substring(Math.min(MARK, line.length()));
    }

    private void endEdit() {
        if (words.isEmpty() && !instead.isEmpty()) {
            throw new IllegalStateException("wrong-bodies.txt: '" + instead.get(0) + "' has no text to replace");
        }
        if (!words.isEmpty()) {
            body = body.edit(file, String.join("\n", words), String.join("\n", instead));
            words.clear();
            instead.clear();
        }
    }

    private void endBody() {
        endEdit();
        if (body != null) {
            all.add(body);
            body = null;
        }
    }
}
