package kvlab.handout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        assertEquals(Set.of("stopsTwice", "absentKey"), file.failed());
        file.keep(ONE, false, "a");
        assertEquals(Set.of("stopsTwice"), file.failed());
        JsonObject kept = kept();
        assertEquals(10, kept.get("score").getAsDouble());
        assertEquals(12, kept.get("max").getAsDouble());
        assertEquals(3, kept.getAsJsonArray("checks").size());
    }

    private JsonObject kept() throws IOException {
        return JsonParser.parseString(Files.readString(folder.resolve("target/grade.json")))
                .getAsJsonObject();
    }

    private static Map<String, String> outcomes(GradeFile file) throws IOException {
        Map<String, String> outcomes = new TreeMap<>();
        file.checks().forEach(check -> outcomes.put(check.id(), check.outcome()));
        return outcomes;
    }

    @Test
    void whatEarlierSourcesPassedIsNoPassOfNewerOnes() throws IOException {
        GradeFile file = new GradeFile(project);
        file.keep(GRADE, true, "a");
        file.keep(ONE, false, "b");
        assertEquals(Map.of("stopsTwice", "fail", "putCreates", "skipped", "absentKey", "pass"), outcomes(file));
        assertEquals("b", kept().get("sources").getAsString());
        assertEquals(5, kept().get("score").getAsDouble());
        assertEquals(12, kept().get("max").getAsDouble());
        JsonObject unasked = kept().getAsJsonArray("checks").get(1).getAsJsonObject();
        assertEquals(0, unasked.get("points").getAsDouble());
        assertEquals(
                "passed before the sources changed, and was not graded since",
                unasked.get("message").getAsString());

        // What these were asked themselves they have passed.
        file.keep(ONE.replace("absentKey", "stopsTwice").replace("\"max\": 5", "\"max\": 2"), false, "b");
        assertEquals(Map.of("stopsTwice", "pass", "putCreates", "skipped", "absentKey", "pass"), outcomes(file));
        file.keep(GRADE, true, "b");
        assertEquals("pass", outcomes(file).get("putCreates"));
    }

    @Test
    void aGradeThatCameToNothingIsToldUntilOneDoesNot() throws IOException {
        GradeFile file = new GradeFile(project);
        assertNull(file.none());
        file.keepNone("it does not start");
        assertEquals("it does not start", file.none());
        assertEquals(List.of(), file.checks());
        file.keep(GRADE, true, "a");
        assertNull(file.none());
        file.keepNone("it does not start");
        assertEquals(3, file.checks().size());
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
        assertEquals(List.of("LocalEntityService.get", "EntityStore.get"), last.methods());
    }

    /** Rule R12 comes before A2, and belongs to a later step of the task. */
    @Test
    void theFirstHintIsForTheEarliestStep() throws Exception {
        Project last = new Project(folder, "5-event-loop", "0.1");
        new GradeFile(last).keep("""
                {"stage": "5-event-loop", "score": 0, "max": 10, "seed": 1, "checks": [
                  {"id": "silentLink", "rule": "R12", "name": "late", "points": 0, "max": 5, "outcome": "fail"},
                  {"id": "slowestNotSum", "rule": "A2", "name": "3/3", "points": 0, "max": 5, "outcome": "fail"}]}
                """, true, "a");
        assertEquals("slowestNotSum", new Hints(HOME, last).next(null).check().id());
    }

    /** Uneven shares come from the method that chooses the owner. The order of the rules would name the workers first. */
    @Test
    void theFirstHintIsForTheCheckThatTellsWhichExerciseIsWrong() throws Exception {
        Project sharding = new Project(folder, "2-sharding", "0.1");
        new GradeFile(sharding).keep("""
                {"stage": "2-sharding", "score": 0, "max": 10, "seed": 1, "checks": [
                  {"id": "smallHeap", "rule": "S5", "name": "heap", "points": 0, "max": 5, "outcome": "fail"},
                  {"id": "overload", "rule": "H8", "name": "load", "points": 0, "max": 5, "outcome": "fail"},
                  {"id": "evenShares", "rule": "H4", "name": "shares", "points": 0, "max": 5, "outcome": "fail"}]}
                """, true, "a");
        Hints.Next next = new Hints(HOME, sharding).next(null);
        assertEquals("evenShares", next.check().id());
        assertEquals(List.of("RendezvousHash.owner"), next.methods());
        assertEquals(
                List.of("ShardedEntityService.proxy", "WorkerPool.execute"),
                new Hints(HOME, sharding).next("overload").methods());
    }

    /** The rule of the check, R9, is about deletes too. */
    @Test
    void hintsAreForTheExerciseThatAFailedCheckIsAbout() throws Exception {
        Project replication = new Project(folder, "3-replication", "0.1");
        new GradeFile(replication).keep("""
                {"stage": "3-replication", "score": 0, "max": 10, "seed": 1, "checks": [
                  {"id": "restartChangesNothing", "rule": "R9", "name": "restart", "points": 0, "max": 5, "outcome": "fail"}]}
                """, true, "a");
        Hints.Next next = new Hints(HOME, replication).next(null);
        assertEquals(List.of("VersionClock.next", "VersionedStore.put"), next.methods());
        assertEquals(TaskPage.of(HOME, "3-replication").parts("R7").get(0), next.hint());
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{\"checks\": [",
                "{}",
                "[]",
                "{\"checks\": {}}",
                "{\"checks\": [7]}",
                "{\"checks\": [{\"id\": \"putCreates\", \"rule\": \"E1\", \"name\": \"a PUT\", \"outcome\": 1}]}"
            })
    void whatIsNoGradeIsOneSentenceAndGoesWithTheNextGrade(String damaged) throws Exception {
        GradeFile file = new GradeFile(project);
        file.keep(GRADE, true, "a");
        Path json = folder.resolve("target/grade.json");
        Files.writeString(json, damaged);
        IOException e = assertThrows(IOException.class, () -> new Hints(HOME, project).next(null));
        assertTrue(e.getMessage().startsWith(json + " is no grade: "), e.getMessage());
        assertTrue(e.getMessage().endsWith("; ./lab grade makes a new one"), e.getMessage());
        assertEquals(1, e.getMessage().lines().count(), e.getMessage());
        assertThrows(GradeFile.Damaged.class, file::failed);

        file.keep(ONE, false, "a");
        assertEquals(Map.of("absentKey", "pass"), outcomes(file));
        assertFalse(Files.exists(folder.resolve("target/grade.fingerprint")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"absentKey=x", "absentKey=-1", "absentKey=", "absentKey=99999999999", "absentKey=\\u00z"})
    void aCountOfHintsThatIsNoneIsOneSentence(String damaged) throws Exception {
        new GradeFile(project).keep(GRADE, true, "a");
        Path hints = Files.writeString(folder.resolve("target/hints"), damaged + "\n");
        IOException e = assertThrows(IOException.class, () -> new Hints(HOME, project).next("absentKey"));
        assertEquals(
                hints + " does not tell how many hints were given; remove it, and they begin anew", e.getMessage());
    }

    @Test
    void nobodyReadsHalfOfAGrade() throws Exception {
        GradeFile file = new GradeFile(project);
        file.keep(GRADE, true, "a");
        AtomicBoolean isOver = new AtomicBoolean();
        CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> {
            while (!isOver.get()) {
                try {
                    assertEquals(3, new GradeFile(project).checks().size());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
        for (int i = 0; i < 300; i++) {
            file.keep(GRADE, true, "a");
        }
        isOver.set(true);
        reader.get();
    }
}
