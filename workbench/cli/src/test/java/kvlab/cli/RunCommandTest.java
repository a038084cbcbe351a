package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kvlab.cluster.Ports;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ./lab run as a process of its own, as somebody at a terminal has it. */
@Tag("slow")
class RunCommandTest {

    @TempDir
    private Path home;

    private final int port = Ports.free(3);
    private Process lab;
    private BufferedReader out;

    @AfterEach
    void nothingIsLeftBehind() throws IOException {
        if (lab != null) {
            lab.destroyForcibly();
        }
        BuiltKit.assertNothingIsLeft(home);
    }

    @Tag("happy-path")
    @Test
    void whatTheBannerSaysWorksAndDataIsKeptWhereItIsWanted() throws Exception {
        Path data = home.resolve("kept");
        run("--port", Integer.toString(port), "--data", data.toString());
        Matcher put = awaitLine("  curl -i -X PUT '(.*)' -d (.*)");
        URI uri = URI.create(put.group(1));
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        assertEquals(201, send(client, request.PUT(BodyPublishers.ofString(put.group(2)))));
        assertEquals(200, send(client, request.GET()));
        assertEquals(202, send(client, request.DELETE()));
        awaitLine("The data is kept in " + Pattern.quote(data.toString()) + "\\.");
        awaitLine("Ctrl-C stops it.");
        assertEquals(130, Processes.interrupt(lab));
        assertTrue(Files.isDirectory(data.resolve(Integer.toString(port))));
        assertThrows(IOException.class, () -> send(client, request.GET()));
    }

    @Test
    void nodeThatDiesIsNamedAndCtrlCStopsTheOthers() throws Exception {
        run("--port", Integer.toString(port), "--nodes", "3");
        awaitLine("Ctrl-C stops them all.");
        List<ProcessHandle> nodes = nodes().toList();
        assertEquals(3, nodes.size());
        ProcessHandle victim = nodes.get(1);
        victim.destroyForcibly();
        awaitLine("lab: node [0-9]+ was killed by SIGKILL \\(9\\)");
        assertEquals(130, Processes.interrupt(lab));
        Processes.awaitEnd(nodes);
    }

    @Test
    void endOfTheLastNodeIsTheEnd() throws Exception {
        run("--port", Integer.toString(port));
        awaitLine("Ctrl-C stops it.");
        nodes().forEach(ProcessHandle::destroyForcibly);
        awaitLine("lab: no node is left");
        assertTrue(lab.waitFor(60, TimeUnit.SECONDS));
        assertEquals(70, lab.exitValue());
    }

    private void run(String... arguments) throws IOException {
        BuiltKit.in(home);
        List<String> command = LabProgram.command(home, "run", "1-single-node");
        command.addAll(List.of(arguments));
        lab = new ProcessBuilder(command).redirectErrorStream(true).start();
        out = lab.inputReader(StandardCharsets.UTF_8);
    }

    private Matcher awaitLine(String pattern) throws IOException {
        StringBuilder seen = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            Matcher matcher = Pattern.compile(pattern).matcher(line);
            if (matcher.matches()) {
                return matcher;
            }
            seen.append(line).append('\n');
        }
        throw new AssertionError("no line '" + pattern + "' in:\n" + seen);
    }

    /** Beside them there is the shell that watches over them. */
    private Stream<ProcessHandle> nodes() {
        return lab.children().filter(Processes::isJava);
    }

    private static int send(HttpClient client, HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.discarding()).statusCode();
    }
}
