package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import kvlab.handin.Similarity;
import kvlab.handout.Checkout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(400)
@Tag("whole-kit")
class JplagRunTest {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));
    private static final String STAGE = "1-single-node";

    @TempDir
    private Path directory;

    @Test
    void aJarThatIsNoneIsOneSentence() throws Exception {
        Path scratch = Files.createDirectory(directory.resolve("scratch"));
        Path jar = directory.resolve("jplag.jar");
        IOException e = assertThrows(IOException.class, () -> compare(jar, scratch, new TreeMap<>()));
        assertEquals("--similarity " + jar + ": expected the jar of JPlag, and there is no such file", e.getMessage());
        Files.writeString(jar, "hello");
        e = assertThrows(IOException.class, () -> compare(jar, scratch, new TreeMap<>()));
        assertEquals("--similarity " + jar + ": expected the jar of JPlag, and this is no program", e.getMessage());
        assertEquals(List.of(), names(scratch));
    }

    @Test
    void theReferenceIsAmongThemAndTheHandOutIsNot() throws Exception {
        String jar = System.getProperty("kvlab.jplag");
        assumeTrue(jar != null, "JPlag is not part of the kit; -Dkvlab.jplag=JAR names its jar");
        SandboxHere.require();
        SortedMap<String, Path> projects = new TreeMap<>();
        projects.put("anna", project("anna", Checkout.Content.SOLUTION));
        projects.put("ben", project("ben", Checkout.Content.EXERCISES));
        projects.put("carl", project("carl", Checkout.Content.SOLUTION));
        Files.writeString(
                projects.get("carl").resolve("src/main/java/Own.java"),
                "class Own { int twice(int a) { int b = a; for (int i = 0; i < a; i++) { b += i % 2; } return b; } }");
        Path scratch = Files.createDirectory(directory.resolve("scratch"));
        Similarity similarity = compare(Path.of(jar), scratch, projects);
        Similarity.Pair first = similarity.pairs().get(0);
        // What is left of a small exercise are scraps, of which the shortest are not counted.
        assertTrue(first.average() > 0.7, similarity.toString());
        assertTrue(
                List.of(first.one(), first.other()).containsAll(List.of("anna", Similarity.REFERENCE)),
                first.toString());
        assertFalse(
                similarity.pairs().stream()
                        .anyMatch(pair -> List.of(pair.one(), pair.other()).contains("ben") && pair.average() > 0.5),
                "what was handed out is nobody's own: " + similarity);
        assertTrue(Files.size(directory.resolve("kept.jplag")) > 0);
        assertEquals(List.of(), names(scratch));
    }

    private Path project(String name, Checkout.Content content) throws Exception {
        Path folder = directory.resolve(name);
        new Checkout(KIT, "").write(STAGE, content, folder);
        return folder;
    }

    private Similarity compare(Path jar, Path scratch, SortedMap<String, Path> projects) throws Exception {
        return new JplagRun(jar, KIT, scratch).of(STAGE, projects, directory.resolve("kept.jplag"));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
