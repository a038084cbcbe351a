package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import kvlab.handout.Checkout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Zips whose code means harm, from ./lab submit to their row of the review. */
@Timeout(900)
@Tag("whole-kit")
class HostileHandInTest {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));
    private static final String STAGE = "1-single-node";
    private static final String NODE = "src/main/java/kvlab/single/StageNode.java";
    private static final String STARTS = "public synchronized void start() throws IOException {";

    @TempDir
    private Path directory;

    private Path home;
    private Path handIns;
    private Process bystander;

    @BeforeEach
    void builtKit() throws Exception {
        SandboxHere.require();
        home = Files.createDirectory(directory.resolve("kit"));
        handIns = Files.createDirectory(directory.resolve("hand-ins"));
        BuiltKit.in(home);
        BuiltKit.script(home);
        bystander = new ProcessBuilder("sleep", "1000").start();
    }

    @AfterEach
    void nobodyWasHurt() throws IOException {
        if (bystander != null) {
            assertTrue(bystander.isAlive(), "a process outside was killed");
            bystander.destroyForcibly();
            assertEquals(List.of(), names(home.resolve(".kvlab/tmp")));
        }
    }

    @Test
    void whatDoesHarmAndWhatIsWrongCostTheOthersNothing() throws Exception {
        handIn("Anna", "");
        handIn("Ben", """
                // Whatever a sandbox that is broken lets through must not happen to the machine that tests it.
                if (ProcessHandle.current().pid() > 9) {
                    throw new IOException("this is no sandbox");
                }
                ProcessHandle.allProcesses()
                        .filter(each -> each.pid() != ProcessHandle.current().pid())
                        .forEach(ProcessHandle::destroyForcibly);
                try {
                    while (true) {
                        java.nio.file.Files.write(
                                java.nio.file.Files.createTempFile("full", ""), new byte[1 << 20]);
                    }
                } catch (IOException e) {
                    System.out.println("the disk is full: " + e.getMessage());
                }
                try {
                    for (int i = 0; i < 500; i++) {
                        new ProcessBuilder("sleep", "1000").start();
                    }
                    Thread.sleep(100_000);
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                """);
        handIn("Carl", "int size = \"one\";");
        Path secret = Files.writeString(directory.resolve("secret"), "secret");
        handIn("Dora", """
                if (ProcessHandle.current().pid() > 9) {
                    throw new IOException("this is no sandbox");
                }
                try (java.net.Socket outside = new java.net.Socket()) {
                    outside.connect(new java.net.InetSocketAddress("192.0.2.1", 80), 10_000);
                    throw new IllegalStateException("it talks to others");
                } catch (java.net.SocketTimeoutException e) {
                    throw new IOException("what it says gets out", e);
                } catch (java.net.SocketException e) {
                    System.out.println(e.getMessage());
                }
                for (String file : java.util.List.of("SECRET", "MINE")) {
                    if (java.nio.file.Files.exists(java.nio.file.Path.of(file))) {
                        throw new IOException("it sees files");
                    }
                }
                while (config.port() > 0) {
                    System.out.println("nothing to see here");
                }
                """.replace("SECRET", secret.toString())
                .replace("MINE", fileOfThisUser().orElse(secret).toString()));
        lab("review", handIns.toString(), "--regrade");
        assertTrue(row("Anna").contains(",1-single-node,100,100,,,100,,"), row("Anna"));
        assertTrue(
                row("Ben").matches(".*sandbox: killed, since it had \\d+ processes. and 32 are allowed.*"), row("Ben"));
        assertTrue(row("Carl").contains("does not compile"), row("Carl"));
        assertTrue(row("Dora").contains("sandbox: killed, since it printed more than 16 MiB"), row("Dora"));
        assertTrue(said().contains("lab: graded 4 of 4"), said());
    }

    /** In the real home folder, and not a place of anything that a node has to read. */
    private Optional<Path> fileOfThisUser() throws IOException {
        String needed = String.join(
                ":", System.getProperty("java.class.path"), System.getProperty("java.home"), directory.toString());
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("user.home")))) {
            return files.filter(file -> file.toString().matches("[\\w./-]+") && !needed.contains(file.toString()))
                    .findFirst();
        }
    }

    @Test
    void answersWithoutAnEndAreFailedChecks() throws Exception {
        handIn("Anna", endless("\"x\".repeat(10000)", ""));
        handIn("Ben", endless("\"x\"", "Thread.sleep(50);"));
        lab("review", handIns.toString());
        assertEquals(1, grade("anna", "--sandbox", "--only", "putCreates"), said());
        assertTrue(told().contains("its answer has more than 4 MiB and no end"), told());
        assertEquals(1, grade("ben", "--sandbox", "--only", "putCreates"), said());
        assertTrue(told().contains("no answer within 5 s"), told());
    }

    /** A node whose answers are headers, one after the other. */
    private static String endless(String header, String between) {
        return """
                System.out.println("listening");
                java.net.ServerSocket listening = new java.net.ServerSocket(config.port());
                Thread node = new Thread(() -> {
                    while (true) {
                        try (java.net.Socket socket = listening.accept()) {
                            socket.getInputStream().read();
                            socket.getOutputStream().write("HTTP/1.1 201 Created\\r\\n".getBytes());
                            while (true) {
                                socket.getOutputStream().write(("X: " + HEADER + "\\r\\n").getBytes());
                                BETWEEN
                            }
                        } catch (IOException | InterruptedException e) {
                            System.out.println(e);
                        }
                    }
                });
                node.setDaemon(true);
                node.start();
                if (config.port() > 0) {
                    return;
                }
                """.replace("HEADER", header)
                .replace("BETWEEN", between.isEmpty() ? "if (socket.isClosed()) { Thread.sleep(1); }" : between);
    }

    @Test
    void whoeverWaitsForAReportGetsOneWithoutAGrade() throws Exception {
        // The compiler shows the line, and a terminal would do what it says.
        handIn("Anna", "int size = \"\u001b[2J\u009b1A\";");
        lab("review", handIns.toString());
        Path gradescope = directory.resolve("results.json");
        Path junit = directory.resolve("grade.xml");
        assertEquals(
                2,
                grade("anna", "--sandbox", "--gradescope", gradescope.toString(), "--junit", junit.toString()),
                said());
        assertTrue(said().contains("does not compile"), said());
        assertTrue(said().contains("[2J"), said());
        assertFalse(said().matches("(?s).*[\\u001b\\u009b].*"), said());
        JsonObject results =
                JsonParser.parseString(Files.readString(gradescope)).getAsJsonObject();
        assertEquals(0, results.get("score").getAsInt());
        assertTrue(results.get("output").getAsString().contains("does not compile\n"), results.toString());
        assertTrue(Files.readString(junit).contains("errors=\"1\""), Files.readString(junit));
        assertTrue(Files.readString(junit).contains("does not compile"), Files.readString(junit));

        handIn("Anna", "if (config.port() > 0) { throw new IOException(\"\\\\u001b[2J\"); }");
        lab("review", handIns.toString());
        assertEquals(2, grade("anna", "--sandbox", "--gradescope", gradescope.toString()), said());
        assertTrue(said().contains("[2J"), said());
        assertFalse(said().contains("\u001b"), said());
        results = JsonParser.parseString(Files.readString(gradescope)).getAsJsonObject();
        assertEquals(0, results.get("score").getAsInt());
        assertTrue(results.get("output").getAsString().contains("[2J"), results.toString());
    }

    /** @param harm what its node does first */
    private void handIn(String name, String harm) throws Exception {
        Path project = Files.createTempDirectory(directory, "project").resolve("mine");
        new Checkout(KIT, "").write(STAGE, Checkout.Content.SOLUTION, project);
        Path node = project.resolve(NODE);
        Files.writeString(node, Files.readString(node).replace(STARTS, STARTS + "\n" + harm));
        Path zip = handIns.resolve(name + "-" + project.getParent().getFileName() + ".zip");
        // It has neither a grade nor a report, and is handed in all the same.
        assertEquals(1, lab("submit", project.toString(), "--name", name, "--output", zip.toString()), said());
    }

    private int grade(String student, String... options) throws Exception {
        List<String> arguments =
                new ArrayList<>(List.of("grade", folder(student).toString()));
        arguments.addAll(List.of(options));
        return lab(arguments.toArray(String[]::new));
    }

    private Path folder(String start) throws IOException {
        try (Stream<Path> folders = Files.list(handIns.resolve("review"))) {
            return folders.filter(each -> each.getFileName().toString().startsWith(start))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private String row(String name) throws IOException {
        return Files.readAllLines(handIns.resolve("review/scores.csv")).stream()
                .filter(line -> line.startsWith(name + ","))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private int lab(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(home.resolve("lab").toString()));
        command.addAll(List.of(arguments));
        Process lab = new ProcessBuilder(command)
                .redirectOutput(directory.resolve("told").toFile())
                .redirectError(directory.resolve("said").toFile())
                .start();
        try {
            assertTrue(lab.waitFor(10, TimeUnit.MINUTES));
            return lab.exitValue();
        } finally {
            lab.destroy();
        }
    }

    private String said() throws IOException {
        return Files.readString(directory.resolve("said"));
    }

    private String told() throws IOException {
        return Files.readString(directory.resolve("told"));
    }
}
