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

/** ./lab grade on a student's project, as a process of its own. */
@Timeout(300)
@Tag("whole-kit")
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
    }

    @AfterEach
    void stop() {
        lab.destroyForcibly();
    }

    @Test
    void whatFailedIsGradedFirstAndTheRestWhenItPasses() throws Exception {
        lab(directory, "grade", mine.toString(), "--watch", "--only", "missingId,absentKey,unknownPath");
        assertEquals(List.of("unknownPath", "absentKey", "missingId"), graded());

        Files.writeString(request, "class EntityRequest {");
        List<String> said = await("lab: " + mine + " does not compile");
        assertTrue(said.stream().anyMatch(line -> line.contains("EntityRequest.java:1: error: ")), said.toString());
        await(WAITING);

        copySolution(request);
        assertEquals(List.of("absentKey", "missingId"), graded());
        assertEquals(
                "absentKey",
                new GradeFile(Project.at(mine)).notPassed().iterator().next());

        copySolution(service);
        assertEquals(List.of("absentKey", "unknownPath", "missingId"), graded());
        assertTrue(new GradeFile(Project.at(mine)).notPassed().isEmpty());

        new ProcessBuilder("kill", "-INT", Long.toString(lab.pid())).start().waitFor();
        assertTrue(lab.waitFor(60, TimeUnit.SECONDS));
        assertEquals(130, lab.exitValue());
    }

    /** As when another branch is checked out. */
    @Test
    void whatIsMissingForAMomentEndsNothing() throws Exception {
        Path factory = mine.resolve("src/main/resources/META-INF/services/kvlab.node.NodeFactory");
        String text = Files.readString(factory);
        lab(directory, "grade", mine.toString(), "--watch", "--only", "missingId");
        assertEquals(List.of("missingId"), graded());

        Files.delete(factory);
        await("lab: " + factory + " is missing; it has one line");
        await(WAITING);

        Files.writeString(factory, text);
        assertEquals(List.of("missingId"), graded());
    }

    @Test
    void onlyChecksThatThereAreCanBeWatched() throws Exception {
        lab(directory, "grade", mine.toString(), "--watch", "--only", "moon");
        assertEquals(64, lab.waitFor());
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
        assertTrue(out.readLine().startsWith("  hint 1 of "));
    }

    @Test
    void codeWithMistakesCannotBeDecided() throws Exception {
        Files.writeString(request, "class EntityRequest {");
        lab(directory, "grade", "mine");
        assertEquals(2, lab.waitFor());
        lab(directory, "run", "mine");
        assertEquals(64, lab.waitFor());
        assertFalse(Files.exists(mine.resolve("target/classes")));
    }

    private void copySolution(Path file) throws IOException {
        Path reference = HOME.resolve("stages/1-single-node").resolve(mine.relativize(file));
        Files.writeString(file, Files.readString(reference));
    }

    private void lab(Path folder, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dkvlab.home=" + HOME,
                "-cp",
                System.getProperty("java.class.path"),
                Lab.class.getName()));
        command.addAll(List.of(words));
        lab = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        out = lab.inputReader(StandardCharsets.UTF_8);
    }

    /** The checks of the tables until it waits. */
    private List<String> graded() throws IOException {
        return await(WAITING).stream()
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
