package kvlab.grader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import kvlab.cluster.CommandProgram;
import kvlab.grader.output.TextReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kit's node in Python, with changes that are right or wrong. */
@Tag("slow")
class RandomChecksTest {

    @TempDir
    private Path directory;

    private String node;
    private long seed = 42;

    @BeforeEach
    void readNode() throws IOException {
        node = Files.readString(Path.of(System.getProperty("kvlab.home"), "grader/examples/single.py"));
    }

    @Test
    void nodeMayCloseAConnectionAfterAnyAnswerThatSaysSo() throws Exception {
        change("if lengths else 0, closes\n", "if lengths else 0, True\n");
        expectPass("randomRequests");
    }

    @Test
    void nodeMayCloseAConnectionAfterARefusal() throws Exception {
        change("return 400, b\"the id is missing or empty\\n\", \"\"", "raise Refused(400)");
        change("return 405, b\"\", \"Allow: GET, PUT, DELETE\\r\\n\"", "raise Refused(405)");
        change("b\"\", \"Connection: close\\r\\n\")", "b\"\", \"\")");
        expectPass("randomRequests");
    }

    @Test
    void storeThatLosesShortValuesIsShownWithTheFewestRequests() throws Exception {
        change("        store.put(key, value)", "        if len(value) != 1: store.put(key, value)");
        String message = failure("randomRequests");
        assertTrue(message.contains("; these requests show it:\n  "), message);
        List<String> requests =
                message.lines().filter(line -> line.startsWith("  curl -i ")).toList();
        assertEquals(2, requests.size(), message);
        assertTrue(requests.get(0).startsWith("  curl -i -X PUT --data-binary '"), message);
        assertTrue(requests.get(1).startsWith("  curl -i 'http://127.0.0.1:"), message);
    }

    @Test
    void keyThatIsRefusedBreaksTheRuleAboutKeys() throws Exception {
        change("    if method == \"GET\":\n", "    if b'\\0' in key: return 400, b'', ''\n    if method == \"GET\":\n");
        String message = failure("randomRequests");
        assertTrue(message.contains(" (E7: Keys are UTF-8"), message);
        assertTrue(message.lines().anyMatch(line -> line.startsWith("  curl ") && line.endsWith("%00'")), message);
    }

    @Test
    void nodeThatFailsOnAMalformedRequestIsShown() throws Exception {
        change(
                "not parts[1].startswith(\"/\") or not parts[2]",
                "not parts[1].startswith(\"/\"): raise Refused(500)\n    if not parts[2]");
        change("411: ", "500: \"Failed\", 411: ");
        String message = failure("randomRequests");
        assertTrue(message.contains("its head is not answered with 500 (S4: "), message);
        assertTrue(message.contains("; it was sent as bytes, some of them wrong: "), message);
    }

    @Test
    void singleRefusalThatDoesNotComeAgainDecidesNothing() throws Exception {
        change(
                "        store.put(key, value)\n",
                "        store.puts = getattr(store, 'puts', 0) + 1\n"
                        + "        once = __file__ + '.' + str(store.puts)\n"
                        + "        if store.puts in (20, 60, 100) and not os.path.exists(once):\n"
                        + "            open(once, 'x').close()\n"
                        + "            return 503, b'', ''\n"
                        + "        store.put(key, value)\n");
        change("411: ", "503: \"Service Unavailable\", 411: ");
        CheckResult result = graded("randomRequests").results().get(0);
        assertEquals(Outcome.INCONCLUSIVE, result.outcome(), result.message());
        assertTrue(result.message().startsWith("one of many requests was refused, and not when "), result.message());
    }

    @Test
    void smallLimitOfValuesFailsOnlyTheCheckThatIsAboutIt() throws Exception {
        change("VALUE_LIMIT = 1 << 20", "VALUE_LIMIT = 1 << 16");
        Map<String, Outcome> outcomes = graded("E8", "S5", "randomRequests").results().stream()
                .collect(Collectors.toMap(result -> result.check().id(), CheckResult::outcome));
        assertEquals(
                Map.of(
                        "largeValues",
                        Outcome.FAIL,
                        "tooLargeValue",
                        Outcome.PASS,
                        "smallHeap",
                        Outcome.PASS,
                        "randomRequests",
                        Outcome.PASS),
                outcomes);
    }

    @Test
    void chunksMayBePutTogether() throws Exception {
        takeChunks();
        expectPass("E12");
    }

    @Test
    void chunksThatAreAcknowledgedAndLostAreFound() throws Exception {
        takeChunks();
        change("b\"\".join(chunks(stream))", "b\"\".join(chunks(stream))[:0]");
        String message = failure("E12");
        assertTrue(message.startsWith("expected: after a PUT in chunks was 201, GET shows the new value"), message);
    }

    @Test
    void chunksWithoutALimitAreFound() throws Exception {
        takeChunks();
        change("if length > VALUE_LIMIT:", "if False:");
        String message = failure("E12");
        assertTrue(message.startsWith("expected: a value over 1 MiB is refused, also in chunks"), message);
    }

    /** A story of one client may come upon it first: it goes away after its PUT, and the key is read at once. */
    @Test
    void writeThatIsSeenBeforeItIsWholeIsFoundByClientsOfTheSameKey() throws Exception {
        change(
                "        store.put(key, value)",
                "        store.delete(key)\n        __import__('time').sleep(0.005)\n        store.put(key, value)");
        String ofClients = " acknowledged write shows it, or something newer";
        String message = "";
        for (seed = 42; seed < 52 && !message.contains(ofClients); seed++) {
            message = failure("randomRequests");
        }
        assertTrue(message.contains(ofClients), message);
        assertTrue(message.lines().anyMatch(line -> line.matches("  [0-9.]+ to [0-9.]+ ms, 404: .*")), message);
    }

    private void takeChunks() {
        change("raise Refused(411)", "lengths.add(\"99999999\")");
        change("""
                                if length > VALUE_LIMIT:
                                    raise Refused(413)
                                value = stream.read(length)
                """, """
                                value = b"".join(chunks(stream)) if length == 99999999 else stream.read(length)
                                length = len(value)
                                if length > VALUE_LIMIT:
                                    raise Refused(413)
                """);
        change("def serve(", """
                def chunks(stream):
                    while size := int(stream.readline(), 16):
                        yield stream.read(size)
                        stream.readline()
                    stream.readline()


                def serve(""");
    }

    private void change(String words, String instead) {
        assertTrue(node.contains(words), words);
        node = node.replace(words, instead);
    }

    private void expectPass(String... only) throws Exception {
        Grade grade = graded(only);
        assertEquals(0, grade.exitCode(), () -> TextReport.reasons(grade));
    }

    private String failure(String... only) throws Exception {
        CheckResult result = graded(only).results().get(0);
        assertEquals(Outcome.FAIL, result.outcome(), result.message());
        return result.message();
    }

    private Grade graded(String... only) throws Exception {
        Path file = Files.writeString(directory.resolve("node.py"), node);
        Subject subject = Subject.command("1-single-node", CommandProgram.of("python3 " + file + " {port} {data}"));
        return new Grader(directory.resolve("scratch"))
                .grade(subject, Selection.of(subject, List.of(only), seed), new Progress() {});
    }
}
