package kvlab.wrk2;

import static kvlab.wrk2.Step.answer;
import static kvlab.wrk2.Step.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands of golden/*.txt: what wrk2 printed, line by line, and what comes of the same command here. */
@Tag("slow")
@Timeout(120)
class GoldenTest {

    @TempDir
    private Path folder;

    @LoadTogether
    void plainRun() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(answer(404, ""))) {
            Load load = Load.of(server.url("/v0/entity?id=a"), "-t1", "-c4", "-d2s", "-R500");
            assertEquals(TextReportTest.shape(TextReportTest.golden("plain")), TextReportTest.shape(load.out()));
            assertTrue(load.out().startsWith("Running 2s test @ " + server.url("/v0/entity?id=a") + "\n"), load.out());
            assertTrue(load.out().contains("\n  1 threads and 4 connections\n  Thread Stats"), load.out());
            assertEquals(0, load.at("calibration").getAsJsonArray().size());
            assertFalse(load.out().contains("nan"), load.out());
            assertEquals(Wrk2.GOOD, load.status(), load.err());
        }
    }

    /** Ten seconds and 5 ms a connection are for calibration; what is measured until then is forgotten, not uncounted. */
    @ParameterizedTest
    @CsvSource({"latency,--latency", "uncorrected,-U"})
    @Execution(ExecutionMode.CONCURRENT)
    void calibratedRun(String golden, String option) throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(answer(404, ""))) {
            Load load = Load.of(server.url("/v0/entity?id=a"), "-t2", "-c8", "-d11s", "-R200", option);
            assertEquals(TextReportTest.shape(TextReportTest.golden(golden)), TextReportTest.shape(load.out()));
            assertEquals(
                    2,
                    load.out()
                            .lines()
                            .filter(line -> line.startsWith("  Thread calibration: mean lat.: "))
                            .count());
            JsonArray calibration = load.at("calibration").getAsJsonArray();
            assertEquals(2, calibration.size());
            for (JsonElement each : calibration) {
                assertTrue(each.getAsJsonObject().get("mean_micros").getAsLong() > 0, calibration.toString());
                assertTrue(each.getAsJsonObject().get("interval_millis").getAsLong() >= 10, calibration.toString());
            }
            long answered = load.count("requests/answered");
            long measured = load.count("latency/count");
            assertTrue(answered > 1_500, load.out());
            assertTrue(measured > 50 && measured < answered / 5, load.out());
            assertEquals(measured, load.count("uncorrected_latency/count"));
            assertEquals(answered, load.count("errors/status"));
            assertTrue(load.out().matches("(?s).*Total count    = +" + measured + "].*"), load.out());
            assertTrue(load.out().contains("\n  " + answered + " requests in 11."), load.out());
            // Each second counts on the time line, whatever the calibration.
            assertEquals(11, load.at("timeline").getAsJsonArray().size());
            long samples = load.count("thread_rate/samples");
            assertTrue(samples > 5 && samples <= 2 * 100, samples + " samples of the rate");
        }
    }

    @LoadTogether
    void pipeline() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a").together(4))) {
            Load load = Load.of(server, "-t1", "-c2", "-d2s", "-R40", "-s", script("pipeline.lua"));
            assertEquals(TextReportTest.shape(TextReportTest.golden("pipeline-lua")), TextReportTest.shape(load.out()));
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            assertEquals(0, load.count("requests/answered") % 4);
            assertEquals(0, load.count("requests/sent") % 4);
            // wrk2 falls behind the rate by half.
            assertTrue(load.count("requests/answered") >= 60, load.out());
        }
    }

    @LoadTogether
    void whatScriptPrints() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(answer(201, ""))) {
            Program wrk2 = Program.wrk2(
                    "-t2", "-c8", "-d2s", "-R100", "-s", script("summary.lua"), server.url("/"), "--", "extra");
            assertEquals(0, wrk2.await(), wrk2.err());
            // Progress is for terminals.
            assertEquals("", wrk2.err());
            // Of a run of 6 s.
            String expected = Runs.resource("golden/summary-lua.txt")
                    .replace("http://127.0.0.1:18080", server.url("/"))
                    .replace("duration>5s\ttrue", "duration>5s\tfalse");
            assertEquals(printed(expected), printed(wrk2.out()));
        }
    }

    /** Without the command, the exit status and what differs from run to run. */
    private static List<String> printed(String text) {
        return text.lines()
                .filter(line -> !line.matches("([$] |exit |Running |Requests/sec|Transfer/sec|  ).*"))
                .toList();
    }

    private String script(String name) throws IOException {
        return Files.writeString(folder.resolve(name), Runs.resource("golden/" + name))
                .toString();
    }
}
