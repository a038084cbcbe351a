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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvlab.cluster.Folders;
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

@Tag("slow")
class ReviewTest {

    private static final Instant DAY = Instant.parse("2026-11-21T10:00:00Z");
    private static final String SCRIPT = "<script>alert(1)</script>";

    @TempDir
    private Path directory;

    private Path kit;
    private Path zips;
    private Path output;
    /** What grading again comes to, by the students' keys; null when nobody asks. */
    private Map<String, KeptGrade> regraded;

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

    @Test
    void whoWroteTheSameIsSeen() throws Exception {
        for (String name : List.of("Anna", "Ben", "Carl")) {
            student().submit(name, zip(name));
        }
        comparing = (stage, projects, kept) -> {
            assertEquals("3-replication", stage);
            assertEquals(List.of("anna", "ben", "carl"), List.copyOf(projects.keySet()));
            Files.writeString(kept, "a result");
            return Similarity.parse(SimilarityTest.RECORDED);
        };
        assertNull(review().notCompared());
        assertTrue(csv().get(0).endsWith(",most alike,alike percent"), csv().get(0));
        assertTrue(csv().get(1).endsWith(",(reference),100"), csv().get(1));
        assertTrue(csv().get(2).endsWith(",(reference),80.58"), csv().get(2));
        assertTrue(csv().get(3).endsWith(",(reference),18.5"), csv().get(3));
        assertTrue(page().contains("<h2>Alike</h2>"));
        assertTrue(page().contains("<a href=\"similarity-3-replication.jplag\">"));
        assertTrue(page().contains(": 3 pairs are alike in 50 % or more, without the hand-out."));
        assertTrue(page().contains("<tr><td>Ben</td><td>Anna</td><td>81 %</td><td>100 %</td></tr>"));
        assertEquals("a result", Files.readString(output.resolve("similarity-3-replication.jplag")));
    }

    @Test
    void whoIsNotAmongTheComparedIsMarked() throws Exception {
        student().submit("Anna", zip("a"));
        student().submit("Zoe", zip("z"));
        comparing = (stage, projects, kept) -> {
            Files.writeString(kept, "a result");
            return Similarity.parse(SimilarityTest.RECORDED);
        };
        assertNull(review().notCompared());
        assertTrue(csv().get(1).endsWith(",(reference),100"), csv().get(1));
        assertTrue(csv().get(2).endsWith(",not compared,"), csv().get(2));
        assertEquals(2, page().split(">not compared<small>", -1).length);
    }

    @Test
    void whatCannotBeComparedCostsNothingElse() throws Exception {
        student().submit("Anna", zip("a"));
        comparing = (stage, projects, kept) -> {
            throw new IOException("there is no <b>JPlag</b>");
        };
        assertEquals("there is no <b>JPlag</b>", review().notCompared());
        assertTrue(page().contains("Not all was compared: there is no &lt;b&gt;JPlag&lt;/b&gt;"));
        assertTrue(csv().get(1).endsWith(",,"), csv().get(1));
    }

    private Review.Result review() throws Exception {
        return review(null);
    }

