package kvlab.cli;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The notebooks of the labs, as they are committed. To run all of them takes long, which CI and the soak run have time for. */
class LabNotebooksTest {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));

    @TempDir
    private Path home;

    @BeforeAll
    static void setUp() throws Exception {
        NotebookTest.setUp();
    }

    static List<String> notebooks() throws IOException {
        try (Stream<Path> files = Files.list(KIT.resolve("notebooks"))) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".ipynb"))
                    .map(file -> file.replace(".ipynb", ""))
                    .sorted()
                    .toList();
            assertEquals(5, names.size());
            return names;
        }
    }

    @ParameterizedTest
    @MethodSource("notebooks")
    void isCommittedWithoutOutputsAndAsksBeforeItShows(String name) throws Exception {
        Set<String> tags = new TreeSet<>();
        for (JsonElement each : cells(name)) {
            JsonObject cell = each.getAsJsonObject();
            if (cell.get("cell_type").getAsString().equals("code")) {
                assertEquals(0, cell.getAsJsonArray("outputs").size(), cell::toString);
                assertTrue(cell.get("execution_count").isJsonNull(), cell::toString);
            }
            JsonElement own = cell.getAsJsonObject("metadata").get("tags");
            if (own != null) {
                own.getAsJsonArray().forEach(tag -> tags.add(tag.getAsString()));
            }
        }
        assertEquals(Set.of("parameters", "prediction", "conclusion"), tags);
    }

    /** Whoever has written a stage measures that one. */
    @ParameterizedTest
    @MethodSource("notebooks")
    void stageOfTheLabIsNamedOnceAndMayBeOnesOwn(String name) throws Exception {
        List<String> lines = new ArrayList<>();
        for (JsonElement each : cells(name)) {
            JsonObject cell = each.getAsJsonObject();
            if (cell.get("cell_type").getAsString().equals("code")) {
                cell.getAsJsonArray("source").forEach(line -> lines.add(line.getAsString()));
            }
        }
        String first = lines.get(0);
        assertTrue(first.startsWith("var stage = \""), first);
        String stage = first.split("\"")[1];
        List<String> measuring = lines.stream()
                .filter(line -> line.matches("(?s).*(bench|compare|compareIfPossible|knee)\\(.*"))
                .toList();
        assertTrue(measuring.stream().anyMatch(line -> line.contains(", stage")), measuring.toString());
        assertTrue(measuring.stream().noneMatch(line -> line.contains(stage)), measuring.toString());
    }

    /** What a machine may lack, or a target never has, must not end a notebook. */
    @ParameterizedTest
    @MethodSource("notebooks")
    void whatNotEveryMachineCanIsOnlyTried(String name) throws Exception {
        for (JsonElement each : cells(name)) {
            String source = each.getAsJsonObject().get("source").toString();
            boolean runs = each.getAsJsonObject().get("cell_type").getAsString().equals("code");
            if (runs && (source.contains("link-delay") || source.contains("jdk="))) {
                assertTrue(source.contains("compareIfPossible("), source);
            }
            // Over nodes: not every system tells the CPU time of a process, and not every load has a latency.
            assertFalse(runs && source.contains("chart(\\\"scaling"), source);
        }
    }

    private static JsonArray cells(String name) throws IOException {
        return JsonParser.parseString(Files.readString(KIT.resolve("notebooks/" + name + ".ipynb")))
                .getAsJsonObject()
                .getAsJsonArray("cells");
    }

    static List<String> executed() throws IOException {
        boolean all = Boolean.getBoolean("kvlab.soak") || System.getenv("CI") != null;
        return all ? notebooks() : List.of("3-replication");
    }

    @ParameterizedTest
    @MethodSource("executed")
    void runsAtSmokeScale(String name) throws Exception {
        BuiltKit.whole(home);
        Files.createDirectories(home.resolve(".kvlab/notebook"));
        Files.createSymbolicLink(home.resolve(".kvlab/notebook/venv"), KIT.resolve(".kvlab/notebook/venv"));
        BuiltKit.recorded(home, "3-replication/put-5000");
        Path said = home.resolve("said");
        Process lab = new ProcessBuilder("./lab", "notebook", name, "--execute", "--scale", "smoke")
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertTrue(lab.waitFor(15, TimeUnit.MINUTES), "it takes too long");
        } finally {
            // It ends what it has started, as on Ctrl-C.
            lab.destroy();
        }
        assertEquals(0, lab.exitValue(), Files.readString(said));
    }
}
