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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import kvlab.cluster.Folders;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReviewTest {

    private static final Instant DAY = Instant.parse("2026-11-21T10:00:00Z");
    private static final String SCRIPT = "<script>alert(1)</script>";

    @TempDir
    private Path directory;

    private Path kit;
    private Path zips;
    private Path output;
    private Map<String, Regraded> regraded = Map.of();
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

    private Review.Result review() throws Exception {
        return review(null);
    }

    private Review.Result review(String baseline) throws Exception {
        Path scratch = Files.createDirectory(directory.resolve("scratch"));
        Review.Result result = Review.of(kit, zips, output, scratch, baseline, projects -> regraded, what -> {});
        try (Stream<Path> left = Files.list(scratch)) {
            assertEquals(List.of(), left.toList());
        }
        Folders.remove(scratch);
        return result;
    }

    private String page() throws IOException {
        return Files.readString(output.resolve("index.html"));
    }

    private List<String> csv() throws IOException {
        String text = Files.readString(output.resolve("scores.csv"));
        assertTrue(text.endsWith("\r\n"));
        return List.of(text.split("\r\n"));
    }

    private String feedback(String key) throws IOException {
        return Files.readString(output.resolve(key).resolve("feedback.md"));
    }

    @Test
    void rowAStudentWithWhatTheRunsShowBesideTheReference() throws Exception {
        student().submit("Anna Schmidt", zip("a"));
        assertEquals(1, review().students());
        assertTrue(page().contains(">Anna Schmidt</a>"));
        assertTrue(page().contains("<strong>100</strong> of 100"));
        // The newest of the reference is b1 and so is the student's, which is a copy.
        assertTrue(page().contains(
                        "put at 5000 requests/s: p50 0.80 ms, p99 6.60 ms; 1 times and 1 times the reference&#39;s."));
        assertTrue(csv().get(1).startsWith("Anna Schmidt,a.zip,2026-11-21T10:00:00Z,3-replication,100,100,,100,,,10,"));
        assertTrue(csv().get(1).endsWith(",0,0,0,5000,1,1,,,,,,,"));
    }

    @Test
    void instructorsOwnRunIsTheYardstick() throws Exception {
        String own = "20261122-090000-3-replication-put";
        Student instructor = student();
        instructor.recorded("b2", own, run -> {});
        Files.createDirectories(kit.resolve("profiles/runs"));
        Files.move(
                instructor.kit().resolve("profiles/runs").resolve(own),
                kit.resolve("profiles/runs").resolve(own));
        student().submit("Anna", zip("a"));
        review();
        assertTrue(page().contains("0.89 times and 0.61 times the reference&#39;s."), page());
        assertTrue(page().contains(" beside " + own));
    }

    @Test
    void anotherStageCanBeTheYardstick() throws Exception {
        student().submit("Anna", zip("a"));
        review("2-sharding");
        assertTrue(page().contains("2.49 times and 4.78 times the reference&#39;s."));
        UsageException e = assertThrows(UsageException.class, () -> review("9-moon"));
        assertTrue(e.getMessage().startsWith("there is no stage '9-moon'"));
    }

    @Test
    void withoutAComparableRunThereIsNoRatio() throws Exception {
        Student anna = student();
        anna.run(Student.RUN, options -> {
            options.addProperty("fingerprint", anna.fingerprint());
            options.addProperty("connections", 8);
        });
        anna.submit("Anna", zip("a"));
        review();
        assertTrue(page().contains("there is no comparable run of the reference."));
        assertTrue(csv().get(1).endsWith(",5000,,,,,,,,,"), csv().get(1));
    }

    @Test
    void figuresOfAnotherProcessorAreMarked() throws Exception {
        Student anna = student();
        anna.recorded("b1", Student.RUN, run -> {
            run.getAsJsonObject("options").addProperty("fingerprint", anna.fingerprint());
            run.getAsJsonObject("machine").getAsJsonObject("cpu").addProperty("model", "M9");
        });
        anna.submit("Anna", zip("a"));
        review();
        assertTrue(page().contains("the reference&#39;s, on another processor."));
    }

    @Test
    void ruleThatTheClassFails() throws Exception {
        Student anna = student();
        anna.grade(anna.project(), Map.of("R9", 0)).submit("Anna", zip("a"));
        Student ben = student();
        ben.grade(ben.project(), Map.of("R9", 5, "E2", 6)).submit("Ben", zip("b"));
        review();
        assertTrue(page().contains("The class does worst at <strong>R9</strong>: 25 % of its points, on an average."));
        assertTrue(page().contains("<td class=\"heat h0\" data-v=\"0.0\" title=\"R9: 0 of 10\">0</td>"));
        assertTrue(page().contains("<td class=\"heat h1\" title=\"R9\">25</td>"));
        assertEquals(
                "S1,E1,E2,H1,R1,R2,R3,R9,R10,R12",
                csv().get(0).split("refused,")[1].split(",findings")[0]);
        assertTrue(feedback("anna").contains("| R9 | 0 of 10 |"));
        assertTrue(feedback("anna").contains("- R9, What R9 says (fail): expected: 200 observed: 404"));
    }

    @Test
    void badOneCostsTheOthersNothing() throws Exception {
        student().submit("Anna", zip("a"));
        Files.writeString(zip("b"), "no zip");
        Zip.of(zip("a")).put("../evil", "x").sealed().write(zip("c"));
        Zip.of(zip("a"))
                .manifest(manifest -> manifest.addProperty("date", "soon"))
                .write(zip("d"));
        Review.Result result = review();
        assertEquals(1, result.students());
        assertEquals(
                List.of("b.zip", "c.zip", "d.zip"), List.copyOf(result.refused().keySet()));
        assertTrue(page().contains("Not taken: entry ../evil is no plain path below the hand-in"));
        assertTrue(page().contains("Not taken: its date is none"));
        assertEquals(5, csv().size());
    }

    @Test
    void ofAStageThatThisKitHasNot() throws Exception {
        student().submit("Anna", zip("a"));
        Zip moon = Zip.of(zip("a")).put("kvlab.properties", "stage=9-moon\nkit=1\n");
        moon.sealed()
                .manifest(manifest -> manifest.addProperty("stage", "9-moon"))
                .write(zip("b"));
        assertTrue(review().refused().get("b.zip").startsWith("it is of stage 9-moon, and this kit has 1-single-node"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {"schema":"kvlab.run/1"}
        {"schema":"kvlab.run/1","options":null,"lint":5}
        {"schema":"kvlab.run/9"}
        []
        """)
    void runThatIsHalfARun(String json) throws Exception {
        student().submit("Anna", zip("a"));
        Zip bad = Zip.of(zip("a")).put("runs/" + Student.RUN + "/run.json", json);
        bad.manifest(manifest -> manifest.addProperty("name", "Eve")).sealed().write(zip("b"));
        Review.Result result = review();
        assertEquals(1, result.students());
        assertEquals(List.of("b.zip"), List.copyOf(result.refused().keySet()));
    }

    @ParameterizedTest
    @CsvSource(
            value = {"null", "\"<b>\"", "[]"},
            quoteCharacter = '$')
    void runOfNoOperation(String op) throws Exception {
        student().submit("Anna", zip("a"));
        String file = "runs/" + Student.RUN + "/run.json";
        Zip bad = Zip.of(zip("a"));
        bad.put(file, bad.text(file).replace("\"op\":\"put\"", "\"op\":" + op));
        bad.manifest(manifest -> manifest.addProperty("name", "Eve")).sealed().write(zip("b"));
        Review.Result result = review();
        assertEquals(1, result.students());
        assertEquals(List.of("b.zip"), List.copyOf(result.refused().keySet()));
    }

    @Test
    void newestOfAStudentCounts() throws Exception {
        student().submit("Anna Schmidt", zip("z-first"), DAY);
        Student again = student();
        again.grade(again.project(), Map.of("R9", 7)).submit("anna  schmidt", zip("a-second"), DAY.plusSeconds(60));
        review();
        assertEquals(2, csv().size());
        assertTrue(csv().get(1).startsWith("anna  schmidt,a-second.zip,"), csv().get(1));
        assertTrue(page().contains("Newer than z-first.zip, of the same student."));
    }

    @Test
    void badOneSupersedesNothing() throws Exception {
        student().submit("Anna", zip("a"), DAY);
        Zip.of(zip("a"))
                .manifest(manifest -> {
                    manifest.addProperty("date", DAY.plusSeconds(60).toString());
                    manifest.addProperty("fingerprint", "0");
                })
                .write(zip("b"));
        Review.Result result = review();
        assertEquals(1, result.students());
        assertEquals(1, result.refused().size());
        assertTrue(csv().get(1).startsWith("Anna,a.zip,"));
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
        String own = page().substring(page().lastIndexOf("<script>"));
        String rest = page().substring(0, page().length() - own.length());
        assertFalse(rest.contains("<script"), rest);
        assertFalse(rest.contains("<img"), rest);
        assertFalse(rest.contains("<b>evil"), rest);
        assertTrue(rest.contains("&lt;script&gt;alert(1)&lt;/script&gt;</a>"));
        assertTrue(rest.contains("&lt;/blockquote&gt;&lt;img src=x onerror=alert(1)&gt;"));
        assertTrue(rest.contains("R9 &lt;script&gt;"));
        String key = StudentName.of(SCRIPT).key();
        assertTrue(feedback(key).startsWith("# &lt;script&gt;alert(1)&lt;/script&gt;: 3-replication\n"));
    }

    /** And so that even what is not escaped does nothing. */
    @Test
    void onlyItsOwnScriptMayRun() throws Exception {
        student().submit("Anna", zip("a"));
        review();
        assertTrue(page().contains("content=\"default-src 'none'; script-src 'sha256-"));
        assertFalse(page().contains(" style=\""));
        assertFalse(page().contains("onclick"));
        assertFalse(page().contains("http://") || page().contains("https://"));
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
            assertTrue(page.contains("&quot;></iframe><script>alert(1)</script>\"></iframe>"), name);
            assertTrue(page.contains("<iframe sandbox=\"allow-scripts\" "), name);
            assertTrue(page.contains(
                    "Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'"));
            assertTrue(page().contains("href=\"eve/" + name + "\""), name);
        }
    }

    @Test
    void claimsAreLookedAtOnceMore() throws Exception {
        Student eve = student();
        eve.report("Twice.", "A PUT takes " + Student.P50.replace("0.80", "0.10") + ".");
        eve.submit("Eve", zip("e"));
        Zip.of(zip("e"))
                .manifest(manifest -> manifest.add("findings", new JsonArray()))
                .write(zip("e"));
        review();
        assertTrue(page().contains("is 0.803 ms"), page());
        assertTrue(csv().get(1).contains(",1,1,0,5000,"), csv().get(1));
        assertTrue(feedback("eve").contains("## What the runs contradict"));
    }

    @Test
    void wordsOfTheInstructorAreKept() throws Exception {
        Student anna = student();
        anna.submit("Anna", zip("a"), DAY);
        review();
        Path file = output.resolve("anna/feedback.md");
        assertTrue(feedback("anna").contains("Score: 100 of 100\n"));
        Files.writeString(file, feedback("anna") + "Well done.\r\n\n  Really.");
        anna.grade(anna.project(), Map.of("R9", 2)).submit("Anna", zip("b"), DAY.plusSeconds(1));
        review();
        assertTrue(feedback("anna").contains("Score: 92 of 100\n"));
        assertTrue(feedback("anna").endsWith("Well done.\r\n\n  Really."));
        Files.writeString(file, "I threw the rest away.");
        review();
        assertTrue(feedback("anna").contains("Score: 92 of 100\n"));
        assertTrue(feedback("anna").endsWith("I threw the rest away."));
    }

    @Test
    void scoreByHandCounts() throws Exception {
        student().submit("Anna", zip("a"));
        review();
        byHand("anna", "87.5");
        review();
        assertTrue(page().contains("<strong>87.5</strong> of 100<small class=\"mark\">by hand, was 100</small>"));
        assertTrue(csv().get(1).contains(",87.5,100,87.5,100,"), csv().get(1));
        assertTrue(feedback("anna").contains("Score: 87.5 of 100, given by hand\n"));
        byHand("anna", "all of them");
        assertEquals(
                "the score by hand is all of them: expected a number from 0 to 100 alone on its line",
                review().refused().get("a.zip"));
    }

    private void byHand(String key, String score) throws IOException {
        String text = feedback(key).replaceFirst("(?m)^Score by hand:.*$", "Score by hand: " + score);
        Files.writeString(output.resolve(key).resolve("feedback.md"), text);
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
        assertTrue(page().contains("<strong>90</strong> of 100</td>"));
        assertEquals(
                1,
                feedback("eve")
                        .lines()
                        .filter(line -> line.startsWith("Score by hand:"))
                        .count());
    }

    @Test
    void gradedOnceMore() throws Exception {
        student().submit("Anna", zip("a"));
        student().submit("Ben", zip("b"));
        regraded = Map.of(
                "anna", new Regraded(64, 100, Map.of(), null), "ben", Regraded.failed("it does not compile <b>"));
        review();
        assertTrue(page().contains("<strong>64</strong> of 100"));
        assertTrue(page().contains("64 of 100<small class=\"bad\">differs</small>"));
        assertTrue(page().contains("it does not compile &lt;b&gt;"));
        assertTrue(csv().get(1).contains(",64,100,,100,64,"), csv().get(1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        =1+1               | '=1+1
        +1                 | '+1
        -1                 | '-1
        @SUM(A1)           | '@SUM(A1)
        a,b                | "a,b"
        say "x"            | "say ""x""\"
        =A1,"x"            | "'=A1,""x""\"
        Anna               | Anna
        """, quoteCharacter = '$')
    void noCellIsAFormula(String text, String cell) {
        assertEquals(cell, ScoresCsv.cell(text));
    }

    @Test
    void nameThatIsAFormula() throws Exception {
        student().submit("=HYPERLINK(\"evil\",\"x\")", zip("a"));
        review();
        assertTrue(csv().get(1).startsWith("\"'=HYPERLINK(\"\"evil\"\",\"\"x\"\")\",a.zip,"), csv().get(1));
    }

    @Test
    void otherFoldersAreNotWrittenInto() throws Exception {
        student().submit("Anna", zip("a"));
        Files.createDirectories(output);
        Files.writeString(output.resolve("thesis.tex"), "mine");
        UsageException e = assertThrows(UsageException.class, this::review);
        assertTrue(e.getMessage().endsWith("is there already, and no earlier review; give another --output"));
        Folders.remove(directory.resolve("scratch"));
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
