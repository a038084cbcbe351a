package kvlab.grader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import kvlab.cluster.CommandProgram;
import kvlab.cluster.Ports;
import kvlab.cluster.UsageException;
import kvlab.grader.output.TextReport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Programs in other languages: one that is right, and those of which there can be no grade. */
@Tag("slow")
class GraderTest {

    private static final String STAGE = "1-single-node";

    @TempDir
    private Path directory;

    @AfterEach
    void nothingIsLeftBehind() {
        assertFalse(Files.exists(directory.resolve("scratch")));
    }

    @Test
    void correctNodeInAnotherLanguagePasses() throws Exception {
        Path node = Path.of(System.getProperty("kvlab.home"), "grader/examples/single.py");
        Grade grade = grade("python3 '" + node + "' {port} {data}");
        assertEquals(100, grade.score(), () -> TextReport.reasons(grade));
        assertEquals(0, grade.exitCode());
    }

    @Tag("happy-path")
    @Test
    void failureIsFourLinesWithTheCommandThatReplaysIt() throws Exception {
        String node = python("""
                s = socket.create_server(("127.0.0.1", int(sys.argv[1])))
                print("ready http://127.0.0.1", flush=True)
                while True:
                    c, _ = s.accept()
                    while c.recv(9999):
                        c.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok")
                """);
        Grade grade = grade(node, "putCreates", "statusAfterReady");
        assertEquals(1, grade.exitCode());
        assertEquals(3, grade.score());
        assertEquals(8, grade.max());
        CheckResult failed = grade.results().get(1);
        String message = failed.message().replaceAll("node [0-9]+", "node N").replaceAll("key-\\w+", "key");
        assertEquals("""
                expected: PUT of a new key is 201 with an empty body (E1: PUT is 201 with an empty body; it creates or replaces.)
                observed: node N answered PUT /v0/entity?id=key with 200 and 2 bytes, 'ok'
                look at:  the answer of your PUT: 201, also with nothing in its body
                replay:   ./lab grade --stage 1-single-node --command 'COMMAND' --only putCreates --seed 42""".replace("COMMAND", node), message);
    }

