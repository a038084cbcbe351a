package kvlab.wrk2;

import static kvlab.wrk2.ScriptedServer.answering;
import static kvlab.wrk2.ScriptedServer.greeting;
import static kvlab.wrk2.ScriptedServer.inTurn;
import static kvlab.wrk2.ScriptedServer.playing;
import static kvlab.wrk2.Step.answer;
import static kvlab.wrk2.Step.chunked;
import static kvlab.wrk2.Step.close;
import static kvlab.wrk2.Step.delay;
import static kvlab.wrk2.Step.headOnly;
import static kvlab.wrk2.Step.interim;
import static kvlab.wrk2.Step.lastAnswer;
import static kvlab.wrk2.Step.ok;
import static kvlab.wrk2.Step.raw;
import static kvlab.wrk2.Step.refuseConnections;
import static kvlab.wrk2.Step.reset;
import static kvlab.wrk2.Step.silence;
import static kvlab.wrk2.Step.untilClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.gson.JsonElement;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole runs, against servers that are good, late, broken or gone. */
@Tag("slow")
class LoadTest {

    private static final String FIRST_TROUBLE = "wrk2: the first socket error: ";
    private static final String PIPELINE = "local all = '';"
            + " function init() for i = 1, 4 do all = all .. wrk.format('GET', '/k' .. i) end end;"
            + " function request() return all end";

    @TempDir
    private Path folder;

    private ScriptedServer server;

    @AfterEach
    void end() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    /** One thread with one connection loads it for a second, unless the options say otherwise. */
    private Load load(ScriptedServer loaded, String... options) throws IOException {
        end();
        server = loaded;
        List<String> all = new ArrayList<>(List.of("-t1", "-c1", "-d1"));
        all.addAll(List.of(options));
        return Load.of(server, all.toArray(String[]::new));
    }

    /** Something else happens at the second request of the load. */
    private static ScriptedServer goodBut(Step second) throws IOException {
        return playing(request -> request.connection() == 1 && request.ordinal() == 1 ? second : ok("a"));
    }

    // ---- open loop

    @LoadTogether
    void pauseOfTheServerDelaysAllThatWereDueMeanwhile() throws Exception {
        Step pausingOnce = delay(Duration.ofMillis(500)).then(ok("a"));
        Load load = load(playing(request -> request.ordinal() == 20 ? pausingOnce : ok("a")), "-d2", "-R100");
        // Fifty were due meanwhile: a quarter of all.
        assertTrue(load.figure("latency/max") >= 400_000, load.out());
        assertTrue(load.figure("latency/percentiles/90") >= 250_000, load.out());
        assertTrue(load.figure("uncorrected_latency/max") >= 400_000, load.out());
        assertTrue(load.figure("uncorrected_latency/percentiles/90") < 200_000, load.out());
    }

    @LoadTogether
    void serverThatComesBackIsLoadedAgainAndTheOutageCounts() throws Exception {
        Step outage = connection -> {
            connection.server().stopListening();
            ok("a").on(connection);
            connection.close();
            connection.pause(Duration.ofSeconds(1));
            connection.server().listenAgain();
        };
        Load load = load(goodBut(outage), "-d3", "-R5");
        assertTrue(server.requestCount() >= 12, server.requestCount() + " requests");
        assertTrue(load.figure("latency/max") >= 800_000, load.out());
    }

    @Tag("happy-path")
    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @CsvSource({"precise,-L", "wrk2,--wrk2-timer"})
    void noRequestGoesOutBeforeItIsDue(String timer, String option) throws Exception {
        ScriptedServer good = answering(ok("a"));
        long begin = System.nanoTime();
        Load load = load(good, "-R50", option);
        List<ReceivedRequest> received = server.requests();
        for (int n = 0; n < received.size(); n++) {
            assertTrue(received.get(n).arrived() - begin >= n * 20_000_000L, "request " + n);
        }
        assertTrue(received.size() <= 51, received.size() + " requests");
        assertTrue(load.count("requests/answered") >= 10, load.out());
        assertEquals(timer, load.at("engine/timer").getAsString());
        assertFalse((load.out() + load.err()).contains("timer"), load.out());
    }

