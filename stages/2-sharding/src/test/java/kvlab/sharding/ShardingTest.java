package kvlab.sharding;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import kvlab.http.Body;
import kvlab.http.Refusal;
import kvlab.node.NodeFactory;
import kvlab.sharding.TestCluster.Answer;
import kvlab.single.EntityRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules of sharding, H1 to H8, as a client sees them. */
class ShardingTest {

    private static final NodeFactory STAGE = new StageFactory();

    @TempDir
    private Path data;

    @Test
    void everyNodeAnswersForEveryKey() throws Exception {
        try (TestCluster cluster = TestCluster.start(STAGE, data, 3, "5s")) {
            for (int owner = 0; owner < 3; owner++) {
                String id = "id=" + cluster.keyOf(owner);
                for (int node = 0; node < 3; node++) {
                    assertEquals(404, cluster.get(node, id).status());
                    assertEquals(201, cluster.put(node, id, "by " + node).status());
                    for (int other = 0; other < 3; other++) {
                        assertEquals("by " + node, cluster.get(other, id).text());
                    }
                    assertEquals(202, cluster.delete((node + 1) % 3, id).status());
                    assertEquals(404, cluster.get(node, id).status());
                }
            }
        }
    }

    @Test
    void theOwnerAloneHasTheKeyAndStillHasItAfterARestart() throws Exception {
        try (TestCluster cluster = TestCluster.start(STAGE, data, 3, "5s")) {
            List<String> keys = IntStream.range(0, 30).mapToObj(i -> "key-" + i).toList();
            for (String key : keys) {
                cluster.put(0, "id=" + key, key);
            }
            for (int node = 0; node < 3; node++) {
                cluster.stop(node);
                cluster.start(node);
            }
            Set<Integer> owners = new HashSet<>();
            for (String key : keys) {
                assertEquals(List.of(cluster.ranking(key).get(0)), nodesThatHave(cluster, key));
                assertEquals(key, cluster.get(1, "id=" + key).text());
                owners.addAll(nodesThatHave(cluster, key));
            }
            assertEquals(Set.of(0, 1, 2), owners);
        }
    }

