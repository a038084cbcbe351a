package kvlab.handout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GradeFileTest {

    private static final Path HOME = Path.of(System.getProperty("kvlab.home"));

    private static final String GRADE = """
        {"stage": "1-single-node", "score": 5, "max": 12, "seed": 1, "checks": [
          {"id": "stopsTwice", "rule": "S2", "name": "stops", "points": 0, "max": 2, "outcome": "fail"},
          {"id": "putCreates", "rule": "E1", "name": "a PUT", "points": 5, "max": 5, "outcome": "pass"},
          {"id": "absentKey", "rule": "E3", "name": "a GET", "points": 0, "max": 5, "outcome": "fail"}]}
        """;

    private static final String ONE = """
        {"stage": "1-single-node", "score": 5, "max": 5, "seed": 2, "checks": [
          {"id": "absentKey", "rule": "E3", "name": "a GET", "points": 5, "max": 5, "outcome": "pass"}]}
        """;

    @TempDir
    private Path folder;

    private Project project;

    @BeforeEach
    void project() {
        project = new Project(folder, "1-single-node", "0.1");
    }

    @Test
    void aGradeOfSomeChecksReplacesWhatWasKnownOfThose() throws IOException {
        GradeFile file = new GradeFile(project);
        file.keep(GRADE, true, "a");
        assertEquals(Set.of("stopsTwice", "absentKey"), file.notPassed());
        file.keep(ONE, false, "a");
        assertEquals(Set.of("stopsTwice"), file.notPassed());
        JsonObject kept = JsonParser.parseString(Files.readString(folder.resolve("target/grade.json")))
                .getAsJsonObject();
        assertEquals(10, kept.get("score").getAsDouble());
        assertEquals(12, kept.get("max").getAsDouble());
        assertEquals(3, kept.getAsJsonArray("checks").size());
    }

    @Test
    void theFingerprintIsThereOnlyWhenAllIsOfTheSameSources() throws IOException {
        GradeFile file = new GradeFile(project);
        Path fingerprint = folder.resolve("target/grade.fingerprint");
        file.keep(GRADE, true, "a");
        assertEquals("a\n", Files.readString(fingerprint));
        file.keep(ONE, false, "a");
        assertEquals("a\n", Files.readString(fingerprint));
        file.keep(ONE, false, "b");
        assertFalse(Files.exists(fingerprint));
        file.keep(ONE, false, "b");
        assertFalse(Files.exists(fingerprint));
        file.keep(GRADE, true, "b");
        assertEquals("b\n", Files.readString(fingerprint));
    }

    @Test
    void theScorecardGoesWhenAPartOfItIsGradedAnew() throws IOException {
        GradeFile file = new GradeFile(project);
        Path page = folder.resolve("target/grade.html");
        file.keep(GRADE, true, "a");
        file.keepPage("<h1>5 of 12</h1>");
        assertEquals("<h1>5 of 12</h1>", Files.readString(page));
        file.keep(ONE, false, "a");
        assertFalse(Files.exists(page));
    }

    @Test
    void hintsComeOneAtATimeAndThenTheExercise() throws Exception {
        new GradeFile(project).keep(GRADE, true, "a");
        List<String> parts = TaskPage.of(HOME, "1-single-node").parts("E3");
        assertTrue(parts.size() > 1);
        for (int i = 0; i < parts.size(); i++) {
            Hints.Next next = new Hints(HOME, project).next(null);
            assertEquals("absentKey", next.check().id());
            assertEquals(parts.get(i), next.hint());
            assertEquals(i + 1, next.number());
        }
        Hints.Next last = new Hints(HOME, project).next("absentKey");
        assertEquals(null, last.hint());
        assertEquals(List.of("LocalEntityService.get"), last.methods());
    }

    @Test
    void hintsOfOneCheckAreNotThoseOfAnother() throws Exception {
        new GradeFile(project).keep(GRADE, true, "a");
        assertEquals(1, new Hints(HOME, project).next("putCreates").number());
        assertEquals(1, new Hints(HOME, project).next("absentKey").number());
        assertEquals(2, new Hints(HOME, project).next("putCreates").number());
        assertEquals(0, new Hints(HOME, project).next("stopsTwice").all());
    }

    @Test
    void withoutAGradeOrACheckThereIsASentence() throws Exception {
        UsageException e = assertThrows(UsageException.class, () -> new Hints(HOME, project).next(null));
        assertEquals(folder + " has no grade yet; ./lab grade makes one", e.getMessage());
        new GradeFile(project).keep(GRADE, true, "a");
        e = assertThrows(UsageException.class, () -> new Hints(HOME, project).next("moon"));
        assertEquals("the last grade has no check 'moon'; there are stopsTwice, putCreates, absentKey", e.getMessage());
    }

    @Test
    void aGradeThatWasCutShortIsNoGrade() throws IOException {
        new GradeFile(project).keep(GRADE, true, "a");
        Files.writeString(folder.resolve("target/grade.json"), "{\"checks\": [");
        IOException e = assertThrows(IOException.class, () -> new Hints(HOME, project).next(null));
        assertTrue(e.getMessage().startsWith(folder.resolve("target/grade.json") + " is no grade: "), e.getMessage());
    }
}