    @LoadTogether
    void rateThatWasNotHeldIsToldInOneLineAndLateAnswersAreNoErrors() throws Exception {
        Load load = load(answering(delay(Duration.ofMillis(100)).then(ok("a"))), "-c2", "-R2000");
        assertFalse(load.at("requests/rate_held").getAsBoolean());
        assertEquals(load.err(), "wrk2: " + load.at("requests/note").getAsString() + "\n");
        assertTrue(load.count("requests/due") > 1_500, load.json().toString());
        assertTrue(load.count("requests/sent") < 50, load.json().toString());
        assertFalse(load.out().contains("asked"), load.out());
        assertTrue(load.figure("latency/min") >= 99_000, load.out());
        assertTrue(load.figure("uncorrected_latency/min") >= 99_000, load.out());
        assertEquals(load.count("requests/answered") * ok("a").bytes().length, load.count("bytes"));
        assertGood(load);
    }

    @LoadTogether
    void whatBecomesDueWhileTheEndIsNotNoticedIsNobodys() throws Exception {
        String dawdling = "local n, first = 0, nil; function response() first = first or wrk.time_us(); n = n + 1;"
                + " while n == 4 and wrk.time_us() < first + 1300000 do end end";
        Load load = load(answering(ok("a")), "-c2", "-R4", "-s", script(dawdling));
        assertEquals(4, load.count("requests/due"));
        assertEquals(4, load.count("requests/answered"));
        assertEquals("", load.err());
    }

    @LoadTogether
    void threadThatDoesSomethingElseIsLateForEachBeatThatItMisses() throws Exception {
        String dawdling = "local first; function response() first = first or wrk.time_us();"
                + " while wrk.time_us() < first + 1000000 do end end";
        Load load = load(answering(ok("a")), "-d2", "-R10", "-s", script(dawdling));
        // Ten a second; that of the end may go either way.
        assertTrue(load.count("lateness/samples") >= 19, load.json().toString());
        assertTrue(load.count("lateness/samples") <= 20, load.json().toString());
        assertTrue(load.count("lateness/max") >= 800_000, load.json().toString());
    }

    // ---- connections that end

    @ParameterizedTest(name = "{0}")
    @MethodSource
    @Execution(ExecutionMode.CONCURRENT)
    void brokenServerIsAskedWithLongerAndLongerPauses(String what, Step greeting, Step answer, String trouble)
            throws Exception {
        Load load = load(greeting(greeting, answer), "-R100");
        assertEquals(Wrk2.BAD, load.status());
        assertEquals(0, load.count("requests/answered"));
        assertTrue(load.err().matches("(?s)" + FIRST_TROUBLE + ".*" + trouble + ".*"), load.err());
        // Where the server has closed before the client writes, that may be what fails.
        long written = trouble.isEmpty() ? load.count("errors/write") : 0;
        assertTrue(load.count("errors/read") + written >= 3, load.out());
        // One before the load, to see if the host answers; then with pauses of 10, 20, 40 ... 640 ms.
        assertTrue(server.connections() <= 8, server.connections() + " connections");
    }

    static Stream<Arguments> brokenServerIsAskedWithLongerAndLongerPauses() {
        return Stream.of(
                arguments("resets each request", silence(), reset(), "Connection reset"),
                arguments("closes at once", close(), silence(), ""),
                arguments("is no HTTP", raw("SSH-2.0-OpenSSH\r\n"), silence(), "SSH-2.0"));
    }

    @LoadTogether
    void halfAnAnswerIsAnErrorAndItsRequestIsMadeAgain() throws Exception {
        Step half = ok("a body").firstHalf().then(close());
        Load load = load(inTurn(ok("a"), half, half, ok("a")), "-R20", "-s", script(expecting("body == 'a'")));
        assertEquals(Wrk2.BAD, load.status());
        assertEquals(2, load.count("errors/read"));
        assertTrue(
                load.err().startsWith(FIRST_TROUBLE + "the server closed a connection while an answer was due\n"),
                load.err());
        assertEquals(server.requestCount() - 2, load.count("requests/answered"), 1);
        assertTrue(load.count("requests/answered") >= 10, load.out());
        assertTrue(load.out().contains("  Socket errors: connect 0, read 2, write 0, timeout 0\n"), load.out());
    }