    private Review.Result review(String baseline) throws Exception {
        Path scratch = Files.createDirectory(directory.resolve("scratch"));
        Regrading regrading = works -> {
            Map<String, Regraded> all = new TreeMap<>();
            for (Map.Entry<String, KeptGrade> each : regraded.entrySet()) {
                each.getValue().write(works.get(each.getKey()).project(), null);
                all.put(each.getKey(), each.getValue().regraded());
            }
            return all;
        };
        Review.Result result = Review.of(
                kit, zips, output, scratch, baseline, regraded == null ? null : regrading, comparing, what -> {});
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

    @Tag("happy-path")
    @Test
    void rowAStudentWithWhatTheRunsShowBesideTheReference() throws Exception {
        student().submit("Anna Schmidt", zip("a"));
        assertEquals(1, review().students());
        assertTrue(page().contains(">Anna Schmidt</a>"));
        assertTrue(page().contains("<strong>100</strong> of 100"));
        // The newest of the reference is b1 and so is the student's, which is a copy.
        assertTrue(page().contains(
                        "put at 5000 requests/s: p50 0.80 ms, p99 6.60 ms; 1 times and 1 times the reference&#39;s."));
        assertTrue(csv().get(1).startsWith("Anna Schmidt,a.zip,2026-11-21T10:00:00Z,"), csv().get(1));
        assertTrue(csv().get(1).contains("Z,3-replication,100,100,,100,,,10,"), csv().get(1));
        assertTrue(csv().get(1).endsWith(",0,0,0,5000,1,1,,,,,,,,"));
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
        assertTrue(csv().get(1).endsWith(",5000,,,,,,,,,,put: with 8 connections"), csv().get(1));
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
    void settingsOfAFigureStandBesideIt() throws Exception {
        Student anna = student();
        anna.run(Student.RUN, options -> {
            JsonArray settings = new JsonArray();
            settings.add("parallelism=<b>");
            options.addProperty("fingerprint", anna.fingerprint());
            options.add("settings", settings);
        });
        anna.submit("Anna", zip("a"));
        review();
        assertTrue(page().contains("no reference<small>0.80 ms at 5000/s</small>"
                + "<small class=\"mark\">with parallelism=&lt;b&gt;</small></td>"));
        assertTrue(csv().get(0).endsWith(",get knee ratio,on the ratios"), csv().get(0));
        assertTrue(csv().get(1).endsWith(",put: with parallelism=<b>"), csv().get(1));
    }

    @Test
    void referenceOfTheStudentsOwnMachineIsTheYardstickAndMarked() throws Exception {
        String reference = "20261119-101010-3-replication-put";
        Student anna = student();
        anna.recorded("b2", reference, run -> {});
        anna.report(
                "Twice.",
                "A PUT takes " + Student.P50 + ", and the reference's [0.90 ms](run:" + reference
                        + "#/figures/latency/percentiles/50.0).");
        assertEquals(List.of(), anna.findings());
        anna.submit("Anna", zip("a"));
        review();
        assertTrue(page().contains("0.89 times and 0.61 times the reference&#39;s, as handed in."), page());
        assertTrue(page().contains("0.89 ×<span class=\"mark\" title=\"the reference as handed in\"> †</span>"));
        assertTrue(csv().get(1).endsWith(",put: the reference as handed in"), csv().get(1));
    }

    @Test
    void kneeHasAColumn() throws Exception {
        String knee = "20261120-111111-knee-my-stage3-put";
        Student anna = student();
        Student.knee(
                anna.kit().resolve("profiles/runs"),
                knee,
                3000,
                json -> json.getAsJsonObject("options").addProperty("fingerprint", anna.fingerprint()));
        Student.knee(kit.resolve("profiles/runs"), "20261122-090000-knee-3-replication-put", 4000, json -> {});
        anna.report("Twice.", "A PUT takes " + Student.P50 + ", and the knee is at [3000](run:" + knee + "#/rate).");
        assertEquals(List.of(), anna.findings());
        anna.submit("Anna", zip("a"));
        review();
        assertTrue(page().contains("<button>knee, put</button>"));
        assertTrue(page().contains("0.75 ×<small>3000/s</small>"));
        assertTrue(csv().get(1).contains(",5000,1,1,3000,0.75,"), csv().get(1));
    }

    @Test
    void runsHaveTimeLines() throws Exception {
        Student eve = student();
        eve.submit(SCRIPT, zip("e"));
        review();
        String key = StudentName.of(SCRIPT).key();
        String file = Student.RUN + "-time.html";
        assertTrue(page().contains("<a href=\"" + key + "/" + file + "\">" + Student.RUN + " time lines</a>"), page());
        String lines = Files.readString(output.resolve(key).resolve(file));
        assertTrue(lines.contains("<h2>99th percentile in each second, ms</h2>"));
        assertTrue(lines.contains("<span class=\"c2\">node 3</span>"));
        assertFalse(lines.contains("<script"), lines);
    }

    @Test
    void kitThatSubmittedIsNamedBesideTheProjects() throws Exception {
        student().submit("Anna", zip("a"));
        Zip.of(zip("a"))
                .manifest(manifest -> {
                    manifest.addProperty("name", "Ben");
                    manifest.addProperty("submittedBy", "0.2 <b>" + "c".repeat(100));
                })
                .write(zip("b"));
        Zip.of(zip("a"))
                .manifest(manifest -> {
                    manifest.addProperty("name", "Carl");
                    manifest.remove("submittedBy");
                })
                .write(zip("c"));
        assertEquals(3, review().students());
        assertTrue(page().contains(" · project of kit 0.1, submitted by kit "));
        assertTrue(page().contains(", submitted by kit 0.2 &lt;b&gt;" + "c".repeat(53) + "…</p>"), page());
        assertTrue(page().contains(" · project of kit 0.1</p>"), page());
    }

    @Test
    void ruleThatTheClassFails() throws Exception {
        Student anna = student();
        anna.grade(anna.project(), Map.of("R9", 0)).submit("Anna", zip("a"));
        Student ben = student();
        ben.grade(ben.project(), Map.of("R9", 5, "E2", 6)).submit("Ben", zip("b"));
        review();
        assertTrue(page().contains("The class does worst at <strong>R9</strong>: 25 % of its points, on an average."));
        assertTrue(page().contains("title=\"" + Markup.escaped(Rule.R9.sentence()) + "\"><button>R9</button>"), page());
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
        Zip.saying(93, Zip.of(zip("a")).write(zip("e")));
        Review.Result result = review();
        assertEquals(1, result.students());
        assertEquals(
                List.of("b.zip", "c.zip", "d.zip", "e.zip"),
                List.copyOf(result.refused().keySet()));
        assertTrue(page().contains("Not taken: entry ../evil is no plain path below the hand-in"));
        assertTrue(page().contains("Not taken: its date is none"));
        assertTrue(page().contains("Not taken: entry manifest.json is packed in a way"));
        assertEquals(6, csv().size());
    }

    /** As Moodle and Canvas deliver them. */
    @Test
    void zipsOfALearningPlatformAreFoundAndWhatElseIsThereIsTold() throws Exception {
        student().submit("Anna", zip("a"));
        Files.move(zip("a"), zips.resolve("a.ZIP"));
        student()
                .submit("Ben", Files.createDirectory(zips.resolve("ben_7_file")).resolve("solution.zip"));
        student()
                .submit(
                        "Carl",
                        Files.createDirectory(zips.resolve("carl_8_file")).resolve("solution.Zip"));
        Files.writeString(zips.resolve("carl_8_file/thesis.pdf"), "mine");
        Path dora = Files.createDirectory(zips.resolve("dora_9_file"));
        for (String name : List.of("a.rar", "b.7z", "c.pdf", "d.txt", "e.txt")) {
            Files.writeString(dora.resolve(name), "packed");
        }
        Files.createDirectory(zips.resolve("emil_10_file"));
        Files.writeString(zips.resolve("frida.tar.gz"), "packed");
        for (String name : List.of(".DS_Store", "Thumbs.db")) {
            Files.writeString(zips.resolve(name), "of a system");
        }
        output = zips.resolve("review");
        for (int i = 0; i < 2; i++) {
            Review.Result result = review();
            assertEquals(3, result.students());
            assertEquals(
                    Map.of(
                            "carl_8_file/", "beside a zip there is thesis.pdf",
                            "dora_9_file/", "there is no zip in it, but a.rar, b.7z, c.pdf and 2 more",
                            "emil_10_file/", "there is nothing in it",
                            "frida.tar.gz", "it is no zip, which ./lab submit makes"),
                    result.refused());
        }
        assertTrue(csv().get(1).startsWith("Anna,a.ZIP,"), csv().get(1));
        assertTrue(csv().get(2).startsWith("Ben,ben_7_file/solution.zip,"), csv().get(2));
        assertTrue(page().contains("frida.tar.gz</th><td class=\"text\" colspan="));
    }

    @Test
    void refusedRowIsAsWideAsTheOthers() throws Exception {
        student().submit("Anna", zip("a"));
        Files.writeString(zip("b"), "no zip");
        comparing = (stage, projects, kept) -> {
            Files.writeString(kept, "a result");
            return Similarity.parse(SimilarityTest.RECORDED);
        };
        regraded = Map.of("anna", kept(Map.of()));
        review();
        int head = page().substring(page().indexOf("<thead>"), page().indexOf("</thead>"))
                        .split("<th ", -1)
                        .length
                - 1;
        String row = page().substring(page().indexOf("<tr class=\"refused\">"));
        assertTrue(row.contains(" colspan=\"" + (head - 2) + "\">Not taken: "), head + ": " + row);
    }

    @Test
    void ofWhoIsGoneOnlySomebodysWordsAreLeft() throws Exception {
        student().submit("Anna", zip("a"));
        student().submit("Ben", zip("b"));
        student().submit("Carl", zip("c"));
        regraded = Map.of("anna", kept(Map.of("R9", 4)));
        review();
        byHand("anna", "87.5");
        byHand("carl", "8O");
        String carl = feedback("carl");
        for (String name : List.of("a", "b", "c")) {
            Files.move(zip(name), directory.resolve(name + ".zip"));
        }
        student().submit("Dora", zip("d"));
        regraded = null;
        review();
        assertTrue(feedback("anna").startsWith("# anna\n\nThe last review took no hand-in of this student.\n\n<!-- B"));
        assertTrue(feedback("anna").contains("\nScore by hand: 87.5\n"), feedback("anna"));
        assertEquals(List.of("feedback.md", "regraded.json"), names(output.resolve("anna")));
        assertFalse(Files.exists(output.resolve("ben")));
        assertEquals(carl, feedback("carl"));
        assertFalse(Files.exists(output.resolve("carl/report.html")));

        Files.move(directory.resolve("a.zip"), zip("a"));
        review();
        assertTrue(feedback("anna").contains("Score: 87.5 of 100, given by hand\n"), feedback("anna"));
        assertTrue(csv().get(1).contains(",87.5,100,87.5,100,94,"), csv().get(1));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void pageWithoutTheConclusionIsFoundOnceMore() throws Exception {
        Student anna = student();
        anna.page("It takes twice as long.").submit("Anna", zip("a"));
        review();
        assertTrue(page().contains("The page of the report does not show the prediction or the conclusion"), page());
    }

    @Test
    void damagedRunOfTheInstructorCostsNothingElse() throws Exception {
        Path damaged = Files.createDirectories(kit.resolve("profiles/runs/20261122-090000-3-replication-put"));
        Files.writeString(damaged.resolve("run.json"), "{\"schema\":");
        student().submit("Anna", zip("a"));
        List<String> told = review().damaged();
        assertTrue(page().contains("1 times and 1 times the reference&#39;s."), page());
        assertEquals(1, told.size());
        assertTrue(told.get(0).startsWith(damaged.resolve("run.json") + " is damaged: "), told.get(0));
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
        assertTrue(page().contains("<li class=\"bad\">z-first.zip, of 2026-11-21T10:00:00Z, perhaps of somebody else:"
                + " it says Anna Schmidt</li>"));
        assertTrue(page().contains("newest of 2, perhaps not all of one student"));
    }

    /** On platforms that give each student a folder. */
    @Test
    void olderOneFromAnotherFolderIsDoubtful() throws Exception {
        student().submit("Anna", zip("Anna_1/first"), DAY);
        student().submit("Anna", zip("Mallory_2/second"), DAY.plusSeconds(60));
        review();
        assertTrue(
                page().contains("<li class=\"bad\">Anna_1/first.zip, of 2026-11-21T10:00:00Z, perhaps of somebody else:"
                        + " it lies in another folder</li>"),
                page());
    }

    @Test
    void olderOneFromAnotherMachineIsDoubtful() throws Exception {
        student().submit("Anna", zip("a"), DAY);
        Zip.of(zip("a"))
                .manifest(manifest -> {
                    JsonObject cpu = new JsonObject();
                    cpu.addProperty("model", "M9");
                    manifest.getAsJsonObject("machine").add("cpu", cpu);
                    manifest.addProperty("date", DAY.plusSeconds(60).toString());
                })
                .write(zip("b"));
        Zip.of(zip("b"))
                .manifest(manifest ->
                        manifest.addProperty("date", DAY.plusSeconds(30).toString()))
                .write(zip("c"));
        review();
        assertTrue(csv().get(1).startsWith("Anna,b.zip,"), csv().get(1));
        assertTrue(page().contains("<li>c.zip, of 2026-11-21T10:00:30Z</li>"), page());
        assertTrue(page().contains("a.zip, of 2026-11-21T10:00:00Z, perhaps of somebody else: it was made on another"
                + " machine</li>"));
    }

    @Test
    void nobodyIsNewerThanItsFile() throws Exception {
        student().submit("Anna", zip("a"), DAY.plusSeconds(60));
        Zip.of(zip("a"))
                .manifest(manifest -> manifest.addProperty("date", "2099-01-01T00:00:00Z"))
                .write(zip("b"));
        Files.setLastModifiedTime(zip("b"), FileTime.from(DAY));
        review();
        assertTrue(csv().get(1).startsWith("Anna,a.zip,"), csv().get(1));
    }

    @Test
    void whoTurnsTheClockBackIsSeen() throws Exception {
        student().submit("Anna", zip("a"), DAY);
        Files.setLastModifiedTime(zip("a"), FileTime.from(DAY.plusSeconds(3500)));
        student().submit("Ben", zip("b"), DAY);
        Files.setLastModifiedTime(zip("b"), FileTime.from(DAY.plusSeconds(90_000)));
        review();
        assertTrue(csv().get(1).startsWith("Anna,a.zip,2026-11-21T10:00:00Z,2026-11-21T10:58:20Z,"), csv().get(1));
        assertTrue(csv().get(2).startsWith("Ben,b.zip,2026-11-21T10:00:00Z,2026-11-22T11:00:00Z,"), csv().get(2));
        assertFalse(page().contains("in a file of 2026-11-21T10:58:20Z"));
        assertTrue(page().contains("2026-11-21T10:00:00Z, in a file of 2026-11-22T11:00:00Z"));
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

    /** Nearly as many as a notebook can hold. */
    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void tenThousandCitations() throws Exception {
        Student eve = student();
        eve.report("x", "A [9](run:2026#/a). ".repeat(500));
        JsonObject notebook =
                JsonParser.parseString(Files.readString(eve.notebook())).getAsJsonObject();
        for (int i = 0; i < 8; i++) {
            JsonObject cell = new JsonObject();
            cell.addProperty("cell_type", "markdown");
            cell.addProperty("source", "A spread of 1.23 %, " + "[9](run:2026#/a) ".repeat(1_100));
            notebook.getAsJsonArray("cells").add(cell);
        }
        Files.writeString(eve.notebook(), notebook.toString());
        eve.submit("Eve", zip("e"));
        Zip large = Zip.of(zip("e"));
        String run = "runs/" + Student.RUN + "/run.json";
        JsonObject json = JsonParser.parseString(large.text(run)).getAsJsonObject();
        Random random = new Random(1);
        StringBuilder noise = new StringBuilder();
        random.ints(1_000_000, 'a', 'z').forEach(each -> noise.append((char) each));
        json.getAsJsonObject("machine").addProperty("noise", noise.toString());
        large.put(run, json.toString()).sealed().write(zip("e"));
        assertEquals(1, review().students());
    }

    @Test
    void whoIsWrongThreeHundredTimesIsToldOfSome() throws Exception {
        Student eve = student();
        String claims = IntStream.range(0, 300)
                .mapToObj(i -> "[9](run:none" + i + "#/a).")
                .collect(Collectors.joining(" "));
        eve.report("x", claims);
        eve.submit("Eve", zip("e"));
        review();
        List<String> told = feedback("eve")
                .lines()
                .filter(line -> line.startsWith("- \"9\": "))
                .toList();
        assertEquals(200, told.size());
        assertTrue(feedback("eve").contains("\n- There may be more like these: it ends after 200.\n"), feedback("eve"));
        assertTrue(page().contains("it ends after 200."));
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
    }

    @Test
    void scoreByHandBelowTheEmptyLineOfTheTemplateCounts() throws Exception {
        student().submit("Anna", zip("a"));
        review();
        byHand("anna", "\n\nScore by hand: 80\nScore by hand: 80.0");
        assertEquals(Map.of(), review().feedback());
        assertTrue(csv().get(1).contains(",80,100,80,100,"), csv().get(1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        **Score by hand:** 80  | a line says **Score by hand:** 80
        score by hand: 80      | a line says score by hand: 80
        ' Score by hand: 80'   | a line says Score by hand: 80
        80 is the score by hand | a line says 80 is the score by hand
        """)
    void scoreByHandThatDoesNotCountIsToldOf(String line, String problem) throws Exception {
        student().submit("Anna", zip("a"));
        review();
        byHand("anna", "\n" + line);
        assertEquals(
                List.of(problem + ": expected it to begin with Score by hand: and to have a number from 0 to 100 alone"
                        + " behind that"),
                List.copyOf(review().feedback().values()));
        assertTrue(feedback("anna").contains("\n" + line + "\n"), feedback("anna"));
    }

    @Test
    void twoScoresByHandAreNone() throws Exception {
        student().submit("Anna", zip("a"));
        review();
        byHand("anna", "80\nScore by hand: 90");
        assertEquals(
                List.of("there are two scores by hand, 80 and 90: expected one"),
                List.copyOf(review().feedback().values()));
        assertTrue(csv().get(1).contains(",3-replication,100,100,"), csv().get(1));
    }

    @Test
    void feedbackThatIsNotUnderstoodIsLeftAsItIsAndTheHandInReviewed() throws Exception {
        student().submit("Anna", zip("a"), DAY);
        student().submit("Anna", zip("b"), DAY.plusSeconds(1));
        review();
        byHand("anna", "8O <b>");
        String written = feedback("anna");
        Review.Result result = review();
        assertEquals(Map.of(), result.refused());
        String problem = "the score by hand is 8O <b>: expected a number from 0 to 100 alone on its line";
        assertEquals(Map.of(output.resolve("anna/feedback.md").toString(), problem), result.feedback());
        assertEquals(written, feedback("anna"));
        assertTrue(page().contains("<strong>100</strong> of 100<small class=\"bad\">feedback.md is left as it is"));
        assertTrue(page().contains("the score by hand is 8O &lt;b&gt;: expected"));
        assertTrue(csv().get(1).startsWith("Anna,b.zip,"), csv().get(1));
        assertTrue(csv().get(1).contains(problem), csv().get(1));
    }

    @Test
    void wordsAboveTheLineAreNotLost() throws Exception {
        student().submit("Anna", zip("a"));
        review();
        Path file = output.resolve("anna/feedback.md");
        String written = feedback("anna").replace("Score: 100 of 100", "Score: 100 of 100, well done") + "See you.\n";
        Files.writeString(file, written);
        assertEquals(
                Map.of(
                        file.toString(),
                        "what is above the line with ./lab review was changed by hand, and would be lost: move your"
                                + " words below that line, and delete what is above it"),
                review().feedback());
        assertEquals(written, feedback("anna"));
        assertTrue(page().contains("feedback.md is left as it is"), page());

        byHand("anna", "80");
        assertEquals(1, review().feedback().size());
        assertTrue(csv().get(1).contains(",80,100,80,100,"), csv().get(1));

        Files.writeString(file, "\ufeff" + written.substring(written.indexOf("<!-- Below")));
        assertEquals(Map.of(), review().feedback());
        assertTrue(feedback("anna").contains("Score: 100 of 100\n"));
        assertTrue(feedback("anna").endsWith("See you.\n"));
    }

    @Test
    void wordsAboveTheLineOutliveTheHandIn() throws Exception {
        student().submit("Anna", zip("a"));
        student().submit("Ben", zip("b"));
        review();
        Path file = output.resolve("anna/feedback.md");
        String written = feedback("anna").replace("Score: 100 of 100", "Score: 100 of 100, well done");
        Files.writeString(file, written);
        Files.delete(zip("a"));
        assertEquals(Set.of(file.toString()), review().feedback().keySet());
        assertEquals(written, feedback("anna"));
    }

    @Test
    void fileInThePlaceOfAStudentsFolderCostsTheOthersNothing() throws Exception {
        student().submit("Anna", zip("a"));
        student().submit("Ben", zip("b"));
        Files.delete(zip("b"));
        review();
        student().submit("Ben", zip("b"));
        Files.writeString(output.resolve("ben"), "notes of the instructor's");
        Review.Result result = review();
        assertEquals(1, result.students());
        assertEquals(Set.of("b.zip"), result.refused().keySet());
        assertEquals("notes of the instructor's", Files.readString(output.resolve("ben")));
        assertTrue(page().contains(">Anna</a>"));
    }

    @Test
    void editorThatEndsLinesOtherwiseChangesNothing() throws Exception {
        student().submit("Anna", zip("a"));
        review();
        Files.writeString(output.resolve("anna/feedback.md"), feedback("anna").replace("\n", "\r\n") + "Well done.");
        assertEquals(Map.of(), review().feedback());
        assertTrue(feedback("anna").endsWith("Well done."));
    }

    @Test
    void feedbackInAnotherEncodingIsLeftAsItIs() throws Exception {
        student().submit("Anna", zip("a"));
        review();
        Path file = output.resolve("anna/feedback.md");
        Files.write(file, "Schön.\n".getBytes(StandardCharsets.ISO_8859_1));
        assertEquals(Map.of(file.toString(), "it is no text in UTF-8"), review().feedback());
        assertEquals("Schön.\n", Files.readString(file, StandardCharsets.ISO_8859_1));
    }

    @Test
    void gradeOfOtherCodeSaysNothingOfWhatFailsHere() throws Exception {
        student().submit("Anna", zip("a"));
        Student ben = student();
        ben.code("class StageNode { int x; }\n").submit("Ben", zip("b"));
        Path scratch = Files.createDirectory(directory.resolve("scratch"));
        Map<String, Scores> told = new TreeMap<>();
        Regrading asking = works -> {
            works.forEach((key, work) -> {
                if (work.told() != null) {
                    told.put(key, work.told());
                }
            });
            return Map.of();
        };
        Review.of(kit, zips, output, scratch, null, asking, null, what -> {});
        assertEquals(Set.of("anna"), told.keySet());
        assertEquals(100, told.get("anna").score());
    }

    @Test
    void wordsThatAreWrittenWhileItIsGradedAreKept() throws Exception {
        student().submit("Anna", zip("a"));
        review();
        Path scratch = Files.createDirectory(directory.resolve("scratch"));
        Regrading writing = works -> {
            byHand("anna", "77");
            Path file = output.resolve("anna/feedback.md");
            Files.writeString(file, feedback("anna") + "Written meanwhile.\n");
            return Map.of();
        };
        Review.of(kit, zips, output, scratch, null, writing, null, what -> {});
        assertTrue(page().contains("<strong>77</strong> of 100"));
        assertTrue(feedback("anna").startsWith("# Anna: 3-replication\n\nScore: 77 of 100, given by hand\n"));
        assertTrue(feedback("anna").endsWith("Written meanwhile.\n"));
        assertEquals(List.of(), halves());
    }

    @Test
    void wordsThatAreWrittenWhileItIsComparedAreKept() throws Exception {
        student().submit("Anna", zip("a"));
        review();
        comparing = (stage, projects, kept) -> {
            byHand("anna", "77");
            Files.writeString(output.resolve("anna/feedback.md"), feedback("anna") + "Written meanwhile.\n");
            Files.writeString(kept, "a result");
            return Similarity.parse(SimilarityTest.RECORDED);
        };
        review();
        assertTrue(page().contains("<strong>77</strong> of 100"));
        assertTrue(feedback("anna").contains("Score: 77 of 100, given by hand\n"));
        assertTrue(feedback("anna").endsWith("Written meanwhile.\n"));
    }

    @Test
    void ofTwoReviewsIntoOneFolderTheSecondIsRefused() throws Exception {
        student().submit("Anna", zip("a"));
        Path scratch = Files.createDirectory(directory.resolve("scratch"));
        List<String> told = new ArrayList<>();
        Regrading another = works -> {
            assertTrue(Files.exists(output.resolve("review.lock")));
            told.add(assertThrows(
                            UsageException.class,
                            () -> Review.of(kit, zips, output, scratch, null, null, null, what -> {}))
                    .getMessage());
            return Map.of();
        };
        Review.of(kit, zips, output, scratch, null, another, null, what -> {});
        assertEquals(
                List.of("another review writes into " + output + "; wait until it has ended, or give another --output"),
                told);
        assertFalse(Files.exists(output.resolve("review.lock")));
        assertTrue(page().contains(">Anna</a>"));
    }

    /** Of one that was killed. */
    @Test
    void lockThatNobodyHoldsKeepsNobodyOut() throws Exception {
        student().submit("Anna", zip("a"));
        Files.createDirectories(output);
        Files.createFile(output.resolve("review.lock"));
        assertEquals(1, review().students());
        assertFalse(Files.exists(output.resolve("review.lock")));
    }

    private List<Path> halves() throws IOException {
        try (Stream<Path> files = Files.walk(output)) {
            return files.filter(file -> file.toString().endsWith(".half")).toList();
        }
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
        regraded = Map.of("anna", kept(Map.of("R9", 4, "R3", 0)), "ben", failed("it does not compile <b>"));
        Review.Result result = review();
        assertEquals(Map.of("b.zip", "it does not compile <b>"), result.notGraded());
        assertTrue(page().contains("<strong>84</strong> of 100"));
        assertTrue(
                page().contains("84 of 100<small class=\"bad\">differs</small></td><td data-v=\"100.0\">100 of 100"));
        assertTrue(csv().get(1).contains(",84,100,,100,84,,10,10,10,10,10,10,0,4,10,10,"), csv().get(1));
    }

    @Test
    void rulesAreThoseOfTheLastGradeAndWhatWasHandedInStandsBeside() throws Exception {
        student().submit("Anna", zip("a"));
        regraded = Map.of("anna", kept(Map.of("R9", 4)));
        review();
        assertTrue(
                page().contains("title=\"R9: 4 of 10; handed in: 10 of 10\">40<small>told 100</small></td>"), page());
        assertTrue(page().contains("title=\"R10: 10 of 10\">100</td>"));
        assertTrue(page().contains("The class does worst at <strong>R9</strong>: 40 %"));
        assertTrue(feedback("anna")
                .contains("Your code was graded once more: 94 points. The grade that was handed in says 100.\n"));
        assertTrue(feedback("anna").contains("| R9 | 4 of 10 | 10 of 10 |\n| R10 | 10 of 10 | |\n"), feedback("anna"));
        assertTrue(feedback("anna").contains("- R9, What R9 says (fail): expected: 200 observed: 404"));
    }

    @Test
    void ofAGradeThatFailedNothingCountsNotEvenTheStudentsOwn() throws Exception {
        student().submit("Ben", zip("b"));
        regraded = Map.of("ben", failed("sandbox: killed, since it had 58 processes"));
        review();
        String problem = "sandbox: killed, since it had 58 processes";
        assertTrue(page().contains("<tr class=\"ungraded\">"));
        assertTrue(page().contains("<td data-v=\"\">–<small>no score</small></td><td data-v=\"\" class=\"bad text\">"
                + problem + "</td><td data-v=\"100.0\">100 of 100</td>"));
        assertTrue(csv().get(1).contains(",3-replication,,100,,100,\"" + problem + "\",,0,0,0,"), csv().get(1));
        assertTrue(feedback("ben").contains("came to no score: " + problem + "\n"), feedback("ben"));
        assertFalse(feedback("ben").contains("\nScore: "));
        assertFalse(feedback("ben").contains("| R9 |"));
    }

    @Test
    void gradeThatDidNotDecideAllIsNoScore() throws Exception {
        student().submit("Ben", zip("b"));
        byte[] half = new String(regrade(Map.of("R9", 0)), StandardCharsets.UTF_8)
                .replace("\"fail\"", "\"inconclusive\"")
                .getBytes(StandardCharsets.UTF_8);
        regraded = Map.of("ben", KeptGrade.of(fingerprint("b"), Student.STAGE, "this kit", half));
        review();
        assertTrue(
                page().contains("it got 90 points of 100, and 1 check was not decided, as R9, What R9 says: expected"));
        assertTrue(csv().get(1).contains(",3-replication,,100,,100,"), csv().get(1));
    }

    /** The exit code says only that a check failed. */
    @Test
    void gradeThatFailedOneCheckAndDidNotDecideAnotherIsNoScore() throws Exception {
        student().submit("Ben", zip("b"));
        JsonObject half = JsonParser.parseString(new String(regrade(Map.of("R3", 0, "R9", 0)), StandardCharsets.UTF_8))
                .getAsJsonObject();
        for (JsonElement check : half.getAsJsonArray("checks")) {
            if (check.getAsJsonObject().get("rule").getAsString().equals("R9")) {
                check.getAsJsonObject().addProperty("outcome", "skipped");
            }
        }
        KeptGrade kept = KeptGrade.of(
                fingerprint("b"), Student.STAGE, "this kit", half.toString().getBytes(StandardCharsets.UTF_8));
        assertFalse(kept.isDecided(fingerprint("b"), Student.STAGE, "this kit"));
        regraded = Map.of("ben", kept);
        review();
        assertTrue(page().contains("it got 80 points of 100, and 1 check was not decided, as R9, What R9 says"));
        assertTrue(csv().get(1).contains(",3-replication,,100,,100,"), csv().get(1));
    }

    @Test
    void scoreThatIsASumOfRoundedPointsIsTheSame() throws Exception {
        student().submit("Anna", zip("a"));
        String passed = "{\"rule\":\"E1\",\"outcome\":\"pass\",\"points\":33.3,\"max\":33.3}";
        String three = String.join(",", passed, passed, passed);
        Zip.of(zip("a")).put(Scores.FILE, grade("99.9", "99.9", three)).sealed().write(zip("a"));
        regraded = Map.of("anna", again(grade("100", "100", three)));
        review();
        assertTrue(
                page().contains("<td data-v=\"100.0\">100 of 100</td><td data-v=\"99.9\">99.9 of 99.9</td>"), page());

        String failed = passed.replace("pass", "fail").replace("33.3,", "33.2,");
        regraded = Map.of("anna", again(grade("99.8", "100", String.join(",", passed, passed, failed))));
        review();
        assertTrue(page().contains("99.8 of 100<small class=\"bad\">differs</small></td>"), page());
    }

    private static String grade(String score, String max, String checks) {
        return "{\"stage\":\"3-replication\",\"score\":" + score + ",\"max\":" + max + ",\"checks\":[" + checks + "]}";
    }

    private KeptGrade again(String grade) throws Exception {
        return KeptGrade.of(fingerprint("a"), Student.STAGE, "this kit", grade.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatWasGradedForAnotherStageSaysNothing() throws Exception {
        student().submit("Anna", zip("a"), DAY);
        regraded = Map.of("anna", kept(Map.of("R9", 4)));
        review();
        assertTrue(csv().get(1).contains(",3-replication,94,100,,100,94,"), csv().get(1));
        assertTrue(regraded.get("anna").isDecided(fingerprint("a"), Student.STAGE, "this kit"));
        assertFalse(regraded.get("anna").isDecided(fingerprint("a"), "2-sharding", "this kit"));
        Zip.of(zip("a"))
                .put("kvlab.properties", "stage=2-sharding\nkit=0.1\n")
                .sealed()
                .manifest(manifest -> {
                    manifest.addProperty("stage", "2-sharding");
                    manifest.addProperty("date", DAY.plusSeconds(9).toString());
                })
                .write(zip("b"));
        regraded = null;
        review();
        assertTrue(csv().get(1).startsWith("Anna,b.zip,"), csv().get(1));
        assertTrue(csv().get(1).contains(",2-sharding,100,100,,100,,"), csv().get(1));
        assertFalse(Files.exists(output.resolve("anna/regraded.json")));
    }

    /** An earlier kit wrote none. */
    @Test
    void whatWasKeptWithoutItsStageSaysNothing() throws Exception {
        student().submit("Anna", zip("a"));
        regraded = Map.of("anna", kept(Map.of("R9", 4)));
        review();
        Path file = output.resolve("anna/regraded.json");
        JsonObject kept = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        kept.remove("stage");
        Files.writeString(file, kept.toString());
        regraded = null;
        review();
        assertTrue(csv().get(1).contains(",3-replication,100,100,,100,,"), csv().get(1));
    }

    @Test
    void whatWasGradedAgainIsNotForgotten() throws Exception {
        Student anna = student();
        anna.submit("Anna", zip("a"), DAY);
        student().submit("Ben", zip("b"));
        regraded = Map.of("anna", kept(Map.of("R9", 4)), "ben", failed("it does not compile"));
        review();
        regraded = null;
        assertEquals(Map.of("b.zip", "it does not compile"), review().notGraded());
        assertTrue(csv().get(1).contains(",94,100,,100,94,"), csv().get(1));
        assertTrue(csv().get(2).contains(",3-replication,,100,,100,it does not compile,"), csv().get(2));

        anna.code("class StageNode { int better; }\n")
                .grade(anna.project())
                .submit("Anna", zip("a2"), DAY.plusSeconds(9));
        review();
        assertTrue(csv().get(1).contains(",100,100,,100,,"), csv().get(1));
        assertFalse(Files.exists(output.resolve("anna/regraded.json")));
    }

    @Test
    void whatWillNotComeToAScoreIsDecidedAndWhatMayIsNot() throws Exception {
        student().submit("Ben", zip("b"));
        String code = fingerprint("b");
        KeptGrade late = failed("it took longer than 30 minutes, and was ended");
        assertFalse(late.isDecided(code, Student.STAGE, "this kit"));
        KeptGrade broken = KeptGrade.failedForGood(code, Student.STAGE, "this kit", "the code does not compile");
        assertTrue(broken.isDecided(code, Student.STAGE, "this kit"));
        assertFalse(broken.isDecided(code, Student.STAGE, "another kit"));
        assertFalse(broken.isDecided("0ther", Student.STAGE, "this kit"));
        regraded = Map.of("ben", broken);
        review();
        assertEquals(broken, KeptGrade.read(output.resolve("ben")));
        assertEquals(Map.of("b.zip", "the code does not compile"), review().notGraded());
    }

    private KeptGrade kept(Map<String, Integer> failed) throws Exception {
        return KeptGrade.of(fingerprint("a"), Student.STAGE, "this kit", regrade(failed));
    }

    private KeptGrade failed(String problem) throws Exception {
        return KeptGrade.failed(fingerprint("b"), Student.STAGE, "this kit", problem);
    }

    private String fingerprint(String zip) throws Exception {
        return HandIn.manifest(zip(zip)).fingerprint();
    }

    /** What the grader writes of a hand-in. */
    private byte[] regrade(Map<String, Integer> failed) throws IOException {
        Student same = student();
        Path grade = same.grade(same.project(), failed).folder().resolve("target/grade.json");
        return Files.readAllBytes(grade);
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
        $ =1+1$            | $ '=1+1$
        ＝1+1              | '＝1+1
        a;=1+1             | "a;'=1+1"
        a; "+1             | "a; ""'+1"
        a-b, 2026-11-21    | "a-b, 2026-11-21"
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
        for (String mine : List.of("thesis.tex", "scores.csv", "index.html")) {
            Files.writeString(output.resolve(mine), "mine");
            UsageException e = assertThrows(UsageException.class, this::review);
            assertTrue(e.getMessage().endsWith("is there already, and no earlier review; give another --output"));
            Folders.remove(directory.resolve("scratch"));
            assertEquals("mine", Files.readString(output.resolve(mine)));
            Files.delete(output.resolve(mine));
        }
    }

    @Test
    void filesOfTheInstructorStay() throws Exception {
        student().submit("Anna", zip("a"), DAY);
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
    void whatNoReviewWroteIsNotReplaced() throws Exception {
        student().submit("Anna", zip("a"));
        student().submit("Ben", zip("b"));
        Files.delete(zip("a"));
        review();
        student().submit("Anna", zip("a"));
        Files.createDirectory(output.resolve("anna"));
        Files.writeString(output.resolve("anna/report.html"), "mine");
        Review.Result result = review();
        assertTrue(result.refused()
                .get("a.zip")
                .endsWith("report.html is there already, and no review wrote it; move it away"));
        assertEquals("mine", Files.readString(output.resolve("anna/report.html")));
        assertEquals(1, result.students());
    }

    @Test
    void listThatLeadsElsewhereIsNoReviews() throws Exception {
        student().submit("Anna", zip("a"));
        Path other = Files.writeString(directory.resolve("thesis.html"), "mine");
        Files.createDirectories(output);
        Files.writeString(output.resolve("review.files"), "anna/../../thesis.html\n");
        UsageException e = assertThrows(UsageException.class, this::review);
        assertTrue(
                e.getMessage().contains("names anna/../../thesis.html, which is outside of its folder"),
                e.getMessage());
        assertTrue(Files.exists(other));
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
