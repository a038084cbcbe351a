package kvlab.sharding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.node.NodeFactory;
import kvlab.node.Setting;

/** Nodes of any stage in this JVM, and a client for all of them. Each is told of the members in another order. */
public final class TestCluster implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final List<Integer> ports;
    private final List<Node> nodes;
    private HttpClient client = newClient();

    public record Answer(int status, String text, byte[] body, String version) {}

    /** Nothing is started yet. */
    public TestCluster(NodeFactory factory, Path data, int size, Map<String, String> settings) {
        ports = Stream.generate(TestCluster::freePort).distinct().limit(size).toList();
        nodes = IntStream.range(0, size)
                .mapToObj(i -> factory.create(config(factory, i, data.resolve("node-" + i), settings)))
                .toList();
    }

    public static TestCluster start(NodeFactory factory, Path data, int size, String deadline) throws IOException {
        TestCluster cluster = new TestCluster(factory, data, size, Map.of("deadline", deadline));
        for (int i = 0; i < size; i++) {
            cluster.start(i);
        }
        return cluster;
    }

    /** Expects an answer within this time, in one of three tries. The machine may delay one; a late node is late every time. */
    public static <T> T within(Duration limit, Callable<T> request) throws Exception {
        T answer;
        Duration taken;
        int tries = 0;
        do {
            long start = System.nanoTime();
            answer = request.call();
            taken = Duration.ofNanos(System.nanoTime() - start);
            tries++;
        } while (taken.compareTo(limit) > 0 && tries < 3);
        assertTrue(taken.compareTo(limit) <= 0, "answered after " + taken);
        return answer;
    }

    private NodeConfig config(NodeFactory factory, int node, Path data, Map<String, String> given) {
        List<String> members = new ArrayList<>(members());
        Collections.rotate(members, node);
        Map<String, String> settings = new HashMap<>();
        for (Setting setting : factory.settings()) {
            settings.put(setting.name(), given.getOrDefault(setting.name(), setting.defaultValue()));
        }
        return new NodeConfig("127.0.0.1", ports.get(node), data, members, member(node), Map.of(), settings);
    }

    public List<String> members() {
        return IntStream.range(0, ports.size()).mapToObj(this::member).toList();
    }

    public String member(int node) {
        return "http://127.0.0.1:" + ports.get(node);
    }

    /** The nodes that keep a key, its owner first. */
    public List<Integer> ranking(String key) {
        List<String> members = members();
        List<String> sorted = members.stream().sorted().toList();
        long[] scores = new RendezvousHash(sorted).scores(key.getBytes(UTF_8));
        return IntStream.range(0, scores.length)
                .boxed()
                .sorted((one, other) -> Long.compareUnsigned(scores[other], scores[one]))
                .map(i -> members.indexOf(sorted.get(i)))
                .toList();
    }

    /** Keys that the node owns. */
    public Stream<String> keysOf(int node) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "key-" + i)
                .filter(key -> ranking(key).get(0) == node);
    }

    public String keyOf(int node) {
        return keysOf(node).findFirst().orElseThrow();
    }

    public void start(int node) throws IOException {
        nodes.get(node).start();
    }

    public void stop(int node) {
        nodes.get(node).stop();
        // The client would send its next request on a connection that the node has closed.
        client = newClient();
    }

    /** In place of a stopped node: connections are accepted, by the system, and nobody reads what comes. */
    public ServerSocket hang(int node) throws IOException {
        return new ServerSocket(ports.get(node), 50, InetAddress.getLoopbackAddress());
    }

    public Answer get(int node, String query) throws Exception {
        return send(node, "GET", "/v0/entity?" + query, "");
    }

    public Answer put(int node, String query, String value) throws Exception {
        return send(node, "PUT", "/v0/entity?" + query, value);
    }

    public Answer delete(int node, String query) throws Exception {
        return send(node, "DELETE", "/v0/entity?" + query, "");
    }

    public Answer send(int node, String method, String target, String body, String... headers) throws Exception {
        return send(node, method, target, body.getBytes(UTF_8), headers);
    }

    public Answer send(int node, String method, String target, byte[] body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(member(node) + target))
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
                .timeout(TIMEOUT);
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
        String version = response.headers().firstValue("Version").orElse(null);
        return new Answer(response.statusCode(), new String(response.body(), UTF_8), response.body(), version);
    }

    private static HttpClient newClient() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(TIMEOUT)
                .build();
    }

    /** Below the ports that the system gives to outgoing connections: one of those may be gone before a node listens. */
    public static int freePort() {
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
