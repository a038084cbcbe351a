package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.page.FolderText;
import kvlab.cluster.Ports;
import kvlab.cluster.Sha256;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands that measure, from the words of a command line to what they leave, at smoke scale. */
@Tag("slow")
class MeasuringTest {

    @TempDir
    private Path home;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void buildKit() throws IOException {
        BuiltKit.in(home);
        Files.createSymbolicLink(home.resolve("wrk_scripts"), BuiltKit.REAL.resolve("wrk_scripts"));
    }

    @AfterEach
    void nothingIsLeftBehind() throws IOException {
        BuiltKit.assertNothingIsLeft(home);
    }

    @Tag("happy-path")
    @Test
    void comparisonAtSmokeScaleIsKeptAndNotComparable() throws Exception {
        assertEquals(2, lab(smoke("compare", "--vary", "store=base,tuned", "--rate", "300")), err.toString());
        RunFolder folder = RunFolder.find(home, "last");
        Comparison comparison = folder.comparison();
        assertEquals(
                List.of("store=base", "store=tuned"),
                comparison.sides().stream().map(Comparison.Measured::name).toList());
        assertEquals(3, RunFolder.list(home).size(), "the comparison and a run of each side");
        assertTrue(
                out.toString().contains("Not comparable: a smoke comparison shows that everything works"),
                out.toString());
        assertTrue(out.toString().endsWith("  profiles/runs/" + folder.id() + "\n"), out.toString());
        out.toString().lines().forEach(line -> assertTrue(line.length() <= 80, line));
        assertTrue(err.toString().contains("lab: life 1 of 1, about "), err.toString());
    }

    /** Here the stage itself, by its command line. */
    @Test
    void anyProgramIsComparedWithAStage() throws Exception {
        String node = node("");
        assertEquals(2, lab(smoke("compare", "--command", node)), err.toString());
        Comparison comparison = RunFolder.find(home, "last").comparison();
        assertEquals(
                List.of("1-single-node", System.getProperty("java.home") + "/bin/java"),
                comparison.sides().stream().map(Comparison.Measured::name).toList());
        assertTrue(comparison.sides().get(1).answered().get(0) > 0);
        assertEquals(node, comparison.sides().get(1).options().command());
        assertTrue(out.toString().replaceAll("\\s+", " ").contains("--cluster {cluster}, 1 node"), out.toString());
    }

    /** With --json - it prints the JSON and nothing else. */
    @Test
    void anyProgramIsComparedWithMoreNodesOfItself() throws Exception {
        String[] words = {"compare", "--command", node(""), "--vary", "nodes=1,2"};
        String[] more = {"--port", Integer.toString(Ports.free(3)), "--json", "-"};
        assertEquals(2, lab(with(with(words, small()), more)), err.toString());
        JsonObject json = JsonParser.parseString(out.toString()).getAsJsonObject();
        assertEquals("kvlab.comparison/2", json.get("schema").getAsString());
        assertEquals(1, json.getAsJsonArray("outcomes").size());
        Comparison comparison = RunFolder.find(home, "last").comparison();
        assertEquals(
                List.of("nodes=1", "nodes=2"),
                comparison.sides().stream().map(Comparison.Measured::name).toList());
        assertEquals(1, comparison.sides().get(0).options().nodes());
        assertEquals(2, comparison.sides().get(1).options().nodes());
    }

    /** Of a JVM that lets no agent in. */
    @Test
    void profileThatCannotBeMadeIsAFailureAndTheRunIsKept() throws Exception {
        String[] words = {"bench", "--command", node("-XX:-EnableDynamicAgentLoading"), "--nodes", "1"};
        String[] more = {"--rate", "100", "--profile", "cpu", "--port", port()};
        assertEquals(70, lab(with(with(words, more), small())), err.toString());
        Run run = RunFolder.find(home, "last").read();
        assertNull(run.problem());
        assertTrue(run.figures().requests() > 0);
        String reason = "the profiler did not start in node " + run.options().port() + ": ";
        assertTrue(run.profile().problem().startsWith(reason), run.profile().problem());
        assertTrue(out.toString().contains("  there is no profile: "), out.toString());
        assertTrue(err.toString().contains("\nlab: " + reason), err.toString());
        assertTrue(err.toString().endsWith("; the run is kept without a profile\n"), err.toString());
    }

