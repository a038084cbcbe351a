package kvlab.wrk2;

import static kvlab.wrk2.Step.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command as a process of its own. */
@Tag("slow")
@Timeout(120)
class CommandTest {

    private static final String ERASE = "\r\033[K";

    @TempDir
    private Path folder;

    // ---- the end

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    @Execution(ExecutionMode.CONCURRENT)
    void signalEndsTheRunAndPrintsWhatWasMeasured(String signal) throws Exception {
        assumeFalse(
                signal.equals("INT") && Program.interruptIsIgnored(),
                "whoever started the tests has them ignore SIGINT");
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Path json = folder.resolve("run.json");
            Program wrk2 = Program.wrk2(
                    "-t2",
                    "-c2",
                    "-d10m",
                    "-R100",
                    "-L",
                    "--json",
                    json.toString(),
                    "-s",
                    script("function done(summary) print('done', summary.requests) end"),
                    server.url("/"));
            server.awaitRequests(20);
            wrk2.signal(signal);
            assertEquals(0, wrk2.await(), wrk2.err());
            JsonObject run = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
            assertTrue(run.get("interrupted").getAsBoolean());
            long answered = run.getAsJsonObject("requests").get("answered").getAsLong();
            assertTrue(answered >= 18, wrk2.out());
            assertTrue(wrk2.out().contains("\n  " + answered + " requests in "), wrk2.out());
            assertTrue(wrk2.out().endsWith("B\ndone\t" + answered + "\n"), wrk2.out());
        }
    }

    @LoadTogether
    void scriptThatNeverEndsIsGivenUp() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Program wrk2 = Program.wrk2(
                    "-t1",
                    "-c1",
                    "-d10m",
                    "-R100",
                    "-s",
                    script("function response() while true do end end"),
                    server.url("/"));
            server.awaitRequests(1);
            wrk2.signal("TERM");
            assertEquals(1, wrk2.await());
            assertEquals("wrk2: the script does not end; nothing was measured\n", wrk2.err());
        }
    }

    // ---- what is said where

    @LoadTogether
    void terminalShowsProgressAndIsLeftClean() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Program wrk2 = Program.java(List.of("-Dwrk2.terminal=true"), "-t1", "-c1", "-d3", "-R2", server.url("/"));
            assertEquals(0, wrk2.await());
            String time = "[\\d.]+[um]?s";
            String line = "  \\d s  \\d+/s  p50 " + time + "  p99 " + time + "  errors 0  [▁-█]+";
            String[] shown = wrk2.err().split(ERASE.replace("[", "\\["));
            assertEquals(3, shown.length, wrk2.err());
            assertEquals("", shown[0]);
            assertTrue(shown[1].matches(line) && shown[1].startsWith("  1 s  "), shown[1]);
            assertTrue(shown[2].matches(line) && shown[2].startsWith("  2 s  "), shown[2]);
            assertTrue(wrk2.err().endsWith(ERASE));
            assertFalse(wrk2.out().contains("\033"), wrk2.out());
        }
    }

    @LoadTogether
    void scriptAndReportPrintInTurn() throws Exception {
        String printing = """
                function setup(thread) print("setup") end
                function init() io.write("init\\n") end
                local first = true
                function request()
                   if first then io.write("request, ") end
                   first = false
                   return wrk.format()
                end
                function done() io.write("done", " ") print("end") end
                """;
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Program wrk2 = Program.wrk2("-t1", "-c1", "-d1", "-R20", "-s", script(printing), server.url("/"));
            assertEquals(0, wrk2.await(), wrk2.err());
            List<String> lines = wrk2.out().lines().toList();
            assertEquals(
                    List.of("setup", "init", "request, Running 1s test @ " + server.url("/")), lines.subList(0, 3));
            assertTrue(lines.get(lines.size() - 2).startsWith("Transfer/sec:"), wrk2.out());
            assertEquals("done end", lines.get(lines.size() - 1));
        }
    }

    @LoadTogether
    void scriptEndsTheProcessWithItsStatus() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Program early = Program.wrk2("-R20", "-s", script("io.write('bye'); os.exit(3)"), server.url("/"));
            Program amidst = Program.wrk2(
                    "-t1", "-c1", "-d10m", "-R20", "-s", script("function response() os.exit(4) end"), server.url("/"));
            Program late = Program.wrk2(
                    "-t1",
                    "-c1",
                    "-d1",
                    "-R20",
                    "-s",
                    script("function done() io.write('bye'); os.exit(true) end"),
                    server.url("/"));
            Program failed = Program.wrk2("-R20", "-s", script("os.exit(false)"), server.url("/"));
            assertEquals(3, early.await());
            assertEquals("bye", early.out());
            assertEquals(4, amidst.await());
            assertEquals(0, late.await());
            assertTrue(late.out().endsWith("B\nbye"), late.out());
            assertEquals(1, failed.await());
        }
    }

    @LoadTogether
    void runIsReadableWhileItLasts() throws Exception {
        // The first lines come before the load has ended; whoever waits for them would hang otherwise.
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            Path out = folder.resolve("out");
            Program wrk2 = Program.of(new ProcessBuilder(
                    "sh",
                    "-c",
                    "exec \"$@\" > \"$0\"",
                    out.toString(),
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Wrk2.class.getName(),
                    "-t1",
                    "-c1",
                    "-d10m",
                    "-R20",
                    server.url("/")));
            server.awaitRequests(5);
            server.await("the first lines", () -> size(out) > 0);
            wrk2.signal("TERM");
            assertEquals(0, wrk2.await(), wrk2.err());
            assertTrue(Files.readString(out).startsWith("Running 10m test @ "));
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    // ---- bin/wrk2

    @Tag("happy-path")
    @Test
    void shellScriptStartsWhatWasBuiltWhereverItIsCalledFrom() throws Exception {
        Path home = Files.createDirectories(folder.resolve("a home"));
        Path command = install(home);
        Program missing = Program.of(new ProcessBuilder(command.toString(), "-v"));
        assertEquals(1, missing.await());
        assertEquals(
                "wrk2: it is not built; in the folder of the project: mvn -q -Dquick -DskipTests package\n",
                missing.err());

        Files.createDirectories(home.resolve("target"));
        Files.writeString(home.resolve("target/classpath"), System.getProperty("java.class.path"));
        try (OutputStream jar = Files.newOutputStream(home.resolve("target/kvlab-wrk2-1.jar"))) {
            new JarOutputStream(jar, new Manifest()).close();
        }
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.relativize(command));
        ProcessBuilder builder = new ProcessBuilder(link.toString(), "-v").directory(home.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Program version = Program.of(builder);
        assertEquals(0, version.await(), version.err());
        assertTrue(version.out().startsWith("wrk2 drop-in "), version.out());
        assertEquals("", version.err());

        builder.environment().put("JAVA_HOME", "/nosuch");
        Program noJava = Program.of(builder);
        assertEquals(1, noJava.await());
        assertEquals("wrk2: there is no java in JAVA_HOME (/nosuch); get a JDK 17 or newer\n", noJava.err());
    }

    private static Path install(Path home) throws IOException {
        Path command = home.resolve("bin/wrk2");
        Files.createDirectories(command.getParent());
        Files.copy(Path.of(System.getProperty("kvlab.home"), "workbench", "wrk2", "bin", "wrk2"), command);
        assertTrue(command.toFile().setExecutable(true));
        return command;
    }

    private String script(String lua) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "script", ".lua"), lua)
                .toString();
    }
}
