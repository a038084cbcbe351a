package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be done to a node, with one of stage 1 that is started as any program is. */
@Tag("slow")
class ClusterNodeTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void whatWasAcknowledgedSurvivesAKillAndARestart() throws Exception {
        try (Cluster cluster = start()) {
            ClusterNode node = cluster.nodes().get(0);
            assertEquals(201, put(node, "kept"));

            node.kill();

            assertThrows(IOException.class, () -> get(node, PATIENCE));
            node.start();
            assertEquals("kept", get(node, PATIENCE).body());
        }
    }

    @Test
    void aKilledNodeLeavesNoFileOfItsDebugger() throws Exception {
        try (Cluster cluster = start()) {
            ClusterNode node = cluster.nodes().get(0);
            long pid = node.process().pid();
            VirtualMachine.attach(Long.toString(pid)).detach();
            Path left = Here.attachFile(pid);
            assertTrue(Files.exists(left));

            node.kill();

            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (Files.exists(left) && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            assertFalse(Files.exists(left), "it would stop another user's profiler");
        }
    }

    @Test
    void aWipedNodeForgets() throws Exception {
        try (Cluster cluster = start()) {
            ClusterNode node = cluster.nodes().get(0);
            put(node, "lost");

            node.stop();
            node.wipe();
            node.start();

            assertEquals(404, get(node, PATIENCE).statusCode());
        }
    }

    @Test
    void aPausedNodeIsThereAndDoesNotAnswer() throws Exception {
        try (Cluster cluster = start()) {
            ClusterNode node = cluster.nodes().get(0);
            put(node, "value");

            node.pause();

            assertThrows(HttpTimeoutException.class, () -> get(node, Duration.ofMillis(300)));
            node.resume();
            assertEquals("value", get(node, PATIENCE).body());
        }
    }

    @Test
    void aPausedNodeIsGoneWithItsCluster() throws Exception {
        ClusterNode node;
        try (Cluster cluster = start()) {
            node = cluster.nodes().get(0);
            node.pause();
        }
        assertFalse(node.process().isAlive());
        assertFalse(Files.exists(directory.resolve("scratch")));
    }

    @Test
    void aRunningNodeIsNeitherStartedNorWiped() throws Exception {
        try (Cluster cluster = start()) {
            ClusterNode node = cluster.nodes().get(0);
            assertThrows(IllegalStateException.class, node::start);
            assertThrows(IllegalStateException.class, node::wipe);
            assertTrue(node.process().isAlive());
        }
    }

    private Cluster start() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        NodeProgram program = CommandProgram.of("'" + java + "' -cp '" + System.getProperty("java.class.path")
                + "' kvlab.node.NodeMain --factory kvlab.single.StageFactory"
                + " --port {port} --data \"{data}\" --cluster {cluster}");
        ClusterSpec spec = new ClusterSpec(
                program, 1, Ports.free(1), directory.resolve("data"), List.of(), ClusterSpec.DEFAULT_HEAP);
        return Cluster.start(spec, directory.resolve("scratch"), new Silent());
    }

    private int put(ClusterNode node, String value) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(entity(node))
                .PUT(BodyPublishers.ofString(value))
                .build();
        return client.send(request, BodyHandlers.discarding()).statusCode();
    }

    private HttpResponse<String> get(ClusterNode node, Duration patience) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(entity(node)).timeout(patience).build(), BodyHandlers.ofString());
    }

    private static URI entity(ClusterNode node) {
        return URI.create(node.url() + "/v0/entity?id=k");
    }
}
