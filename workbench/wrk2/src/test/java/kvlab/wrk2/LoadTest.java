package kvlab.wrk2;

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
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs, against servers that are good, late, broken or gone. */
@Tag("slow")
class LoadTest {

    private static final Duration HALF_A_SECOND = Duration.ofMillis(500);

    /** One before the load, to see if the host answers; then with pauses of 10, 20, 40 ... 640 ms. */
    private static final int MOST_IN_A_SECOND = 8;

    private static final String FIRST_TROUBLE = "wrk2: the first socket error: ";

    @TempDir
    private Path folder;

    // ---- open loop

    @LoadTogether
    void pauseOfTheServerDelaysAllThatWereDueMeanwhile() throws Exception {
        Step pausingOnce = delay(HALF_A_SECOND).then(ok("a"));
        try (ScriptedServer server =
                ScriptedServer.playing(request -> request.ordinal() == 20 ? pausingOnce : ok("a"))) {
            Load load = Load.of(server, "-t1", "-c1", "-d2", "-R100");
            // Fifty were due meanwhile: a quarter of all.
            assertTrue(load.figure("latency/max") >= 400_000, load.out());
            assertTrue(load.figure("latency/percentiles/90") >= 250_000, load.out());
            assertTrue(load.figure("uncorrected_latency/max") >= 400_000, load.out());
            assertTrue(load.figure("uncorrected_latency/percentiles/90") < 200_000, load.out());
        }
    }

    @LoadTogether
    void outageIsCaughtUpAtNoMoreThanTwiceTheRate() throws Exception {
        Step outage = connection -> {
            connection.server().stopListening();
            ok("a").on(connection);
            connection.close();
            connection.pause(Duration.ofSeconds(1));
            connection.server().listenAgain();
        };
        try (ScriptedServer server = ScriptedServer.playing(
                request -> request.connection() == 1 && request.ordinal() == 1 ? outage : ok("a"))) {
            Load load = Load.of(server, "-t1", "-c1", "-d3", "-R5");
            List<ReceivedRequest> received = server.requests();
            long resumed = received.get(2).arrived();
            for (int n = 3; n < received.size(); n++) {
                // The first one may have been delayed on its way, and then not delay the others.
                long soonest = resumed + (n - 2) * 100_000_000L - 200_000_000L;
                assertTrue(received.get(n).arrived() >= soonest, "more than twice the rate at request " + n);
            }
            assertTrue(received.size() >= 12, received.size() + " requests");
            assertTrue(load.figure("latency/max") >= 800_000, load.out());
        }
    }

