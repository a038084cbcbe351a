package kvlab.async;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.node.NodeFactory;

/** Three nodes of a stage in this JVM. */
final class TestNodes implements AutoCloseable {

    private final List<Integer> ports =
            Stream.generate(TestNodes::freePort).distinct().limit(3).toList();
    private final List<Node> nodes = new ArrayList<>();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(30))
            .build();

    TestNodes(NodeFactory factory, Path data, String... set) throws IOException {
        for (int i = 0; i < 3; i++) {
            nodes.add(factory.create(new NodeConfig(
                    "127.0.0.1",
                    ports.get(i),
                    data.resolve("" + i),
                    members(),
                    member(i),
                    Map.of(),
                    settings(factory, set))));
            nodes.get(i).start();
        }
    }

    /** Those of a node for which only these were set. */
    static Map<String, String> settings(NodeFactory factory, String... set) {
        Map<String, String> settings = new HashMap<>();
        factory.settings().forEach(setting -> settings.put(setting.name(), setting.defaultValue()));
        for (String each : set) {
            settings.put(each.split("=")[0], each.split("=")[1]);
        }
        return settings;
    }

    List<String> members() {
        return IntStream.range(0, 3).mapToObj(this::member).toList();
    }

    String member(int node) {
        return "http://127.0.0.1:" + ports.get(node);
    }

    int port(int node) {
        return ports.get(node);
    }

    void stop(int node) {
        nodes.get(node).stop();
    }

    void start(int node) throws IOException {
        nodes.get(node).start();
    }

    HttpResponse<byte[]> get(int node, String query) throws Exception {
        return send(node, "GET", query, new byte[0]);
    }

    HttpResponse<byte[]> put(int node, String query, byte[] value) throws Exception {
        return send(node, "PUT", query, value);
    }

    HttpResponse<byte[]> send(int node, String method, String query, byte[] value) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(member(node) + "/v0/entity?" + query))
                .method(method, BodyPublishers.ofByteArray(value))
                .timeout(Duration.ofSeconds(30))
                .build();
        return client.send(request, BodyHandlers.ofByteArray());
    }

    /** Below the ports that the system gives to outgoing connections: one of those may be gone before a node listens. */
    private static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(10_000, 30_000);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // Taken: try another.
            }
        }
    }

    @Override
    public void close() {
        nodes.forEach(Node::stop);
    }
}
