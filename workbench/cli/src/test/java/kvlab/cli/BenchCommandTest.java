package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
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

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void buildKit() throws IOException {
        BuiltKit.in(home);
    }

    @AfterEach
    void nothingIsLeftBehind() throws IOException {
        try (Stream<Path> left = Files.list(home.resolve(".kvlab/tmp"))) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void tableAndJsonTellOfEachOperation() throws Exception {
        Path json = home.resolve("reports/bench.json");
        assertEquals(0, bench("--op", "both", "--set", "store=tuned", "--json", json.toString()), err.toString());
        assertEquals(1, lines("PUT median "));
        assertEquals(1, lines("GET median "));
        out.toString().lines().forEach(line -> assertTrue(line.length() <= 80, line));
        JsonObject written = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
        assertTrue(written.getAsJsonObject("machine").has("cpu"));
        assertEquals(2, written.getAsJsonArray("results").size());
        assertEquals(
                "[\"store=tuned\"]",
                written.getAsJsonObject("options").get("settings").toString());
    }

    @Test
    void clusterIsMeasuredAndJsonStandsAlone() {
        assertEquals(0, bench("--op", "put", "--nodes", "3", "--replicas", "2/3", "--json", "-"), err.toString());
        JsonObject options =
                JsonParser.parseString(out.toString()).getAsJsonObject().getAsJsonObject("options");
        assertEquals(3, options.get("nodes").getAsInt());
        assertEquals("2/3", options.get("replicas").getAsString());
    }

    private int bench(String... options) {
        String[] smoke = {
            "bench",
            "1-single-node",
            "--saturate",
            "--keys",
            "100",
            "--warm-up",
            "1",
            "--window",
            "1",
            "--pairs",
            "1",
            "--port",
            Integer.toString(Ports.free(4))
        };
        String[] all = Stream.concat(Stream.of(smoke), Stream.of(options)).toArray(String[]::new);
        return Lab.commandLine(home, new PrintWriter(out), new PrintWriter(err)).execute(all);
    }

    private long lines(String start) {
        return out.toString().lines().filter(line -> line.startsWith(start)).count();
    }
}
