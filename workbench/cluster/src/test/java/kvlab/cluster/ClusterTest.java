package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes of stage 1, as processes. */
@Tag("slow")
class ClusterTest {

    private static final NodeProgram STAGE =
            new StageProgram("1-single-node", System.getProperty("java.class.path"), "kvlab.single.StageFactory");

    @TempDir
    private Path directory;

    private final Recorder recorder = new Recorder();

    @Tag("happy-path")
    @Test
    void nodesServeAndAreGoneWhenTheClusterIsClosed() throws Exception {
        List<ClusterNode> nodes;
        try (Cluster cluster = start(3)) {
            nodes = cluster.nodes();
            for (ClusterNode node : nodes) {
                assertEquals(200, status(node.port()));
                assertTrue(Files.isDirectory(node.data()));
            }
        }
        for (ClusterNode node : nodes) {
            assertFalse(node.process().isAlive());
            assertTrue(node.process().exit().isStop());
        }
        assertFalse(Files.exists(directory.resolve("scratch")), "temporary files are left over");
        assertTrue(Files.exists(directory.resolve("data")), "the data were not the cluster's to remove");
    }

    @Test
    void nodeThatIsKilledIsNamedAndTheOthersGoOn() throws Exception {
        try (Cluster cluster = start(2)) {
            ClusterNode victim = cluster.nodes().get(0);
            victim.kill();
            NodeProcess ended = recorder.ended.poll(60, TimeUnit.SECONDS);
            assertNotNull(ended);
            assertEquals(victim.port(), ended.port());
            assertEquals("was killed by SIGKILL (9)", ended.exit().toString());
            assertEquals(200, status(cluster.nodes().get(1).port()));
        }
    }

    @Test
    void clusterEndsWithItsLastNode() throws Exception {
        try (Cluster cluster = start(2)) {
            cluster.nodes().forEach(ClusterNode::kill);
            cluster.awaitEnd();
            assertEquals(2, recorder.ended.size());
        }
    }

    @Test
    void takenPortIsNamedBeforeAnythingStarts() throws Exception {
        int port = Ports.free(2);
        try (ServerSocket taken = new ServerSocket(port + 1, 1, InetAddress.getLoopbackAddress())) {
            NodeFailure failure = assertThrows(NodeFailure.class, () -> start(spec(2, port, List.of())));
            assertEquals(
                    "port " + taken.getLocalPort() + " is taken by another program; choose others with --port",
                    failure.getMessage());
            assertFalse(failure.isUsage());
        }
        assertFalse(Files.exists(directory.resolve("scratch")));
    }

    @Test
    void nodeThatRefusesItsSettingsIsQuoted() {
        NodeFailure failure =
                assertThrows(NodeFailure.class, () -> start(spec(2, Ports.free(2), List.of("store=fast"))));
        assertEquals("--set store=fast: expected store=base|tuned (how RocksDB is configured)", failure.getMessage());
        assertTrue(failure.isUsage());
        assertFalse(Files.exists(directory.resolve("scratch")));
    }

    @Test
    void nodeThatCannotStartIsQuotedAndTheOthersAreStopped() throws Exception {
        int port = Ports.free(2);
        Path broken = Files.createDirectories(directory.resolve("data")).resolve(Integer.toString(port + 1));
        Files.writeString(broken, "a file where a directory should be");
        NodeFailure failure = assertThrows(NodeFailure.class, () -> start(spec(2, port, List.of())));
        assertEquals("the data directory " + broken + " cannot be one: " + broken + " is a file", failure.getMessage());
        assertThrows(IOException.class, () -> status(port));
    }

    @Test
    void endBeforeReadyIsNoticedThoughAChildHoldsTheOutput() throws Exception {
        NodeProgram broken = CommandProgram.of("sh -c 'sleep 20 & echo broken {port}; sleep 0.2; exit 3'");
        ClusterSpec spec = new ClusterSpec(broken, 1, Ports.free(1), directory, List.of(), ClusterSpec.DEFAULT_HEAP);
        long start = System.nanoTime();
        NodeFailure failure = assertThrows(NodeFailure.class, () -> start(spec));
        assertEquals("broken " + spec.firstPort(), failure.getMessage());
        assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(15), "waited for the child");
    }

    @Test
    void jvmThatCannotStartIsQuotedWhole() {
        NodeProgram nonsense = new StageProgram("nonsense", directory.toString(), "kvlab.single.StageFactory");
        ClusterSpec spec = new ClusterSpec(nonsense, 1, Ports.free(1), directory, List.of(), ClusterSpec.DEFAULT_HEAP);
        NodeFailure failure = assertThrows(NodeFailure.class, () -> start(spec));
        assertTrue(failure.getMessage().contains("did not start, it ended with exit code 1"), failure.getMessage());
        assertTrue(failure.getMessage().contains("kvlab.node.NodeMain"), failure.getMessage());
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        assertEquals("--nodes 0: expected a number from 1 to 64", usage(spec(0, 8080, List.of())));
        assertEquals("--port 65535: expected a number from 1 to 65534", usage(spec(2, 65535, List.of())));
    }

    private String usage(ClusterSpec spec) {
        return assertThrows(UsageException.class, () -> start(spec)).getMessage();
    }

    private Cluster start(int nodes) throws Exception {
        return start(spec(nodes, Ports.free(nodes), List.of()));
    }

    private Cluster start(ClusterSpec spec) throws UsageException, NodeFailure, InterruptedException {
        return Cluster.start(spec, directory.resolve("scratch"), recorder);
    }

    private ClusterSpec spec(int nodes, int port, List<String> settings) {
        return new ClusterSpec(STAGE, nodes, port, directory.resolve("data"), settings, ClusterSpec.DEFAULT_HEAP);
    }

    private static int status(int port) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + port + "/v0/status");
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                .statusCode();
    }

    private static final class Recorder implements NodeListener {

        final BlockingQueue<NodeProcess> ended = new LinkedBlockingQueue<>();

        @Override
        public void said(NodeProcess node, String line) {
            throw new AssertionError("a healthy node has nothing to say: " + line);
        }

        @Override
        public void ended(NodeProcess node) {
            ended.add(node);
        }
    }
}
