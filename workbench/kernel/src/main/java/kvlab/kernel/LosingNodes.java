package kvlab.kernel;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import kvlab.bench.text.Sheet;
import kvlab.cluster.Cluster;
import kvlab.cluster.ClusterNode;
import kvlab.cluster.ClusterSpec;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.NodeListener;
import kvlab.cluster.NodeProcess;
import kvlab.cluster.UsageException;

/** Three copies of a key, and what a client sees when one node is lost, and then another one. */
final class LosingNodes {

    private static final String KEY = "hello";
    private static final int CREATED = 201;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ENOUGH = 504;

    /** Of a JVM that has just started, on a machine that has other things to do. */
    private static final int FIRST_TRIES = 20;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** A node that is killed is no news here. */
    private static final NodeListener NOBODY = new NodeListener() {
        @Override
        public void said(NodeProcess node, String line) {}

        @Override
        public void ended(NodeProcess node) {}
    };

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<String> told = new ArrayList<>();
    private final Consumer<String> out;

    /** @param out hears each line as it happens */
    LosingNodes(Consumer<String> out) {
        this.out = out;
    }

    /** The same lines, once more. */
    List<String> show(ClusterSpec spec, Path scratch)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        try (Cluster cluster = Cluster.start(spec, scratch, NOBODY)) {
            List<ClusterNode> nodes = cluster.nodes();
            for (ClusterNode node : nodes) {
                awaitFirstAnswer(node);
            }
            tell("# Three nodes, and each keeps a copy. Write to one, read from another:");
            put(nodes.get(0), "world", CREATED);
            get(nodes.get(1), OK);
            tell("# The third is lost. Two copies of three are enough, to write and to read:");
            lose(nodes.get(2));
            put(nodes.get(0), "still here", CREATED);
            get(nodes.get(1), OK);
            tell("# With one copy of three nobody can know whether it is the newest. It says so:");
            lose(nodes.get(1));
            get(nodes.get(0), NOT_ENOUGH);
        }
        return told;
    }

    private void awaitFirstAnswer(ClusterNode node) throws IOException, InterruptedException {
        HttpResponse<String> answer = send(request(node).GET());
        for (int i = 1; i < FIRST_TRIES && answer.statusCode() != NOT_FOUND; i++) {
            answer = send(request(node).GET());
        }
        require(answer, NOT_FOUND, "a GET of a key that nobody has written");
    }

    private void put(ClusterNode node, String value, int expected) throws IOException, InterruptedException {
        tell("$ curl -X PUT '" + url(node) + "' -d '" + value + "'");
        answer(send(request(node).PUT(HttpRequest.BodyPublishers.ofString(value))), expected);
    }

    private void get(ClusterNode node, int expected) throws IOException, InterruptedException {
        tell("$ curl '" + url(node) + "'");
        answer(send(request(node).GET()), expected);
    }

    private void lose(ClusterNode node) {
        tell("$ kill -9 " + node.process().pid() + "     # node " + node.port());
        node.kill();
    }

    private void answer(HttpResponse<String> answer, int expected) throws IOException {
        require(answer, expected, answer.request().method());
        Sheet lines = new Sheet();
        lines.wrapped("  ", answer.statusCode() + " " + answer.body().strip());
        lines.toString().lines().forEach(this::tell);
    }

    private static void require(HttpResponse<String> answer, int expected, String what) throws IOException {
        if (answer.statusCode() != expected) {
            throw new IOException("node " + answer.uri().getPort() + " answered " + answer.statusCode() + " to " + what
                    + ": expected " + expected);
        }
    }

    private static String url(ClusterNode node) {
        return node.url() + "/v0/entity?id=" + KEY;
    }

    private static HttpRequest.Builder request(ClusterNode node) {
        return HttpRequest.newBuilder(URI.create(url(node))).timeout(PATIENCE);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private void tell(String line) {
        told.add(line);
        out.accept(line);
    }
}
