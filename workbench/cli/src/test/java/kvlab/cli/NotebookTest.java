package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import kvlab.cluster.Folders;
import kvlab.cluster.Ports;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * ./lab notebook --execute as a process of its own, with the Jupyter and the Java kernel that a user gets. What is set up for them is
 * kept in the kit's .kvlab, as a user's is; all else lies in a folder of the test's own.
 */
@Tag("slow")
class NotebookTest {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));
    private static final int MOST_MINUTES = 5;
    private static final String CITED = "3-replication/put-5000/a1";
    private static final String FIGURE = "/figures/requests";
    private static final String INTERRUPTED = "lab: interrupted; what was run until then is kept in ";

    @TempDir
    private Path home;

    private final int port = Ports.free(2);

    @BeforeAll
    static void setUp() throws Exception {
        NotebookEnvironment.require();
    }

    @BeforeEach
    void makeKit() throws Exception {
        BuiltKit.in(home);
        Files.createDirectories(home.resolve("notebooks"));
        BuiltKit.command(home);
        NotebookEnvironment.in(home);
        try (var single = NotebookTest.class.getResourceAsStream("single.ipynb")) {
            Files.copy(single, home.resolve("notebooks/single.ipynb"));
        }
        BuiltKit.recorded(home, "3-replication/put-5000");
    }

    @AfterEach
    void nothingIsLeftBehind() throws IOException {
        BuiltKit.assertNothingIsLeft(home);
    }

    /** How it ended, and all that it said. */
    private record Ended(int exitCode, String said) {}

    private Ended lab(String... arguments) throws Exception {
        return lab(Map.of(), arguments);
    }

    private Ended lab(Map<String, String> variables, String... arguments) throws Exception {
        return end(start(variables, arguments));
    }

    /** In this JVM, where the command starts no other program. */
    private Ended labHere(String... arguments) {
        LabHere lab = LabHere.run(home, arguments);
        return new Ended(lab.exit(), lab.out() + lab.err());
    }

    private Ended end(Process process) throws Exception {
        return new Ended(Processes.end(process, MOST_MINUTES), said());
    }

    private Process start(Map<String, String> variables, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(home.resolve("lab").toString()));
        command.addAll(List.of(arguments));
        return start(variables, command);
    }

    private Process start(Map<String, String> variables, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(home.resolve("said").toFile());
        builder.environment().putAll(variables);
        return builder.start();
    }

    /** The Python of notebooks, with a program of the test's. */
    private Ended python(Map<String, String> variables, String program, Path... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(home.resolve(".kvlab/notebook/venv/bin/python").toString());
        command.addAll(List.of("-c", program));
        for (Path argument : arguments) {
            command.add(argument.toString());
        }
        return end(start(variables, command));
    }

    private String said() {
        try {
            return Files.readString(home.resolve("said"));
        } catch (IOException e) {
            return fail(e);
        }
    }

    private Path written(String name) throws IOException {
        try (Stream<Path> files = Files.walk(home.resolve("profiles/runs"))) {
            return files.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
        }
    }

    private List<JsonObject> cells(String name) throws IOException {
        JsonObject notebook =
                JsonParser.parseString(Files.readString(written(name))).getAsJsonObject();
        List<JsonObject> cells = new ArrayList<>();
        for (JsonElement cell : notebook.getAsJsonArray("cells")) {
            if (cell.getAsJsonObject().get("cell_type").getAsString().equals("code")) {
                cells.add(cell.getAsJsonObject());
            }
        }
        return cells;
    }

    @Test
    void wholeNotebookRunsAndBecomesAPage() throws Exception {
        Ended ended = lab(
                "notebook",
                "single",
                "--execute",
                "--scale",
                "smoke",
                "--param",
                "port=" + port,
                "--param",
                "rate=200");
        assertEquals(0, ended.exitCode, ended.said);
        assertTrue(ended.said.contains("lab: cell 4 of 9, Measure\n"), ended.said);
        for (JsonObject cell : cells("single.ipynb")) {
            assertFalse(cell.get("execution_count").isJsonNull(), cell::toString);
            cell.getAsJsonArray("outputs").forEach(output -> assertTextBesideAPage(output.getAsJsonObject()));
        }
        String page = Files.readString(written("single.html"));
        assertTrue(page.contains("<title>What a single node does</title>"));
        assertTrue(page.contains("./lab bench 1-single-node --op put --rate 200 --scale smoke --port " + port));
        assertTrue(page.contains("<img alt=\"Chart: How long requests took — "));
        assertEquals(5, page.split("<iframe ", -1).length - 1, "four flame graphs and a scorecard");
        assertTrue(page.contains(">worse</td>"));
        assertTrue(page.contains("points</strong>. All checks passed."));
        assertFalse(page.matches("(?s).*(src|href|import|url)\\s*[=(]?\\s*(&quot;|['\"])?https?:.*"), "another host");
        Ended runs = labHere("runs");
        assertEquals(0, runs.exitCode, runs.said);
        assertTrue(runs.said.lines().findFirst().orElseThrow().contains("1-single-node"), runs.said);
        assertFalse(runs.said.contains("notebook"), runs.said);
    }

    /** For whatever shows no pages. */
    private static void assertTextBesideAPage(JsonObject output) {
        JsonObject data = output.getAsJsonObject("data");
        if (data != null && data.has("text/html")) {
            JsonArray lines = data.getAsJsonArray("text/plain");
            assertTrue(lines != null && !lines.isEmpty(), data::toString);
        }
    }

    @Test
    void terminalShowsTheCellAndWhatItsCommandSays() throws Exception {
        notebook("fails", "bench(\"9-moon --rate %d\", 5)");
        String terminal = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn([sys.argv[1], 'notebook',"
                + " 'fails', '--execute'])))";
        Ended ended = python(Map.of("TERM", "xterm"), terminal, home.resolve("lab"));
        assertEquals(1, ended.exitCode, ended.said);
        assertTrue(ended.said.contains("\r\033[K  cell 1 of 1: ./lab bench 9-moon --rate 5"), ended.said);
        assertTrue(ended.said.contains("\r\033[K  cell 1 of 1: there is no stage '9-moon'; there is "), ended.said);
        assertTrue(ended.said.contains("\r\033[Klab: cell 1 of 1 failed:"), ended.said);
    }

    /** Also where the notebook cites a run that cannot be read. */
    @Test
    void cellThatFailsIsToldAndWhatRanBeforeIsKept() throws Exception {
        Files.writeString(home.resolve("profiles/reference").resolve(CITED).resolve("run.json"), "{");
        notebook("fails", "System.out.println(6 * 7);", "bench(\"9-moon --rate %d\", 5)", "System.out.println(1);");
        edit("fails", cells -> {
            JsonObject behind = cells.get(2).getAsJsonObject();
            behind.addProperty("execution_count", 7);
            behind.getAsJsonArray("outputs")
                    .add(JsonParser.parseString("{\"output_type\": \"error\", \"ename\": \"Old\", \"evalue\": \"\","
                            + " \"traceback\": [\"an error of yesterday\"]}"));
        });
        cite("fails", "12 ms");
        Ended ended = lab("notebook", "fails", "--execute");
        assertEquals(1, ended.exitCode, ended.said);
        assertTrue(ended.said.contains("lab: cell 2 of 3 failed:\n"), ended.said);
        assertTrue(ended.said.contains("LabFailure: there is no stage '9-moon'; there is 1-single-node\n"), ended.said);
        assertFalse(ended.said.contains("CodeEvaluator"), "a stack of the kernel's own");
        assertTrue(
                ended.said.lines().anyMatch(line -> line.startsWith("profiles/runs/") && line.contains("fails")),
                ended.said);
        List<JsonObject> cells = cells("fails.ipynb");
        assertTrue(cells.get(0).toString().contains("\"42\\n\""), cells.get(0)::toString);
        assertTrue(cells.get(2).get("outputs").getAsJsonArray().isEmpty());
        assertTrue(cells.get(2).get("execution_count").isJsonNull());
        assertFalse(ended.said.contains("yesterday"), ended.said);
        assertTrue(Files.readString(written("fails.html")).contains("9-moon"));
    }

    @Test
    void citationIsCheckedAndTellsItsRunInThePage() throws Exception {
        String figure = JsonParser.parseString(Files.readString(
                        home.resolve("profiles/reference").resolve(CITED).resolve("run.json")))
                .getAsJsonObject()
                .getAsJsonObject("figures")
                .get("requests")
                .getAsString();
        notebook("cites", "6 * 7");
        cite("cites", figure);
        Ended right = labHere("notebook", "cites", "--check");
        assertEquals(0, right.exitCode, right.said);
        assertEquals("", right.said);

        cite("cites", "12");
        String wrong = "lab: \"12\": in run " + CITED + " " + FIGURE + " is ";
        Ended checked = labHere("notebook", "cites", "--check");
        assertEquals(1, checked.exitCode, checked.said);
        assertTrue(checked.said.startsWith(wrong), checked.said);

        // Python would take this nbformat if the kit passed PYTHONPATH on.
        Path other = Files.createDirectories(home.resolve("other-python"));
        Files.writeString(other.resolve("nbformat.py"), "raise SystemExit('this is somebody else\\'s nbformat')\n");
        Ended executed = lab(Map.of("PYTHONPATH", other.toString()), "notebook", "cites", "--execute");
        assertEquals(1, executed.exitCode, executed.said);
        assertTrue(executed.said.contains("lab: all 1 cells, "), executed.said);
        assertTrue(executed.said.contains(wrong), executed.said);
        String page = Files.readString(written("cites.html"));
        assertTrue(page.contains("<cite title=\"run " + CITED + "#" + FIGURE + "\">" + figure + "</cite>"), page);
        assertFalse(page.contains("href=\"run:"), page);
    }

    /** Puts a cell at the end that says so. */
    private void cite(String name, String figure) throws IOException {
        JsonObject cell = JsonParser.parseString("{\"cell_type\": \"markdown\", \"metadata\": {}}")
                .getAsJsonObject();
        cell.addProperty("id", "cites-" + figure.replace(' ', '-'));
        cell.addProperty("source", "It takes [" + figure + "](run:" + CITED + "#" + FIGURE + ").");
        edit(name, cells -> cells.add(cell));
    }

    @Test
    void kernelThatEndsIsNoCellThatFails() throws Exception {
        notebook("ends", "System.out.println(6 * 7);", "Runtime.getRuntime().halt(3);", "System.out.println(1);");
        Ended ended = lab("notebook", "ends", "--execute");
        assertEquals(70, ended.exitCode, ended.said);
        assertTrue(ended.said.contains("lab: the Java kernel failed: Kernel died\n"), ended.said);
        List<JsonObject> cells = cells("ends.ipynb");
        assertTrue(cells.get(0).toString().contains("\"42\\n\""), cells.get(0)::toString);
        assertTrue(cells.get(2).get("execution_count").isJsonNull());
        assertTrue(Files.exists(written("ends.html")));
    }

    @Test
    void notebookThatCannotBeReadIsOneSentence() throws Exception {
        Files.writeString(
                home.resolve("notebooks/damaged.ipynb"),
                "{\"nbformat\": 4, \"nbformat_minor\": 5, \"metadata\": {}, \"cells\": [{}]}");
        Ended ended = lab("notebook", "damaged", "--execute");
        assertEquals(70, ended.exitCode, ended.said);
        assertTrue(ended.said.contains("lab: damaged.ipynb could not be run and kept: "), ended.said);
        assertFalse(ended.said.contains("Traceback"), ended.said);
    }

    /**
     * Setting up needs a Python with venv, which these machines lack.
     *
     * @param before the Python of an environment that was set up: a newer one looks for its packages in another folder
     * @param now what is on PATH
     */
    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
        none,                                           none,              no python3 on PATH,  python3 python3-venv
        none,                                           echo 3.11.2 False, 3.11.2 without venv, python3-venv
        a link to nowhere,                              none,              no python3 on PATH,  python3 python3-venv
        case "$*" in *find_spec*) exit 1 ;; esac,       none,              no python3 on PATH,  python3 python3-venv
        """)
    void environmentThatIsMissingOrBrokenIsSetUpAnew(String before, String now, String reason, String packages)
            throws Exception {
        Path venv = home.resolve(".kvlab/notebook/venv");
        Files.delete(venv);
        if (before != null) {
            Path python = Files.createDirectories(venv.resolve("bin")).resolve("python");
            Files.copy(home.resolve("workbench/kernel/requirements.txt"), venv.resolve("set-up"));
            if (before.startsWith("a link")) {
                Files.createSymbolicLink(python, home.resolve("gone"));
            } else {
                program(python, before);
            }
        }
        if (now != null) {
            program(home.resolve("python3"), now);
        }
        Ended ended = lab(Map.of("PATH", home.toString()), "notebook", "single", "--execute");
        assertEquals(70, ended.exitCode, ended.said);
        assertEquals(
                "lab: notebooks need Python 3.11 or newer, with venv: " + reason + "; get it: sudo apt-get install "
                        + packages + "\n",
                ended.said);
    }

    private static void program(Path file, String line) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        assertTrue(file.toFile().setExecutable(true));
    }

    @Test
    void boxIsMeasuredFromANotebook(@TempDir Path folder) throws Exception {
        SshdBox.require();
        // Only what a build leaves can be copied to a box: jars, and no folder of a test's classes.
        for (String part : List.of("stages", "workbench/wrk2", "wrk_scripts")) {
            Folders.remove(home.resolve(part));
        }
        PrivateKit.in(home);
        SshdBox box = SshdBox.start(folder);
        try {
            String measure =
                    "bench(\"1-single-node --rate 50 --scale smoke --warm-up 0 --keys 10 --port " + port + "\")";
            notebook("there", "target(\"" + box.url() + "\");", measure);
            Ended ended = lab(Map.of("PATH", box.path()), "notebook", "there", "--execute");
            assertEquals(0, ended.exitCode, ended.said);
            JsonObject run = JsonParser.parseString(Files.readString(written("run.json")))
                    .getAsJsonObject();
            assertEquals(
                    box.place(), run.getAsJsonObject("options").get("target").getAsString());
            assertTrue(run.getAsJsonObject("figures").get("requests").getAsInt() > 0, run::toString);
            assertEquals(List.of(), box.left());
        } finally {
            box.remove();
        }
    }

    @Test
    void ctrlCEndsKernelCommandAndNodes() throws Exception {
        notebook(
                "slow",
                "System.out.println(6 * 7);",
                "bench(\"1-single-node --rate 50 -d 300s --warm-up 0 --keys 10 --port " + port + "\")");
        Process lab = start(Map.of(), "notebook", "slow", "--execute");
        List<ProcessHandle> all = awaitNode(lab);
        assertTrue(all.size() >= 4, "Python, the kernel, the command and its node: " + all);
        int exit = Processes.interrupt(lab);
        assertEquals(130, exit, said());
        Processes.awaitEnd(all);
        assertTrue(cells("slow.ipynb").get(0).toString().contains("\"42\\n\""));
        Path kept = written("slow.html").getParent();
        assertTrue(said().contains(INTERRUPTED + kept + "\n"), said());
    }

    /** As it does while packages are imported, which takes a second. */
    @Test
    void ctrlCBeforeTheKernelStartsLeavesAPage() throws Exception {
        notebook("early", "System.out.println(6 * 7);");
        Path kept = Files.createDirectories(home.resolve("profiles/runs/early"));
        Path file = Files.copy(home.resolve("notebooks/early.ipynb"), kept.resolve("early.ipynb"));
        String program = """
                import signal, sys
                sys.path.insert(0, sys.argv[1])
                import run_notebook
                signal.raise_signal(signal.SIGINT)
                sys.exit(run_notebook.main(*sys.argv[2:]))
                """;
        Ended ended = python(
                Map.of("PYTHONDONTWRITEBYTECODE", "1"),
                program,
                KIT.resolve("workbench/kernel/src/main/python"),
                file,
                kept.resolve("early.html"),
                kept);
        assertEquals(130, ended.exitCode, ended.said);
        assertTrue(ended.said.contains(INTERRUPTED + kept + "\n"), ended.said);
        assertFalse(ended.said.contains("Traceback"), ended.said);
        assertTrue(cells("early.ipynb").get(0).get("execution_count").isJsonNull());
        assertTrue(Files.exists(kept.resolve("early.html")));
    }

    /** All that runs when the node does. */
    private List<ProcessHandle> awaitNode(Process lab) throws InterruptedException {
        while (lab.isAlive()) {
            try (Socket node = new Socket(InetAddress.getLoopbackAddress(), port)) {
                assertTrue(node.isConnected());
                return lab.descendants().toList();
            } catch (IOException e) {
                lab.waitFor(100, TimeUnit.MILLISECONDS);
            }
        }
        return fail(said());
    }

    @Test
    void unknownParameterIsFoundBeforeAnythingRuns() {
        Ended ended = labHere("notebook", "single", "--execute", "--param", "nodes=5");
        assertEquals(64, ended.exitCode, ended.said);
        String sentence = "lab: notebook single has no parameter 'nodes'; it has scale, target, rate, port, loud\n";
        assertTrue(ended.said.contains(sentence), ended.said);
        assertFalse(Files.exists(home.resolve("profiles/runs")));
    }

    @Test
    void withoutANetworkTheSentenceSaysThatItTakesOne() throws Exception {
        Files.delete(home.resolve(".kvlab/notebook/venv"));
        // Nobody listens there; what pip is told elsewhere, as on a machine with packages of its own, does not count.
        Map<String, String> nowhere =
                Map.of("PIP_CONFIG_FILE", "/dev/null", "PIP_INDEX_URL", "http://127.0.0.1:1/", "PIP_FIND_LINKS", "");
        Ended ended = lab(nowhere, "notebook", "single", "--execute");
        assertEquals(70, ended.exitCode, ended.said);
        assertEquals(
                "lab: setting up notebooks; the first time takes some minutes\n"
                        + "lab: notebooks could not be set up: there is no way to where pip gets packages, and the first time"
                        + " takes a network; all that was said is in " + home.resolve(".kvlab/notebook/setup.log")
                        + ", and the next ./lab notebook tries again\n",
                ended.said);
    }

    private void notebook(String name, String... sources) throws IOException {
        JsonObject notebook = JsonParser.parseString(
                        "{\"nbformat\": 4, \"nbformat_minor\": 5, \"metadata\": {}, \"cells\": []}")
                .getAsJsonObject();
        for (int i = 0; i < sources.length; i++) {
            JsonObject cell = JsonParser.parseString(
                            "{\"cell_type\": \"code\", \"metadata\": {}, \"execution_count\": null, \"outputs\": []}")
                    .getAsJsonObject();
            cell.addProperty("id", "cell-" + i);
            cell.addProperty("source", sources[i]);
            notebook.getAsJsonArray("cells").add(cell);
        }
        Files.writeString(home.resolve("notebooks/" + name + ".ipynb"), notebook.toString());
    }

    private void edit(String name, Consumer<JsonArray> change) throws IOException {
        Path file = home.resolve("notebooks/" + name + ".ipynb");
        JsonObject notebook = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        change.accept(notebook.getAsJsonArray("cells"));
        Files.writeString(file, notebook.toString());
    }
}
