package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is told of whom, and all nodes at once. A node here is a shell that tells what it was told, and waits. */
class MembersTest {

    private static final String STRANGER = "http://127.0.0.1:1";

    @TempDir
    private Path directory;

    private final List<String> said = Collections.synchronizedList(new ArrayList<>());
    private final int port = Ports.free(3);

    @Test
    void strangersAreMembersThatNobodyStarts() throws Exception {
        String own = NodeSpec.url(NodeSpec.LOOPBACK, port);
        try (Cluster cluster = start(spec(1).withMembers(List.of(STRANGER, own)))) {
            assertEquals(1, cluster.nodes().size());
            assertEquals(List.of(STRANGER + "," + own), said);
        }
    }

    @Test
    void everyNodeIsAMember() {
        UsageException refusal =
                assertThrows(UsageException.class, () -> start(spec(1).withMembers(List.of(STRANGER))));
        assertEquals(
                "the members " + STRANGER + " are not all: expected " + NodeSpec.url(NodeSpec.LOOPBACK, port)
                        + " among them",
                refusal.getMessage());
    }

    @Test
    void everySecondNodeMayBeToldTheMembersInReverse() throws Exception {
        try (Cluster cluster = start(spec(2).withTurnedMembers())) {
            String first = cluster.nodes().get(0).member();
            String second = cluster.nodes().get(1).member();
            assertEquals(Set.of(first + "," + second, second + "," + first), Set.copyOf(said));
            said.clear();

            cluster.nodes().get(1).kill();
            cluster.nodes().get(1).start();

            assertEquals(List.of(second + "," + first), said);
        }
    }

    @Test
    void allNodesAreStoppedKilledAndStartedAtOnce() throws Exception {
        try (Cluster cluster = start(spec(3))) {
            cluster.stopAll();
            assertEquals(List.of("stopped", "stopped", "stopped"), exits(cluster));

            cluster.startAll();
            assertTrue(cluster.nodes().stream().allMatch(ClusterNode::isAlive));

            cluster.killAll();
            assertEquals(Collections.nCopies(3, "was killed by SIGKILL (9)"), exits(cluster));
        }
    }

    @Test
    void onlyNodesThatAreDownAreStarted() throws Exception {
        try (Cluster cluster = start(spec(2))) {
            NodeProcess untouched = cluster.nodes().get(0).process();
            cluster.nodes().get(1).kill();

            cluster.startAll();

            assertEquals(untouched.pid(), cluster.nodes().get(0).process().pid());
            assertTrue(cluster.nodes().get(1).isAlive());
        }
    }

    @Test
    void nothingIsStartedOnceTheClusterIsClosed() throws Exception {
        Cluster cluster = start(spec(1));
        cluster.close();

        assertThrows(IllegalStateException.class, cluster::startAll);
        assertFalse(cluster.nodes().get(0).isAlive());
    }

    private static List<String> exits(Cluster cluster) {
        return cluster.nodes().stream()
                .map(node -> node.process().exit().toString())
                .toList();
    }

    private Cluster start(ClusterSpec spec) throws UsageException, NodeFailure, InterruptedException {
        return Cluster.start(spec, directory.resolve("scratch"), new NodeListener() {
            @Override
            public void said(NodeProcess node, String line) {
                said.add(line);
            }

            @Override
            public void ended(NodeProcess node) {
                // The test ended it.
            }
        });
    }

    private ClusterSpec spec(int nodes) throws UsageException {
        NodeProgram shell = CommandProgram.of("sh -c 'echo {cluster}; echo ready {port}; exec sleep 600'");
        return new ClusterSpec(shell, nodes, port, directory.resolve("data"), List.of(), ClusterSpec.DEFAULT_HEAP);
    }
}
