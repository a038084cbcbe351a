package kvlab.wrk2;

import static kvlab.wrk2.Step.delay;
import static kvlab.wrk2.Step.hang;
import static kvlab.wrk2.Step.lastAnswer;
import static kvlab.wrk2.Step.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A load that is told when to go on and when to rest. */
@Tag("slow")
@Timeout(120)
class WindowsTest {

    @TempDir
    private Path folder;

    @LoadTogether
    void connectionsStayOpenAndNothingIsSentBetweenWindows() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            List<JsonObject> windows = windows(load(server, "1s\n1s\n\n2s\n"));
            assertEquals(
                    List.of(1.0, 1.0, 2.0),
                    windows.stream()
                            .map(each -> each.get("seconds").getAsDouble())
                            .toList());
            // One before them, to find out whether the server is there.
            assertEquals(1 + 4, server.connections());
            long sent =
                    windows.stream().mapToLong(each -> requests(each, "sent")).sum();
            assertEquals(server.requestCount(), sent);
            for (JsonObject window : windows) {
                assertEquals(requests(window, "sent"), requests(window, "answered"));
            }
        }
    }

    @LoadTogether
    void eachWindowHasALatenessOfItsOwn() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            for (JsonObject window : windows(load(server, "1s\n1s\n"))) {
                long samples = window.getAsJsonObject("lateness").get("samples").getAsLong();
                // Of two threads; that of the end may go either way.
                assertTrue(samples >= 18 && samples <= 20, samples + " samples");
            }
        }
    }

    @LoadTogether
    void windowMayHaveARateOfItsOwn() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            List<JsonObject> windows = windows(load(server, "1s 200\n1s\n"));
            // Each of 4 connections has its first request due a moment after the window's begin.
            assertEquals(200, requests(windows.get(0), "due"), 4);
            assertEquals(100, requests(windows.get(1), "due"), 4);
            assertEquals(200, requests(windows.get(0), "asked_per_second"));
        }
    }

    @LoadTogether
    void answersThatAreDueAtTheEndOfAWindowBelongToIt() throws Exception {
        try (ScriptedServer server =
                ScriptedServer.answering(delay(Duration.ofMillis(500)).then(ok("a")))) {
            for (JsonObject window : windows(load(server, "1s\n1s\n"))) {
                assertEquals(requests(window, "sent"), requests(window, "answered"));
                assertEquals(0, requests(window, "open"));
            }
        }
    }

    @LoadTogether
    void answersAfterTheEndOfAWindowAreToldFromThoseInTime() throws Exception {
        // Each of 4 connections asks first within 40 ms, and is answered at 600 ms and again after the window.
        try (ScriptedServer server =
                ScriptedServer.answering(delay(Duration.ofMillis(600)).then(ok("a")))) {
            for (JsonObject window : windows(load(server, "1s\n1s\n"))) {
                assertEquals(4, requests(window, "late"));
                assertEquals(8, requests(window, "answered"));
            }
        }
    }

    @LoadTogether
    void answerThatDoesNotComeIsGivenUpAndTheNextWindowIsGood() throws Exception {
        try (ScriptedServer server = ScriptedServer.inTurn(hang(), hang(), ok("a"))) {
            List<JsonObject> windows = windows(load(server, "1s\n1s\n"));
            assertEquals(2, requests(windows.get(0), "open"));
            assertEquals(0, requests(windows.get(1), "open"));
            assertEquals(requests(windows.get(1), "sent"), requests(windows.get(1), "answered"));
            JsonObject errors = windows.get(1).getAsJsonObject("errors");
            assertEquals(0, errors.get("read").getAsLong());
        }
    }

    @LoadTogether
    void connectionThatEndsBetweenWindowsIsMadeAgain() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(lastAnswer("a"))) {
            for (JsonObject window : windows(load(server, "1s\n1s\n"))) {
                assertEquals(requests(window, "sent"), requests(window, "answered"));
                assertEquals(100, requests(window, "due"), 4);
                assertEquals(0, window.getAsJsonObject("errors").get("read").getAsLong());
            }
        }
    }

    @LoadTogether
    void histogramsAreThoseOfTheWindowsAndAddUpToTheRun() throws Exception {
        Path json = folder.resolve("run.json");
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            List<JsonObject> windows = windows(load(server, "1s\n1s\n", "--json", json.toString()));
            Histogram sum = EventLoop.newHistogram();
            for (JsonObject window : windows) {
                JsonObject latency = window.getAsJsonObject("latency");
                byte[] bytes =
                        Base64.getDecoder().decode(latency.get("histogram").getAsString());
                Histogram histogram = Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
                assertEquals(requests(window, "answered"), histogram.getTotalCount());
                assertEquals(latency.get("count").getAsLong(), histogram.getTotalCount());
                sum.add(histogram);
            }
            JsonObject run = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
            JsonObject latency = run.getAsJsonObject("latency");
            assertEquals(sum.getTotalCount(), latency.get("count").getAsLong());
            assertEquals(new LatencyStats(sum).max(), latency.get("max").getAsDouble());
            assertEquals(2, run.get("seconds").getAsDouble());
        }
    }

    @LoadTogether
    void scriptHasTheLastWordAboutAllWindows() throws Exception {
        Path word = folder.resolve("word");
        Path script = Files.writeString(
                folder.resolve("done.lua"),
                "function done(summary) local file = io.open('" + word + "', 'w')"
                        + " file:write(summary.requests .. ' in ' .. summary.duration) file:close() end");
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            windows(load(server, "1s\n1s\n", "-s", script.toString()));
            assertEquals(server.requestCount() + " in 2000000", Files.readString(word));
        }
    }

    @LoadTogether
    void withoutAWindowNothingIsSent() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Load load = load(server, "");
            assertEquals("", load.out());
            assertEquals(0, server.requestCount());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"four", "0s", "4s x", "4s 0", "4s 2 3", "-1s"})
    void lineThatMakesNoSenseEndsTheRun(String line) throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Load load = load(server, line + "\n1s\n");
            assertEquals(Wrk2.BAD, load.status());
            assertEquals(
                    "wrk2: standard input: '" + line + "', expected a time and perhaps a rate, such as 4s or 4s 2000\n",
                    load.err());
            assertEquals(0, server.requestCount());
        }
    }

    @LoadTogether
    void durationAndWindowsTogetherMakeNoSense() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Load load = load(server, "1s\n", "-d1");
            assertEquals(Wrk2.BAD, load.status());
            assertTrue(load.err().startsWith("wrk2: -d 1 with --windows: expected one of them"), load.err());
        }
    }

    private static Load load(ScriptedServer server, String lines, String... options) {
        String[] all = new String[options.length + 6];
        String[] usual = {"--windows", "-t2", "-c4", "-R100", "-T1s", server.url("/")};
        System.arraycopy(usual, 0, all, 0, usual.length);
        System.arraycopy(options, 0, all, usual.length, options.length);
        return Load.told(lines, all);
    }

    private static List<JsonObject> windows(Load load) {
        List<JsonObject> windows = load.out()
                .lines()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .toList();
        assertFalse(windows.isEmpty(), load.err());
        windows.forEach(
                each -> assertEquals("kvlab.wrk2.window/1", each.get("schema").getAsString()));
        return windows;
    }

    private static long requests(JsonObject window, String name) {
        return window.getAsJsonObject("requests").get(name).getAsLong();
    }
}
