package kvlab.single;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kvlab.node.Node;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rule S2, and what a node says when it cannot start. */
@Tag("slow")
class StartAndStopTest {

    private static final int STOPS = Boolean.getBoolean("kvlab.soak") ? 300 : 10;

    @TempDir
    private Path directory;

    private final int port = TestNode.freePort();

    @Test
    void connectionsAreRefusedBeforeStartAndAfterStop() throws IOException {
        Node node = TestNode.create(port, directory.resolve("data"), "base");
        assertThrows(ConnectException.class, () -> new RawClient(port));
        node.start();
        new RawClient(port).close();
        node.stop();
        assertThrows(ConnectException.class, () -> new RawClient(port));
    }

    @Test
    void openConnectionsAreClosedByStop() throws IOException {
        Node node = TestNode.create(port, directory.resolve("data"), "base");
        node.start();
        try (RawClient client = new RawClient(port)) {
            client.put("a", new byte[] {1}).answer();
            node.stop();
            assertTrue(client.isClosedByServer());
        }
    }

    @Test
    void loadAndHalfRequestsDoNotKeepANodeFromStopping() throws Exception {
        Node node = TestNode.create(port, directory.resolve("data"), "base");
        for (int round = 0; round < STOPS; round++) {
            node.start();
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                RawClient client = new RawClient(port);
                client.put("a", new byte[100]).answer();
                client.send("PUT /v0/entity?id=a HTTP/1.1\r\nContent-Length: 50000\r\n\r\n")
                        .send(new byte[20_000]);
                clients.add(client);
            }
            node.stop();
            for (RawClient client : clients) {
                assertTrue(client.isClosedByServer());
                client.close();
            }
        }
    }

    @Test
    void nodeThatCouldNotStartMayTryAgain() throws IOException {
        Node node = TestNode.create(port, directory.resolve("data"), "base");
        try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThrows(IOException.class, node::start, () -> "port " + other.getLocalPort() + " is taken");
        }
        node.start();
        node.stop();
    }

    @Test
    void stoppingTwiceIsHarmless() throws IOException {
        Node node = TestNode.create(port, directory.resolve("data"), "base");
        node.stop();
        node.start();
        node.stop();
        node.stop();
        node.start();
        node.stop();
    }

    @Test
    void closingAStoreReleasesEveryNativeObject() throws IOException {
        for (StoreVariant variant : StoreVariant.values()) {
            EntityStore store = EntityStore.open(directory.resolve(variant.name()), variant, EntityStore.FORMAT);
            assertTrue(store.ownsNativeObjects());
            store.close();
            assertFalse(store.ownsNativeObjects());
        }
    }

    @Test
    void terminateStopsCleanly() throws Exception {
        try (NodeProcess node = NodeProcess.start(directory.resolve("tmp"), port, directory.resolve("data"))) {
            assertEquals(128 + 15, node.terminate());
            assertEquals("", node.errors());
        }
        assertEquals(0, leftovers(), "temporary files are left over");
    }

    @Test
    void takenPort() throws Exception {
        try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertCannotStart(
                    directory.resolve("data"),
                    "cannot listen on 127.0.0.1:" + other.getLocalPort() + ": Address already in use");
        }
    }

    @Test
    void dataDirectoryOfSomebodyElse() throws Exception {
        Path foreign = Files.createDirectory(directory.resolve("foreign"));
        Files.writeString(foreign.resolve("thesis.txt"), "all my work");
        assertCannotStart(
                foreign,
                "the data directory " + foreign
                        + " holds files that no node wrote, as thesis.txt; give an empty or a new one");
        assertEquals("all my work", Files.readString(foreign.resolve("thesis.txt")));
        try (var files = Files.list(foreign)) {
            assertEquals(1, files.count());
        }
    }

    @Test
    void dataDirectoryOfAnotherFormat() throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));
        Files.writeString(data.resolve("FORMAT"), "entities 7\n");
        assertCannotStart(
                data,
                "the data directory " + data
                        + " holds 'entities 7', and this node reads 'entities 1'; give it another directory");
    }

    @Test
    void markerThatWasCutOffByAKillIsWrittenAgain() throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));
        Files.createFile(data.resolve("FORMAT"));
        Node node = TestNode.create(port, data, "base");
        node.start();
        node.stop();
        assertEquals("entities 1\n", Files.readString(data.resolve("FORMAT")));
    }

    @Test
    void dataDirectoryThatIsAFile() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertCannotStart(file, "the data directory " + file + " cannot be one: " + file + " is a file");
        Path below = file.resolve("data");
        assertCannotStart(below, "the data directory " + below + " cannot be written: Not a directory");
    }

    @Test
    void dataDirectoryThatCannotBeWritten() throws Exception {
        // Not even root may make a directory here.
        Path proc = Path.of("/proc/kvlab");
        assumeTrue(Files.isDirectory(proc.getParent()), "only Linux has /proc");
        assertCannotStart(proc, "the data directory /proc/kvlab cannot be written: no file can be made there");
    }

    @Test
    void dataDirectoryThatARunningNodeUses() throws Exception {
        Path data = directory.resolve("data");
        try (NodeProcess running = NodeProcess.start(directory.resolve("tmp"), TestNode.freePort(), data)) {
            assertCannotStart(data, "the data directory " + data + " is in use by another node");
            assertTrue(running.isAlive());
        }
        Node same = TestNode.create(port, data, "base");
        same.start();
        Node second = TestNode.create(TestNode.freePort(), data, "base");
        IOException e = assertThrows(IOException.class, second::start);
        assertEquals("the data directory " + data + " is in use by another node", e.getMessage());
        second.stop();
        same.stop();
    }

    @Test
    void damagedDataDirectory() throws Exception {
        Path data = directory.resolve("data");
        TestNode.start(data).close();
        Files.writeString(data.resolve("rocksdb").resolve("CURRENT"), "nonsense");
        try (NodeProcess node = launch(data)) {
            assertEquals(70, node.awaitExit());
            assertTrue(node.errors().startsWith("node: the data directory " + data + " cannot be opened: "));
            assertEquals(1, node.errors().lines().count());
        }
    }

    @Test
    void wrongUsage() throws Exception {
        try (NodeProcess node =
                NodeProcess.launch(directory.resolve("tmp"), "--port", "1", "--data", "d", "--set", "store=fast")) {
            assertEquals(64, node.awaitExit());
            assertEquals(
                    "node: --set store=fast: expected store=base|tuned (how RocksDB is configured)\n", node.errors());
        }
    }

    private void assertCannotStart(Path data, String message) throws Exception {
        try (NodeProcess node = launch(data)) {
            assertEquals(70, node.awaitExit());
            assertEquals("node: " + message + "\n", node.errors());
        }
    }

    private NodeProcess launch(Path data) throws IOException {
        return NodeProcess.launch(
                directory.resolve("tmp"), "--port", Integer.toString(port), "--data", data.toString());
    }

    private long leftovers() throws IOException {
        try (var files = Files.list(directory.resolve("tmp"))) {
            // one-nio unpacks its library once for all processes, and keeps it.
            return files.filter(file -> !file.getFileName().toString().matches("errors.*|libonenio.*"))
                    .count();
        }
    }
}