    @LoadTogether
    void lostRequestStaysDueWhenItWasDue() throws Exception {
        Step dying = delay(Duration.ofMillis(500)).then(close());
        Load load = load(inTurn(dying, ok("a")), "-R4");
        assertTrue(load.figure("latency/max") >= 500_000, load.out());
        assertTrue(load.figure("uncorrected_latency/max") < 400_000, load.out());
    }

    @LoadTogether
    void deadServerIsAskedLessAndLessOften() throws Exception {
        Load load = load(inTurn(ok("a"), refuseConnections().then(lastAnswer("last"))), "-d2", "-R100");
        assertEquals(Wrk2.BAD, load.status());
        assertEquals(2, load.count("requests/answered"));
        // Pauses of 10, 20, 40 ... 1280 ms are more than two seconds.
        assertTrue(load.count("errors/connect") >= 4, load.out());
        assertTrue(load.count("errors/connect") <= 8, load.out());
        assertTrue(load.err().startsWith(FIRST_TROUBLE + "Connection refused\n"), load.err());
    }

    /** The system answers no attempt to connect while as many as it keeps wait to be accepted. */
    @LoadTogether
    @EnabledOnOs(OS.LINUX)
    void connectThatTakesLongerThanTimeoutIsAnError() throws Exception {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Load load = Load.of("http://127.0.0.1:" + full.getLocalPort(), "-t1", "-c4", "-d2", "-R40", "-T1");
            assertEquals(Wrk2.BAD, load.status());
            assertTrue(load.count("errors/connect") >= 1, load.out());
            assertTrue(load.err().contains("onnection timed out"), load.err());
        }
    }

    @LoadTogether
    void pausesAreShortAgainOnceServerHasAnswered() throws Exception {
        Load load = load(playing(request -> request.connection() % 3 == 0 ? lastAnswer("a") : reset()), "-d2", "-R100");
        // Two pauses, 10 and 20 ms, for each answer; if they went on to double, there would be five answers.
        assertTrue(load.count("requests/answered") >= 8, load.out());
    }

    // ---- answers of all kinds

    @ParameterizedTest(name = "{0}")
    @MethodSource
    @Execution(ExecutionMode.CONCURRENT)
    void answerIsReadWhole(String kind, Step answer, String script) throws Exception {
        Load load = load(answering(answer), "-c2", "-R40", "-s", script(script));
        assertGood(load);
        assertTrue(load.count("requests/answered") >= 10, load.out());
        assertEquals(server.requestCount(), load.count("requests/answered"), 2);
    }

    static Stream<Arguments> answerIsReadWhole() {
        Step.Answer chunked = chunked("chu", "nked");
        Step.Answer large = ok("0123456789".repeat(30_000));
        return Stream.of(
                arguments("by bytes", chunked.dripping(), expecting("body == 'chunked'")),
                arguments("in halves", chunked.inHalves(Duration.ofMillis(5)), expecting("body == 'chunked'")),
                arguments("large", large, expecting("#body == 300000 and body:sub(-10) == '0123456789'")),
                arguments("to HEAD", headOnly(1000), "wrk.method = 'HEAD'"),
                arguments("after others", interim(100).then(interim(103)).then(ok("a")), expecting("status == 200")),
                arguments("and then a close", lastAnswer("a"), expecting("body == 'a'")),
                arguments("until a close", untilClose("the end"), expecting("body == 'the end' and status == 200")));
    }

    @LoadTogether
    void largeRequestsAreSentWhole() throws Exception {
        String put = "local body = ('a\\0b'):rep(700000)\n"
                + "function request() return wrk.format('PUT', '/', nil, body) end";
        Load load = load(answering(ok("a")), "-R10", "-T10", "-s", script(put));
        assertEquals(Wrk2.GOOD, load.status(), load.err());
        assertTrue(load.count("requests/answered") >= 2, load.out());
        for (ReceivedRequest request : server.requests()) {
            assertEquals(2_100_000, request.body().length);
            assertEquals("ba\0b", request.text().substring(2_100_000 - 4));
        }
    }

    @LoadTogether
    void bytesThatNobodyAskedForEndTheConnection() throws Exception {
        Step twice = raw("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na".repeat(2));
        Load load = load(answering(twice), "-R20");
        assertEquals(Wrk2.BAD, load.status());
        assertTrue(load.count("errors/read") >= 5, load.out());
        assertEquals(server.requestCount(), load.count("requests/answered"), 1);
        assertEquals(load.count("requests/answered"), load.count("errors/read"), 1);
        assertTrue(load.err().contains("sent bytes when no answer was due"), load.err());
    }

    // ---- pipelines

    @LoadTogether
    void batchLatencyIsThatOfTheLastAnswer() throws Exception {
        Step step = delay(Duration.ofMillis(20)).then(ok("a"));
        Load all = load(answering(step), "-R20", "-s", script(PIPELINE));
        Load last = load(answering(step), "-R20", "-B", "-s", script(PIPELINE));
        assertEquals(all.count("requests/answered"), all.count("latency/count"));
        assertEquals(last.count("requests/answered") / 4, last.count("latency/count"));
        assertTrue(last.figure("uncorrected_latency/min") >= 79_000, last.out());
    }

    @LoadTogether
    void headAmidstPipelineHasNoBody() throws Exception {
        String pipeline = "local get, head = wrk.format('GET', '/'), wrk.format('HEAD', '/')\n"
                + "function request() return get .. head .. get end";
        Load load = load(
                playing(request -> request.method().equals("HEAD") ? headOnly(9) : ok("a")),
                "-R60",
                "-s",
                script(pipeline));
        assertEquals(Wrk2.GOOD, load.status(), load.err());
        assertTrue(load.count("requests/answered") >= 15, load.out());
    }

    @LoadTogether
    void pipelineThatIsCutOffIsMadeAgainWhole() throws Exception {
        Load load = load(goodBut(ok("a").then(close())), "-R40", "-s", script(PIPELINE));
        assertEquals(Wrk2.BAD, load.status());
        assertEquals(1, load.count("errors/read"));
        assertEquals(2, load.count("requests/answered") % 4);
        List<ReceivedRequest> again = server.requests().stream()
                .filter(request -> request.connection() == 2)
                .toList();
        assertEquals("[GET /k1, GET /k2, GET /k3, GET /k4]", again.subList(0, 4).toString());
    }

    // ---- timeouts

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @CsvSource({"-T1,2", "-T9,0"})
    void requestThatIsNeverAnsweredTimesOutOnceAndIsAFailureEvenBefore(String timeout, int timeouts) throws Exception {
        Load load = load(answering(silence()), "-c2", "-d2", "-R40", timeout);
        assertEquals(Wrk2.BAD, load.status());
        String errors = "  Socket errors: connect 0, read 0, write 0, timeout 2\n";
        assertEquals(timeouts, load.count("errors/timeout"));
        assertEquals(timeouts > 0, load.out().contains(errors), load.out());
        assertEquals(timeouts > 0, load.out().contains("Socket errors"), load.out());
        assertTrue(load.out().contains("  0 requests in "), load.out());
        assertEquals(2, server.requestCount());
        assertEquals(2, load.count("requests/open"));
    }

    @LoadTogether
    void connectionThatHasNothingToDoDoesNotTimeOut() throws Exception {
        // Each connection waits two seconds for its second request, twice the timeout.
        Load load = load(answering(ok("a")), "-c2", "-d3", "-R1", "-T1");
        assertEquals(Wrk2.GOOD, load.status(), load.err());
        assertEquals(0, load.count("errors/timeout"));
        assertEquals(4, load.count("requests/answered"));
    }

    // ---- threads and connections

    @LoadTogether
    void connectionsAreSpreadEvenlyOverThreads() throws Exception {
        assertEquals(List.of(1, 2), connectionsOfThreads("-t2", "-c3", "-R30"));
        assertEquals(List.of(2, 3, 3), connectionsOfThreads("-t3", "-c8", "-R80"));
    }

    private List<Integer> connectionsOfThreads(String threads, String connections, String rate) throws IOException {
        String numbered = "n = 0; function setup(thread) n = n + 1; thread:set('path', '/' .. n) end;"
                + " function init() wrk.path = path end";
        Load load = load(answering(ok("a")), threads, connections, rate, "-s", script(numbered));
        assertEquals(Wrk2.GOOD, load.status(), load.err());
        assertEquals(0, load.count("reconnects"));
        Map<Integer, Long> requests = server.requests().stream()
                .collect(Collectors.groupingBy(ReceivedRequest::connection, Collectors.counting()));
        assertEquals(Integer.parseInt(connections.substring(2)), requests.size());
        // Ten a second of each, and the rate is spread evenly, too.
        requests.forEach((number, count) -> assertTrue(count >= 3 && count <= 11, count + " on " + number));
        Map<String, Set<Integer>> ofThreads = server.requests().stream()
                .collect(Collectors.groupingBy(
                        ReceivedRequest::path, Collectors.mapping(ReceivedRequest::connection, Collectors.toSet())));
        return ofThreads.values().stream().map(Set::size).sorted().toList();
    }

    @LoadTogether
    void connectionsBeginOneAfterAnother() throws Exception {
        load(answering(ok("a")), "-c100", "-R100");
        List<Long> begins = server.requests().stream()
                .filter(request -> request.ordinal() == 0)
                .map(ReceivedRequest::arrived)
                .toList();
        // Five milliseconds each are half a second in all, of which a busy machine may lose some.
        assertEquals(100, begins.size());
        assertTrue(begins.get(99) - begins.get(0) >= 250_000_000L, begins.toString());
    }

    @LoadTogether
    void threadsGoToTheAddressThatSetupChose() throws Exception {
        try (ScriptedServer first = answering(ok("a"));
                ScriptedServer second = answering(ok("a"))) {
            String setup = "local addresses = { wrk.lookup('127.0.0.1', " + first.port() + ")[1],"
                    + " wrk.lookup('127.0.0.1', " + second.port() + ")[1] }\n"
                    + "function setup(thread) thread.addr = table.remove(addresses) end";
            Load load = Load.of(first, "-t2", "-c2", "-d1", "-R20", "-s", script(setup));
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            assertEquals(load.count("requests/answered"), first.requestCount() + second.requestCount(), 2);
            assertTrue(first.requestCount() >= 5, first.requestCount() + " requests");
            assertTrue(second.requestCount() >= 5, second.requestCount() + " requests");
        }
    }

    @LoadTogether
    void scriptStopsTheRun() throws Exception {
        String stopping = "n = 0; function response() n = n + 1; if n == 5 then wrk.thread:stop() end end";
        Load load = load(answering(ok("a")), "-t2", "-c2", "-d1m", "-R40", "-s", script(stopping));
        assertEquals(Wrk2.GOOD, load.status(), load.err());
        assertEquals(10, load.count("requests/answered"));
        assertTrue(load.at("interrupted").getAsBoolean());
        assertTrue(load.figure("seconds") < 30, load.out());
    }

    @LoadTogether
    void hostNameIsLookedUp() throws Exception {
        server = answering(ok("a"));
        Load load = Load.of("http://localhost:" + server.port(), "-t1", "-c1", "-d1", "-R10", "-H", "Host: elsewhere");
        assertEquals(Wrk2.GOOD, load.status(), load.err());
        assertEquals("elsewhere", server.requests().get(0).header("Host"));
    }

    // ---- what is written

    @LoadTogether
    void refusalsAreCountedAndNoFailureAndTheTimelineAddsUp() throws Exception {
        Path hgrm = folder.resolve("run.hgrm");
        ScriptedServer refusing = inTurn(ok("a"), answer(302, ""), answer(404, "b"));
        Load load = load(refusing, "-t2", "-c2", "-d2", "-R40", "--hgrm", hgrm.toString());
        assertGood(load);
        long refused = load.count("requests/answered") - 2;
        assertTrue(refused > 5, load.out());
        assertEquals(refused, load.count("errors/status"));
        assertTrue(load.out().contains("  Non-2xx or 3xx responses: " + refused + "\n"), load.out());
        List<JsonElement> seconds = load.at("timeline").getAsJsonArray().asList();
        assertEquals(2, seconds.size());
        for (String name : List.of("sent", "answered")) {
            assertEquals(load.count("requests/" + name), sum(seconds, name));
        }
        assertEquals(refused, sum(seconds, "errors"));
        assertTrue(sum(seconds, "p50") > 0, seconds.toString());
        assertTrue(load.figure("seconds") >= 2, load.out());
        assertTrue(Files.readString(hgrm).contains(" " + load.count("latency/count") + "]"));
    }

    private static long sum(List<JsonElement> seconds, String name) {
        return seconds.stream()
                .mapToLong(second -> second.getAsJsonObject().get(name).getAsLong())
                .sum();
    }

    @LoadTogether
    void reportThatCannotBeWrittenFailsTheRun() throws Exception {
        Path lost = Files.createDirectory(folder.resolve("lost"));
        String removing = script("function done() os.remove('" + lost + "') end");
        String file = lost.resolve("run.hgrm").toString();
        Load load = load(answering(ok("a")), "-R20", "-s", removing, "--hgrm", file);
        assertEquals(Wrk2.BAD, load.status());
        assertEquals("wrk2: cannot write " + file + ": there is no folder " + lost + "\n", load.err());
        assertTrue(load.out().contains("Requests/sec:"), load.out());
    }

    /** Lua shortens the path of a script, from its start. */
    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @CsvSource(delimiter = '|', textBlock = """
            -d1m | false | n = 0; function response() n = n + 1; if n == 3 then nosuch() end end
            -d1  | true  | function done() nosuch() end
            """)
    void scriptThatFailsEndsTheRunWithItsLine(String duration, boolean printed, String lua) throws Exception {
        String script = script("\n" + lua);
        Load load = load(answering(ok("a")), "-t2", "-c2", duration, "-R40", "-s", script);
        assertEquals(Wrk2.BAD, load.status());
        String name = Path.of(script).getFileName() + ":2: ";
        assertTrue(
                load.err().matches("wrk2: \\S*" + name + "attempt to call global 'nosuch' \\(a nil value\\)\n"),
                load.err());
        assertEquals(printed, load.out().contains("Requests/sec:"), load.out());
        assertTrue(printed || load.json() == null);
    }

    @LoadTogether
    void requestThatIsNoHttpIsToldBeforeTheLoad() throws Exception {
        Load load = load(answering(ok("a")), "-R10", "-s", script("function request() return 'hello' end"));
        assertEquals(Wrk2.BAD, load.status());
        assertTrue(load.err().startsWith("wrk2: the script's request"), load.err());
        assertEquals("", load.out());
        assertEquals(0, server.requestCount());
    }

    private static void assertGood(Load load) {
        assertEquals(Wrk2.GOOD, load.status(), load.err());
        for (String kind : List.of("connect", "read", "write", "timeout")) {
            assertEquals(0, load.count("errors/" + kind), kind + " errors: " + load.err());
        }
        assertFalse(load.out().contains("Socket errors"), load.out());
    }

    /** A script that fails at the first answer of which the condition does not hold. */
    private static String expecting(String condition) {
        return "function response(status, headers, body)\n   if not (" + condition
                + ") then error('got ' .. status .. ' ' .. body) end\nend";
    }

    private String script(String lua) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "script", ".lua"), lua)
                .toString();
    }
}
