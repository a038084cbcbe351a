package kvlab.handout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A Java file of a stage.
 *
 * @param path below the kit's folder
 */
record StageFile(String stage, String name, String path, List<String> lines) {

    private static final String SOURCES = "src/main/java";

    /** Those that a student reads; a stage without any has none. */
    static List<StageFile> all(Path kitHome, Path stage) throws IOException {
        Path sources = stage.resolve(SOURCES);
        if (!Files.isDirectory(sources)) {
            return List.of();
        }
        List<StageFile> files = new ArrayList<>();
        try (Stream<Path> entries = Files.walk(sources)) {
            for (Path file : entries.filter(StageFile::isJava).sorted().toList()) {
                files.add(new StageFile(
                        stage.getFileName().toString(),
                        file.getFileName().toString(),
                        kitHome.relativize(file).toString(),
                        Files.readAllLines(file)));
            }
        }
        return files;
    }

    private static boolean isJava(Path file) {
        return file.toString().endsWith(".java") && Files.isRegularFile(file);
    }
}
