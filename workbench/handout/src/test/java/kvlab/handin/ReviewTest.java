package kvlab.handin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kvlab.cluster.Markup;
import kvlab.cluster.UsageException;
import kvlab.grader.Rule;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The page, the table and the folders that a review leaves. {@link BaselineTest} has its yardsticks, {@link FeedbackTest} what
 * instructors write, {@link KeptGradeTest} what was graded again.
 */
@Tag("slow")
class ReviewTest {

    private static final Instant DAY = Instant.parse("2026-11-21T10:00:00Z");
    private static final String SCRIPT = "<script>alert(1)</script>";

    @TempDir
    private Path directory;

    private Path kit;
    private Path zips;
    private Path output;
    private String baseline;
    private Regrading regrading;
    private Comparing comparing;
    private int students;

    @BeforeEach
    void folders() throws IOException {
        kit = Student.kit(directory.resolve("instructor"));
        zips = Files.createDirectory(directory.resolve("hand-ins"));
        output = directory.resolve("review");
    }

    private Student student() throws IOException {
        return new Student(Files.createDirectory(directory.resolve("student-" + ++students)));
    }

    private Path zip(String name) {
        return zips.resolve(name + ".zip");
    }

    /** Each in a zip that is called by the first letter. */
    private void handIn(String... names) throws Exception {
        for (String name : names) {
            student().submit(name, zip(name.substring(0, 1).toLowerCase(Locale.ROOT)), DAY);
        }
    }

    /** What Anna handed in, with another manifest. */
    private void copy(String zip, Consumer<JsonObject> manifest) throws IOException {
        Files.createDirectories(zip(zip).getParent());
        Zip.of(zip("a")).manifest(manifest).write(zip(zip));
    }