    /** Between nodes, a request is answered from the store of whoever gets it: so it is forwarded once at most. */
    private static List<Integer> nodesThatHave(TestCluster cluster, String key) throws Exception {
        List<Integer> nodes = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
            if (cluster.send(node, "GET", "/v0/internal/entity?id=" + key, "").status() == 200) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    @Test
    void noHeaderOfAClientMakesItsRequestOneBetweenNodes() throws Exception {
        try (TestCluster cluster = TestCluster.start(STAGE, data, 2, "5s")) {
            String target = "/v0/entity?id=" + cluster.keyOf(0);
            String[] headers = {
                "Internal",
                "true",
                "X-Internal",
                "1",
                "X-Forwarded-For",
                cluster.member(0),
                "Via",
                "1.1 node",
                "Version",
                "1",
                "Timestamp",
                "1",
                "From",
                "0"
            };
            assertEquals(201, cluster.send(1, "PUT", target, "value", headers).status());
            assertEquals("value", cluster.send(1, "GET", target, "", headers).text());
            assertEquals("value", cluster.get(0, "id=" + cluster.keyOf(0)).text());
        }
    }

    @Test
    void theOwnerGetsEveryKeyAsItWasSent() throws Exception {
        try (TestCluster cluster = TestCluster.start(STAGE, data, 2, "5s")) {
            List<String> ids = List.of(
                    "+",
                    "%20",
                    "%25",
                    "%2520",
                    "%26",
                    "%3D",
                    "a=b",
                    "%23",
                    "/",
                    "?",
                    "%0A",
                    "%7F",
                    "%D0%BA",
                    "%F0%9F%98%80",
                    "%C3%A9",
                    "e%CC%81",
                    "-._~",
                    "%D0%BA".repeat(512));
            for (String id : ids) {
                assertEquals(201, cluster.put(0, "id=" + id, "value of " + id).status(), id);
            }
            for (String id : ids) {
                assertEquals("value of " + id, cluster.get(1, "id=" + id).text());
            }
            assertEquals("value of +", cluster.get(0, "id=%2B").text());
            assertEquals("value of +", cluster.get(1, "id=%2B").text());
        }
    }

    @Test
    void theOwnerGetsRawBytesAsTheSameKey() throws Exception {
        try (TestCluster cluster = TestCluster.start(STAGE, data, 2, "5s")) {
            for (int node = 0; node < 2; node++) {
                cluster.put(node, "id=%D0%BA", "by " + node);
                String raw = new String("к".getBytes(UTF_8), ISO_8859_1);
                assertTrue(raw(cluster, 1 - node, "id=" + raw).endsWith("by " + node));
            }
        }
    }

    @Test
    void otherParametersMakeNoDifference() throws Exception {
        try (TestCluster cluster = TestCluster.start(STAGE, data, 2, "5s")) {
            String id = "id=" + cluster.keyOf(0);
            String longest = "&x=" + "y".repeat(16_384 - ("GET /v0/entity?" + id + "&x= HTTP/1.1\r\n\r\n").length());
            cluster.put(0, id, "value");
            for (String query : List.of(id + "&x=%zz", "x&y=z&" + id, id + longest)) {
                assertTrue(raw(cluster, 0, query).endsWith("value"));
                assertTrue(raw(cluster, 1, query).endsWith("value"));
            }
        }
    }

    /** What no client of the library sends: bytes that a URL should not have. */
    private static String raw(TestCluster cluster, int node, String query) throws IOException {
        URI uri = URI.create(cluster.member(node));
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream().write(("GET /v0/entity?" + query + " HTTP/1.1\r\n\r\n").getBytes(ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    @Test
    void valuesOfEverySizeReachTheOwnerAndComeBack() throws Exception {
        try (TestCluster cluster = TestCluster.start(STAGE, data, 2, "5s")) {
            String target = "/v0/entity?id=" + cluster.keyOf(0);
            Random random = new Random(1);
            for (int size : new int[] {0, 1, 16_000, 64_000, 1 << 20}) {
                byte[] value = new byte[size];
                random.nextBytes(value);
                assertEquals(201, cluster.send(1, "PUT", target, value).status());
                Answer answer = cluster.send(1, "GET", target, "");
                assertEquals(200, answer.status());
                assertArrayEquals(value, answer.body());
            }
            assertEquals(
                    413, cluster.send(1, "PUT", target, new byte[(1 << 20) + 1]).status());
            assertEquals(1 << 20, cluster.send(1, "GET", target, "").body().length);
        }
    }

    @Test
    void anOwnerThatAnswersWithAFailureHasNotAnswered() throws Exception {
        try (ScriptedPeer owner = new ScriptedPeer((socket, in, connection) -> {
                    ScriptedPeer.request(in);
                    socket.getOutputStream().write("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n".getBytes(UTF_8));
                });
                PeerClient client = owner.client()) {
            Topology alone = new Topology(List.of(owner.member()), "http://127.0.0.1:1", Map.of());
            Map<String, PeerClient> peers = Map.of(owner.member(), client);
            ShardedEntityService service = new ShardedEntityService(null, alone, peers, Duration.ofSeconds(10));
            EntityRequest get = new EntityRequest(
                    EntityRequest.Method.GET, new byte[] {'a'}, Body.of(new byte[0]), null, System.nanoTime());
            Refusal refusal = assertThrows(Refusal.class, () -> service.handle(get));
            assertEquals(504, refusal.response().getStatus());
            assertEquals("node " + owner.member() + " answered 500", refusal.getMessage());
        }
    }

    @Test
    void withTheOwnerDownTheAnswerIs504UntilItIsBack() throws Exception {
        try (TestCluster cluster = TestCluster.start(STAGE, data, 2, "5s")) {
            String id = "id=" + cluster.keyOf(0);
            cluster.put(1, id, "value");
            cluster.stop(0);
            for (Answer answer : List.of(cluster.get(1, id), cluster.put(1, id, "new"), cluster.delete(1, id))) {
                assertEquals(504, answer.status());
                assertEquals("node " + cluster.member(0) + " gave no answer: Connection refused\n", answer.text());
            }
            assertEquals(404, cluster.get(1, "id=" + cluster.keyOf(1)).status());
            cluster.start(0);
            assertEquals("value", cluster.get(1, id).text());
        }
    }

    @Test
    void withTheOwnerHungTheAnswerIs504WithinTheDeadline() throws Exception {
        try (TestCluster cluster = TestCluster.start(STAGE, data, 2, "200ms")) {
            cluster.stop(0);
            try (ServerSocket hung = cluster.hang(0)) {
                Answer answer =
                        TestCluster.within(Duration.ofMillis(700), () -> cluster.get(1, "id=" + cluster.keyOf(0)));
                assertEquals(504, answer.status());
                assertEquals("node " + cluster.member(0) + " did not answer in time\n", answer.text());
                assertEquals(404, cluster.get(1, "id=" + cluster.keyOf(1)).status(), "beside " + hung);
            }
        }
    }

    /** With as many clients as there are selectors and workers on both nodes, and more. */
    @Test
    void nodesThatAskEachOtherUnderLoadDoNotWaitForEachOther() throws Exception {
        try (TestCluster cluster = TestCluster.start(STAGE, data, 2, "5s")) {
            List<List<String>> keys = IntStream.range(0, 2)
                    .mapToObj(owner -> cluster.keysOf(owner).limit(10).toList())
                    .toList();
            Set<Integer> statuses = assertTimeout(
                    Duration.ofSeconds(20),
                    () -> fromClients(64, client -> {
                        int node = client % 2;
                        Set<Integer> seen = new HashSet<>();
                        for (String key : keys.get(1 - node)) {
                            seen.add(cluster.put(node, "id=" + key, "value").status());
                            seen.add(cluster.get(node, "id=" + key).status());
                        }
                        return seen;
                    }));
            assertEquals(Set.of(200, 201), statuses);
        }
    }

    /** So lab 2 takes a single node for its control: whatever that one costs, it is not the workers' queue. */
    @Test
    void aSingleNodeOwnsEveryKeyAndNeverUsesItsWorkers() throws Exception {
        try (TestCluster cluster = TestCluster.start(STAGE, data.resolve("one"), 1, "5s")) {
            for (int i = 0; i < 100; i++) {
                assertEquals(201, cluster.put(0, "id=key-" + i, "value").status());
                assertEquals(200, cluster.get(0, "id=key-" + i).status());
            }
            assertEquals(List.of(), workers());
        }
        try (TestCluster cluster = TestCluster.start(STAGE, data.resolve("two"), 2, "5s")) {
            assertEquals(201, cluster.put(0, "id=" + cluster.keyOf(0), "value").status());
            assertEquals(List.of(), workers());
            assertEquals(201, cluster.put(0, "id=" + cluster.keyOf(1), "value").status());
            assertEquals(List.of("worker-1"), workers());
        }
    }

    /** Of all nodes; a pool starts one when it has something for it to do, and keeps it. */
    private static List<String> workers() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("worker-"))
                .toList();
    }

    @Test
    void aNodeStopsWhileItsWorkersWaitForAHungOne() throws Exception {
        try (TestCluster cluster = TestCluster.start(STAGE, data, 2, "30s")) {
            String id = "id=" + cluster.keyOf(0);
            cluster.stop(0);
            ExecutorService clients = Executors.newCachedThreadPool();
            try (ServerSocket hung = cluster.hang(0)) {
                for (int i = 0; i < 32; i++) {
                    clients.submit(() -> cluster.get(1, id));
                }
                List<Socket> asked = new ArrayList<>();
                for (int worker = 0; worker < 16; worker++) {
                    Socket socket = hung.accept();
                    assertEquals('G', socket.getInputStream().read());
                    asked.add(socket);
                }
                assertTimeout(Duration.ofSeconds(10), () -> cluster.stop(1));
                for (Socket socket : asked) {
                    socket.close();
                }
            } finally {
                clients.shutdownNow();
            }
            cluster.start(0);
            cluster.start(1);
            assertEquals(404, cluster.get(1, id).status());
        }
    }

    @Test
    void connectionsAreRefusedBeforeStartAndAfterStopAndStoppingTwiceIsHarmless() throws Exception {
        try (TestCluster cluster = new TestCluster(STAGE, data, 2, Map.of())) {
            cluster.stop(0);
            assertThrows(ConnectException.class, () -> cluster.get(0, "id=a"));
            cluster.start(0);
            String id = "id=" + cluster.keyOf(0);
            assertEquals(404, cluster.get(0, id).status());
            cluster.stop(0);
            cluster.stop(0);
            assertThrows(ConnectException.class, () -> cluster.get(0, id));
        }
    }

    @Test
    void aNodeThatCouldNotStartMayTryAgain() throws Exception {
        try (TestCluster cluster = new TestCluster(STAGE, data, 1, Map.of())) {
            try (ServerSocket other = cluster.hang(0)) {
                assertThrows(IOException.class, () -> cluster.start(0), () -> "beside " + other);
            }
            cluster.start(0);
            assertEquals(404, cluster.get(0, "id=a").status());
        }
    }

    private interface Client {
        Set<Integer> run(int number) throws Exception;
    }

    private static Set<Integer> fromClients(int count, Client client) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Future<Set<Integer>>> running = IntStream.range(0, count)
                    .mapToObj(i -> threads.submit(() -> client.run(i)))
                    .toList();
            Set<Integer> statuses = new HashSet<>();
            for (Future<Set<Integer>> each : running) {
                statuses.addAll(each.get());
            }
            return statuses;
        } finally {
            threads.shutdownNow();
        }
    }
}
