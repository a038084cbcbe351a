package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import kvlab.handout.Checkout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What was handed in is graded once more, where it can do no harm. */
@Timeout(900)
@Tag("whole-kit")
class RegradeTest {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));
    private static final String STAGE = "1-single-node";
    private static final String SERVER = "src/main/java/kvlab/single/StageNode.java";

    /** Whether this node is one of the first grade that it is in: the others have another parent. */
    private static final String BESIDE_OTHERS = """
            class Beside {
                static boolean others() throws IOException {
                    String mine = "" + ProcessHandle.current().parent().orElseThrow().pid();
                    java.nio.file.Path grader = java.nio.file.Path.of("%s");
                    try {
                        java.nio.file.Files.writeString(grader, mine, java.nio.file.StandardOpenOption.CREATE_NEW);
                    } catch (java.nio.file.FileAlreadyExistsException e) {
                        return java.nio.file.Files.readString(grader).equals(mine);
                    }
                    return true;
                }
            }
            """;

    @TempDir
    private Path directory;

    private Path home;
    private Path handIns;
    private int projects;

    @BeforeEach
    void builtKit() throws Exception {
        SandboxHere.require();
        home = Files.createDirectory(directory.resolve("kit"));
        handIns = Files.createDirectory(directory.resolve("hand-ins"));
        BuiltKit.in(home);
        BuiltKit.script(home);
    }

    @Test
    void whatIsNewIsGradedAndWhatIsKnownIsNot() throws Exception {
        handIn("Anna", "");
        handIn("Ben", "this is no Java");
        assertEquals(2, lab("review", handIns.toString(), "--regrade", "--jobs", "2"), said());
        assertTrue(row("Anna").contains(",1-single-node,100,100,,,100,,"), row("Anna"));
        assertTrue(row("Ben").contains(",1-single-node,,100,,,"), row("Ben"));
        assertTrue(row("Ben").contains("does not compile"), row("Ben"));
        assertTrue(said().contains("lab: graded 2 of 2"), said());
        assertTrue(said().contains("lab: Ben-2.zip has no score: "), said());
        assertTrue(Files.readString(handIns.resolve("review/index.html")).contains("href=\"anna/regraded.html\""));
        assertTrue(Files.readString(folder("anna").resolve("regraded.html")).contains("as the grader wrote it"));
        Path anna = folder("anna").resolve("regraded.json");
        FileTime first = Files.getLastModifiedTime(anna);
        Path ben = folder("ben").resolve("regraded.json");
        FileTime firstOfBen = Files.getLastModifiedTime(ben);
        assertEquals(2, lab("review", handIns.toString(), "--regrade"), said());
        assertEquals(firstOfBen, Files.getLastModifiedTime(ben));

        handIn("Ben", "and neither is this");
        assertEquals(2, lab("review", handIns.toString(), "--regrade"), said());
        assertEquals(first, Files.getLastModifiedTime(anna));
        assertTrue(row("Anna").contains(",1-single-node,100,100,,,100,,"), row("Anna"));
        assertEquals(2, lab("review", handIns.toString()), said());
        assertTrue(row("Anna").contains(",1-single-node,100,100,,,100,,"), row("Anna"));
        assertTrue(row("Ben").contains("does not compile"), row("Ben"));

        handIn("Anna", "nor this");
        assertEquals(2, lab("review", handIns.toString(), "--regrade"), said());
        assertTrue(row("Anna").contains("does not compile"), row("Anna"));
        assertEquals(List.of("feedback.md", "kvlab.properties", "regraded.json", "src"), names(folder("anna")));
        assertEquals(List.of(), names(home.resolve(".kvlab/tmp")));
    }

    /** Nobody is slow on purpose at the right moment, so this one is wrong for whoever grades it first. */
    @Test
    void whoCameToLessBesideOthersIsGradedAlone() throws Exception {
        for (String name : List.of("Anna", "Dora")) {
            String others = BESIDE_OTHERS.formatted(directory.resolve("grader-of-" + name));
            handIn(name, text -> deletingAsCreated(text, "Beside.others()") + others);
        }
        handIn("Ben", "this is no Java");
        // The grade that is handed in says what fails, so nobody has to look again.
        gradedHandIn("Carl", text -> deletingAsCreated(text, "true"));
        String[] regrade = {"review", handIns.toString(), "--regrade", "--jobs", "2", "--no-sandbox"};
        Process review = start(Map.of(), regrade);
        try {
            while (!said().contains("lab: undecided beside others, and graded alone now: anna, dora\n")) {
                assertTrue(review.isAlive(), said());
                TimeUnit.MILLISECONDS.sleep(10);
            }
            interrupt(review);
        } finally {
            review.destroyForcibly();
        }
        assertEquals(2, lab("review", handIns.toString()), said());
        assertTrue(row("Anna").contains(" points, and it was not graded alone yet"), row("Anna"));

        assertEquals(2, lab(regrade), said());
        // Beside others they would pass now.
        assertTrue(said().contains("lab: undecided beside others, and graded alone now: anna, dora\n"), said());
        assertTrue(said().contains("lab: graded alone 2 of 2: dora\n"), said());
        assertTrue(row("Anna").contains(",1-single-node,100,100,,,100,,"), row("Anna"));
        assertTrue(row("Dora").contains(",1-single-node,100,100,,,100,,"), row("Dora"));
        assertTrue(row("Carl").contains(",1-single-node,96,100,,96,96,,"), row("Carl"));
    }

    private static void interrupt(Process review) throws Exception {
        new ProcessBuilder("kill", "-INT", Long.toString(review.pid())).start().waitFor();
        assertTrue(review.waitFor(60, TimeUnit.SECONDS));
    }

    private static String deletingAsCreated(String text, String when) {
        return text.replace("EntityService service = new LocalEntityService(store);", """
                        EntityService local = new LocalEntityService(store);
                        boolean broken = %s;
                        EntityService service = request -> {
                            Reply reply = local.handle(request);
                            return broken && reply.status() == 202 ? Reply.created() : reply;
                        };
                        """.formatted(when));
    }

    @Test
    void whatIsInterruptedGoesOnWhereItStopped() throws Exception {
        handIn("Aaron", "this is no Java");
        handIn("Ben", "");
        handIn("Carl", "");
        Process review = start(Map.of(), "review", handIns.toString(), "--regrade");
        List<ProcessHandle> all = new ArrayList<>();
        try {
            // Ben's grade, that in the sandbox, and a node.
            while (all.stream().filter(RegradeTest::isJava).count() < 3) {
                assertTrue(review.isAlive(), said());
                all = review.descendants().toList();
                TimeUnit.MILLISECONDS.sleep(10);
            }
            interrupt(review);
        } finally {
            review.destroyForcibly();
        }
        assertEquals(130, review.exitValue());
        assertFalse(said().contains("should not have happened"), said());
        assertTrue(
                said().endsWith("lab: interrupted; what was graded until then is kept, and the next --regrade goes"
                        + " on there\n"),
                said());
        for (ProcessHandle each : all) {
            each.onExit().get(60, TimeUnit.SECONDS);
        }
        assertEquals(List.of(), names(home.resolve(".kvlab/tmp")));
        assertEquals(List.of("kvlab.properties", "regraded.json", "src"), names(folder("aaron")));
        assertEquals(List.of("kvlab.properties", "src"), names(folder("ben")));
        assertEquals(List.of("kvlab.properties", "src"), names(folder("carl")));
        assertFalse(Files.exists(handIns.resolve("review/index.html")));

        assertEquals(2, lab("review", handIns.toString()), said());
        assertTrue(row("Aaron").contains(",the code does not compile,"), row("Aaron"));
        assertTrue(row("Ben").contains(",1-single-node,,100,,,,,"), row("Ben"));
    }

    private static boolean isJava(ProcessHandle process) {
        return process.info().command().orElse("").endsWith("java");
    }

    @Test
    void withoutASandboxItIsRefusedUnlessThatIsWanted() throws Exception {
        handIn("Ben", "this is no Java");
        Path programs = Files.createDirectory(directory.resolve("no-programs"));
        assertEquals(70, end(start(Map.of("PATH", programs.toString()), "review", handIns.toString(), "--regrade")));
        assertTrue(said().contains("there is no bwrap"), said());
        assertTrue(said().contains("--no-sandbox grades without one"), said());
        assertFalse(Files.exists(handIns.resolve("review")));

        assertEquals(2, lab("review", handIns.toString(), "--regrade", "--no-sandbox"), said());
        assertTrue(row("Ben").contains("does not compile"), row("Ben"));
    }

    @Test
    void itsOptionsGoTogether() throws Exception {
        assertEquals(64, lab("review", handIns.toString(), "--jobs", "2"));
        assertEquals("lab: --jobs goes with --regrade\n", said());
        assertEquals(64, lab("review", handIns.toString(), "--regrade", "--jobs", "0"));
        assertEquals("lab: --jobs 0: expected a number from 1 to 64\n", said());
    }

    /** @param more behind the last line of a file */
    private void handIn(String name, String more) throws Exception {
        handIn(name, text -> text + more + "\n");
    }

    /** @param change of the text of a file */
    private void handIn(String name, UnaryOperator<String> change) throws Exception {
        submit(name, project(change));
    }

    private void gradedHandIn(String name, UnaryOperator<String> change) throws Exception {
        Path project = project(change);
        assertEquals(1, lab("grade", project.toString()), said());
        submit(name, project);
    }

    private Path project(UnaryOperator<String> change) throws Exception {
        Path project = directory.resolve("project-" + ++projects);
        new Checkout(KIT, "").write(STAGE, Checkout.Content.SOLUTION, project);
        Path server = project.resolve(SERVER);
        Files.writeString(server, change.apply(Files.readString(server)));
        return project;
    }

    private void submit(String name, Path project) throws Exception {
        Path zip = handIns.resolve(name + "-" + projects + ".zip");
        // It has neither a grade nor a report, and is handed in all the same.
        assertEquals(1, lab("submit", project.toString(), "--name", name, "--output", zip.toString()), said());
    }

    private Path folder(String start) throws IOException {
        try (Stream<Path> folders = Files.list(handIns.resolve("review"))) {
            return folders.filter(each -> each.getFileName().toString().startsWith(start))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private String row(String name) throws IOException {
        return Files.readAllLines(handIns.resolve("review/scores.csv")).stream()
                .filter(line -> line.startsWith(name + ","))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private int lab(String... arguments) throws Exception {
        return end(start(Map.of(), arguments));
    }

    private Process start(Map<String, String> environment, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(home.resolve("lab").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder lab = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(directory.resolve("said").toFile());
        lab.environment().putAll(environment);
        return lab.start();
    }

    private static int end(Process lab) throws Exception {
        try {
            assertTrue(lab.waitFor(10, TimeUnit.MINUTES));
            return lab.exitValue();
        } finally {
            lab.destroy();
        }
    }

    private String said() throws IOException {
        return Files.readString(directory.resolve("said"));
    }
}
