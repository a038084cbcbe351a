package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import kvlab.handout.Checkout;
import kvlab.handout.GradeFile;
import kvlab.handout.Project;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** ./lab grade on a student's project. */
@Timeout(300)
@Tag("whole-kit")
@Tag("slow")
class WatchTest {

    private static final Path HOME = Path.of(System.getProperty("kvlab.home"));
    private static final String WAITING = "lab: waiting for the next change in ";

    @TempDir
    private Path directory;

    private Path mine;
    private Path request;
    private Path service;
    private Process lab;
    private BufferedReader out;

    @BeforeEach
    void project() throws Exception {
        mine = directory.resolve("mine");
        new Checkout(HOME, "").write("1-single-node", Checkout.Content.EXERCISES, mine);
        request = mine.resolve("src/main/java/kvlab/single/EntityRequest.java");
        service = mine.resolve("src/main/java/kvlab/single/LocalEntityService.java");
        copySolution(mine.resolve("src/main/java/kvlab/single/EntityStore.java"));
        // Wrong, so that checks fail; of an exercise that is open only one check is run.
        for (Path file : List.of(request, service)) {
            Files.writeString(
                    file, Files.readString(file).replace("UnsupportedOperationException", "IllegalStateException"));
        }
    }

    @AfterEach
    void stop() {
        if (lab != null) {
            lab.destroyForcibly();
        }
    }

    /** Of the page's steps the key of a request is the first, its GET the second; rules come in another order. */
    @Test
    void whatFailedIsGradedFirstAsTheTaskHasItAndThenTheRest() throws Exception {
        String open = Files.readString(request);
        lab(directory, "grade", mine.toString(), "--watch", "--only", "missingId,absentKey,unknownPath");
        assertEquals(List.of("unknownPath", "absentKey", "missingId"), graded());

        Files.writeString(request, "class EntityRequest {");
        List<String> said = await("lab: " + mine + " does not compile");
        assertTrue(said.stream().anyMatch(line -> line.contains("EntityRequest.java:1: error: ")), said.toString());
        await(WAITING);

        copySolution(request);
        assertEquals(List.of("missingId", "absentKey", "unknownPath"), graded());
        assertEquals(Set.of("absentKey"), failed());

        // One still fails, and another one is broken meanwhile.
        Files.writeString(request, open);
        assertEquals(List.of("absentKey", "unknownPath", "missingId"), graded());
        assertEquals(Set.of("absentKey", "missingId"), failed());

        copySolution(request);
        assertEquals(List.of("missingId", "absentKey", "unknownPath"), graded());
        copySolution(service);
        assertEquals(List.of("absentKey", "unknownPath", "missingId"), graded());
        assertEquals(Set.of(), failed());
        assertEquals(130, Processes.interrupt(lab));
    }

    /** The node of the first sources waits within its first GET until there are other sources. */
    @Test
    void aSaveThatComesMeanwhileBreaksItOffAndAllBeginsAnew() throws Exception {
        Path asked = directory.resolve("asked");
        Path saved = directory.resolve("saved");
        copySolution(service);
        copySolution(request);
        String solved = Files.readString(service);
        String get = "byte[] value = store.get(key);";
        assertTrue(solved.contains(get), solved);
        String waits = """
                java.nio.file.Files.write(java.nio.file.Path.of("ASKED"), new byte[0]);
                while (!java.nio.file.Files.exists(java.nio.file.Path.of("SAVED"))) {
                    Thread.onSpinWait();
                }
                """.replace("ASKED", asked.toString()).replace("SAVED", saved.toString());
        Files.writeString(service, solved.replace(get, waits + get));
        lab(directory, "grade", mine.toString(), "--watch", "--only", "E1,E2,E3,E4,E5,E6,E7");
        while (!Files.exists(asked)) {
            assertTrue(lab.isAlive(), () -> out.lines().toList().toString());
            TimeUnit.MILLISECONDS.sleep(10);
        }
        Files.writeString(service, solved);
        Files.createFile(saved);
        List<String> said = await("lab: saved meanwhile");
        assertEquals(List.of(), checks(said));
        assertTrue(graded().containsAll(List.of("putCreates", "absentKey", "missingId")));
        GradeFile file = new GradeFile(Project.at(mine));
        assertTrue(file.checks().stream().allMatch(check -> check.outcome().equals("pass")), file.checks()::toString);
        assertEquals(130, Processes.interrupt(lab));
    }

    private Set<String> failed() throws Exception {
        return new GradeFile(Project.at(mine)).failed();
    }

