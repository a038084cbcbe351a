package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import kvlab.bench.Comparison;
import kvlab.bench.Knee;
import kvlab.bench.Run;
import kvlab.bench.RunFolder;
import kvlab.cluster.Ports;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands that measure, from the words of a command line to what they leave, at smoke scale. */
class MeasuringTest {

    private static final String REAL_HOME = System.getProperty("kvlab.home");

    @TempDir
    private Path home;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void buildKit() throws IOException {
        BuiltKit.in(home);
        Files.createSymbolicLink(home.resolve("wrk_scripts"), Path.of(REAL_HOME, "wrk_scripts"));
        System.setProperty("kvlab.home", home.toString());
    }

    @AfterEach
    void nothingIsLeftBehind() throws IOException {
        System.setProperty("kvlab.home", REAL_HOME);
        assertEquals(List.of(), namesIn(".kvlab/tmp"));
    }

    @Test
    void comparisonAtSmokeScaleIsKeptAndNotComparable() throws Exception {
        assertEquals(2, lab(smoke("compare", "--vary", "store=base,tuned", "--rate", "300")), err.toString());
        RunFolder folder = RunFolder.find(home, "last");
        Comparison comparison = folder.comparison();
        assertEquals(
                List.of("store=base", "store=tuned"),
                comparison.sides().stream().map(Comparison.Measured::name).toList());
        assertEquals(3, RunFolder.list(home).size(), "the comparison and a run of each side");
        assertTrue(out.toString().contains("Not comparable: smoke runs are too short"), out.toString());
        assertTrue(out.toString().endsWith("  profiles/runs/" + folder.id() + "\n"), out.toString());
        out.toString().lines().forEach(line -> assertTrue(line.length() <= 80, line));
        assertTrue(err.toString().contains("lab: run 2 of 2: B (store=tuned), about "), err.toString());
    }

    @Test
    void comparisonAsJsonStandsAlone() throws Exception {
        int port = Ports.free(1);
        String[] words = {"compare", "1-single-node", "1-single-node", "--json", "-", "--port", Integer.toString(port)};
        assertEquals(2, lab(with(words, small())), err.toString());
        JsonObject json = JsonParser.parseString(out.toString()).getAsJsonObject();
        assertEquals("kvlab.comparison/1", json.get("schema").getAsString());
        assertEquals(1, json.getAsJsonArray("outcomes").size());
    }

    @Test
    void kneeAtSmokeScaleTellsItsProbesAndIsDrawn() throws Exception {
        int code = lab(smoke("knee", "--slo", "10s"));
        RunFolder folder = RunFolder.find(home, "last");
        Knee knee = folder.knee();
        assertEquals(knee.rate() != null ? 0 : knee.anyHeld() ? 2 : 1, code, out + err.toString());
        assertTrue(out.toString().contains("the highest rate with p99 up to 10.0 s"), out.toString());
        assertTrue(Files.exists(folder.path().resolve("probe-01.txt")));
        assertTrue(err.toString().contains("lab: trying "), err.toString());
        assertEquals(0, lab("chart", "last"), err.toString());
        assertTrue(Files.exists(home.resolve("profiles/charts/" + folder.id() + "/knee.svg")));
    }

    /** As somebody does who sees that the rate was the wrong one. */
    @Test
    @Timeout(120)
    void ctrlCKeepsTheRunAndLeavesNothingElse() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Dkvlab.home=" + home,
                "-cp",
                System.getProperty("java.class.path"),
                Lab.class.getName()));
        command.addAll(List.of(smoke("bench", "--rate", "100", "-d", "100s")));
        Process lab = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<ProcessHandle> children = new ArrayList<>();
        try (BufferedReader said = lab.inputReader()) {
            for (String line = said.readLine(); !line.contains("measuring for"); line = said.readLine()) {
                assertFalse(line.contains("cannot"), line);
            }
            children.addAll(lab.descendants().toList());
            assertFalse(children.isEmpty());
            lab.destroy();
            assertTrue(lab.waitFor(60, TimeUnit.SECONDS));
        } finally {
            lab.destroyForcibly();
        }
        for (ProcessHandle child : children) {
            child.onExit().get(60, TimeUnit.SECONDS);
        }
        Run run = RunFolder.find(home, "last").read();
        assertEquals("it was interrupted", run.problem());
    }

    private String[] smoke(String command, String... words) {
        String[] all = with(new String[] {command, "1-single-node"}, words);
        return with(with(all, small()), "--port", Integer.toString(Ports.free(1)));
    }

    private static String[] small() {
        return new String[] {"--scale", "smoke", "--keys", "100", "-c", "4"};
    }

    private static String[] with(String[] some, String... more) {
        return Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new);
    }

    private int lab(String... words) {
        return Lab.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(words);
    }

    private List<String> namesIn(String folder) throws IOException {
        try (Stream<Path> left = Files.list(home.resolve(folder))) {
            return left.map(each -> each.getFileName().toString()).toList();
        }
    }
}