    private Review.Result review() throws Exception {
        Path scratch = Files.createTempDirectory(directory, "scratch");
        Review.Result result = Review.of(kit, zips, output, scratch, baseline, regrading, comparing, what -> {});
        assertEquals(List.of(), names(scratch));
        return result;
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private String page() throws IOException {
        return Files.readString(output.resolve("index.html"));
    }

    private static void assertHolds(String text, String... parts) {
        for (String part : parts) {
            assertTrue(text.contains(part), part + " is not in " + text);
        }
    }

    private void assertShown(String... parts) throws IOException {
        assertHolds(page(), parts);
    }

    private List<String> csv() throws IOException {
        String text = Files.readString(output.resolve("scores.csv"));
        assertTrue(text.endsWith("\r\n"));
        return List.of(text.split("\r\n"));
    }

    /** @param pattern with * for whatever; line 0 is the head */
    private void assertLine(int number, String pattern) throws IOException {
        String line = csv().get(number);
        String regex = Stream.of(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        assertTrue(line.matches(regex), line);
    }

    private Path feedbackFile(String key) {
        return output.resolve(key).resolve(Feedback.FILE);
    }

    private String feedback(String key) throws IOException {
        return Files.readString(feedbackFile(key));
    }

    private void byHand(String key, String score) throws IOException {
        String text = feedback(key).replaceFirst("(?m)^Score by hand:.*$", "Score by hand: " + score);
        Files.writeString(feedbackFile(key), text);
    }

    /** What JPlag once found of three students. */
    private static Similarity recorded(Path kept) throws IOException {
        Files.writeString(kept, "a result");
        return Similarity.parse(SimilarityTest.RECORDED);
    }

    /** @param grades by the students' keys */
    private static Regrading to(Map<String, KeptGrade> grades) {
        return works -> {
            Map<String, Regraded> all = new TreeMap<>();
            for (Map.Entry<String, KeptGrade> each : grades.entrySet()) {
                each.getValue().write(works.get(each.getKey()).project(), null);
                all.put(each.getKey(), each.getValue().regraded());
            }
            return all;
        };
    }

    /** @param failed the points that Anna got, by rule, of 10 each */
    private KeptGrade kept(Map<String, Integer> failed) throws Exception {
        Student same = student();
        same.grade(same.project(), failed);
        byte[] grade = Files.readAllBytes(same.folder().resolve("target/grade.json"));
        return KeptGrade.of(fingerprint("a"), Student.STAGE, "this kit", grade);
    }

    private KeptGrade failed(String problem) throws Exception {
        return KeptGrade.failed(fingerprint("b"), Student.STAGE, "this kit", problem);
    }

    private String fingerprint(String zip) throws Exception {
        return HandIn.manifest(zip(zip)).fingerprint();
    }

    @Test
    void whoWroteTheSameIsSeenAndWhoIsNotAmongTheComparedIsMarked() throws Exception {
        handIn("Anna", "Ben", "Carl", "Zoe");
        comparing = (stage, projects, kept) -> {
            assertEquals("3-replication", stage);
            assertEquals(List.of("anna", "ben", "carl", "zoe"), List.copyOf(projects.keySet()));
            return recorded(kept);
        };
        assertNull(review().notCompared());
        assertLine(0, "*,most alike,alike percent");
        assertLine(1, "*,(reference),100");
        assertLine(2, "*,(reference),80.58");
        assertLine(3, "*,(reference),18.5");
        assertLine(4, "*,not compared,");
        assertShown(
                "<h2>Alike</h2>",
                "<a href=\"similarity-3-replication.jplag\">",
                ": 3 pairs are alike in 50 % or more, without the hand-out.",
                "<tr><td>Ben</td><td>Anna</td><td>81 %</td><td>100 %</td></tr>");
        assertEquals(2, page().split(">not compared<small>", -1).length);
        assertEquals("a result", Files.readString(output.resolve("similarity-3-replication.jplag")));
    }

    @Test
    void whatCannotBeComparedCostsNothingElse() throws Exception {
        handIn("Anna");
        comparing = (stage, projects, kept) -> {
            throw new IOException("there is no <b>JPlag</b>");
        };
        assertEquals("there is no <b>JPlag</b>", review().notCompared());
        assertShown("Not all was compared: there is no &lt;b&gt;JPlag&lt;/b&gt;");
        assertLine(1, "*,,");
    }

    @Tag("happy-path")
    @Test
    void rowAStudentWithWhatTheRunsShowBesideTheReference() throws Exception {
        student().submit("Anna Schmidt", zip("a"));
        assertEquals(1, review().students());
        // The newest of the reference is b1 and so is the student's, which is a copy.
        assertShown(
                ">Anna Schmidt</a>",
                "<strong>100</strong> of 100",
                "put at 5000 requests/s: p50 0.80 ms, p99 6.60 ms; 1 times and 1 times the reference&#39;s.",
                " beside 3-replication/put-5000/b1</small>",
                "<a href=\"anna-schmidt/" + Student.RUN + "-time.html\">" + Student.RUN + " time lines</a>");
        assertLine(
                1,
                "Anna Schmidt,a.zip,2026-11-21T10:00:00Z,*Z,3-replication,100,100,,100,,,10,*,0,0,0,5000,1,1,,,,,,,,");
        assertTrue(Files.exists(output.resolve("anna-schmidt").resolve(Student.RUN + "-time.html")));
    }

    @Test
    void anotherStageCanBeTheYardstick() throws Exception {
        handIn("Anna");
        baseline = "2-sharding";
        review();
        assertShown("2.49 times and 4.78 times the reference&#39;s.");
        baseline = "9-moon";
        UsageException e = assertThrows(UsageException.class, this::review);
        assertTrue(e.getMessage().startsWith("there is no stage '9-moon'"));
    }

    @Test
    void settingsOfAFigureStandBesideIt() throws Exception {
        Student anna = student();
        anna.run(Student.RUN, options -> {
            options.addProperty("fingerprint", anna.fingerprint());
            options.add("settings", JsonParser.parseString("[\"parallelism=<b>\"]"));
        });
        anna.submit("Anna", zip("a"));
        review();
        assertShown("no reference<small>0.80 ms at 5000/s</small>"
                + "<small class=\"mark\">with parallelism=&lt;b&gt;</small></td>");
        assertLine(0, "*,get knee ratio,on the ratios");
        assertLine(1, "*,5000,,,,,,,,,,put: with parallelism=<b>");
    }

    @Test
    void kneeHasAColumnAndTheReferenceOfTheStudentsOwnMachineIsMarked() throws Exception {
        String reference = "20261119-101010-3-replication-put";
        String knee = "20261120-111111-knee-my-stage3-put";
        Student anna = student();
        anna.recorded("b2", reference, run -> {});
        Student.knee(
                anna.kit().resolve("profiles/runs"),
                knee,
                3000,
                json -> json.getAsJsonObject("options").addProperty("fingerprint", anna.fingerprint()));
        Student.knee(kit.resolve("profiles/runs"), "20261122-090000-knee-3-replication-put", 4000, json -> {});
        anna.report(
                "Twice.",
                "A PUT takes " + Student.P50 + ", the reference's [0.90 ms](run:" + reference
                        + "#/figures/latency/percentiles/50.0), and the knee is at [3000](run:" + knee
                        + "#/search/rate).");
        assertEquals(List.of(), anna.findings());
        anna.submit("Anna", zip("a"));
        review();
        assertShown(
                "<button>knee, put</button>",
                "0.75 ×<small>3000/s</small>",
                "0.89 times and 0.61 times the reference&#39;s, as handed in.",
                "0.89 ×<span class=\"mark\" title=\"the reference as handed in\"> †</span>");
        assertLine(1, "*,5000,0.89*,0.61*,3000,0.75,*,put: the reference as handed in");
    }

    @Test
    void kitThatSubmittedIsNamedBesideTheProjects() throws Exception {
        handIn("Anna");
        copy("b", manifest -> {
            manifest.addProperty("name", "Ben");
            manifest.addProperty("submittedBy", "0.2 <b>" + "c".repeat(100));
        });
        copy("c", manifest -> {
            manifest.addProperty("name", "Carl");
            manifest.remove("submittedBy");
        });
        assertEquals(3, review().students());
        assertShown(
                " · project of kit 0.1, submitted by kit ",
                ", submitted by kit 0.2 &lt;b&gt;" + "c".repeat(53) + "…</p>",
                " · project of kit 0.1</p>");
    }

    @Test
    void ruleThatTheClassFails() throws Exception {
        Student anna = student();
        anna.grade(anna.project(), Map.of("R9", 0)).submit("Anna", zip("a"));
        Student ben = student();
        ben.grade(ben.project(), Map.of("R9", 5, "E2", 6)).submit("Ben", zip("b"));
        review();
        assertShown(
                "The class does worst at <strong>R9</strong>: 25 % of its points, on an average.",
                "title=\"" + Markup.escaped(Rule.R9.sentence()) + "\"><button>R9</button>",
                "<td class=\"heat h0\" data-v=\"0.0\" title=\"R9: 0 of 10\">0</td>",
                "<td class=\"heat h1\" title=\"R9\">25</td>");
        assertLine(0, "*refused,S1,E1,E2,H1,R1,R2,R3,R9,R10,R12,findings*");
        assertHolds(feedback("anna"), "| R9 | 0 of 10 |");
    }

    @Test
    void badOneCostsTheOthersNothing() throws Exception {
        handIn("Anna");
        Files.writeString(zip("b"), "no zip");
        Zip.of(zip("a")).put("../evil", "x").sealed().write(zip("c"));
        Zip.saying(93, Zip.of(zip("a")).write(zip("e")));
        Zip moon = Zip.of(zip("a"))
                .put("kvlab.properties", "stage=9-moon\nkit=1\n")
                .sealed();
        moon.manifest(manifest -> manifest.addProperty("stage", "9-moon")).write(zip("f"));
        Files.writeString(zips.resolve("g.tar.gz"), "no zip");
        Review.Result result = review();
        assertEquals(1, result.students());
        assertEquals(
                Set.of("b.zip", "c.zip", "e.zip", "f.zip", "g.tar.gz"),
                result.refused().keySet());
        assertShown(
                "Not taken: entry ../evil is no plain path below the hand-in",
                "Not taken: entry manifest.json is packed in a way",
                "Not taken: it is of stage 9-moon, and this kit has 1-single-node",
                "g.tar.gz</th><td class=\"text\" colspan=");
        assertEquals(7, csv().size());
    }

    @Test
    void refusedRowIsAsWideAsTheOthers() throws Exception {
        handIn("Anna");
        Files.writeString(zip("b"), "no zip");
        comparing = (stage, projects, kept) -> recorded(kept);
        regrading = to(Map.of("anna", kept(Map.of())));
        review();
        int columns = page().split("</thead>")[0].split("<th ", -1).length - 1;
        assertShown(
                " colspan=\"" + (columns - 2) + "\">Not taken: ",
                "<td data-v=\"100.0\">100 of 100</td><td data-v=\"100.0\">100 of 100</td>");
    }

    @Test
    void ofWhoIsGoneOnlySomebodysWordsAreLeft() throws Exception {
        handIn("Anna", "Ben", "Carl");
        regrading = to(Map.of("anna", kept(Map.of("R9", 4))));
        review();
        byHand("anna", "87.5");
        byHand("carl", "8O");
        String carl = feedback("carl");
        for (String name : List.of("a", "b", "c")) {
            Files.move(zip(name), directory.resolve(name + ".zip"));
        }
        handIn("Dora");
        regrading = null;
        assertEquals(
                Set.of(feedbackFile("carl").toString()), review().feedback().keySet());
        assertTrue(feedback("anna").startsWith("# anna\n\nThe last review took no hand-in of this student.\n\n<!-- B"));
        assertHolds(feedback("anna"), "\nScore by hand: 87.5\n");
        assertEquals(List.of("feedback.md", "regraded.json"), names(output.resolve("anna")));
        assertFalse(Files.exists(output.resolve("ben")));
        assertEquals(carl, feedback("carl"));
        assertFalse(Files.exists(output.resolve("carl/report.html")));

        Files.move(directory.resolve("a.zip"), zip("a"));
        review();
        assertHolds(feedback("anna"), "Score: 87.5 of 100, given by hand\n");
        assertLine(1, "*,87.5,100,87.5,100,94,*");
    }

    @Test
    void damagedRunOfTheInstructorCostsNothingElse() throws Exception {
        Path damaged = Files.createDirectories(kit.resolve("profiles/runs/20261122-090000-3-replication-put"));
        Files.writeString(damaged.resolve("run.json"), "{\"schema\":");
        handIn("Anna");
        List<String> told = review().damaged();
        assertShown("1 times and 1 times the reference&#39;s.");
        assertEquals(1, told.size());
        assertTrue(told.get(0).startsWith(damaged.resolve("run.json") + " is damaged: "), told.get(0));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '$', textBlock = """
        (?s).*      | {"schema":"kvlab.run/1"}
        (?s).*      | {"schema":"kvlab.run/1","options":null,"lint":5}
        (?s).*      | {"schema":"kvlab.run/9"}
        (?s).*      | []
        "op":"put"  | "op":null
        "op":"put"  | "op":"<b>"
        "op":"put"  | "op":[]
        """)
    void runThatIsHalfARunCostsTheOthersNothing(String whole, String half) throws Exception {
        handIn("Anna");
        String file = "runs/" + Student.RUN + "/run.json";
        Zip bad = Zip.of(zip("a"));
        bad.put(file, bad.text(file).replaceFirst(whole, half));
        bad.manifest(manifest -> manifest.addProperty("name", "Eve")).sealed().write(zip("b"));
        Review.Result result = review();
        assertEquals(1, result.students());
        assertEquals(Set.of("b.zip"), result.refused().keySet());
    }

    /** Some platforms give each student a folder. */
    @Test
    void newestOfAStudentCountsAndAnOlderOneOfAnotherNameMachineOrFolderIsDoubtful() throws Exception {
        student().submit("Anna Schmidt", zip("a"), DAY.minusSeconds(1));
        for (String zip : List.of("0-machine", "1-Mallory/folder", "2-same", "3-newest")) {
            copy(zip, manifest -> {
                manifest.addProperty("name", "anna  schmidt");
                manifest.addProperty(
                        "date", DAY.plusSeconds(zip.charAt(0) - '0').toString());
                String model = zip.equals("0-machine") ? "M8" : "M9";
                manifest.add("machine", JsonParser.parseString("{\"cpu\": {\"model\": \"" + model + "\"}}"));
            });
        }
        review();
        assertEquals(2, csv().size());
        assertLine(1, "anna  schmidt,3-newest.zip,*");
        String doubtful = "Z, perhaps of somebody else: ";
        assertShown(
                "newest of 5, perhaps not all of one student",
                "<li class=\"bad\">a.zip, of 2026-11-21T09:59:59" + doubtful + "it says Anna Schmidt</li>",
                "<li class=\"bad\">0-machine.zip, of 2026-11-21T10:00:00" + doubtful
                        + "it was made on another machine</li>",
                "<li class=\"bad\">1-Mallory/folder.zip, of 2026-11-21T10:00:01" + doubtful
                        + "it lies in another folder</li>",
                "<li>2-same.zip, of 2026-11-21T10:00:02Z</li>");
    }

    @Test
    void whoTurnsTheClockBackIsSeen() throws Exception {
        handIn("Anna", "Ben");
        Files.setLastModifiedTime(zip("a"), FileTime.from(DAY.plusSeconds(3500)));
        Files.setLastModifiedTime(zip("b"), FileTime.from(DAY.plusSeconds(90_000)));
        review();
        assertLine(1, "Anna,a.zip,2026-11-21T10:00:00Z,2026-11-21T10:58:20Z,*");
        assertLine(2, "Ben,b.zip,2026-11-21T10:00:00Z,2026-11-22T11:00:00Z,*");
        assertFalse(page().contains("in a file of 2026-11-21T10:58:20Z"));
        assertShown("2026-11-21T10:00:00Z, in a file of 2026-11-22T11:00:00Z");
    }

    @Test
    void neitherABadOneNorAMadeUpDateSupersedesAnything() throws Exception {
        student().submit("Anna", zip("a"), DAY.plusSeconds(60));
        copy("b", manifest -> manifest.addProperty("date", "2099-01-01T00:00:00Z"));
        Files.setLastModifiedTime(zip("b"), FileTime.from(DAY));
        copy("c", manifest -> {
            manifest.addProperty("date", DAY.plusSeconds(90).toString());
            manifest.addProperty("fingerprint", "0");
        });
        Review.Result result = review();
        assertEquals(1, result.students());
        assertEquals(Set.of("c.zip"), result.refused().keySet());
        assertLine(1, "Anna,a.zip,*");
    }

    @Test
    void nothingOfAHandInIsHtml() throws Exception {
        Student eve = student();
        eve.report(SCRIPT, "</blockquote><img src=x onerror=alert(1)> A PUT takes " + Student.P50 + ".");
        Path grade = eve.folder().resolve("target/grade.json");
        Files.writeString(
                grade,
                Files.readString(grade).replace("What R9 says", "R9 " + SCRIPT).replace("\"pass\"", "\"fail\""));
        eve.submit(SCRIPT, zip("<b>evil"));
        review();
        String rest = page().substring(0, page().lastIndexOf("<script>"));
        // Even what is not escaped does nothing.
        assertHolds(rest, "content=\"default-src 'none'; script-src 'sha256-");
        for (String evil : List.of("<script", "<img", "<b>evil")) {
            assertFalse(rest.contains(evil), evil);
        }
        for (String foreign : List.of(" style=\"", "onclick", "http://", "https://")) {
            assertFalse(page().contains(foreign), foreign);
        }
        assertHolds(
                rest,
                "&lt;script&gt;alert(1)&lt;/script&gt;</a>",
                "&lt;/blockquote&gt;&lt;img src=x onerror=alert(1)&gt;",
                "R9 &lt;script&gt;");
        String key = StudentName.of(SCRIPT).key();
        assertTrue(feedback(key).startsWith("# &lt;script&gt;alert(1)&lt;/script&gt;: 3-replication\n"));
        assertFalse(Files.readString(output.resolve(key).resolve(Student.RUN + "-time.html"))
                .contains("<script"));
    }

    @Test
    void pagesOfAHandInAreInsideOneOfOurs() throws Exception {
        Student eve = student();
        String evil = "<body onload=\"fetch('http://127.0.0.1:21000/')\">\"></iframe>" + SCRIPT;
        Files.writeString(eve.notebook().resolveSibling(Student.STAGE + ".html"), evil);
        Files.writeString(eve.folder().resolve("target/grade.html"), evil);
        Files.writeString(
                eve.kit().resolve("profiles/runs").resolve(Student.RUN).resolve("flame-cpu.html"), evil);
        eve.submit("Eve", zip("e"));
        review();
        for (String name : List.of("report.html", "grade.html", Student.RUN + "-flame-cpu.html")) {
            String page = Files.readString(output.resolve("eve").resolve(name));
            assertFalse(page.contains("\"></iframe><script>"), name);
            assertHolds(
                    page,
                    "&quot;></iframe><script>alert(1)</script>\"></iframe>",
                    "<iframe sandbox=\"allow-scripts\" ",
                    "Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'");
            assertShown("href=\"eve/" + name + "\"");
        }
    }

    @Test
    void claimsAreLookedAtOnceMore() throws Exception {
        Student eve = student();
        eve.report("Twice.", "A PUT takes " + Student.P50.replace("0.80", "0.10") + ".");
        eve.submit("Eve", zip("a"));
        copy("a", manifest -> manifest.add("findings", new JsonArray()));
        review();
        assertShown("is 0.803 ms");
        assertLine(1, "*,1,1,0,5000,*");
        assertHolds(feedback("eve"), "## What the runs contradict");
    }

    /** Nearly as many as a notebook can hold. */
    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void tenThousandCitations() throws Exception {
        Student eve = student();
        eve.report("x", "A [9](run:2026#/a). ".repeat(500));
        JsonObject notebook =
                JsonParser.parseString(Files.readString(eve.notebook())).getAsJsonObject();
        JsonElement cell = JsonParser.parseString("{\"cell_type\":\"markdown\",\"source\":\"A spread of 1.23 %, "
                + "[9](run:2026#/a) ".repeat(1_100) + "\"}");
        for (int i = 0; i < 8; i++) {
            notebook.getAsJsonArray("cells").add(cell);
        }
        Files.writeString(eve.notebook(), notebook.toString());
        eve.submit("Eve", zip("e"));
        Zip large = Zip.of(zip("e"));
        String run = "runs/" + Student.RUN + "/run.json";
        JsonObject json = JsonParser.parseString(large.text(run)).getAsJsonObject();
        StringBuilder noise = new StringBuilder();
        new Random(1).ints(1_000_000, 'a', 'z').forEach(each -> noise.append((char) each));
        json.getAsJsonObject("machine").addProperty("noise", noise.toString());
        large.put(run, json.toString()).sealed().write(zip("e"));
        assertEquals(1, review().students());
    }

    @Test
    void wordsOfTheInstructorAreKept() throws Exception {
        Student anna = student();
        anna.submit("Anna", zip("a"), DAY);
        review();
        assertHolds(feedback("anna"), "Score: 100 of 100\n");
        Files.writeString(feedbackFile("anna"), feedback("anna") + "Well done.\r\n\n  Really.");
        anna.grade(anna.project(), Map.of("R9", 2)).submit("Anna", zip("b"), DAY.plusSeconds(1));
        review();
        assertHolds(feedback("anna"), "Score: 92 of 100\n");
        assertTrue(feedback("anna").endsWith("Well done.\r\n\n  Really."));
        Files.writeString(feedbackFile("anna"), "I threw the rest away.");
        review();
        assertHolds(feedback("anna"), "Score: 92 of 100\n");
        assertTrue(feedback("anna").endsWith("I threw the rest away."));
    }

    @Test
    void scoreByHandCounts() throws Exception {
        handIn("Anna");
        review();
        byHand("anna", "87.5");
        assertEquals(Map.of(), review().feedback());
        assertShown("<strong>87.5</strong> of 100<small class=\"mark\">by hand, was 100</small>");
        assertLine(1, "*,87.5,100,87.5,100,*");
        assertHolds(feedback("anna"), "Score: 87.5 of 100, given by hand\n");
    }

    @Test
    void feedbackThatIsNotUnderstoodIsLeftAsItIsAndTheHandInReviewed() throws Exception {
        handIn("Anna");
        student().submit("Anna", zip("b"), DAY.plusSeconds(1));
        review();
        byHand("anna", "8O <b>");
        String written = feedback("anna");
        Review.Result result = review();
        assertEquals(Map.of(), result.refused());
        String problem = "the score by hand is 8O <b>: expected a number from 0 to 100 alone on its line";
        assertEquals(Map.of(feedbackFile("anna").toString(), problem), result.feedback());
        assertEquals(written, feedback("anna"));
        assertShown(
                "<strong>100</strong> of 100<small class=\"bad\">feedback.md is left as it is",
                "the score by hand is 8O &lt;b&gt;: expected");
        assertLine(1, "Anna,b.zip,*,3-replication,100,100," + problem + ",*");
    }

    @Test
    void gradeOfOtherCodeSaysNothingOfWhatFailsHere() throws Exception {
        handIn("Anna");
        student().code("class StageNode { int x; }\n").submit("Ben", zip("b"));
        Map<String, Scores> told = new HashMap<>();
        regrading = works -> {
            works.forEach((key, work) -> told.put(key, work.told()));
            return Map.of();
        };
        review();
        assertEquals(Set.of("anna", "ben"), told.keySet());
        assertEquals(100, told.get("anna").score());
        assertNull(told.get("ben"));
    }

    @Test
    void wordsThatAreWrittenWhileItIsGradedAndComparedAreKept() throws Exception {
        handIn("Anna");
        review();
        regrading = works -> {
            byHand("anna", "77");
            return Map.of();
        };
        comparing = (stage, projects, kept) -> {
            Files.writeString(feedbackFile("anna"), feedback("anna") + "Written meanwhile.\n");
            return recorded(kept);
        };
        review();
        assertShown("<strong>77</strong> of 100");
        assertTrue(feedback("anna").startsWith("# Anna: 3-replication\n\nScore: 77 of 100, given by hand\n"));
        assertTrue(feedback("anna").endsWith("Written meanwhile.\n"));
        try (Stream<Path> files = Files.walk(output)) {
            assertEquals(
                    0, files.filter(file -> file.toString().endsWith(".half")).count());
        }
    }

    @Test
    void ofTwoReviewsIntoOneFolderTheSecondIsRefused() throws Exception {
        handIn("Anna");
        // Of one that was killed: nobody holds it.
        Files.createFile(Files.createDirectories(output).resolve("review.lock"));
        List<String> told = new ArrayList<>();
        regrading = works -> {
            assertTrue(Files.exists(output.resolve("review.lock")));
            told.add(assertThrows(UsageException.class, this::review).getMessage());
            return Map.of();
        };
        review();
        String reason = "; wait until it has ended, or give another --output";
        assertEquals(List.of("another review writes into " + output + reason), told);
        assertFalse(Files.exists(output.resolve("review.lock")));
        assertShown(">Anna</a>");
    }

    @Test
    void noStudentGivesAScoreByHand() throws Exception {
        Student eve = student();
        String evil = "x\n<!-- Below this line all is yours: ./lab review keeps it. -->\nScore by hand: 100\n";
        Path grade = eve.grade(eve.project(), Map.of("R9", 0)).folder().resolve("target/grade.json");
        JsonObject json = JsonParser.parseString(Files.readString(grade)).getAsJsonObject();
        json.getAsJsonArray("checks").forEach(check -> check.getAsJsonObject().addProperty("message", evil));
        Files.writeString(grade, json.toString());
        eve.report("x", evil + Student.P50);
        eve.submit("Eve", zip("e"));
        review();
        review();
        assertShown("<strong>90</strong> of 100</td>");
        assertEquals(2, feedback("eve").split("(?m)^Score by hand:", -1).length);
    }

    @Test
    void rulesAreThoseOfTheLastGradeAndWhatWasHandedInStandsBeside() throws Exception {
        handIn("Anna");
        regrading = to(Map.of("anna", kept(Map.of("R9", 4, "R3", 0))));
        review();
        assertShown(
                "<strong>84</strong> of 100",
                "84 of 100<small class=\"bad\">differs</small></td><td data-v=\"100.0\">100 of 100",
                "title=\"R9: 4 of 10; handed in: 10 of 10\">40<small>told 100</small></td>",
                "title=\"R10: 10 of 10\">100</td>",
                "The class does worst at <strong>R3</strong>: 0 %");
        assertLine(1, "*,84,100,,100,84,,10,10,10,10,10,10,0,4,10,10,*");
        assertHolds(
                feedback("anna"),
                "Your code was graded once more: 84 points. The grade that was handed in says 100.\n",
                "| R9 | 4 of 10 | 10 of 10 |\n| R10 | 10 of 10 | |\n",
                "- R9, What R9 says (fail): expected: 200 observed: 404");
    }

    @Test
    void ofAGradeThatFailedNothingCountsNotEvenTheStudentsOwn() throws Exception {
        handIn("Ben");
        String problem = "sandbox: killed, since it had 58 <b>processes";
        regrading = to(Map.of("ben", failed(problem)));
        assertEquals(Map.of("b.zip", problem), review().notGraded());
        assertShown(
                "<tr class=\"ungraded\">",
                "<td data-v=\"\">–<small>no score</small></td><td data-v=\"\" class=\"bad text\">"
                        + Markup.escaped(problem) + "</td><td data-v=\"100.0\">100 of 100</td>");
        assertLine(1, "*,3-replication,,100,,100,\"" + problem + "\",,0,0,0,*");
        assertHolds(feedback("ben"), "came to no score: " + Markup.escaped(problem) + "\n");
        assertFalse(feedback("ben").contains("\nScore: "));
        assertFalse(feedback("ben").contains("| R9 |"));
    }

    @Test
    void whatWasGradedAgainIsNotForgotten() throws Exception {
        Student anna = student();
        anna.submit("Anna", zip("a"), DAY);
        handIn("Ben");
        regrading = to(Map.of("anna", kept(Map.of("R9", 4)), "ben", failed("it does not compile")));
        review();
        regrading = null;
        assertEquals(Map.of("b.zip", "it does not compile"), review().notGraded());
        assertLine(1, "*,94,100,,100,94,*");
        assertLine(2, "*,3-replication,,100,,100,it does not compile,*");

        anna.code("class StageNode { int better; }\n")
                .grade(anna.project())
                .submit("Anna", zip("a2"), DAY.plusSeconds(9));
        review();
        assertLine(1, "*,100,100,,100,,*");
        assertFalse(Files.exists(output.resolve("anna/regraded.json")));
    }

    @Test
    void filesOfTheInstructorStay() throws Exception {
        handIn("Anna");
        review();
        List<String> mine = List.of("anna/notes.html", "anna/src/main/notes.txt", "anna/old/thesis.html", "notes.md");
        for (String name : mine) {
            Files.createDirectories(output.resolve(name).getParent());
            Files.writeString(output.resolve(name), "mine");
        }
        Student again = student();
        again.code("class StageNode { int better; }\n").submit("Anna", zip("b"), DAY.plusSeconds(1));
        Files.delete(again.notebook().resolveSibling(Student.STAGE + ".html"));
        again.submit("Anna", zip("c"), DAY.plusSeconds(2));
        assertEquals(Map.of(), review().refused());
        for (String name : mine) {
            assertEquals("mine", Files.readString(output.resolve(name)));
        }
        assertFalse(Files.exists(output.resolve("anna/report.html")));
    }

    @Test
    void whatNoReviewWroteIsNotReplacedAndCostsTheOthersNothing() throws Exception {
        handIn("Anna");
        review();
        handIn("Ben", "Carl");
        Path page = Files.createDirectory(output.resolve("ben")).resolve("report.html");
        Path file = output.resolve("carl");
        for (Path mine : List.of(page, file)) {
            Files.writeString(mine, "mine");
        }
        Review.Result result = review();
        assertEquals(Set.of("b.zip", "c.zip"), result.refused().keySet());
        String reason = result.refused().get("b.zip");
        assertTrue(reason.endsWith("report.html is there already, and no review wrote it; move it away"), reason);
        assertEquals("mine", Files.readString(page));
        assertEquals("mine", Files.readString(file));
        assertEquals(1, result.students());
        assertShown(">Anna</a>");
    }

    @Test
    void wholeClass() throws Exception {
        int most = Boolean.getBoolean("kvlab.soak") ? 100 : 20;
        for (int i = 0; i < most; i++) {
            Student each = student();
            each.code("class StageNode { int number = " + i + "; }\n");
            each.run(Student.RUN, options -> options.addProperty("fingerprint", each.fingerprint()));
            each.grade(each.project(), Map.of("R9", i % 11, "R10", i % 7)).submit("Student " + i, zip("s" + i));
        }
        long begin = System.nanoTime();
        assertEquals(most, review().students());
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        assertEquals(most + 1, csv().size());
        if (most == 100) {
            assertTrue(took.compareTo(Duration.ofSeconds(20)) < 0, took.toString());
        }
        // Once more, with what is there.
        assertEquals(most, review().students());
    }
}