    /** As when another branch is checked out. */
    @Test
    void whatIsMissingForAMomentEndsNothing() throws Exception {
        Path factory = mine.resolve("src/main/resources/META-INF/services/kvlab.node.NodeFactory");
        String text = Files.readString(factory);
        Path grade = Files.createDirectories(mine.resolve("target")).resolve("grade.json");
        Files.writeString(grade, "{\"checks\": [");
        lab(directory, "grade", mine.toString(), "--watch", "--only", "missingId");
        await("lab: " + grade + " is no grade: ");
        assertEquals(List.of("missingId"), graded());
        assertEquals(Set.of("missingId"), failed());

        Files.delete(factory);
        await("lab: " + factory + " is missing; it has one line");
        await(WAITING);

        Files.writeString(factory, text);
        assertEquals(List.of("missingId"), graded());

        Path away = directory.resolve("away");
        Files.move(mine.resolve("src"), away);
        await("lab: " + mine + " has no Java file");
        await(WAITING);
        Files.move(away, mine.resolve("src"));
        assertEquals(List.of("missingId"), graded());
    }

    @Test
    void aGradeOfOtherSettingsIsNotTheLastOne() throws Exception {
        lab(directory, "grade", mine.toString(), "--only", "missingId", "--set", "store=tuned");
        await("lab: with --set or --quorum-style, or by another stage's rules, this is not kept as the grade of "
                + mine);
        assertEquals(1, lab.waitFor());
        assertFalse(Files.exists(mine.resolve("target/grade.json")));
    }

    @Test
    void ofANodeThatDoesNotStartTheHintTellsJustThat() throws Exception {
        Path scratch = directory.resolve("scratch");
        new Checkout(HOME, "").write("1-single-node", Checkout.Content.SCRATCH, scratch);
        lab(directory, "grade", scratch.toString(), "--only", "missingId");
        assertEquals(2, lab.waitFor());
        LabHere hint = LabHere.run(HOME, "hint", scratch.toString());
        assertTrue(hint.err().startsWith("lab: the last grade came to nothing: scratch cannot be graded"), hint.err());
        assertEquals(2, hint.exit());
    }

    @Test
    void onlyChecksThatThereAreCanBeWatched() throws Exception {
        LabHere watch = LabHere.run(HOME, "grade", mine.toString(), "--watch", "--only", "moon");
        assertEquals(64, watch.exit(), watch.err());
    }

    @Test
    void withoutAnArgumentItIsTheProjectAroundThisFolder() throws Exception {
        lab(service.getParent(), "grade", "--only", "missingId");
        assertEquals(1, lab.waitFor());
        List<String> said = out.lines().toList();
        assertTrue(
                said.stream().anyMatch(line -> line.contains("replay:   ./lab grade " + mine + " --only missingId")),
                said.toString());
        assertTrue(Files.exists(mine.resolve("target/grade.json")));

        lab(service.getParent(), "hint");
        assertEquals(0, lab.waitFor());
        assertTrue(out.readLine().startsWith("missingId (E6): "));
        assertEquals("  step 1: EntityRequest.key", out.readLine());
        assertTrue(out.readLine().startsWith("  hint 1 of "));
    }

    @Test
    void codeWithMistakesCannotBeDecided() throws Exception {
        Files.writeString(request, "class EntityRequest {");
        String relative = Path.of("").toAbsolutePath().relativize(mine).toString();
        assertEquals(2, LabHere.run(HOME, "grade", relative).exit());
        assertEquals(64, LabHere.run(HOME, "run", relative).exit());
        assertFalse(Files.exists(mine.resolve("target/classes")));
    }

    private void copySolution(Path file) throws IOException {
        Path reference = HOME.resolve("stages/1-single-node").resolve(mine.relativize(file));
        Files.writeString(file, Files.readString(reference));
    }

    private void lab(Path folder, String... words) throws IOException {
        lab = new ProcessBuilder(LabProgram.command(HOME, words))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        out = lab.inputReader(StandardCharsets.UTF_8);
    }

    /** The checks of the tables until it waits. */
    private List<String> graded() throws IOException {
        return checks(await(WAITING));
    }

    private static List<String> checks(List<String> said) {
        return said.stream()
                .filter(line -> line.matches("\\w+ +[A-Z][0-9]+ +[0-9.]+/.*"))
                .map(line -> line.replaceFirst(" .*", ""))
                .toList();
    }

    private List<String> await(String beginning) throws IOException {
        List<String> seen = new ArrayList<>();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            seen.add(line);
            if (line.startsWith(beginning)) {
                return seen;
            }
        }
        throw new AssertionError("no line '" + beginning + "' in " + seen);
    }
}
