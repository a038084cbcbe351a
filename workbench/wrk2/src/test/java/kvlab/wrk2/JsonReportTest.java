package kvlab.wrk2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonReportTest {

    private static final Pattern FRACTION = Pattern.compile("(\"percentile\": )?[0-9]+\\.([0-9]+)(?=,?\n)");

    private static final String OVERLOADED = "asked 1000/s, sent 167/s: the figures are those of an overloaded target";

    @Test
    void wholeRunIsWritten(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("run.json");
        JsonReport.write(Runs.of("tail"), file);
        JsonObject run = JsonParser.parseString(Files.readString(file)).getAsJsonObject();

        assertEquals("kvlab.wrk2/1", run.get("schema").getAsString());
        JsonObject engine = run.getAsJsonObject("engine");
        assertEquals("kvlab-wrk2", engine.get("name").getAsString());
        assertEquals("dev", engine.get("version").getAsString());
        assertEquals("precise", engine.get("timer").getAsString());
        assertEquals(System.getProperty("java.version"), engine.get("java").getAsString());
        assertEquals("2026-11-21T10:00:00Z", run.get("started").getAsString());
        assertEquals("12.003", run.get("seconds").getAsString());
        assertEquals(50_000 * 133, run.get("bytes").getAsLong());
        assertEquals("554007.066", run.get("transfer").getAsString());
        assertEquals(
                JsonParser.parseString("{connect: 1, read: 2, write: 3, status: 4, timeout: 5}"), run.get("errors"));
        assertEquals(6, run.get("reconnects").getAsInt());
        assertEquals(JsonParser.parseString("[{mean_micros: 870, interval_millis: 10}]"), run.get("calibration"));
        assertEquals(
                JsonParser.parseString(
                        "[{second: 1, sent: 990, answered: 985, errors: 1, p50: 800, p99: 1500, max: 1805}]"),
                run.get("timeline"));
        assertFalse(run.get("interrupted").getAsBoolean());
        assertEquals(JsonParser.parseString("{collections: 3, millis: 17}"), run.get("garbage"));
    }

    @Test
    void optionsAreWhatWasAskedFor() {
        assertEquals(JsonParser.parseString("""
                {
                  url: "http://localhost:8080/v0/entity?id=a&x=<", threads: 2, connections: 8, rate: 1000,
                  duration_seconds: 12, windows: false, timeout_seconds: 2, script: "put.lua",
                  script_arguments: ["first", "second"], headers: ["X-Lab: 1"], latency: true, uncorrected: true, last_of_batch: false, wrk2_timer: false,
                  json: "run.json"
                }"""), json(Runs.of("one")).get("options"));
    }

    @Test
    void latencyHasTheFiguresOfTheText() {
        JsonObject latency = json(Runs.of("tail")).getAsJsonObject("latency");
        assertEquals("us", latency.get("unit").getAsString());
        assertEquals(50_000, latency.get("count").getAsLong());
        assertEquals("550", latency.get("min").getAsString());
        assertEquals("2766.425", latency.get("mean").getAsString());
        assertEquals("33715.767", latency.get("stdev").getAsString());
        assertEquals("2498560", latency.get("max").getAsString());
        JsonObject percentiles = latency.getAsJsonObject("percentiles");
        assertEquals(
                "[50, 75, 90, 99, 99.9, 99.99, 99.999, 100]",
                percentiles.keySet().toString());
        assertEquals("797", percentiles.get("50").getAsString());
        assertEquals("263679", percentiles.get("99.9").getAsString());
        assertEquals("2500607", percentiles.get("100").getAsString());
    }

    @Test
    void correctedAndUncorrectedAreKeptApart() {
        JsonObject run = json(Runs.of("two"));
        assertEquals("700", run.getAsJsonObject("latency").get("min").getAsString());
        assertEquals(
                "233", run.getAsJsonObject("uncorrected_latency").get("min").getAsString());
    }

    @Test
    void spectrumReaches100PercentAtTheLastRowOnly() {
        JsonArray spectrum = json(Runs.of("deep")).getAsJsonObject("latency").getAsJsonArray("spectrum");
        double before = -1;
        for (JsonElement row : spectrum) {
            double percentile = row.getAsJsonObject().get("percentile").getAsDouble();
            assertTrue(percentile > before, () -> row + " does not come after its predecessor");
            before = percentile;
        }
        assertEquals(100, before);
        assertEquals(
                JsonParser.parseString("{value: 4987, percentile: 100, count: 1073741833}"),
                spectrum.get(spectrum.size() - 1));
    }

    @Test
    void threadRate() {
        assertEquals(
                JsonParser.parseString("{samples: 250, mean: 5300.472, stdev: 2643.931, max: 9897}"),
                json(Runs.of("tail")).get("thread_rate"));
    }

    @Test
    void rateThatWasHeldNeedsNoNote() {
        assertEquals(
                JsonParser.parseString(
                        "{due: 2000, sent: 2000, answered: 2000, late: 0, open: 0, asked_per_second: 1000,"
                                + " sent_per_second: 166.619, answered_per_second: 166.619, rate_held: true}"),
                json(Runs.of("uniform")).get("requests"));
    }

    @Test
    void rateThatWasNotHeldIsExplained() {
        JsonObject requests =
                json(Runs.lasting(Runs.of("uniform"), 12_000_000, 12_000)).getAsJsonObject("requests");
        assertFalse(requests.get("rate_held").getAsBoolean());
        assertEquals(OVERLOADED, requests.get("note").getAsString());
    }

    /** 167 a second on 8 connections are 48 ms apart. */
    @Test
    void threadsThatAreLateByMostOfTheDistanceBetweenRequestsAreBlamed() {
        LoadResult run = Runs.lasting(Runs.of("uniform"), 12_000_000, 12_000);
        assertEquals(
                "asked 1000/s, sent 167/s: wrk2 itself lacked CPU time (its timer was up to 91 ms late);"
                        + " the figures are not the target's",
                note(Runs.late(run, 60, 37_000, 90_500)));
        assertEquals(OVERLOADED, note(Runs.late(run, 60, 35_000, 90_500)));
    }

    @Test
    void threadsThatAreLateLessThanHalfOfTheTimeLeaveItToTheTarget() {
        LoadResult run = Runs.lasting(Runs.of("uniform"), 12_000_000, 12_000);
        assertEquals(OVERLOADED, note(Runs.late(run, 60, 60, 60, 2_000_000, 2_000_000)));
        assertEquals(OVERLOADED, note(Runs.late(run)));
    }

    /** 50,000 a second on 8 connections are 0.16 ms apart. */
    @Test
    void latenessOfAnyTimerIsNoLackOfTime() {
        LoadResult run = Runs.lasting(Runs.of("zeros"), 200, 100);
        assertTrue(note(Runs.late(run, 249)).contains("overloaded target"));
        assertTrue(note(Runs.late(run, 250)).contains("lacked CPU time"));
    }

    /** An answer takes 0.92 ms, so requests that are 0.16 ms apart went out several at once. */
    @Test
    void requestsOfAPipelineAreAsFarApartAsTheirAnswers() {
        LoadResult run = Runs.lasting(Runs.of("tail"), 1_000_000, 100_000);
        assertTrue(note(Runs.late(run, 680)).contains("overloaded target"));
        assertTrue(note(Runs.late(run, 700)).contains("lacked CPU time"));
    }

    @Test
    void latenessOfARunAndOfAWindowIsWritten() {
        LoadResult run = Runs.late(Runs.of("uniform"), 60, 70, 900);
        JsonElement expected = JsonParser.parseString("{samples: 3, p50: 70, max: 900}");
        assertEquals(expected, json(run).get("lateness"));
        JsonElement window = JsonParser.parseString(JsonReport.window(run));
        assertEquals(expected, window.getAsJsonObject().get("lateness"));
        assertEquals(
                JsonParser.parseString("{samples: 6, p50: 70, max: 900}"),
                json(run.plus(run)).get("lateness"));
    }

    @Test
    void nothingMeasuredIsZero() {
        String text = JsonReport.text(Runs.lasting(Runs.empty(), 0, 0));
        assertFalse(text.contains("NaN"), text);
        JsonObject run = JsonParser.parseString(text).getAsJsonObject();
        assertEquals(0, run.get("transfer").getAsInt());
        assertEquals(0, run.getAsJsonObject("requests").get("sent_per_second").getAsInt());
        assertEquals(0, run.getAsJsonObject("latency").get("mean").getAsInt());
    }

    @Test
    void fractionsAreShort() {
        Matcher fraction = FRACTION.matcher(JsonReport.text(Runs.of("tail")));
        int found = 0;
        for (; fraction.find(); found++) {
            int most = fraction.group(1) == null ? 3 : 9;
            assertTrue(fraction.group(2).length() <= most, fraction.group());
        }
        assertTrue(found > 10);
    }

    @Test
    void everyNameIsDocumented() throws IOException {
        String page = Files.readString(Path.of(System.getProperty("kvlab.home"), "docs", "wrk2-json.md"));
        LoadResult run = Runs.lasting(Runs.of("one"), 12_000_000, 12_000);
        TreeSet<String> names = new TreeSet<>();
        collect("", json(run), names);
        collect("", JsonParser.parseString(JsonReport.window(run)), names);
        names.removeIf(name -> name.contains(".percentiles."));
        for (String name : names) {
            String row = "| `" + name.replace("uncorrected_latency.", "latency.") + "` |";
            assertTrue(page.contains(row), () -> "docs/wrk2-json.md has no row " + row);
        }
    }

    @Test
    void windowIsOneLineWithAHistogram() {
        String text = JsonReport.window(Runs.of("uniform"));
        assertEquals(1, text.lines().count());
        JsonObject latency = JsonParser.parseString(text).getAsJsonObject().getAsJsonObject("latency");
        assertFalse(latency.get("histogram").getAsString().isEmpty());
        assertEquals(2000, latency.get("count").getAsInt());
        assertFalse(latency.has("spectrum"));
    }

    private static void collect(String path, JsonElement value, TreeSet<String> names) {
        if (value.isJsonObject()) {
            value.getAsJsonObject().entrySet().forEach(entry -> {
                String name = path.isEmpty() ? entry.getKey() : path + "." + entry.getKey();
                collect(name, entry.getValue(), names);
            });
        } else if (value.isJsonArray() && value.getAsJsonArray().get(0).isJsonObject()) {
            collect(path + "[]", value.getAsJsonArray().get(0), names);
        } else {
            names.add(path);
        }
    }

    private static String note(LoadResult run) {
        return json(run).getAsJsonObject("requests").get("note").getAsString();
    }

    private static JsonObject json(LoadResult run) {
        return JsonParser.parseString(JsonReport.text(run)).getAsJsonObject();
    }
}
