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
import kvlab.handout.Checkout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What was handed in is graded once more, where it can do no harm. */
@Tag("slow")
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
    private HandIns handIns;
    private int projects;

    @BeforeEach
    void builtKit() throws Exception {
        SandboxHere.require();
        home = Files.createDirectory(directory.resolve("kit"));
        handIns = new HandIns(home, directory.resolve("hand-ins"));
        BuiltKit.in(home);
        BuiltKit.script(home);
    }

    @Test
    void whatIsNewIsGradedAndWhatIsKnownIsNot() throws Exception {
        handIn("Anna", "");
        handIn("Ben", "this is no Java");
        assertEquals(2, regrade("--jobs", "2"), said());
        assertTrue(row("Anna").contains(",1-single-node,100,100,,,100,,"), row("Anna"));
        assertTrue(row("Ben").contains(",1-single-node,,100,,,"), row("Ben"));
        assertTrue(row("Ben").contains("does not compile"), row("Ben"));
        assertTrue(said().contains("lab: graded 2 of 2"), said());
        assertTrue(said().contains("lab: Ben-2.zip has no score: "), said());
        assertTrue(Files.readString(handIns.folder().resolve("review/index.html"))
                .contains("href=\"anna/regraded.html\""));
        assertTrue(Files.readString(handIns.reviewed("anna").resolve("regraded.html"))
                .contains("as the grader wrote it"));
        Path anna = handIns.reviewed("anna").resolve("regraded.json");
        FileTime first = Files.getLastModifiedTime(anna);
        Path ben = handIns.reviewed("ben").resolve("regraded.json");
        FileTime firstOfBen = Files.getLastModifiedTime(ben);
        assertEquals(2, regrade(), said());
        assertEquals(firstOfBen, Files.getLastModifiedTime(ben));

        handIn("Ben", "and neither is this");
        assertEquals(2, regrade(), said());
        assertEquals(first, Files.getLastModifiedTime(anna));
        assertTrue(row("Anna").contains(",1-single-node,100,100,,,100,,"), row("Anna"));
        handIns.review(2);
        assertTrue(row("Anna").contains(",1-single-node,100,100,,,100,,"), row("Anna"));
        assertTrue(row("Ben").contains("does not compile"), row("Ben"));

        handIn("Anna", "nor this");
        assertEquals(2, regrade(), said());
        assertTrue(row("Anna").contains("does not compile"), row("Anna"));
        assertEquals(
                List.of("feedback.md", "kvlab.properties", "regraded.json", "src"),
                BuiltKit.names(handIns.reviewed("anna")));
        BuiltKit.assertNothingIsLeft(home);
    }

    /** Nobody is slow on purpose at the right moment, so this one is wrong for whoever grades it first. */
    @Test
    void whoCameToLessBesideOthersIsGradedAlone() throws Exception {
        String others = BESIDE_OTHERS.formatted(directory.resolve("first-grader"));
        handIn("Anna", text -> deletingAsCreated(text, "Beside.others()") + others);
        handIn("Ben", "this is no Java");
        // The grade that is handed in says what fails, so nobody has to look again.
        String handedIn = gradedHandIn("Carl", text -> deletingAsCreated(text, "true"));
        String[] besideOthers = {"--jobs", "2", "--no-sandbox"};
        Process review = start(Map.of(), besideOthers);
        try {
            while (!said().contains("lab: undecided beside others, and graded alone now: anna\n")) {
                assertTrue(review.isAlive(), said());
                TimeUnit.MILLISECONDS.sleep(10);
            }
            Processes.interrupt(review);
        } finally {
            review.destroyForcibly();
        }
        handIns.review(2);
        assertTrue(row("Anna").contains(" points, and it was not graded alone yet"), row("Anna"));

        // Anna would pass now beside another one, too, and is graded alone nevertheless.
        handIn("Ben", "and neither is this");
        assertEquals(2, regrade(besideOthers), said());
        assertTrue(said().contains("lab: undecided beside others, and graded alone now: anna\n"), said());
        assertTrue(said().contains("lab: graded alone 1 of 1: anna\n"), said());
        assertTrue(row("Anna").contains(",1-single-node,100,100,,,100,,"), row("Anna"));
        assertTrue(row("Carl").contains(",1-single-node,93,100,," + handedIn + ",93,,"), row("Carl"));
    }

    private static String deletingAsCreated(String text, String when) {
        return text.replace("EntityService service = new LocalEntityService(store);", """
                        EntityService local = new LocalEntityService(store);
                        boolean broken = %s;
                        EntityService service = request -> {
                            one.nio.http.Response response = local.handle(request);
                            return broken && response.getStatus() == 202
                                    ? new one.nio.http.Response("201 Created", new byte[0]) : response;
                        };
                        """.formatted(when));
    }

    @Test
    void whatIsInterruptedGoesOnWhereItStopped() throws Exception {
        handIn("Aaron", "this is no Java");
        handIn("Ben", "");
        handIn("Carl", "");
        Process review = start(Map.of());
        List<ProcessHandle> all = new ArrayList<>();
        try {
            // Ben's grade, that in the sandbox, and a node.
            while (all.stream().filter(Processes::isJava).count() < 3) {
                assertTrue(review.isAlive(), said());
                all = review.descendants().toList();
                TimeUnit.MILLISECONDS.sleep(10);
            }
            Processes.interrupt(review);
        } finally {
            review.destroyForcibly();
        }
        assertEquals(130, review.exitValue());
        assertFalse(said().contains("should not have happened"), said());
        assertTrue(
                said().endsWith("lab: interrupted; what was graded until then is kept, and the next --regrade goes"
                        + " on there\n"),
                said());
        Processes.awaitEnd(all);
        BuiltKit.assertNothingIsLeft(home);
        assertEquals(List.of("kvlab.properties", "regraded.json", "src"), BuiltKit.names(handIns.reviewed("aaron")));
        assertEquals(List.of("kvlab.properties", "src"), BuiltKit.names(handIns.reviewed("ben")));
        assertEquals(List.of("kvlab.properties", "src"), BuiltKit.names(handIns.reviewed("carl")));
        assertFalse(Files.exists(handIns.folder().resolve("review/index.html")));

        handIns.review(2);
        assertTrue(row("Aaron").contains(",the code does not compile,"), row("Aaron"));
        assertTrue(row("Ben").contains(",1-single-node,,100,,,,,"), row("Ben"));
    }

    @Test
    void withoutASandboxItIsRefusedUnlessThatIsWanted() throws Exception {
        handIn("Ben", "this is no Java");
        Path programs = Files.createDirectory(directory.resolve("no-programs"));
        assertEquals(70, Processes.end(start(Map.of("PATH", programs.toString())), 10));
        assertTrue(said().contains("there is no bwrap"), said());
        assertTrue(said().contains("--no-sandbox grades without one"), said());
        assertFalse(Files.exists(handIns.folder().resolve("review")));

        assertEquals(2, regrade("--no-sandbox"), said());
        assertTrue(row("Ben").contains("does not compile"), row("Ben"));
    }

    /** @param more behind the last line of a file */
    private void handIn(String name, String more) throws Exception {
        handIn(name, text -> text + more + "\n");
    }

    /** @param change of the text of a file */
    private void handIn(String name, UnaryOperator<String> change) throws Exception {
        handIns.submit(name, project(change));
    }

    /** The checks that need a process of a node's own are skipped, so this grade has fewer points, which are returned. */
    private String gradedHandIn(String name, UnaryOperator<String> change) throws Exception {
        Path project = project(change);
        LabHere grade = LabHere.run(home, "grade", project.toString(), "--in-process");
        assertEquals(1, grade.exit(), grade.err());
        handIns.submit(name, project);
        return grade.out().replaceFirst("(?s).*: (\\d+) of \\d+ points;.*", "$1");
    }

    private Path project(UnaryOperator<String> change) throws Exception {
        Path project = directory.resolve("project-" + ++projects);
        new Checkout(KIT, "").write(STAGE, Checkout.Content.SOLUTION, project);
        Path server = project.resolve(SERVER);
        Files.writeString(server, change.apply(Files.readString(server)));
        return project;
    }

    private String row(String name) throws IOException {
        return handIns.row(name);
    }

    private int regrade(String... options) throws Exception {
        return Processes.end(start(Map.of(), options), 10);
    }

    private Process start(Map<String, String> environment, String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of("review", handIns.folder().toString(), "--regrade"));
        words.addAll(List.of(options));
        return handIns.start("said", environment, words.toArray(String[]::new));
    }

    private String said() throws IOException {
        return handIns.said();
    }
}