    @Test
    void kneeAtSmokeScaleTellsItsProbesAndIsDrawn() throws Exception {
        // The warm-up finds where the search begins.
        int code = lab(words("knee --slo 10s --scale smoke --keys 100 -c 4"));
        RunFolder folder = RunFolder.find(home, "last");
        Run knee = folder.read();
        assertEquals(knee.failed() ? knee.search().anyHeld() ? 2 : 1 : 0, code, out + err.toString());
        assertTrue(out.toString().contains("the highest rate with p99 up to 10.0 s"), out.toString());
        assertTrue(Files.exists(folder.path().resolve("wrk2.txt")));
        assertTrue(err.toString().contains("lab: trying "), err.toString());
        assertEquals(0, lab("chart", "last"), err.toString());
        assertTrue(Files.exists(home.resolve("profiles/charts/" + folder.id() + "/knee.svg")));
    }

    /** As somebody does who sees that the rate was the wrong one; at a terminal all that was started hears it. */
    @ParameterizedTest
    @CsvSource({
        "knee --scale smoke --keys 100 -c 4 --warm-up 100, 1, what was measured until then is kept in profiles/runs",
        "compare 1-single-node --scale smoke --keys 100 -c 4 --rate 100 --warm-up 100, 3, what was measured until then is kept in profiles/runs",
        "record --scale full, 3, 'what is recorded is kept, and the same command goes on from there'"
    })
    @Timeout(120)
    void ctrlCIsNoFailureAndKeepsWhatThereIs(String command, int kept, String sentence) throws Exception {
        Process lab = start(words(command));
        String said = interrupted(lab, "warming up", () -> awaitLoad(lab));
        assertTrue(said.endsWith("lab: interrupted; " + sentence + "\n"), said);
        List<RunFolder> folders = RunFolder.list(home);
        assertEquals(kept, folders.size(), folders.toString());
        for (RunFolder folder : folders) {
            assertTrue(FolderText.of(folder).contains(": it was interrupted"), FolderText.of(folder));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @Timeout(120)
    void ctrlCKeepsTheTimeLineAndWhatWrk2HadToSay() throws Exception {
        String port = port();
        Process lab = start(loadForAnHour(port));
        // Two threads walk through the keys from both ends, so this one is written after 2 s.
        String said = interrupted(lab, "measuring for", () -> awaitKey(port, "k100"));
        assertTrue(said.endsWith("lab: interrupted; what was measured until then is kept in profiles/runs\n"), said);
        assertEquals(1, RunFolder.list(home).size());
        RunFolder folder = RunFolder.find(home, "last");
        assertTrue(FolderText.of(folder).contains("failed: it was interrupted"), FolderText.of(folder));
        Run run = folder.read();
        assertEquals("it was interrupted", run.problem());
        assertNull(run.figures());
        assertFalse(run.timeLine().seconds().isEmpty());
        Path text = folder.path().resolve("wrk2.txt");
        assertTrue(Files.readString(text).contains(" requests in "), Files.readString(text));
        assertEquals(Sha256.of(Files.readAllBytes(text)), run.files().get("wrk2.txt"));
    }

    @Test
    @Timeout(120)
    void ctrlCDuringAProfileKeepsTheFigures() throws Exception {
        Process lab = start(smoke("bench", "--rate", "100", "-d", "3s", "--profile", "cpu"));
        interrupted(lab, "profiling for", () -> awaitLoad(lab));
        Run run = RunFolder.find(home, "last").read();
        assertNull(run.problem());
        assertTrue(run.figures().requests() > 0);
        assertEquals("it was interrupted", run.profile().problem());
    }

    /** Nobody waits for the rest of the hour. */
    @Test
    @Timeout(120)
    void nodeThatDiesUnderLoadEndsItAndTheRunIsKept() throws Exception {
        String port = port();
        Process lab = start(loadForAnHour(port));
        StringBuilder said = new StringBuilder();
        try (BufferedReader lines = lab.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said.append(line).append('\n');
                if (line.contains("measuring for")) {
                    awaitKey(port, "k10");
                    lab.descendants().filter(MeasuringTest::isNode).forEach(ProcessHandle::destroyForcibly);
                }
            }
            assertEquals(70, lab.waitFor(), said.toString());
        } finally {
            lab.destroyForcibly();
        }
        String death = "node " + port + " was killed by SIGKILL (9) under load; ";
        assertTrue(said.toString().contains("\nlab: " + death), said.toString());
        Run run = RunFolder.find(home, "last").read();
        assertTrue(run.problem().startsWith(death), run.problem());
        assertNull(run.figures());
        assertTrue(run.files().containsKey("wrk2.txt"), run.files().toString());
    }

    private static String[] loadForAnHour(String port) {
        return words("bench --scale smoke -d 60m --rate 100 -c 4 --keys 1000 --warm-up 0", port);
    }

    /** Of the JVMs that the command has started it is the one that is not the load. */
    private static boolean isNode(ProcessHandle process) {
        return Processes.isJava(process) && !isLoad(process);
    }

    private static boolean isLoad(ProcessHandle process) {
        return List.of(process.info().arguments().orElse(new String[0])).contains("kvlab.wrk2.Wrk2");
    }

    private static void awaitKey(String port, String key) throws IOException, InterruptedException {
        URI entity = URI.create("http://127.0.0.1:" + port + "/v0/entity?id=" + key);
        while (((HttpURLConnection) entity.toURL().openConnection(Proxy.NO_PROXY)).getResponseCode() != 200) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    /** When a command is to be interrupted. */
    private interface Moment {
        void await() throws IOException, InterruptedException;
    }

    /**
     * What it has said by its end, of which all hear that it has started, as at a terminal.
     *
     * @param started what it says before that moment
     */
    private static String interrupted(Process lab, String started, Moment moment) throws Exception {
        List<ProcessHandle> children = new ArrayList<>();
        StringBuilder said = new StringBuilder();
        int atEase = 0;
        try (BufferedReader lines = lab.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said.append(line).append('\n');
                if (line.contains(started)) {
                    moment.await();
                    atEase = said.length();
                    children.addAll(lab.descendants().toList());
                    interrupt(lab, children);
                }
            }
            assertEquals(130, lab.waitFor(), said.toString());
        } finally {
            lab.destroyForcibly();
        }
        Processes.awaitEnd(children);
        for (String failure : List.of("failed", "closed", "ended", "stopped", "Exception")) {
            assertFalse(said.substring(atEase).contains(failure), said.toString());
        }
        return said.toString();
    }

    private Process start(String... words) throws IOException {
        return new ProcessBuilder(LabProgram.command(home, words))
                .redirectErrorStream(true)
                .start();
    }

    private static void awaitLoad(Process lab) throws InterruptedException {
        while (lab.descendants().noneMatch(MeasuringTest::isLoad)) {
            assertTrue(lab.isAlive());
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static void interrupt(Process lab, List<ProcessHandle> children) throws IOException, InterruptedException {
        List<String> kill = new ArrayList<>(List.of("kill", "-INT"));
        children.forEach(child -> kill.add(Long.toString(child.pid())));
        kill.add(Long.toString(lab.pid()));
        new ProcessBuilder(kill).start().waitFor();
    }

    /** The command line of stage 1, as of any program. */
    private static String node(String flag) {
        return System.getProperty("java.home") + "/bin/java " + flag + " -cp '" + System.getProperty("java.class.path")
                + "' kvlab.node.NodeMain --factory kvlab.single.StageFactory --port {port} --data {data} --cluster {cluster}";
    }

    private static String port() {
        return Integer.toString(Ports.free(3));
    }

    /** A command line of stage 1. */
    private static String[] words(String command) {
        return words(command, port());
    }

    private static String[] words(String command, String port) {
        return (command + " --port " + port + " 1-single-node").split(" ");
    }

    private static String[] smoke(String command, String... words) {
        String[] all = with(new String[] {command, "1-single-node"}, words);
        return with(with(all, small()), "--port", port());
    }

    private static String[] small() {
        return new String[] {"--scale", "smoke", "--keys", "100", "-c", "4", "--warm-up", "0"};
    }

    private static String[] with(String[] some, String... more) {
        return Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new);
    }

    private int lab(String... words) {
        return Lab.commandLine(home, new PrintWriter(out), new PrintWriter(err)).execute(words);
    }
}
