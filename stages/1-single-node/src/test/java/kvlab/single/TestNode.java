package kvlab.single;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import kvlab.node.Node;
import kvlab.node.NodeConfig;

/** A node of stage 1 in this JVM. */
final class TestNode implements AutoCloseable {

    final int port = freePort();
    private final Path data;
    private final String variant;
    private Node node;

    private TestNode(Path data, String variant) {
        this.data = data;
        this.variant = variant;
    }

    static TestNode start(Path data) throws IOException {
        return start(data, "base");
    }

    static TestNode start(Path data, String variant) throws IOException {
        TestNode started = new TestNode(data, variant);
        started.start();
        return started;
    }

    void start() throws IOException {
        node = create(port, data, variant);
        node.start();
    }

    void stop() {
        node.stop();
    }

    static Node create(int port, Path data, String variant) {
        String self = "http://127.0.0.1:" + port;
        return new StageFactory()
                .create(new NodeConfig(
                        "127.0.0.1", port, data, List.of(self), self, Map.of(), Map.of("store", variant)));
    }

    RawClient connect() throws IOException {
        return new RawClient(port);
    }

    @Override
    public void close() {
        stop();
    }

    /** Below the ports that the system gives to outgoing connections: one of those may be gone before a node listens. */
    static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(10_000, 30_000);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // Taken: try another.
            }
        }
    }
}
