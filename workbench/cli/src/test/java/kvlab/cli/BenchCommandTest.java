package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import kvlab.cluster.Ports;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ./lab bench with windows of a second: that it works, and nothing about speed. */
@Tag("slow")
class BenchCommandTest {

    @TempDir
    private Path home;

    @BeforeEach
    void buildKit() throws IOException {
        BuiltKit.in(home);
    }

    @AfterEach
    void nothingIsLeftBehind() throws IOException {
        BuiltKit.assertNothingIsLeft(home);
    }

    @Test
    void tableAndJsonTellOfEachOperation() throws Exception {
        Path json = home.resolve("reports/bench.json");
        LabHere lab = bench("--op", "both", "--set", "store=tuned", "--json", json.toString());
        assertEquals(0, lab.exit(), lab.err());
        for (String start : List.of("PUT median ", "GET median ")) {
            assertEquals(
                    1, lab.out().lines().filter(line -> line.startsWith(start)).count());
        }
        lab.out().lines().forEach(line -> assertTrue(line.length() <= 80, line));
        JsonObject written = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
        assertTrue(written.getAsJsonObject("machine").has("cpu"));
        assertEquals(2, written.getAsJsonArray("results").size());
        assertEquals(
                "[\"store=tuned\"]",
                written.getAsJsonObject("options").get("settings").toString());
    }

    @Test
    void clusterIsMeasuredAndJsonStandsAlone() {
        LabHere lab = bench("--op", "put", "--nodes", "3", "--replicas", "2/3", "--json", "-");
        assertEquals(0, lab.exit(), lab.err());
        JsonObject options = JsonParser.parseString(lab.out()).getAsJsonObject().getAsJsonObject("options");
        assertEquals(3, options.get("nodes").getAsInt());
        assertEquals("2/3", options.get("replicas").getAsString());
    }

    /** As on macOS; the second sentence tells that nothing was started. */
    @Test
    void withoutTasksetASentenceSaysSo() throws Exception {
        ProcessBuilder lab =
                new ProcessBuilder(LabProgram.command(home, "bench", "1-single-node", "--rate", "1", "--keys", "0"));
        lab.environment().put("PATH", home.toString());
        Process process = lab.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(Lab.USAGE, process.waitFor(), said);
        assertTrue(
                said.endsWith("lab: there is no taskset where the nodes run, so they and the load run on any core\n"
                        + "lab: --keys 0: expected a number from 1 to 1000000000\n"),
                said);
    }

    private LabHere bench(String... options) {
        String smoke =
                "bench 1-single-node --saturate --keys 100 --warm-up 1 --window 1 --pairs 1 --port " + Ports.free(4);
        return LabHere.run(
                home,
                Stream.concat(Stream.of(smoke.split(" ")), Stream.of(options)).toArray(String[]::new));
    }
}
