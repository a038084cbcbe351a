package kvlab.handin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each malice is in a zip that is right but for it. */
@Tag("slow")
class HandInTest {

    private static final int MEBI = 1 << 20;
    private static final String SOURCE = "src/main/java/kvlab/replication/StageNode.java";

    @TempDir
    private Path directory;

    private Zip zip;
    private TreeSet<String> before;

    @BeforeEach
    void handIn() throws Exception {
        Path good = new Student(Files.createDirectory(directory.resolve("student")))
                .submit("Anna Schmidt", directory.resolve("good.zip"));
        zip = Zip.of(good);
        Files.createDirectory(directory.resolve("unpacked"));
        before = outside();
    }

    @AfterEach
    void nothingWasWrittenOutside() throws IOException {
        assertEquals(before, outside());
    }

    private TreeSet<String> outside() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return new TreeSet<>(files.map(file -> directory.relativize(file).toString())
                    .filter(file -> !file.startsWith("unpacked/") && !file.equals("bad.zip"))
                    .toList());
        }
    }

    private HandIn read() throws IOException, BadHandIn {
        return HandIn.read(zip.write(directory.resolve("bad.zip")), directory.resolve("unpacked"));
    }

    private String refused() throws IOException {
        return refused(zip.write(directory.resolve("bad.zip")));
    }

    private String refused(Path bad) {
        return assertThrows(BadHandIn.class, () -> HandIn.read(bad, directory.resolve("unpacked")))
                .getMessage();
    }

    @Tag("happy-path")
    @Test
    void rightOneIsTaken() throws Exception {
        HandIn handIn = HandIn.read(zip.write(directory.resolve("bad.zip")), directory.resolve("unpacked"));
        assertEquals("Anna Schmidt", handIn.name().text());
        assertEquals(Student.STAGE, handIn.project().stage());
        assertEquals(100, handIn.scores().score());
        assertEquals("It takes twice as long.", handIn.report().prediction());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ../evil                | entry ../evil is no plain path below the hand-in
        src/../../evil         | entry src/../../evil is no plain path below the hand-in
        /tmp/evil              | entry /tmp/evil is no path below the hand-in
        src/./a                | entry src/./a is no plain path below the hand-in
        src//a                 | entry src//a is no plain path below the hand-in
        src/.git/config        | entry src/.git/config is hidden: expected names that do not begin with a dot
        src/main/.vscode/a     | entry src/main/.vscode/a is hidden: expected names that do not begin with a dot
        C:/evil                | entry C:/evil is no path below the hand-in
        C:evil                 | entry C:evil is no path below the hand-in
        'src/\\..\\..\\evil'   | entry src/\\..\\..\\evil is no path below the hand-in
        pom.xml                | entry pom.xml is no part of a hand-in, which ./lab submit makes
        runs/a/b/run.json      | entry runs/a/b/run.json is no part of a hand-in, which ./lab submit makes
        runs/a/evil.html       | entry runs/a/evil.html is no part of a hand-in, which ./lab submit makes
        src/main/a\u001b[2Jb   | the name of an entry holds control characters
        """)
    void nameThatLeadsElsewhere(String name, String reason) throws Exception {
        zip.put(name, "x").sealed();
        assertEquals(reason, refused());
    }

    @Test
    void nestedTooDeep() throws Exception {
        zip.put("src/" + "a/".repeat(20) + "b", "x").sealed();
        assertTrue(refused().endsWith("is nested deeper than 20 folders"));
    }

    @Test
    void nameTooLong() throws Exception {
        zip.put("src/" + "a".repeat(300), "x").sealed();
        assertTrue(refused().endsWith("has a name of more than 200 bytes"));
    }

    @Test
    void twiceTheSameName() throws Exception {
        zip.again(SOURCE);
        assertEquals("entry " + SOURCE + " is there twice", refused());
    }

    @Test
    void twiceTheSameNameButForItsCase() throws Exception {
        zip.put(SOURCE.replace("StageNode", "stagenode"), "x").sealed();
        assertTrue(refused().endsWith("stagenode.java is there twice"));
    }

    @Test
    void fileThatIsAFolderToo() throws Exception {
        zip.put("src/a", "x").put("src/a/b", "x").sealed();
        assertEquals("entry src/a/b is a file and a folder at once", refused());
    }

    @Test
    void symbolicLink() throws Exception {
        zip.link("src/main/passwd", "/etc/passwd");
        assertEquals("entry src/main/passwd is a symbolic link", refused());
    }

    @Test
    void zipBomb() throws Exception {
        zip.put("src/zeros", new byte[30 * MEBI]).sealed();
        assertEquals(
                "entry src/zeros is more than 200 times as large as what it was packed into: a zip bomb", refused());
    }

    /** The header of what is packed says so, and who believes it has no limit. */
    @Test
    void zipBombThatSaysItIsSmall() throws Exception {
        zip.put("src/zeros", new byte[30 * MEBI]).sealed();
        byte[] bytes = Files.readAllBytes(zip.write(directory.resolve("bad.zip")));
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int patched = 0;
        for (int i = 0; i + 46 < bytes.length; i++) {
            if (buffer.getInt(i) == 0x02014b50 && buffer.getInt(i + 24) == 30 * MEBI) {
                buffer.putInt(i + 24, 10);
                patched++;
            }
        }
        assertEquals(1, patched);
        Files.write(directory.resolve("bad.zip"), bytes);
        assertEquals(
                "entry src/zeros is more than 200 times as large as what it was packed into: a zip bomb",
                refused(directory.resolve("bad.zip")));
    }

    /** For the first two the library looks for classes of another one, which is not there. */
    @ParameterizedTest
    @ValueSource(ints = {93, 20, 12, 99})
    void packedInAWayThatNobodyExpects(int method) throws Exception {
        Path bad = Zip.saying(method, zip.write(directory.resolve("bad.zip")));
        String reason = "entry manifest.json is packed in a way that ./lab submit does not use";
        assertEquals(reason, refused(bad));
        assertEquals(
                reason,
                assertThrows(BadHandIn.class, () -> HandIn.manifest(bad)).getMessage());
    }

    /** Packs well, but not as well as a bomb. */
    private static byte[] repeating(int bytes) {
        byte[] block = new byte[20_000];
        new Random(1).nextBytes(block);
        byte[] all = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            all[i] = block[i % block.length];
        }
        return all;
    }

    @ParameterizedTest
    @CsvSource({
        "src/giant, 33, entry src/giant has more than 32 MiB",
        "runs/a/run.json, 5, runs/a/run.json has more than 4 MiB of JSON",
        "runs/a/wrk2.txt, 2, runs/a/wrk2.txt has more than 1 MiB of text",
        "report.html, 17, report.html has more than 16 MiB of HTML"
    })
    void fileTooLarge(String name, int mebibytes, String reason) throws Exception {
        zip.put(name, repeating(mebibytes * MEBI)).sealed();
        assertEquals(reason, refused());
    }

    @Test
    void allTogetherTooLarge() throws Exception {
        byte[] part = repeating(31 * MEBI);
        for (int i = 0; i < 5; i++) {
            zip.put("src/part" + i, part);
        }
        assertEquals("unpacked it has more than 128 MiB", refused());
    }

    @Test
    void archiveTooLarge() throws Exception {
        byte[] noise = new byte[33 * MEBI];
        new Random(1).nextBytes(noise);
        zip.put("src/noise", noise);
        assertEquals("it has 33 MiB: expected 32 at most", refused());
    }

    /** Of each the library keeps hundreds of bytes before the first is looked at, so they are counted before. */
    @Test
    void tooManyEntries() throws Exception {
        for (int i = 0; i < 2001; i++) {
            zip.put("src/" + i, "");
        }
        Path bad = zip.write(directory.resolve("bad.zip"));
        assertEquals("it has more than 2000 entries", refused(bad));
        assertEquals(
                "it has more than 2000 entries",
                assertThrows(BadHandIn.class, () -> HandIn.manifest(bad)).getMessage());
    }

    @Test
    void whatIsNoWholeZip() throws Exception {
        byte[] whole = Files.readAllBytes(directory.resolve("good.zip"));
        byte[] page = "<html>log in first</html>".getBytes(StandardCharsets.UTF_8);
        for (byte[] bytes : List.of(page, new byte[0], Arrays.copyOf(whole, whole.length / 2))) {
            Path bad = Files.write(directory.resolve("bad.zip"), bytes);
            assertTrue(refused(bad).startsWith("it is no zip that can be read: "));
        }
    }

    @Test
    void damagedContent() throws Exception {
        byte[] whole = Files.readAllBytes(directory.resolve("good.zip"));
        Arrays.fill(whole, 200, 400, (byte) 7);
        assertTrue(refused(Files.write(directory.resolve("bad.zip"), whole)).startsWith("entry "));
    }

    @Test
    void otherZip() throws Exception {
        zip.files().clear();
        zip.put("src/main/java/A.java", "class A {}");
        assertEquals("there is no manifest.json in it: it was not made by ./lab submit", refused());
    }

    @Test
    void jsonTooDeep() throws Exception {
        zip.put(Scores.FILE, "{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}")
                .sealed();
        assertEquals("grade.json is no JSON that can be read: it is nested deeper than 64", refused());
    }

    @ParameterizedTest
    @ValueSource(strings = {"grade.json", "report.ipynb", "manifest.json"})
    void jsonOfTooManyValues(String name) throws Exception {
        StringBuilder wide = new StringBuilder("{\"a\":[");
        Random random = new Random(1);
        while (wide.length() < 3 * MEBI) {
            wide.append("{},[],").append(random.nextInt(1_000_000)).append(',');
        }
        zip.sealed();
        zip.put(name, wide + "0]}");
        assertEquals(name + " holds more than 200000 values of JSON", refused());
    }

    @Test
    void pagesTooLargeTogether() throws Exception {
        byte[] noise = new byte[12 * MEBI];
        new Random(1).nextBytes(noise);
        for (int i = 0; i < noise.length; i++) {
            noise[i] &= 15;
        }
        for (String name : List.of("report.html", "grade.html", "runs/" + Student.RUN + "/flame-cpu.html")) {
            zip.put(name, noise);
        }
        zip.sealed();
        assertEquals("its pages have more than 32 MiB of HTML together", refused());
    }

    @Test
    void jsonThatIsNone() throws Exception {
        zip.put(HandIn.REPORT, "{\"cells\": [").sealed();
        assertEquals("report.ipynb is no JSON that can be read: it is damaged", refused());
    }

    @Test
    void jsonThatIsNoText() throws Exception {
        zip.put(Scores.FILE, new byte[] {'{', (byte) 0xff, '}'}).sealed();
        assertEquals("grade.json is no text in UTF-8", refused());
    }

    @Test
    void manifestWithAnotherHash() throws Exception {
        zip.put(SOURCE, "class StageNode ()\n");
        assertEquals(SOURCE + " is not what manifest.json says: its SHA-256 is another", refused());
    }

    @Test
    void manifestWithAnotherSize() throws Exception {
        zip.put(SOURCE, "class StageNode { int more; }\n");
        assertEquals(SOURCE + " is not what manifest.json says: its size is another", refused());
    }

    @Test
    void entryThatTheManifestDoesNotList() throws Exception {
        zip.put("src/main/java/More.java", "class More {}");
        assertEquals("manifest.json does not list src/main/java/More.java, which is in it", refused());
    }

    @Test
    void entryThatOnlyTheManifestHas() throws Exception {
        zip.without(Scores.FILE);
        assertEquals("manifest.json lists grade.json, which is not in it", refused());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        stage       | "1-single-node"   | manifest.json says stage 1-single-node, and kvlab.properties says 3-replication
        fingerprint | "0"               | the fingerprint of its sources is another than the one that manifest.json says
        schema      | "kvlab.hand-in/9" | manifest.json is not of the schema kvlab.hand-in/1, which this kit reads
        files       | null              | manifest.json does not say all of stage, date, kit, fingerprint and files
        date        | "soon"            | its date is none: expected one as 2026-11-30T18:00:00Z
        name        | " "               | the student's name is empty
        """)
    void manifestThatCannotBe(String field, String value, String reason) throws Exception {
        zip.manifest(manifest -> manifest.add(field, JsonParser.parseString(value)));
        assertEquals(reason, refused());
    }

    @Test
    void propertiesThatAreNone() throws Exception {
        byte[] otherEncoding = "stage=3-replication\nkit=\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
        for (byte[] none : List.of("stage=\\u00zz".getBytes(StandardCharsets.UTF_8), otherEncoding)) {
            zip.put("kvlab.properties", none).sealed();
            assertEquals("its kvlab.properties is missing, or does not say the stage", refused());
        }
    }

    /** Each rule is a column of the class's page, and nobody adds one to it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        "score":100                  | "score":99   | says 99 of 100 points, and its checks add up to 100 of 100
        "points":10                  | "points":1e9 | has points that are no numbers from 0 to what can be reached
        ("[a-z]+":10+)    | $10          | has 1000 points that can be reached, and a stage has 100
        "R9"                         | "Z9"         | has a check of the rule Z9, which is none of this kit's
        "pass"                       | "yes"        | has a check without an outcome, which is one of fail, inconclusive, open, pass, skipped
        """)
    void gradeThatCannotBe(String right, String wrong, String reason) throws Exception {
        zip.put(Scores.FILE, zip.text(Scores.FILE).replaceAll(right, wrong)).sealed();
        HandIn read = read();
        assertEquals(
                "grade.json " + reason,
                assertThrows(BadHandIn.class, read::scores).getMessage());
    }

    /** Above 100 it is one of which some checks were repeated, whose tenths are added up. */
    @ParameterizedTest
    @CsvSource({"33.3, 100", "33.4, 100.2"})
    void gradeWhosePointsAreRounded(String points, String all) throws Exception {
        String check = "{\"rule\":\"E1\",\"outcome\":\"pass\",\"points\":P,\"max\":P}".replace("P", points);
        zip.put(
                        Scores.FILE,
                        "{\"stage\":\"3-replication\",\"score\":P,\"max\":P,\"checks\":[".replace("P", all)
                                + String.join(",", List.of(check, check, check)) + "]}")
                .sealed();
        HandIn read = read();
        assertEquals(100, read.scores().score());
        assertEquals(100, read.scores().max());
    }

    @Test
    void notebookWithTooMuchText() throws Exception {
        String text = "or ".repeat(10_000);
        zip.put(HandIn.REPORT, "{\"cells\":[{\"cell_type\":\"markdown\",\"source\":\"" + text + "\"}]}")
                .sealed();
        HandIn read = read();
        assertTrue(
                assertThrows(BadHandIn.class, read::report).getMessage().startsWith("the notebook has too much text"));
    }
}
