package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kvlab.bench.kept.RunFolder;
import kvlab.cluster.Ports;
import kvlab.cluster.Stages;
import kvlab.kernel.NotebookFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;

/** What README and docs tell to type is what the kit understands; the soak run types it, page by page. */
@Tag("slow")
class DocumentedCommandsTest {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));

    /** What cannot be typed here as it stands, and whose test does it. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "ssh://", "TargetTest has a box",
            "./my-node ", "CommandProgramTest has a program",
            "./lab test", "it runs this",
            "--self-test", "GalleryTest grades all broken nodes",
            "side-by-side", "whoever has a wrk2 can",
            "./lab notebook", "LabNotebooksTest executes it, NotebookTest checks it, JupyterLabTest opens JupyterLab",
            "./lab record", "RecordTest records a lab",
            "curl ", "everyCurlIsAnswered types it",
            "./lab lint", "QuotedLoadTest has texts",
            "JAVA_TOOL_OPTIONS=", "it waits for a debugger");

    /** As pages name them, from the first. */
    private static final Pattern NODE = Pattern.compile("127\\.0\\.0\\.1:808(\\d)");

    /** How a workflow calls it that runs in a project, and has the kit beside it. */
    private static final String BESIDE = "../kit/lab";

    private static final int FIRST_TRIES = 20;
    private static final int PAGE_MINUTES = 60;
    private static final int INTERRUPTED = 130;

    @TempDir
    private Path home;

    private final int firstPort = Ports.free(16);
    private final String port = Integer.toString(firstPort);
    private final List<Process> started = new ArrayList<>();

    static Stream<String> pages() throws IOException {
        return DocumentedCommand.pages(KIT).stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    void everyCommandIsUnderstood(String page) throws Exception {
        for (DocumentedCommand command : DocumentedCommand.inBlocks(KIT, page)) {
            understand(command, false);
        }
        for (DocumentedCommand command : DocumentedCommand.inSentences(KIT, page)) {
            understand(command, true);
        }
    }

    /** @param named whether it is only named, and what it is for is left to the reader */
    private static void understand(DocumentedCommand command, boolean named) throws Exception {
        List<String> words = command.words();
        if (!command.isOfLab() || words.get(1).equals("wrk2")) {
            return;
        }
        CommandLine lab =
                Lab.commandLine(KIT, new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()));
        try {
            lab.parseArgs(words.subList(1, words.size()).toArray(String[]::new));
            if (!named && words.get(1).equals("notebook")) {
                giveParameters(words);
            }
        } catch (ParameterException e) {
            if (!named || !(e instanceof MissingParameterException)) {
                throw new AssertionError(command + ": " + e.getMessage(), e);
            }
        }
    }

    /** What a page tells to give a notebook, that notebook has. */
    private static void giveParameters(List<String> words) throws Exception {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 2; i < words.size() - 1; i++) {
            String value = words.get(i + 1);
            switch (words.get(i)) {
                case "--scale" -> values.put("scale", value);
                case "--target" -> values.put("target", value);
                case "--param" -> values.put(value.split("=")[0], value.split("=", 2)[1]);
                default -> {}
            }
        }
        if (!values.isEmpty()) {
            NotebookFile.find(KIT, words.get(2)).with(values);
        }
    }

    static Stream<String> pagesWithCurl() throws IOException {
        List<String> pages = new ArrayList<>();
        for (String page : DocumentedCommand.pages(KIT)) {
            if (DocumentedCommand.inBlocks(KIT, page).stream().anyMatch(DocumentedCommand::isCurl)) {
                pages.add(page);
            }
        }
        return pages.stream();
    }

    /** By the nodes that the line above it starts. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("pagesWithCurl")
    @Timeout(120)
    void everyCurlIsAnswered(String page) throws Exception {
        Needed.program("curl");
        BuiltKit.whole(home);
        List<DocumentedCommand> commands = DocumentedCommand.inBlocks(KIT, page);
        List<DocumentedCommand> curls =
                commands.stream().filter(DocumentedCommand::isCurl).toList();
        DocumentedCommand run = commands.get(commands.indexOf(curls.get(0)) - 1);
        try {
            List<String> words = new ArrayList<>(run.words());
            assertEquals("run", words.get(1), run + ": expected ./lab run above curl");
            words.addAll(small(words));
            Process nodes = endless(words);
            for (DocumentedCommand curl : curls) {
                answer(curl);
            }
            interrupt(nodes);
        } finally {
            endAll();
        }
        BuiltKit.assertNothingIsLeft(home);
    }

    /** A node that has just started may not be as quick as another one expects. */
    private void answer(DocumentedCommand curl) throws Exception {
        List<String> words = new ArrayList<>();
        for (String word : curl.words()) {
            words.add(here(word));
        }
        words.addAll(List.of("--noproxy", "*"));
        String said = "";
        for (int i = 0; i < FIRST_TRIES && !said.contains("HTTP/1.1 20"); i++) {
            Process process = start(words);
            assertEquals(0, process.waitFor(), () -> curl + "\n" + said(process));
            said = said(process);
        }
        assertTrue(said.contains("HTTP/1.1 20"), curl + "\n" + said);
    }

    /** Else the test above looks at nothing. */
    @Test
    void thereAreCommandsInTheDocs() throws Exception {
        assertEquals(
                List.of("./lab tour", "./lab test"),
                DocumentedCommand.inBlocks(KIT, "README.md").stream()
                        .map(DocumentedCommand::text)
                        .limit(2)
                        .toList());
        assertTrue(DocumentedCommand.inBlocks(KIT, "docs/grader.md")
                .contains(new DocumentedCommand("docs/grader.md", "./lab grade 1-single-node")));
        assertTrue(DocumentedCommand.inBlocks(KIT, "docs/grader.md").stream()
                .anyMatch(command -> command.isOfLab() && command.text().startsWith("JAVA_TOOL_OPTIONS=")));
        assertEquals(
                List.of("docs/1-single-node.md", "docs/2-sharding.md", "docs/3-replication.md"),
                pagesWithCurl().toList());
        List<String> recipes = DocumentedCommand.inBlocks(KIT, "docs/instructors.md").stream()
                .filter(DocumentedCommand::isOfLab)
                .map(command -> command.words().get(0))
                .toList();
        assertTrue(recipes.containsAll(List.of(BESIDE, "/autograder/kit/lab")), recipes.toString());
        assertTrue(DocumentedCommand.inSentences(KIT, "docs/protocol.md").isEmpty());
        assertFalse(DocumentedCommand.inSentences(KIT, "docs/3-replication.md").isEmpty());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    @Timeout(value = PAGE_MINUTES, unit = TimeUnit.MINUTES)
    @EnabledIfSystemProperty(named = "kvlab.soak", matches = "true", disabledReason = "types every command of the docs")
    void everyCommandDoesSomething(String page) throws Exception {
        List<DocumentedCommand> commands = DocumentedCommand.inBlocks(KIT, page).stream()
                .filter(command -> ELSEWHERE.keySet().stream()
                        .noneMatch(part -> command.text().contains(part)))
                .toList();
        assumeFalse(commands.isEmpty());
        wholeKit();
        try {
            for (DocumentedCommand command : commands) {
                type(command);
            }
        } finally {
            endAll();
        }
        BuiltKit.assertNothingIsLeft(home);
    }

    private void endAll() throws InterruptedException {
        started.forEach(Process::destroy);
        for (Process process : started) {
            process.waitFor();
        }
    }

    private void wholeKit() throws IOException {
        BuiltKit.whole(home);
        link("docs", "grader");
        for (String stage : new Stages(KIT).names()) {
            link("stages/" + stage + "/src", "stages/" + stage + "/pom.xml");
        }
        BuiltKit.recorded(home, "3-replication");
        for (String folder : List.of("student", "autograder")) {
            Files.createSymbolicLink(
                    Files.createDirectories(home.resolve(folder)).resolve("kit"), home);
        }
        Files.createDirectories(home.resolve("autograder/results"));
    }

    private void link(String... parts) throws IOException {
        for (String part : parts) {
            Files.createSymbolicLink(home.resolve(part), KIT.resolve(part));
        }
    }

    private void type(DocumentedCommand documented) throws Exception {
        List<String> words = new ArrayList<>();
        for (String word : documented.words()) {
            words.add(here(word));
        }
        Path folder = words.get(0).equals(BESIDE) ? home.resolve("student/my-stage3") : home;
        projectsFor(words, folder);
        words.addAll(small(words));
        if (words.get(1).equals("wrk2")) {
            words.set(0, "workbench/wrk2/bin/wrk2");
            words.remove(1);
        }
        boolean needsNode = words.stream().anyMatch(word -> word.contains(":" + port));
        Process node = needsNode ? endless(List.of("./lab", "run", "1-single-node", "--port", port)) : null;
        if (isEndless(words)) {
            interrupt(endless(words));
        } else {
            Process process = start(words, folder);
            int exit = process.waitFor();
            assertTrue(
                    exit >= Lab.DONE && exit <= Lab.UNDECIDED,
                    () -> documented + "\nas " + String.join(" ", words) + "\nended with " + exit + ":\n"
                            + said(process));
        }
        if (needsNode) {
            interrupt(node);
        }
    }

    /** What a reader puts there. */
    private String here(String word) throws IOException {
        String student = home.resolve("student").toString();
        return switch (word) {
            case "DIR" -> student + "/my-stage3";
            case "hand-ins/" -> home.toString();
            case "20261121-1" ->
                RunFolder.list(home).get(0).path().getFileName().toString();
            case "-d30s" -> "-d2s";
            default ->
                NODE.matcher(word.replaceFirst("^~/", student + "/").replaceFirst("^/autograder/", home + "$0"))
                        .replaceAll(node -> "127.0.0.1:" + (firstPort + Integer.parseInt(node.group(1))));
        };
    }

    /** The student has solved it, and the page may leave out how it came there. */
    private void projectsFor(List<String> words, Path folder) throws Exception {
        List<String> places = new ArrayList<>(words);
        places.add(folder.toString());
        for (String place : places) {
            boolean isProject = place.matches(".*/my-stage[0-9]|.*/autograder/submission");
            if (isProject && !words.get(1).equals("checkout") && !Files.exists(Path.of(place))) {
                String stage = stage(place.charAt(place.length() - 1));
                assertEquals(
                        0,
                        start(List.of("./lab", "checkout", "--solution", stage, place))
                                .waitFor());
            }
        }
    }

    private static String stage(char number) throws IOException {
        return new Stages(KIT)
                .names().stream()
                        .filter(name -> name.charAt(0) == number)
                        .findFirst()
                        .orElse("3-replication");
    }

    /** So that it ends soon. What the page says itself is left as it is. */
    private List<String> small(List<String> words) {
        Map<String, String> options = new LinkedHashMap<>();
        switch (words.get(1)) {
            case "bench", "compare", "knee" -> options.putAll(Map.of("--scale", "smoke", "--keys", "100"));
            case "tour" -> options.putAll(Map.of("--scale", "smoke", "--only", "E1"));
            case "run" -> {}
            default -> {
                return List.of();
            }
        }
        options.put("--port", port);
        words.forEach(options::remove);
        return options.entrySet().stream()
                .flatMap(option -> Stream.of(option.getKey(), option.getValue()))
                .toList();
    }

    private Process start(List<String> words) throws IOException {
        return start(words, home);
    }

    private Process start(List<String> words, Path folder) throws IOException {
        Process process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("said-" + started.size()).toFile())
                .start();
        started.add(process);
        return process;
    }

    private static boolean isEndless(List<String> words) {
        return words.contains("--watch") || words.contains("run");
    }

    /** Until it has done what it does first, and waits. */
    private Process endless(List<String> words) throws IOException, InterruptedException {
        Process process = start(words);
        while (!said(process).contains("Ctrl-C")) {
            assertTrue(process.isAlive(), () -> String.join(" ", words) + " ended:\n" + said(process));
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return process;
    }

    private void interrupt(Process process) throws IOException, InterruptedException {
        int exit = Processes.interrupt(process);
        assertEquals(INTERRUPTED, exit, () -> said(process));
    }

    private String said(Process process) {
        try {
            return Files.readString(home.resolve("said-" + started.indexOf(process)));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
