package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import org.junit.jupiter.api.parallel.Isolated;

/** Zips whose code means harm, from ./lab submit to their row of the review. */
@Tag("slow")
@Timeout(900)
@Tag("whole-kit")
@Isolated("a hostile hand-in takes all the processor time that it gets")
class HostileHandInTest {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));
    private static final String STAGE = "1-single-node";
    private static final String NODE = "src/main/java/kvlab/single/StageNode.java";
    private static final String STARTS = "protected void open() throws IOException {";
    private static final int FIRST_DOOR = 31_000;
    private static final int MOST_DOORS = 1_000;

    @TempDir
    private Path directory;

    private Path home;
    private HandIns handIns;
    private Process bystander;

    @BeforeEach
    void builtKit() throws Exception {
        SandboxHere.require();
        home = Files.createDirectory(directory.resolve("kit"));
        handIns = new HandIns(home, directory.resolve("hand-ins"));
        BuiltKit.in(home);
        BuiltKit.script(home);
        bystander = new ProcessBuilder("sleep", "1000").start();
    }

    @AfterEach
    void nobodyWasHurt() throws IOException {
        if (bystander != null) {
            assertTrue(bystander.isAlive(), "a process outside was killed");
            bystander.destroyForcibly();
            BuiltKit.assertNothingIsLeft(home);
        }
    }

    @Test
    void whatDoesHarmAndWhatIsWrongCostTheOthersNothing() throws Exception {
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
        int door = door();
        handIn("Emil", opens(door));
        handIn("Fritz", """
                if (ProcessHandle.current().pid() > 9) {
                    throw new IOException("this is no sandbox");
                }
                try {
                    String hunger = "head -c 3000000000 /dev/zero | tail -c 3000000000 >/dev/null";
                    new ProcessBuilder("sh", "-c", hunger).start().waitFor();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                """);
        try (Knocking knocking = new Knocking(door)) {
            handIns.lab("review", handIns.folder().toString(), "--regrade");
            assertFalse(knocking.isAnswered(), "a node let somebody in from outside");
        }
        assertTrue(
                row("Ben").matches(".*sandbox: killed, since it had \\d+ processes. and 32 are allowed.*"), row("Ben"));
        assertTrue(row("Carl").contains("does not compile"), row("Carl"));
        assertTrue(row("Dora").contains("sandbox: killed, since it printed more than 16 MiB"), row("Dora"));
        assertTrue(row("Emil").contains(",1-single-node,100,100,,,100,,"), row("Emil"));
        assertTrue(
                row("Fritz").matches(".*sandbox: killed, since it took \\d+ MiB of memory. and 1024 MiB are allowed.*"),
                row("Fritz"));
        assertTrue(said().contains("lab: graded 5 of 5"), said());
    }

    /** A free port that no grade gives to a node, and no system to a connection. */
    private static int door() throws IOException {
        for (int port = FIRST_DOOR; port < FIRST_DOOR + MOST_DOORS; port++) {
            try (ServerSocket free = new ServerSocket(port)) {
                return free.getLocalPort();
            } catch (BindException e) {
                // It is somebody else's.
                continue;
            }
        }
        throw new IOException("no port from " + FIRST_DOOR + " on is free");
    }

    /** A node that serves as it should, and on another port, too, which the first of a grade's nodes gets. */
    private static String opens(int port) {
        return """
                Thread door = new Thread(() -> {
                    try (java.net.ServerSocket open = new java.net.ServerSocket(PORT)) {
                        while (open.isBound()) {
                            open.accept().close();
                        }
                    } catch (IOException e) {
                        System.out.println(e);
                    }
                });
                door.setDaemon(true);
                door.start();
                for (boolean isOpen = false; !isOpen; ) {
                    try (java.net.Socket inside = new java.net.Socket("127.0.0.1", PORT)) {
                        isOpen = inside.isConnected();
                    } catch (java.net.ConnectException e) {
                        Thread.onSpinWait();
                    }
                }
                """.replace("PORT", Integer.toString(port));
    }

    /** Tries to get in at a port of this machine, all the time. */
    private static final class Knocking implements AutoCloseable {

        private final int port;
        private final Thread thread = new Thread(this::knock, "knocking");
        private volatile boolean isAnswered;

        Knocking(int port) {
            this.port = port;
            thread.start();
        }

        private void knock() {
            try {
                while (!isAnswered) {
                    try (Socket socket = new Socket("127.0.0.1", port)) {
                        // A socket may happen to have that port itself, and then it answers itself.
                        isAnswered = socket.getLocalPort() != port;
                    } catch (IOException e) {
                        TimeUnit.MILLISECONDS.sleep(10);
                    }
                }
            } catch (InterruptedException e) {
                // Nobody waits any more.
                return;
            }
        }

        boolean isAnswered() {
            return isAnswered;
        }

        @Override
        public void close() {
            thread.interrupt();
        }
    }

    @Test
    void whatNeverEndsIsEndedAndTheNextIsGraded() throws Exception {
        Path endless = project("""
                try {
                    while (config.port() > 0) {
                        wait();
                    }
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                """);
        handIns.submit("Anna", endless);
        handIn("Ben", "int size = \"one\";");
        // Without a sandbox the review itself ends the grade. Anna's node only waits, so it does no harm.
        Process review = handIns.start(
                "reviewed",
                Map.of(),
                "review",
                handIns.folder().toString(),
                "--regrade",
                "--no-sandbox",
                "--within",
                "20s");
        try {
            assertEquals(2, grade(endless, "--within", "4s"), said());
            assertTrue(said().endsWith("lab: it took longer than 4s, and was ended\n"), said());
        } finally {
            Processes.end(review, 10);
        }
        assertTrue(row("Anna").contains("it took longer than 20s, and was ended"), row("Anna"));
        assertTrue(row("Ben").contains("does not compile"), row("Ben"));
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

    /** The compiler shows the line, the node its own words, and a terminal would do what either says. */
    @Test
    void nothingThatIsToldMovesATerminal() throws Exception {
        Path gradescope = directory.resolve("results.json");
        Path wrong = project("int size = \"\u001b[2J\u009b1A\";");
        Path failing = project("if (config.port() > 0) { throw new IOException(\"\\\\u001b[2J\"); }");
        for (Path project : List.of(wrong, failing)) {
            assertEquals(2, grade(project, "--gradescope", gradescope.toString()), said());
            assertTrue(said().contains("[2J"), said());
            assertFalse(said().matches("(?s).*[\\u001b\\u009b].*"), said());
            JsonObject results =
                    JsonParser.parseString(Files.readString(gradescope)).getAsJsonObject();
            assertEquals(0, results.get("score").getAsInt());
            assertTrue(results.get("output").getAsString().contains("[2J"), results.toString());
        }
    }

    private void handIn(String name, String harm) throws Exception {
        handIns.submit(name, project(harm));
    }

    /** @param harm what its node does first */
    private Path project(String harm) throws Exception {
        Path project = Files.createTempDirectory(directory, "project").resolve("mine");
        new Checkout(KIT, "").write(STAGE, Checkout.Content.SOLUTION, project);
        Path node = project.resolve(NODE);
        String text = Files.readString(node);
        assertTrue(text.contains(STARTS), text);
        Files.writeString(node, text.replace(STARTS, STARTS + "\n" + harm));
        return project;
    }

    private int grade(Path project, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("grade", project.toString(), "--sandbox"));
        arguments.addAll(List.of(options));
        return handIns.lab(arguments.toArray(String[]::new));
    }

    private String row(String name) throws IOException {
        return handIns.row(name);
    }

    private String said() throws IOException {
        return handIns.said();
    }
}
