package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Gradescope and a build server wait for a file, also of code that cannot be graded. */
class GradeReportTest {

    @TempDir
    private Path directory;

    private final StringWriter err = new StringWriter();
    private final CommandLine lab =
            Lab.commandLine(BuiltKit.REAL, new PrintWriter(new StringWriter(), true), new PrintWriter(err, true));

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

    private int grade(String... more) {
        String[] words = {"grade", mine.toString(), "--gradescope", gradescope.toString(), "--junit", junit.toString()};
        String[] all = new String[words.length + more.length];
        System.arraycopy(words, 0, all, 0, words.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        return lab.execute(all);
    }

    private void assertReported(String reason) throws IOException {
        assertEquals(64, grade());
        assertTrue(err.toString().contains(reason), err.toString());
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
        assertReported("kvlab.properties has no stage");
    }

    @Test
    void linkAmongTheSourcesIsReported() throws IOException {
        Files.createSymbolicLink(mine.resolve("src/main/java/B.java"), Path.of("A.java"));
        assertReported("B.java is a symbolic link");
    }

    @Test
    void folderThatIsNotBuiltIsReported() throws IOException {
        Files.delete(mine.resolve("kvlab.properties"));
        assertReported("mine is not a stage that is built");
    }

    @Test
    void mistakeInTheCommandLineIsNobodysGrade() {
        assertEquals(64, grade("--stage", "one"));
        assertEquals(64, grade("--seed", "x"));
        assertEquals(64, grade("--sandbox", "--watch"));
        assertFalse(Files.exists(gradescope), err.toString());
        assertFalse(Files.exists(junit), err.toString());
    }
}
