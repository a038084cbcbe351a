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
import java.util.stream.Stream;
import kvlab.bench.RunFolder;
import kvlab.cluster.Ports;
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
class DocumentedCommandsTest {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));

    /** What cannot be typed here as it stands, and whose test does it. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "ssh://", "TargetTest has a box",
            "./my-node ", "CommandProgramTest has a program",
            "./lab test", "it runs this",
            "--self-test", "GalleryTest grades all broken nodes",
            "side-by-side", "whoever has a wrk2 can",
            "./lab notebook", "LabNotebooksTest executes it, and JupyterLabTest opens JupyterLab",
            "./lab record", "RecordTest records a lab");

    private static final int PAGE_MINUTES = 60;
    private static final int INTERRUPTED = 130;

    @TempDir
    private Path home;

    private final String port = Integer.toString(Ports.free(9));
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
    private static void understand(DocumentedCommand command, boolean named) {
        List<String> words = command.words();
        if (!command.isOfLab() || words.get(1).equals("wrk2")) {
            return;
        }
        CommandLine lab = Lab.commandLine(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()));
        try {
            lab.parseArgs(words.subList(1, words.size()).toArray(String[]::new));
        } catch (ParameterException e) {
            if (!named || !(e instanceof MissingParameterException)) {
                throw new AssertionError(command + ": " + e.getMessage(), e);
            }
        }
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
            started.forEach(Process::destroy);
            for (Process process : started) {
                process.waitFor();
            }
        }
        try (Stream<Path> left = Files.list(home.resolve(".kvlab/tmp"))) {
            assertEquals(List.of(), left.toList());
        }
    }

    private void wholeKit() throws IOException {
        BuiltKit.whole(home);
        link("docs", "grader");
        try (Stream<Path> stages = Files.list(KIT.resolve("stages"))) {
            for (Path stage : stages.filter(
                            each -> each.getFileName().toString().matches("[1-4]-.*"))
                    .toList()) {
                link("stages/" + stage.getFileName() + "/src", "stages/" + stage.getFileName() + "/pom.xml");
            }
        }
        BuiltKit.recorded(home, "3-replication");
        Files.createDirectories(home.resolve("student"));
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
        projectFor(words);
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
            Process process = start(words);
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
            case "DIR", ".", "/autograder/submission" -> student + "/my-stage3";
            case "/autograder/results/results.json" -> student + "/results.json";
            case "hand-ins/" -> home.toString();
            case "20261121-1" ->
                RunFolder.list(home).get(0).path().getFileName().toString();
            case "-d30s" -> "-d2s";
            default -> word.replaceFirst("^~/", student + "/").replace("127.0.0.1:8080", "127.0.0.1:" + port);
        };
    }

    /** The student has solved it, and the page may leave out how it came there. */
    private void projectFor(List<String> words) throws Exception {
        for (String word : words) {
            Path project = Path.of(word);
            boolean isProject = word.matches(".*/my-stage[1-4]");
            if (isProject && !words.get(1).equals("checkout") && !Files.exists(project)) {
                String stage = stage(word.charAt(word.length() - 1));
                assertEquals(
                        0,
                        start(List.of("./lab", "checkout", "--solution", stage, word))
                                .waitFor());
            }
        }
    }

    private static String stage(char number) {
        return switch (number) {
            case '1' -> "1-single-node";
            case '2' -> "2-sharding";
            case '3' -> "3-replication";
            default -> "4-async-client";
        };
    }

    /** So that it ends soon. What the page says itself is left as it is. */
    private List<String> small(List<String> words) {
        Map<String, String> options = new LinkedHashMap<>();
        switch (words.get(1)) {
            case "bench" -> {
                options.put("--keys", "100");
                if (words.contains("--saturate")) {
                    options.putAll(Map.of("--warm-up", "1", "--window", "1", "--pairs", "1"));
                } else {
                    options.put("--scale", "smoke");
                }
            }
            case "compare", "knee" -> options.putAll(Map.of("--scale", "smoke", "--keys", "100"));
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
        Process process = new ProcessBuilder(words)
                .directory(home.toFile())
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
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
        assertEquals(INTERRUPTED, process.waitFor(), () -> said(process));
    }

    private String said(Process process) {
        try {
            return Files.readString(home.resolve("said-" + started.indexOf(process)));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