    @Tag("happy-path")
    @LoadTogether
    void noRequestGoesOutBeforeItIsDue() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            long begin = System.nanoTime();
            Load load = Load.of(server, "-t1", "-c1", "-d1", "-R50");
            List<ReceivedRequest> received = server.requests();
            for (int n = 0; n < received.size(); n++) {
                assertTrue(received.get(n).arrived() - begin >= n * 20_000_000L, "request " + n);
            }
            assertTrue(received.size() <= 51, received.size() + " requests");
            assertTrue(load.count("requests/answered") >= 10, load.out());
        }
    }

    @LoadTogether
    void lateAnswersAreNoErrors() throws Exception {
        try (ScriptedServer server =
                ScriptedServer.answering(delay(Duration.ofMillis(150)).then(ok("a")))) {
            Load load = Load.of(server, "-t1", "-c2", "-d1", "-R8");
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            assertTrue(load.figure("latency/min") >= 149_000, load.out());
            assertTrue(load.figure("uncorrected_latency/min") >= 149_000, load.out());
            assertNoSocketErrors(load);
        }
    }

    @LoadTogether
    void rateThatWasNotHeldIsToldInOneLine() throws Exception {
        try (ScriptedServer server =
                ScriptedServer.answering(delay(Duration.ofMillis(100)).then(ok("a")))) {
            Load load = Load.of(server, "-t1", "-c2", "-d1", "-R2000");
            assertTrue(
                    load.err()
                            .matches("wrk2: asked 2000/s, sent \\d+/s:"
                                    + " the figures are those of an overloaded target\n"),
                    load.err());
            assertFalse(load.at("requests/rate_held").getAsBoolean());
            assertEquals(load.err(), "wrk2: " + load.at("requests/note").getAsString() + "\n");
            assertTrue(load.count("requests/due") > 1_500, load.json().toString());
            assertTrue(load.count("requests/sent") < 50, load.json().toString());
            assertEquals(Wrk2.GOOD, load.status());
            assertFalse(load.out().contains("asked"), load.out());
        }
    }

    @LoadTogether
    void rateThatWasHeldNeedsNoWord() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            // So few that even a busy machine sends them.
            Load load = Load.of(server, "-t1", "-c4", "-d1", "-R8");
            assertEquals("", load.err());
            assertTrue(load.at("requests/rate_held").getAsBoolean());
            assertNull(load.at("requests").getAsJsonObject().get("note"));
        }
    }

    @LoadTogether
    void whatBecomesDueWhileTheEndIsNotNoticedIsNobodys() throws Exception {
        String dawdling = """
                local answers, first = 0, nil
                function response()
                   first = first or wrk.time_us()
                   answers = answers + 1
                   while answers == 4 and wrk.time_us() < first + 1300000 do end
                end
                """;
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Load load = Load.of(server, "-t1", "-c2", "-d1", "-R4", "-s", script(dawdling));
            assertEquals(4, load.count("requests/due"));
            assertEquals(4, load.count("requests/answered"));
            assertEquals("", load.err());
        }
    }

    @LoadTogether
    void timerIsPreciseUnlessAskedForAndToldInTheJsonAlone() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Load precise = Load.of(server, "-t1", "-c1", "-d1", "-R50");
            Load wrk2 = Load.of(server, "-t1", "-c1", "-d1", "-R50", "--wrk2-timer");
            assertEquals("precise", precise.at("engine/timer").getAsString());
            assertEquals("wrk2", wrk2.at("engine/timer").getAsString());
            assertEquals(Wrk2.GOOD, wrk2.status(), wrk2.err());
            assertTrue(wrk2.count("requests/answered") >= 10, wrk2.out());
            assertFalse(wrk2.out().contains("timer"), wrk2.out());
            assertFalse(wrk2.err().contains("timer"), wrk2.err());
        }
    }

    // ---- connections that end

    @LoadTogether
    void connectionThatServerClosesBehindAnAnswerIsMadeAgain() throws Exception {
        try (ScriptedServer server = ScriptedServer.closingAfter(5, ok("a"))) {
            Load load = Load.of(server, "-t1", "-c1", "-d1", "-R40");
            assertTrue(load.count("requests/answered") >= 10, load.out());
            assertTrue(server.connections() >= 4, server.connections() + " connections");
            assertEquals(server.connections() - 2, load.count("reconnects"), 1);
            // Where the test's machine is slow, a request may meet the close on its way: that one is an error.
            assertEquals(load.count("errors/read") > 0 ? Wrk2.BAD : Wrk2.GOOD, load.status());
        }
    }

    @LoadTogether
    void connectionThatServerSaidToCloseIsNoError() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(lastAnswer("a"))) {
            Load load = Load.of(server, "-t1", "-c2", "-d1", "-R40");
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            assertNoSocketErrors(load);
            assertTrue(load.count("requests/answered") >= 10, load.out());
            assertEquals(load.count("requests/answered"), load.count("reconnects"), 2);
            assertEquals(server.requestCount(), load.count("requests/answered"), 2);
        }
    }

    @LoadTogether
    void bodyWithoutLengthEndsWithItsConnection() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(untilClose("the whole body"))) {
            Load load = Load.of(server, "-t1", "-c2", "-d1", "-R40", "-s", expecting("#body == 14 and status == 200"));
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            assertNoSocketErrors(load);
            assertTrue(load.count("requests/answered") >= 10, load.out());
        }
    }

    @LoadTogether
    void resetsAreErrorsAndRetriedWithLongerAndLongerPauses() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(reset())) {
            Load load = Load.of(server, "-t1", "-c1", "-d1", "-R100");
            assertEquals(Wrk2.BAD, load.status());
            assertEquals(0, load.count("requests/answered"));
            assertTrue(load.err().startsWith(FIRST_TROUBLE + "Connection reset"), load.err());
            assertTrue(load.count("errors/read") >= 3, load.out());
            assertTrue(server.connections() <= MOST_IN_A_SECOND, server.connections() + " connections");
            assertFalse(load.out().contains("nan"), load.out());
        }
    }

    @LoadTogether
    void closeOnAcceptIsRetriedWithLongerAndLongerPauses() throws Exception {
        try (ScriptedServer server = ScriptedServer.greeting(close())) {
            Load load = Load.of(server, "-t1", "-c1", "-d1", "-R100");
            assertEquals(Wrk2.BAD, load.status());
            assertTrue(server.connections() <= MOST_IN_A_SECOND, server.connections() + " connections");
        }
    }

    @LoadTogether
    void halfAnAnswerIsAnErrorAndItsRequestIsMadeAgain() throws Exception {
        Step half = ok("a body").firstHalf().then(close());
        try (ScriptedServer server = ScriptedServer.inTurn(ok("a"), half, half, ok("a"))) {
            Load load = Load.of(server, "-t1", "-c1", "-d1", "-R20", "-s", expecting("body == 'a'"));
            assertEquals(Wrk2.BAD, load.status());
            assertEquals(2, load.count("errors/read"));
            assertEquals(0, load.count("errors/connect") + load.count("errors/write") + load.count("errors/timeout"));
            assertTrue(
                    load.err().startsWith(FIRST_TROUBLE + "the server closed a connection while an answer was due\n"),
                    load.err());
            assertEquals(server.requestCount() - 2, load.count("requests/answered"), 1);
            assertTrue(load.count("requests/answered") >= 10, load.out());
            assertTrue(load.out().contains("  Socket errors: connect 0, read 2, write 0, timeout 0\n"), load.out());
        }
    }

    @LoadTogether
    void lostRequestStaysDueWhenItWasDue() throws Exception {
        Step dying = delay(HALF_A_SECOND).then(close());
        try (ScriptedServer server = ScriptedServer.inTurn(dying, ok("a"))) {
            Load load = Load.of(server, "-t1", "-c1", "-d1", "-R4");
            assertTrue(load.figure("latency/max") >= 500_000, load.out());
            assertTrue(load.figure("uncorrected_latency/max") < 400_000, load.out());
        }
    }

    @LoadTogether
    void deadServerIsAskedLessAndLessOften() throws Exception {
        try (ScriptedServer server =
                ScriptedServer.inTurn(ok("a"), refuseConnections().then(lastAnswer("last")))) {
            Load load = Load.of(server, "-t1", "-c1", "-d2", "-R100");
            assertEquals(Wrk2.BAD, load.status());
            assertEquals(2, load.count("requests/answered"));
            // Pauses of 10, 20, 40 ... 1280 ms are more than two seconds.
            assertTrue(load.count("errors/connect") >= 4, load.out());
            assertTrue(load.count("errors/connect") <= 8, load.out());
            assertTrue(load.err().startsWith(FIRST_TROUBLE + "Connection refused\n"), load.err());
        }
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
        try (ScriptedServer server =
                ScriptedServer.playing(request -> request.connection() % 3 == 0 ? lastAnswer("a") : reset())) {
            Load load = Load.of(server, "-t1", "-c1", "-d2", "-R100");
            // Two pauses, 10 and 20 ms, for each answer; if they went on to double, there would be five answers.
            assertTrue(load.count("requests/answered") >= 8, load.out());
        }
    }

    @LoadTogether
    void serverThatComesBackIsLoadedAgain() throws Exception {
        try (ScriptedServer server = ScriptedServer.playing(
                request -> request.connection() == 1 ? refuseConnections().then(lastAnswer("last")) : ok("a"))) {
            CompletableFuture<Load> running = together(server, "-t1", "-c1", "-d2", "-R50");
            server.await("the last connection's end", () -> server.requestCount() > 0 && server.openConnections() == 0);
            server.listenAgain();
            server.awaitRequests(10);
            assertTrue(running.join().count("requests/answered") >= 10);
        }
    }

    // ---- answers of all kinds

    @LoadTogether
    void refusalsAreCountedAndNoFailure() throws Exception {
        try (ScriptedServer server = ScriptedServer.inTurn(ok("a"), answer(302, ""), answer(404, "none"))) {
            Load load = Load.of(server, "-t1", "-c1", "-d1", "-R20");
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            long refused = load.count("requests/answered") - 2;
            assertTrue(refused > 5, load.out());
            assertEquals(refused, load.count("errors/status"));
            assertTrue(load.out().contains("  Non-2xx or 3xx responses: " + refused + "\n"), load.out());
            assertNoSocketErrors(load);
        }
    }

    @LoadTogether
    void chunkedAnswersAreReadInWhateverPieces() throws Exception {
        Step.Answer answer = chunked("chu", "nked");
        Step[] ways = {answer, answer.dripping(), answer.inHalves(Duration.ofMillis(5))};
        try (ScriptedServer server = ScriptedServer.playing(request -> ways[request.ordinal() % ways.length])) {
            Load load = Load.of(server, "-t1", "-c2", "-d1", "-R40", "-s", expecting("body == 'chunked'"));
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            assertTrue(load.count("requests/answered") >= 10, load.out());
        }
    }

    @LoadTogether
    void interimAnswersAreNotTheAnswer() throws Exception {
        try (ScriptedServer server =
                ScriptedServer.answering(interim(100).then(interim(103)).then(ok("a")))) {
            Load load = Load.of(server, "-t1", "-c1", "-d1", "-R40", "-s", expecting("status == 200"));
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            assertEquals(server.requestCount(), load.count("requests/answered"), 1);
        }
    }

    @LoadTogether
    void answersToHeadHaveNoBody() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(headOnly(1000))) {
            Load load = Load.of(server, "-t1", "-c1", "-d1", "-R40", "-s", script("wrk.method = 'HEAD'"));
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            assertTrue(load.count("requests/answered") >= 10, load.out());
            assertEquals("HEAD", server.requests().get(0).method());
        }
    }

    @LoadTogether
    void largeAnswersAreReadWhole() throws Exception {
        String body = "0123456789".repeat(30_000);
        try (ScriptedServer server = ScriptedServer.answering(ok(body))) {
            Load load = Load.of(
                    server,
                    "-t1",
                    "-c1",
                    "-d1",
                    "-R20",
                    "-s",
                    expecting("#body == 300000 and body:sub(-10) == '0123456789'"));
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            assertTrue(load.count("bytes") >= 10 * 300_000, load.out());
        }
    }

    @LoadTogether
    void largeRequestsAreSentWholeToServerThatReadsSlowly() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            String put = "local body = ('a\\0b'):rep(700000)\n"
                    + "function request() return wrk.format('PUT', '/', nil, body) end";
            Load load = Load.of(server, "-t1", "-c1", "-d1", "-R10", "-T10", "-s", script(put));
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            assertTrue(load.count("requests/answered") >= 2, load.out());
            for (ReceivedRequest request : server.requests()) {
                assertEquals(2_100_000, request.body().length);
                assertEquals("ba\0b", request.text().substring(2_100_000 - 4));
            }
        }
    }

    @LoadTogether
    void bytesThatNobodyAskedForEndTheConnection() throws Exception {
        Step twice = raw("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na".repeat(2));
        try (ScriptedServer server = ScriptedServer.answering(twice)) {
            Load load = Load.of(server, "-t1", "-c1", "-d1", "-R20");
            assertEquals(Wrk2.BAD, load.status());
            assertTrue(load.count("errors/read") >= 5, load.out());
            assertEquals(server.requestCount(), load.count("requests/answered"), 1);
            assertEquals(load.count("requests/answered"), load.count("errors/read"), 1);
            assertTrue(load.err().contains("sent bytes when no answer was due"), load.err());
        }
    }

    @LoadTogether
    void whatIsNoHttpIsAnErrorThatShowsWhatCame() throws Exception {
        try (ScriptedServer server = ScriptedServer.greeting(raw("SSH-2.0-OpenSSH\r\n"))) {
            Load load = Load.of(server, "-t1", "-c1", "-d1", "-R20");
            assertEquals(Wrk2.BAD, load.status());
            assertTrue(load.err().contains("SSH-2.0"), load.err());
            assertTrue(load.count("errors/read") >= 3, load.out());
        }
    }

    // ---- pipelines

    @LoadTogether
    void everyAnswerOfPipelineCounts() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a").together(4))) {
            Load load = Load.of(server, "-t1", "-c2", "-d1", "-R80", "-s", script(PIPELINE));
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            long answered = load.count("requests/answered");
            assertTrue(answered >= 20, load.out());
            assertEquals(0, answered % 4);
            assertEquals(0, load.count("requests/sent") % 4);
            assertEquals(answered, load.count("latency/count"));
            assertEquals(
                    List.of("GET /k1", "GET /k2", "GET /k3", "GET /k4"),
                    server.requests().stream()
                            .filter(request -> request.connection() == 1)
                            .limit(4)
                            .map(ReceivedRequest::toString)
                            .toList());
        }
    }

    @LoadTogether
    void batchLatencyIsThatOfTheLastAnswer() throws Exception {
        Step step = delay(Duration.ofMillis(20)).then(ok("a"));
        try (ScriptedServer server = ScriptedServer.answering(step)) {
            Load all = Load.of(server, "-t1", "-c1", "-d1", "-R20", "-s", script(PIPELINE));
            Load last = Load.of(server, "-t1", "-c1", "-d1", "-R20", "-B", "-s", script(PIPELINE));
            assertEquals(all.count("requests/answered"), all.count("latency/count"));
            assertEquals(last.count("requests/answered") / 4, last.count("latency/count"));
            assertTrue(last.figure("uncorrected_latency/min") >= 79_000, last.out());
        }
    }

    @LoadTogether
    void headAmidstPipelineHasNoBody() throws Exception {
        String pipeline = "local get, head = wrk.format('GET', '/'), wrk.format('HEAD', '/')\n"
                + "function request() return get .. head .. get end";
        try (ScriptedServer server =
                ScriptedServer.playing(request -> request.method().equals("HEAD") ? headOnly(9) : ok("a"))) {
            Load load = Load.of(server, "-t1", "-c1", "-d1", "-R60", "-s", script(pipeline));
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            assertTrue(load.count("requests/answered") >= 15, load.out());
        }
    }

    @LoadTogether
    void pipelineThatIsCutOffIsMadeAgainWhole() throws Exception {
        try (ScriptedServer server = ScriptedServer.playing(
                request -> request.connection() == 1 && request.ordinal() == 1 ? ok("a").then(close()) : ok("a"))) {
            Load load = Load.of(server, "-t1", "-c1", "-d1", "-R40", "-s", script(PIPELINE));
            assertEquals(Wrk2.BAD, load.status());
            assertEquals(1, load.count("errors/read"));
            assertEquals(2, load.count("requests/answered") % 4);
            List<ReceivedRequest> again = server.requests().stream()
                    .filter(request -> request.connection() == 2)
                    .toList();
            assertEquals("/k1", again.get(0).path());
        }
    }

    private static final String PIPELINE = """
            local requests = {}
            function init()
               for i = 1, 4 do requests[i] = wrk.format("GET", "/k" .. i) end
            end
            function request() return table.concat(requests) end
            """;

    // ---- timeouts

    @LoadTogether
    void requestThatIsNeverAnsweredTimesOutOnce() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(silence())) {
            Load load = Load.of(server, "-t1", "-c2", "-d2", "-R40", "-T1");
            assertEquals(Wrk2.BAD, load.status());
            assertEquals(2, load.count("errors/timeout"));
            assertTrue(load.out().contains("  Socket errors: connect 0, read 0, write 0, timeout 2\n"), load.out());
            assertTrue(load.out().contains("  0 requests in "), load.out());
            assertFalse(load.out().contains("nan"), load.out());
            assertEquals(2, server.requestCount());
            assertEquals(2, load.count("requests/open"));
        }
    }

    @LoadTogether
    void noAnswerAtAllIsAFailureEvenBeforeTimeout() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(silence())) {
            Load load = Load.of(server, "-t1", "-c1", "-d1", "-R10");
            assertEquals(Wrk2.BAD, load.status());
            assertNoSocketErrors(load);
        }
    }

    @LoadTogether
    void connectionThatHasNothingToDoDoesNotTimeOut() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            // Each connection waits two seconds for its second request, twice the timeout.
            Load load = Load.of(server, "-t1", "-c2", "-d3", "-R1", "-T1");
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            assertEquals(0, load.count("errors/timeout"));
            assertEquals(4, load.count("requests/answered"));
        }
    }

    // ---- threads and connections

    @LoadTogether
    void connectionsAreSpreadEvenlyOverThreads() throws Exception {
        assertEquals(List.of(1L, 2L), connectionsOfThreads("-t2", "-c3", "-R30"));
        assertEquals(List.of(2L, 3L, 3L), connectionsOfThreads("-t3", "-c8", "-R80"));
    }

    private List<Long> connectionsOfThreads(String threads, String connections, String rate) throws IOException {
        String numbered = """
                local number = 0
                function setup(thread)
                   number = number + 1
                   thread:set("path", "/" .. number)
                end
                function init() wrk.path = path end
                """;
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Load load = Load.of(server, threads, connections, "-d1", rate, "-s", script(numbered));
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            Map<Integer, List<ReceivedRequest>> byConnection =
                    server.requests().stream().collect(Collectors.groupingBy(ReceivedRequest::connection));
            // Ten a second of each, and the rate is spread evenly, too.
            byConnection.forEach((connection, requests) -> {
                assertTrue(requests.size() >= 3 && requests.size() <= 11, requests.size() + " on " + connection);
                assertEquals(
                        1,
                        requests.stream().map(ReceivedRequest::path).distinct().count());
            });
            return byConnection.values().stream()
                    .collect(Collectors.groupingBy(requests -> requests.get(0).path(), Collectors.counting()))
                    .values()
                    .stream()
                    .sorted()
                    .toList();
        }
    }

    @LoadTogether
    void connectionsBeginOneAfterAnother() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Load.of(server, "-t1", "-c100", "-d1", "-R100");
            List<Long> begins = server.requests().stream()
                    .filter(request -> request.ordinal() == 0)
                    .map(ReceivedRequest::arrived)
                    .toList();
            // Five milliseconds each are half a second in all, of which a busy machine may lose some.
            assertEquals(100, begins.size());
            assertTrue(begins.get(99) - begins.get(0) >= 250_000_000L, begins.toString());
        }
    }

    @LoadTogether
    void connectionsStayOpen() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Load load = Load.of(server, "-t2", "-c3", "-d1", "-R60");
            Set<Integer> used =
                    server.requests().stream().map(ReceivedRequest::connection).collect(Collectors.toSet());
            assertEquals(3, used.size());
            assertEquals(0, load.count("reconnects"));
        }
    }

    @LoadTogether
    void sameSeedGivesTheSameRequestsInTheSameOrder() throws Exception {
        String random = "function init(args) math.randomseed(tonumber(args[1])) end\n"
                + "function request() return wrk.format('GET', '/' .. math.random(1000000)) end";
        List<List<String>> paths = Stream.of("7", "7", "8")
                .map(seed -> {
                    try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
                        Load.of(server, "-t1", "-c1", "-d1", "-R20", "-s", script(random), "--", seed);
                        return server.requests().stream()
                                .map(ReceivedRequest::path)
                                .limit(10)
                                .toList();
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .toList();
        assertEquals(10, paths.get(0).size());
        assertEquals(paths.get(0), paths.get(1));
        assertFalse(paths.get(0).equals(paths.get(2)));
    }

    @LoadTogether
    void threadsGoToTheAddressThatSetupChose() throws Exception {
        try (ScriptedServer first = ScriptedServer.answering(ok("a"));
                ScriptedServer second = ScriptedServer.answering(ok("a"))) {
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
        String stopping = """
                local answers = 0
                function response()
                   answers = answers + 1
                   if answers == 5 then wrk.thread:stop() end
                end
                """;
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Load load = Load.of(server, "-t2", "-c2", "-d1m", "-R40", "-s", script(stopping));
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            assertEquals(10, load.count("requests/answered"));
            assertTrue(load.at("interrupted").getAsBoolean());
            assertTrue(load.figure("seconds") < 30, load.out());
        }
    }

    // ---- requests

    @LoadTogether
    void headersAreSentWithEachRequest() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Load.of(server.url("/a?b=c"), "-t1", "-c1", "-d1", "-R10", "-H", "X-Lab: 1", "-HX-Two:  a:b ");
            for (ReceivedRequest request : server.requests()) {
                assertEquals("GET /a?b=c", request.toString());
                assertEquals("1", request.header("X-Lab"));
                assertEquals("a:b", request.header("X-Two"));
                assertEquals("127.0.0.1:" + server.port(), request.header("Host"));
            }
        }
    }

    @LoadTogether
    void hostNameIsLookedUp() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Load load =
                    Load.of("http://localhost:" + server.port(), "-t1", "-c1", "-d1", "-R10", "-H", "Host: elsewhere");
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            assertEquals("elsewhere", server.requests().get(0).header("Host"));
        }
    }

    @LoadTogether
    void hostWithoutServerIsToldBeforeTheLoad() throws Exception {
        Load load = Load.of("http://127.0.0.1:1", "-t1", "-c1", "-d1", "-R10");
        assertEquals(Wrk2.BAD, load.status());
        assertEquals("wrk2: unable to connect to 127.0.0.1:1 Connection refused\n", load.err());
        assertEquals("", load.out());
    }

    // ---- what is written

    @LoadTogether
    void timelineHasALineForEachSecondAndAddsUp() throws Exception {
        try (ScriptedServer server = ScriptedServer.inTurn(ok("a"), answer(404, "b"))) {
            Load load = Load.of(server, "-t2", "-c2", "-d2", "-R40");
            List<JsonElement> seconds = StreamSupport.stream(
                            load.at("timeline").getAsJsonArray().spliterator(), false)
                    .toList();
            assertEquals(2, seconds.size());
            for (String name : List.of("sent", "answered")) {
                assertEquals(load.count("requests/" + name), sum(seconds, name));
            }
            assertEquals(load.count("errors/status"), sum(seconds, "errors"));
            assertTrue(sum(seconds, "p50") > 0, seconds.toString());
            assertTrue(load.figure("seconds") >= 2, load.out());
        }
    }

    private static long sum(List<JsonElement> seconds, String name) {
        return seconds.stream()
                .mapToLong(second -> second.getAsJsonObject().get(name).getAsLong())
                .sum();
    }

    @LoadTogether
    void percentilesGoToTheirFile() throws Exception {
        Path hgrm = folder.resolve("run.hgrm");
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Load load = Load.of(server, "-t1", "-c1", "-d1", "-R20", "--hgrm", hgrm.toString());
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            String written = Files.readString(hgrm);
            assertTrue(written.contains("Total count    = " + " ".repeat(10)), written);
            assertTrue(written.contains(" " + load.count("latency/count") + "]"), written);
        }
    }

    @LoadTogether
    void reportThatCannotBeWrittenFailsTheRun() throws Exception {
        Path lost = Files.createDirectory(folder.resolve("lost"));
        String removing = script("function done() os.remove('" + lost + "') end");
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            String file = lost.resolve("run.hgrm").toString();
            Load load = Load.of(server, "-t1", "-c1", "-d1", "-R20", "-s", removing, "--hgrm", file);
            assertEquals(Wrk2.BAD, load.status());
            assertEquals("wrk2: cannot write " + file + ": there is no folder " + lost + "\n", load.err());
            assertTrue(load.out().contains("Requests/sec:"), load.out());
        }
    }

    // ---- scripts that fail

    @LoadTogether
    void scriptThatFailsAmidstTheLoadEndsItWithItsLine() throws Exception {
        String failing = """
                local answers = 0
                function response()
                   answers = answers + 1
                   if answers == 3 then nosuch() end
                end
                """;
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            String script = script(failing);
            Load load = Load.of(server, "-t2", "-c2", "-d1m", "-R40", "-s", script);
            assertEquals(Wrk2.BAD, load.status());
            assertFailed(script, 4, load);
            assertNull(load.json());
        }
    }

    @LoadTogether
    void scriptThatFailsInDoneHasItsReportPrinted() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            String script = script("function done() nosuch() end");
            Load load = Load.of(server, "-t1", "-c1", "-d1", "-R10", "-s", script);
            assertEquals(Wrk2.BAD, load.status());
            assertFailed(script, 1, load);
            assertTrue(load.out().contains("Requests/sec:"), load.out());
        }
    }

    @LoadTogether
    void requestThatIsNoHttpIsToldBeforeTheLoad() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Load load = Load.of(server, "-R10", "-s", script("function request() return 'hello' end"));
            assertEquals(Wrk2.BAD, load.status());
            assertTrue(load.err().startsWith("wrk2: the script's request"), load.err());
            assertEquals(0, server.requestCount());
        }
    }

    /** Lua shortens a long path, from its start. */
    private static void assertFailed(String script, int line, Load load) {
        String name = Path.of(script).getFileName() + ":" + line + ": ";
        assertTrue(
                load.err().matches("wrk2: \\S*" + name + "attempt to call global 'nosuch' \\(a nil value\\)\n"),
                load.err());
    }

    private static void assertNoSocketErrors(Load load) {
        for (String kind : List.of("connect", "read", "write", "timeout")) {
            assertEquals(0, load.count("errors/" + kind), kind + " errors: " + load.err());
        }
        assertFalse(load.out().contains("Socket errors"), load.out());
    }

    private static CompletableFuture<Load> together(ScriptedServer server, String... options) {
        CompletableFuture<Load> load = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                load.complete(Load.of(server, options));
            } catch (IOException | RuntimeException e) {
                load.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return load;
    }

    /** A script that fails at the first answer of which the condition does not hold. */
    private String expecting(String condition) throws IOException {
        return script("function response(status, headers, body)\n   if not (" + condition
                + ") then error('got ' .. status .. ' ' .. body) end\nend");
    }

    private String script(String lua) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "script", ".lua"), lua)
                .toString();
    }
}
