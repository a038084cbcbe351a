package kvlab.handin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import kvlab.cluster.Folders;
import kvlab.cluster.UsageException;
import kvlab.handout.Git;
import kvlab.handout.NeedsGit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubmissionTest {

    private static final String OTHER = "20261120-111111-2-sharding-put";
    private static final String COMPARISON = "20261120-121212-compare";

    @TempDir
    private Path directory;

    private Student student;

    @BeforeEach
    void student() throws Exception {
        student = new Student(directory);
    }

    @Test
    void holdsAllThatAnInstructorNeeds() throws Exception {
        Zip zip = Zip.of(student.submit("Anna Schmidt", directory.resolve("a.zip")));
        String run = "runs/" + Student.RUN + "/";
        assertEquals(
                Set.of(
                        "manifest.json",
                        "kvlab.properties",
                        "src/main/java/kvlab/replication/StageNode.java",
                        "grade.json",
                        "grade.fingerprint",
                        "report.ipynb",
                        "report.html",
                        run + "run.json",
                        run + "wrk2.txt",
                        run + "wrk2.json"),
                zip.files().keySet());
        JsonObject manifest = zip.manifest();
        assertEquals("Anna Schmidt", manifest.get("name").getAsString());
        assertEquals(Student.STAGE, manifest.get("stage").getAsString());
        assertEquals(student.fingerprint(), manifest.get("fingerprint").getAsString());
        assertEquals("2026-11-21T10:00:00Z", manifest.get("date").getAsString());
        assertEquals(0, manifest.getAsJsonArray("findings").size());
    }

    @Test
    void folderOfTheMachineIsNobodysBusiness() throws Exception {
        JsonObject machine = new JsonObject();
        machine.addProperty("javaHome", "/home/anna/jdk");
        machine.addProperty("cores", 2);
        Path scratch = Files.createDirectory(directory.resolve("s"));
        student.submission("Anna").write(directory.resolve("a.zip"), scratch, machine, Instant.now());
        assertEquals(
                "{\"cores\":2}",
                Zip.of(directory.resolve("a.zip")).manifest().get("machine").toString());
    }

    @Test
    void withoutAGrade() throws Exception {
        Files.delete(student.folder().resolve("target/grade.json"));
        assertEquals(List.of("no-grade"), student.findings());
    }

    @Test
    void gradeAndRunsOfOtherCode() throws Exception {
        student.code("class StageNode { int changed; }\n");
        assertEquals(List.of("other-grade", "no-run", "other-code"), student.findings());
    }

    @Test
    void gradeOfSomeChecksOrOfAnotherStage() throws Exception {
        Path grade = student.folder().resolve("target/grade.json");
        String whole = Files.readString(grade);
        String check = "{\"rule\":\"E1\",\"outcome\":\"pass\",\"points\":4,\"max\":4}";
        Files.writeString(grade, "{\"stage\":\"3-replication\",\"score\":4,\"max\":4,\"checks\":[" + check + "]}");
        assertEquals(List.of("part-grade"), student.findings());
        Files.writeString(grade, whole.replace("3-replication", "2-sharding"));
        assertEquals(List.of("other-stage"), student.findings());
    }

    @Test
    void withoutAReport() throws Exception {
        Folders.remove(student.notebook().getParent());
        assertEquals(List.of("no-report"), student.findings());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        "outputs":[{}] | "outputs":[]                        | not-executed
        "outputs":[{}] | "outputs":[{"output_type":"error"}] | failed-cell
        """)
    void reportThatWasNotRunOrNotToItsEnd(String right, String wrong, String finding) throws Exception {
        Files.writeString(
                student.notebook(), Files.readString(student.notebook()).replace(right, wrong));
        assertEquals(List.of(finding), student.findings());
    }

    /** An answer that is empty leaves the question of the hand-out. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ''     | ''                                              | no-prediction no-conclusion no-run
        Twice. | It takes 0.8 ms.                                | no-citation no-run
        Twice. | It takes 0.70 MS.                               | citation
        Twice. | It takes 0.80 MS, not [3 ms](run:2099#/figures). | citation
        Twice. | It takes 0.80 MS, 2.1 times (+27 %).            | percent
        """)
    void answersThatSayNothingOrWhatTheRunDoesNotShow(String prediction, String conclusion, String findings)
            throws Exception {
        student.report(prediction, conclusion.replaceFirst("(0.[78]0) MS", Student.P50.replace("0.80", "$1")));
        assertEquals(List.of(findings.split(" ")), student.findings());
    }

    @Test
    void whoIsWrongThreeHundredTimesIsToldOfSome() throws Exception {
        StringBuilder claims = new StringBuilder("x");
        for (int i = 0; i < 300; i++) {
            claims.append(" [9](run:none").append(i).append("#/a).");
        }
        student.report("x", claims.toString());
        List<String> findings = student.findings();
        assertEquals(200, findings.stream().filter("citation"::equals).count());
        assertTrue(findings.contains("more"), findings.toString());
    }

    @Test
    void runThatDidNotHoldItsRate() throws Exception {
        student.run(Student.RUN, options -> {
            options.addProperty("fingerprint", student.fingerprint());
            options.addProperty("rate", 9000);
        });
        assertEquals(List.of("rate-not-held"), student.findings());
    }

    @Test
    void figuresThatSomebodyImproved() throws Exception {
        Path run = student.kit().resolve("profiles/runs").resolve(Student.RUN).resolve("run.json");
        Files.writeString(run, Files.readString(run).replace("\"50.0\":0.803", "\"50.0\":0.5"));
        student.report("Twice.", "It takes " + Student.P50.replace("0.80", "0.50") + ".");
        assertEquals(List.of("edited"), student.findings());
    }

    @Test
    void comparedAtDifferentRates() throws Exception {
        student.report(
                "Twice.",
                "A PUT takes " + Student.P50 + ", 2.6 times as long as the [0.31 ms](run:" + OTHER
                        + "#/figures/latency/percentiles/50.0) of stage 2.");
        student.recorded("a2", OTHER, run -> run.getAsJsonObject("options").addProperty("rate", 4990));
        assertEquals(List.of("different-rates"), student.findings());
        student.recorded("a2", OTHER, run -> {});
        assertEquals(List.of(), student.findings());
    }

    @Test
    void comparisonBringsItsRuns() throws Exception {
        student.recorded("a2", OTHER, run -> {});
        comparison(json -> sides(json, OTHER, Student.RUN));
        student.report("Twice.", "It takes [2.68 times](run:" + COMPARISON + "#/outcomes/0/figures/0/ratio) as long.");
        assertEquals(List.of(), student.findings());
        Set<String> files = Zip.of(student.submit("Anna", directory.resolve("a.zip")))
                .files()
                .keySet();
        for (String file : List.of(COMPARISON + "/compare.json", OTHER + "/run.json", Student.RUN + "/wrk2.txt")) {
            assertTrue(files.contains("runs/" + file), files.toString());
        }

        comparison(json -> {
            sides(json, OTHER, Student.RUN);
            JsonArray outcomes = json.getAsJsonArray("outcomes");
            outcomes.get(0).getAsJsonObject().addProperty("refusal", "the rate is 1 here and 2 there");
        });
        assertEquals(List.of("not-comparable"), student.findings());
    }

    private static void sides(JsonObject comparison, String... runs) {
        for (int i = 0; i < runs.length; i++) {
            JsonArray own = new JsonArray();
            own.add(runs[i]);
            comparison.getAsJsonArray("sides").get(i).getAsJsonObject().add("runs", own);
        }
    }

    @Test
    void runsThatCameWithTheKitStayThere() throws Exception {
        student.report(
                "Twice.",
                "A PUT takes " + Student.P50
                        + ", and the reference [0.90 ms](run:3-replication/put-5000/b2#/figures/latency/percentiles/50.0).");
        assertEquals(List.of(), student.findings());
        assertFalse(Zip.of(student.submit("Anna", directory.resolve("a.zip"))).files().keySet().stream()
                .anyMatch(name -> name.contains("put-5000")));
    }

    @Test
    void findingsAreInTheZip() throws Exception {
        student.report("", "A PUT takes " + Student.P50 + ".");
        JsonArray findings = manifest("a.zip").getAsJsonArray("findings");
        JsonObject first = findings.get(0).getAsJsonObject();
        assertEquals("no-prediction", first.get("id").getAsString());
    }

    /** What a review reads has to be of its form and size; it reads none of these. */
    @Test
    void ownResourcesMayHoldAnything() throws Exception {
        Path resources = Files.createDirectories(student.folder().resolve("src/test/resources"));
        Files.writeString(resources.resolve("data.json"), "[1, 2]");
        Files.writeString(resources.resolve("half.ipynb"), "{");
        StringBuilder words = new StringBuilder();
        new Random(1).ints(3 << 20, 'a', 'z').forEach(each -> words.append((char) each));
        Files.writeString(resources.resolve("words.txt"), words);
        Files.writeString(resources.resolve("words.json"), words + words.toString());
        Zip zip = Zip.of(student.submit("Anna", directory.resolve("a.zip")));
        for (String name : List.of("data.json", "half.ipynb", "words.txt", "words.json")) {
            assertTrue(zip.files().containsKey("src/test/resources/" + name), name);
        }
    }

    @Test
    void linksAreNotFollowed() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "mine");
        // What an editor keeps is one.
        Files.createSymbolicLink(student.folder().resolve("src/main/java/.#link.java"), secret);
        Zip zip = Zip.of(student.submit("Anna", directory.resolve("a.zip")));
        assertFalse(zip.files().containsKey("src/main/java/.#link.java"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\t", "a\u0007b"})
    void unusableName(String name) {
        assertThrows(UsageException.class, () -> student.submission(name));
    }

    @Test
    void nothingIsHandedInThatAReviewWouldRefuse() throws Exception {
        Files.writeString(student.folder().resolve("src/main/java/new\nline.java"), "class A {}");
        UsageException e = assertThrows(UsageException.class, () -> student.submit("Anna", directory.resolve("a.zip")));
        assertEquals(
                "an instructor's ./lab review would not take this: the name of an entry holds control characters",
                e.getMessage());
        assertFalse(Files.exists(directory.resolve("a.zip")));
    }

    /** Whoever writes the conclusion and saves the notebook has not made its page anew. */
    @Test
    void pageThatWasMadeBeforeTheConclusion() throws Exception {
        student.page("It takes twice as long.");
        assertEquals(List.of("old-page"), student.findings());
        student.page("A PUT takes " + Student.P50 + ".");
        assertEquals(List.of("old-page"), student.findings());
    }

    @Test
    void pageShowsTheSameInOtherSigns() throws Exception {
        student.report(
                "*It takes* twice as long, or longer.",
                "1. A PUT takes " + Student.P50 + ", **two times** as long & more: `a < b`.\n"
                        + "2. ![a picture of all that](x.png) Look at the <span class=\"large\">flame graphs</span>.");
        Path page = student.notebook().resolveSibling(Student.STAGE + ".html");
        Files.writeString(
                page,
                "<p><em>It takes</em> twice as long, or longer.</p>\n<ol><li>A PUT takes <a href=\"x\">0.80 ms</a>,"
                        + " <strong>two times</strong> as long &amp; more: <code>a &lt; b</code>.</li>\n"
                        + "<li><img src=\"x.png\" alt=\"a picture of all that\"> Look\nat the"
                        + " <span>flame graphs</span>.</li></ol>\n");
        assertEquals(List.of(), student.findings());
    }

    @Test
    void comparisonThatFailed() throws Exception {
        comparison(json -> {
            json.addProperty("problem", "it was interrupted");
            json.add("outcomes", new JsonArray());
        });
        student.report("Twice.", "A PUT takes " + Student.P50 + ", in [2](run:" + COMPARISON + "#/lives) lives.");
        assertEquals(List.of("failed"), student.findings());
    }

    private void comparison(Consumer<JsonObject> change) throws IOException {
        JsonObject json = JsonParser.parseString(Files.readString(Student.RECORDED.resolve("compare.json")))
                .getAsJsonObject();
        json.addProperty("id", COMPARISON);
        change.accept(json);
        Path folder = Files.createDirectories(student.kit().resolve("profiles/runs/" + COMPARISON));
        Files.writeString(folder.resolve("compare.json"), json.toString());
    }

    @Test
    void kneeThatIsNone() throws Exception {
        String id = "20261120-121212-knee";
        Path runs = student.kit().resolve("profiles/runs");
        student.report(
                "Twice.", "A PUT takes " + Student.P50 + ", and at most [50 ms](run:" + id + "#/search/sloMillis).");
        Student.knee(runs, id, 3000, this::ofThisCode);
        assertEquals(List.of(), student.findings());
        Student.knee(runs, id, null, this::ofThisCode);
        assertEquals(List.of("failed"), student.findings());
    }

    @Test
    void editedKneeIsSeen() throws Exception {
        String id = "20261120-121212-knee";
        student.report("Twice.", "A PUT takes " + Student.P50 + ", the knee is [here](run:" + id + "#/id).");
        List<Consumer<JsonObject>> edits = List.of(
                knee -> knee.getAsJsonObject("options").addProperty("rate", 9000),
                knee -> knee.getAsJsonObject("search").addProperty("rate", 9000),
                knee -> knee.getAsJsonObject("search").addProperty("sloMillis", 0.5),
                knee -> knee.getAsJsonObject("search").add("probes", new JsonArray()),
                knee -> knee.getAsJsonObject("options").addProperty("rate", 10_000_000));
        for (Consumer<JsonObject> edit : edits) {
            Student.knee(student.kit().resolve("profiles/runs"), id, 3000, knee -> {
                ofThisCode(knee);
                edit.accept(knee);
            });
            assertTrue(student.findings().contains("edited"), student.findings().toString());
        }
    }

    @Test
    void smokeKneeIsTooShort() throws Exception {
        String id = "20261120-121212-knee";
        student.report(
                "Twice.", "A PUT takes " + Student.P50 + ", and at most [50 ms](run:" + id + "#/search/sloMillis).");
        Student.knee(student.kit().resolve("profiles/runs"), id, 3000, knee -> {
            ofThisCode(knee);
            knee.getAsJsonObject("options").addProperty("seconds", 2);
        });
        assertEquals(List.of("too-short"), student.findings());
    }

    private void ofThisCode(JsonObject knee) {
        knee.getAsJsonObject("options").addProperty("fingerprint", student.fingerprint());
    }

    @Test
    void tellsTheCommitAndBothKits() throws Exception {
        NeedsGit.require();
        Files.writeString(
                student.kit().resolve("edition.properties"), "edition=student\ncommit=0123456789abcdef0123456789\n");
        assertEquals("", Git.commit(student.folder(), "mine"));
        JsonObject manifest = manifest("a.zip");
        assertEquals("0.1", manifest.get("kit").getAsString());
        String kit = manifest.get("submittedBy").getAsString();
        assertTrue(kit.matches("[0-9]+\\.[0-9]\\S* 0123456789ab"), kit);
        String commit = manifest.get("commit").getAsString();
        assertTrue(commit.matches("[0-9a-f]{40}"), commit);
        assertEquals("{}", manifest.get("machine").toString());
        student.code("class StageNode { int changed; }\n");
        assertEquals(commit + "+", manifest("b.zip").get("commit").getAsString());
    }

    private JsonObject manifest(String zip) throws Exception {
        return Zip.of(student.submit("Anna", directory.resolve(zip))).manifest();
    }
}
