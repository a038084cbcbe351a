package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gradescope and a build server wait for a file, also of code that cannot be graded. */
class GradeReportTest {

    @TempDir
    private Path directory;

    private Path mine;
    private Path gradescope;
    private Path junit;

    @BeforeEach
    void project() throws IOException {
        mine = directory.resolve("mine");
        gradescope = directory.resolve("results.json");
        junit = directory.resolve("grade.xml");
        Files.createDirectories(mine.resolve("src/main/java"));
        Files.writeString(mine.resolve("src/main/java/A.java"), "class A {}");
        Files.writeString(mine.resolve("kvlab.properties"), "stage=1-single-node\nkit=0.1\n");
    }

    private LabHere grade(String... more) {
        Stream<String> words =
                Stream.of("grade", mine.toString(), "--gradescope", gradescope.toString(), "--junit", junit.toString());
        return LabHere.run(BuiltKit.REAL, Stream.concat(words, Stream.of(more)).toArray(String[]::new));
    }

    private void assertReported(int exit, String reason) throws IOException {
        LabHere lab = grade();
        assertEquals(exit, lab.exit());
        assertTrue(lab.err().contains(reason), lab.err());
        JsonObject results =
                JsonParser.parseString(Files.readString(gradescope)).getAsJsonObject();
        assertEquals(0, results.get("score").getAsInt());
        assertTrue(results.get("output").getAsString().contains(reason), results.toString());
        String xml = Files.readString(junit);
        assertTrue(xml.contains("errors=\"1\""), xml);
        assertTrue(xml.contains(reason), xml);
    }

    @Test
    void projectThatDoesNotSayItsStageIsReported() throws IOException {
        Files.writeString(mine.resolve("kvlab.properties"), "kit=0.1\n");
        assertReported(64, "kvlab.properties has no stage");
    }

    @Test
    void codeThatDoesNotCompileIsReported() throws IOException {
        Files.writeString(mine.resolve("src/main/java/A.java"), "class A { int size = true; }");
        assertReported(2, "does not compile");
    }

    @Test
    void folderThatIsNotBuiltIsReported() throws IOException {
        Files.delete(mine.resolve("kvlab.properties"));
        assertReported(64, "mine is not a stage that is built");
    }

    @Test
    void mistakeInTheCommandLineIsNobodysGrade() {
        for (String mistake : List.of("--stage one", "--seed x", "--sandbox --watch")) {
            assertEquals(64, grade(mistake.split(" ")).exit());
            assertFalse(Files.exists(gradescope), mistake);
            assertFalse(Files.exists(junit), mistake);
        }
    }
}