    @Test
    void nodeThatRunsAlreadyIsGradedAsFarAsThatGoes() throws Exception {
        Path node = Path.of(System.getProperty("kvlab.home"), "grader/examples/single.py");
        int port = Ports.free(1);
        Process process = new ProcessBuilder(
                        "python3",
                        node.toString(),
                        Integer.toString(port),
                        directory.resolve("data").toString())
                .redirectErrorStream(true)
                .start();
        try {
            assertEquals("ready http://127.0.0.1:" + port, process.inputReader().readLine());
            Subject subject = Subject.running(STAGE, "http://127.0.0.1:" + port);
            Grade grade = grade(subject, "E1", "E10");
            assertEquals(List.of(Outcome.PASS, Outcome.PASS, Outcome.SKIPPED), outcomes(grade));
            assertEquals(
                    "needs a node that the grader starts and stops, and with --url it does neither",
                    grade.results().get(2).message());
            assertEquals(2, grade.exitCode());
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** In a class of checks, too, and from one class to another and back. */
    @Test
    void checksRunInTheOrderOfTheSelection() throws Exception {
        List<String> order = List.of("absentKey", "statusAfterReady", "putCreates");
        Heard heard = new Heard();
        Grade grade = graded(order, heard, Integer.MAX_VALUE);
        assertEquals(order, heard.begun);
        assertEquals(order, ids(grade));
        assertEquals(0, grade.exitCode(), () -> TextReport.reasons(grade));
    }

    @Test
    void gradeThatIsBrokenOffIsOfTheChecksUntilThen() throws Exception {
        Heard heard = new Heard();
        Grade grade = graded(List.of("absentKey", "putCreates", "statusAfterReady"), heard, 2);
        assertEquals(List.of("absentKey", "putCreates"), heard.begun);
        assertEquals(List.of("absentKey", "putCreates"), ids(grade));
        assertEquals(List.of(Outcome.PASS, Outcome.PASS), outcomes(grade));
        assertTrue(heard.isDone);
    }

    /** Its PUT fails as an open exercise does; one of its keys is refused, which no exercise explains. */
    @Test
    void checksThatAnOpenExerciseFailsWaitForItAndTheOthersOfTheStepAreNotRun() throws Exception {
        Path node = Path.of(System.getProperty("kvlab.home"), "grader/examples/single.py");
        String open = Files.readString(node)
                .replace(
                        "        store.put(key, value)\n        return 201, b\"\", \"\"",
                        "        return 500, b'E1: Store it', ''")
                .replace("200: \"OK\"", "200: \"OK\", 500: \"Internal Server Error\"")
                .replace("VALUE_LIMIT = 1 << 20", "VALUE_LIMIT = 1 << 30");
        Path file = Files.writeString(directory.resolve("node.py"), open);
        Subject subject = Subject.command(STAGE, CommandProgram.of("python3 " + file + " {port} {data}"));
        Selection.Waiting put = new Selection.Waiting("Store.put (step 2)", 2, List.of("E1: Store"));
        Selection.Waiting delete = new Selection.Waiting("Store.put (step 2)", 3, List.of("E1: Store"));
        Selection selection = Selection.of(subject, List.of("E2", "E3", "E4", "E5", "E8"), 42)
                .withOpen(Map.of(
                        "emptyValue", put,
                        "getReturnsBytes", put,
                        "absentKey", put,
                        "deletedKeyIsGone", delete,
                        "keyComesBack", delete,
                        "tooLargeValue", delete));
        Heard heard = new Heard();
        Grade grade = new Grader(directory.resolve("scratch")).grade(subject, selection, heard);
        assertEquals(List.of("emptyValue", "deleteIsAccepted", "deletedKeyIsGone", "largeValues"), heard.begun);
        String text = TextReport.text(grade);
        assertTrue(
                text.contains(
                        "\n6 checks wait for Store.put (step 2), still open:\n  emptyValue, getReturnsBytes, absentKey,"),
                text);
        assertEquals(6, grade.count(Outcome.OPEN));
        assertEquals(2, grade.count(Outcome.FAIL));
        assertEquals(1, grade.exitCode());
    }

    @Test
    void failureThatAnOpenExerciseDoesNotExplainIsAFailure() throws Exception {
        Path node = Path.of(System.getProperty("kvlab.home"), "grader/examples/single.py");
        String wrong = Files.readString(node).replace("return 202", "return 200");
        Path file = Files.writeString(directory.resolve("node.py"), wrong);
        Subject subject = Subject.command(STAGE, CommandProgram.of("python3 " + file + " {port} {data}"));
        Selection.Waiting waiting = new Selection.Waiting("Store.put (step 2)", 3, List.of("E1: Store"));
        Selection selection = Selection.of(subject, List.of("deleteIsAccepted", "deletedKeyIsGone"), 42)
                .withOpen(Map.of("deleteIsAccepted", waiting, "deletedKeyIsGone", waiting));
        Grade grade = new Grader(directory.resolve("scratch")).grade(subject, selection, new Unseen());
        assertEquals(List.of(Outcome.FAIL, Outcome.PASS), outcomes(grade));
    }

    /** @param most so many checks are waited for */
    private Grade graded(List<String> order, Heard heard, int most) throws Exception {
        Path node = Path.of(System.getProperty("kvlab.home"), "grader/examples/single.py");
        Subject subject = Subject.command(STAGE, CommandProgram.of("python3 '" + node + "' {port} {data}"));
        List<GradedCheck> checks =
                new ArrayList<>(Selection.of(subject, order, 42).checks());
        checks.sort(Comparator.comparing(check -> order.indexOf(check.id())));
        return new Grader(directory.resolve("scratch"))
                .grade(subject, new Selection(checks, 42, false, Map.of()), heard, () -> heard.begun.size() < most);
    }

    private static List<String> ids(Grade grade) {
        return grade.results().stream().map(result -> result.check().id()).toList();
    }

    @Test
    void commandThatDoesNotExist() {
        String message = notGradable("./nothing-here --port {port}");
        assertTrue(
                message.startsWith("./nothing-here cannot be graded, since it does not start: cannot start a node: "),
                message);
    }

    @Test
    void commandThatPrintsGarbageAndEnds() throws IOException {
        String message = notGradable(python("print('no such module'); print('at all'); sys.exit(3)"));
        assertTrue(message.startsWith("python3 cannot be graded, since it does not start: "), message);
        assertTrue(message.contains("no such module\n  at all"), message);
    }

    @Test
    void nodeThatListensElsewhere() throws IOException {
        String message = notGradable(
                python("print('ready http://elsewhere', flush=True); sys.stdin.read(); " + "threading.Event().wait()"));
        assertTrue(message.contains("says that it is ready, and refuses connections on 127.0.0.1:"), message);
    }

    @Test
    void nodeThatEndsByItselfMidway() throws IOException {
        String message = notGradable(python("""
                s = socket.create_server(("127.0.0.1", int(sys.argv[1])))
                print("ready http://127.0.0.1", flush=True)
                c, _ = s.accept()
                c.recv(9999)
                c.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n")
                c.recv(9999)
                s.accept()
                print("out of luck", flush=True)
                sys.exit(7)
                """));
        assertTrue(
                message.replaceAll("node [0-9]+", "node N")
                        .startsWith("python3 cannot be graded to the end: node N ended with exit code 7 during "),
                message);
        assertTrue(message.endsWith("though nobody told it to\n  it wrote: out of luck"), message);
    }

    @Test
    void urlWhereNobodyListens() throws UsageException {
        String url = "http://127.0.0.1:" + Ports.free(1);
        Subject subject = Subject.running(STAGE, url);
        NotGradable e = assertThrows(NotGradable.class, () -> grade(subject));
        assertEquals(url + " cannot be graded: nobody listens there", e.getMessage());
    }

    @Test
    void nodeThatEndedByItselfFailsACheckThatPassed() throws Exception {
        Path node = Path.of(System.getProperty("kvlab.home"), "grader/examples/single.py");
        Subject subject = Subject.command(STAGE, CommandProgram.of("python3 '" + node + "' {port} {data}"));
        Selection selection = Selection.of(subject, List.of("cleanRestart"), 42);
        GradedCheck check = selection.checks().get(0);
        Path scratch = directory.resolve("scratch");
        try (TestStand stand = new TestStand(subject, selection, scratch, new AtomicReference<>())) {
            OwnNode own = stand.own();
            stand.expectWell(check);
            ProcessHandle.current()
                    .descendants()
                    .filter(each -> each.info().commandLine().orElse("").contains(scratch.toString()))
                    .forEach(ProcessHandle::destroyForcibly);
            while (own.isAlive()) {
                Thread.onSpinWait();
            }
            CheckFailure failure = assertThrows(CheckFailure.class, () -> stand.expectWell(check));
            assertTrue(
                    stand.explain(check, failure).getMessage().contains("was killed by SIGKILL (9)"),
                    failure.getMessage());
        }
    }

    @Test
    void checkThatTakesTooLongFailsWithThatSentence() {
        CheckFailure failure = assertThrows(
                CheckFailure.class,
                () -> CheckExtension.runInTime(
                        () -> {
                            new CountDownLatch(1).await();
                            return null;
                        },
                        1));
        assertTrue(failure.getMessage().contains("this check is over within 1 s"), failure.getMessage());
    }

    @Test
    void checkThatAnIdeStartsMeetsTheKitsOwnStage() {
        Path built = Path.of(System.getProperty("kvlab.home"), "stages", STAGE, "target", "classpath");
        assertTrue(Files.exists(built), built + " is missing; mvn verify makes it");
        GradedCheck check = Selection.checks(1).stream()
                .filter(each -> each.id().equals("cleanRestart"))
                .findFirst()
                .orElseThrow();
        SummaryGeneratingListener seen = new SummaryGeneratingListener();

        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(DiscoverySelectors.selectMethod(EntityChecks.class, check.method()))
                                .build(),
                        seen);

        assertEquals(List.of(), seen.getSummary().getFailures());
        assertEquals(1, seen.getSummary().getTestsSucceededCount());
    }

    private String notGradable(String command) {
        return assertThrows(NotGradable.class, () -> grade(command, "S1", "E1", "E2"))
                .getMessage();
    }

    private String python(String body) throws IOException {
        Path file = directory.resolve("node.py");
        Files.writeString(file, "import socket, sys, threading\n" + body);
        return "python3 " + file + " {port}";
    }

    private Grade grade(String command, String... only) throws UsageException, NotGradable {
        return grade(Subject.command(STAGE, CommandProgram.of(command)), only);
    }

    private Grade grade(Subject subject, String... only) throws UsageException, NotGradable {
        return new Grader(directory.resolve("scratch"))
                .grade(subject, Selection.of(subject, List.of(only), 42), new Unseen());
    }

    private static List<Outcome> outcomes(Grade grade) {
        return grade.results().stream().map(CheckResult::outcome).toList();
    }

    private static final class Heard implements Progress {

        private final List<String> begun = new ArrayList<>();
        private boolean isDone;

        @Override
        public void starts(GradedCheck check, int number, int all) {
            begun.add(check.id());
        }

        @Override
        public void done() {
            isDone = true;
        }
    }

    private static final class Unseen implements Progress {}
}
