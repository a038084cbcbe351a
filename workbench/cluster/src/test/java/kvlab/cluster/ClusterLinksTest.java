package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Where the links of a cluster stand. The nodes are of stage 1: this test asks as one of them would ask another. */
@Tag("slow")
@Isolated("looks for threads of links in the whole JVM")
class ClusterLinksTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration NO_PATIENCE = Duration.ofMillis(200);
    private static final String FACTORY = "kvlab.single.StageFactory";
    private static final NodeProgram STAGE =
            new StageProgram("1-single-node", System.getProperty("java.class.path"), FACTORY);

    @TempDir
    private Path directory;

    @Test
    void aStageGetsAWayFromEachNodeToEachOther() throws Exception {
        try (Cluster cluster = start(spec(STAGE, 3, Ports.free(3)).withLinks())) {
            assertEquals(6, cluster.links().size());
            Link way = cluster.link(0, 1);
            assertEquals(200, status(way.port(), PATIENCE));

            way.blackHole();

            assertThrows(HttpTimeoutException.class, () -> status(way.port(), NO_PATIENCE));
            assertEquals(200, status(cluster.link(2, 1).port(), PATIENCE));
            assertEquals(200, status(cluster.link(1, 0).port(), PATIENCE));
            assertEquals(200, status(cluster.nodes().get(1).port(), PATIENCE));
            cluster.heal();
            assertEquals(200, status(way.port(), PATIENCE));
            assertThrows(IllegalArgumentException.class, () -> cluster.link(1, 1));
        }
    }

    @Test
    void anyOtherProgramHasALinkInFrontOfEachNode() throws Exception {
        int port = Ports.free(4);
        try (Cluster cluster = start(spec(command(), 2, port).withLinks())) {
            ClusterNode node = cluster.nodes().get(1);
            Link way = cluster.link(0, 1);
            assertEquals("http://127.0.0.1:" + (port + 1), node.member());
            assertEquals(port + 1, way.port());
            assertEquals(port + 3, node.port());
            assertEquals(port + 3, node.process().port());
            assertSame(way, cluster.link(1, 1));
            assertEquals(List.of(cluster.link(0, 0), way), cluster.links());
            assertEquals(200, status(way.port(), PATIENCE));

            way.reset();

            assertThrows(IOException.class, () -> status(way.port(), PATIENCE));
            assertEquals(200, status(node.port(), PATIENCE));
        }
    }

    @Test
    void aLinkLeadsToTheNodeAlsoAfterARestart() throws Exception {
        try (Cluster cluster = start(spec(STAGE, 2, Ports.free(2)).withLinks())) {
            ClusterNode node = cluster.nodes().get(1);
            node.kill();
            assertThrows(IOException.class, () -> status(cluster.link(0, 1).port(), PATIENCE));

            node.start();

            assertEquals(200, status(cluster.link(0, 1).port(), PATIENCE));
        }
    }

    @Test
    void linksGoWithTheirCluster() throws Exception {
        List<Link> links;
        try (Cluster cluster = start(spec(STAGE, 2, Ports.free(2)).withLinks())) {
            links = cluster.links();
            assertTrue(linksRun());
        }
        for (Link link : links) {
            assertTrue(Ports.isFree(link.port()));
        }
        assertFalse(linksRun());
    }

    @Test
    void withoutLinksThereIsNothingToDisturb() throws Exception {
        try (Cluster cluster = start(spec(STAGE, 1, Ports.free(1)))) {
            assertEquals(List.of(), cluster.links());
            assertFalse(linksRun());
            cluster.heal();
            assertEquals(
                    "this cluster has no links: expected a ClusterSpec.withLinks()",
                    assertThrows(IllegalStateException.class, () -> cluster.link(0, 0))
                            .getMessage());
        }
    }

    @Test
    void theNodesOwnPortsHaveToBeFreeToo() throws Exception {
        int port = Ports.free(4);
        try (ServerSocket taken = new ServerSocket(port + 3, 1, InetAddress.getLoopbackAddress())) {
            NodeFailure failure = assertThrows(
                    NodeFailure.class, () -> start(spec(command(), 2, port).withLinks()));
            assertTrue(failure.getMessage().startsWith("port " + taken.getLocalPort() + " is taken"));
        }
    }

    private Cluster start(ClusterSpec spec) throws UsageException, NodeFailure, InterruptedException {
        return Cluster.start(spec, directory.resolve("scratch"), new Silent());
    }

    private ClusterSpec spec(NodeProgram program, int nodes, int port) {
        return new ClusterSpec(program, nodes, port, directory.resolve("data"), List.of(), ClusterSpec.DEFAULT_HEAP);
    }

    private static NodeProgram command() throws UsageException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return CommandProgram.of("'" + java + "' -cp '" + System.getProperty("java.class.path")
                + "' kvlab.node.NodeMain --factory " + FACTORY
                + " --port {port} --data \"{data}\" --cluster {cluster} --self {node}");
    }

    private static int status(int port, Duration patience) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + port + "/v0/status");
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).timeout(patience).build(), BodyHandlers.discarding())
                .statusCode();
    }

    private static boolean linksRun() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("links"));
    }
}
