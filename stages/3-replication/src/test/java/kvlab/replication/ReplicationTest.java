package kvlab.replication;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import kvlab.node.NodeFactory;
import kvlab.sharding.TestCluster;
import kvlab.sharding.TestCluster.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of replication as a client sees them, R3 to R12, and those of stage 2 that hold with {@code 1/1}. */
@Tag("slow")
class ReplicationTest {

    private static final NodeFactory STAGE = new StageFactory();
    private static final String PATH = "/v0/internal/replica?id=";

    @TempDir
    private Path data;

    private TestCluster cluster(int size) throws IOException {
        return TestCluster.start(STAGE, data, size, "5s");
    }

    @Test
    void anyNodeCoordinatesAnyRequest() throws Exception {
        try (TestCluster cluster = cluster(3)) {
            for (int node = 0; node < 3; node++) {
                assertEquals(404, cluster.get(node, "id=a").status());
                assertEquals(201, cluster.put(node, "id=a", "by " + node).status());
                assertEquals("by " + node, cluster.get((node + 1) % 3, "id=a").text());
                assertEquals(202, cluster.delete((node + 2) % 3, "id=a").status());
                assertEquals(404, cluster.get(node, "id=a").status());
            }
        }
    }

    @Test
    void aPairThatCannotBeIsRefused() throws Exception {
        try (TestCluster cluster = cluster(2)) {
            for (String query : List.of("id=a&replicas=1/3", "id=a&ack=1", "replicas=1/1")) {
                assertEquals(400, cluster.get(0, query).status(), query);
                assertEquals(400, cluster.put(0, query, "x").status(), query);
                assertEquals(400, cluster.delete(0, query).status(), query);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void exactlySoManyCopiesAreKeptAsAreAskedForAndThoseOfFewerAreAmongThoseOfMore(int size) throws Exception {
        try (TestCluster cluster = cluster(size)) {
            for (int from = 1; from <= size; from++) {
                for (int node = 0; node < size; node++) {
                    String key = "copies-" + from + "-" + node;
                    cluster.put(node, "id=" + key + "&replicas=1/" + from, "value");
                    Set<Integer> expected = new HashSet<>(cluster.ranking(key).subList(0, from));
                    assertEquals(expected, nodesThatHave(cluster, size, key));
                }
            }
        }
    }

    private static Set<Integer> nodesThatHave(TestCluster cluster, int size, String key) throws Exception {
        Set<Integer> nodes = new HashSet<>();
        for (int node = 0; node < size; node++) {
            if (cluster.send(node, "GET", PATH + key, "").version() != null) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    @Tag("happy-path")
    @Test
    void withOneNodeDownTwoOfThreeAnswerAndThreeDoNot() throws Exception {
        try (TestCluster cluster = cluster(3)) {
            cluster.put(0, "id=a", "value");
            cluster.stop(2);
            for (int node = 0; node < 2; node++) {
                assertEquals("value", cluster.get(node, "id=a").text());
                assertEquals(201, cluster.put(node, "id=a", "value").status());
                assertEquals(202, cluster.delete(node, "id=b").status());
                for (Answer answer : List.of(
                        cluster.get(node, "id=a&replicas=3/3"),
                        cluster.put(node, "id=c&replicas=3/3", "x"),
                        cluster.delete(node, "id=c&replicas=3/3"))) {
                    assertEquals(504, answer.status());
                    assertEquals(
                            "received 2 of 3 acks; node " + cluster.member(2) + " gave no answer: Connection refused\n",
                            answer.text());
                }
            }
            cluster.stop(1);
            assertEquals(504, cluster.get(0, "id=a").status());
        }
    }

    @Test
    void withTheOwnerOfTheOnlyCopyDownTheAnswerIs504() throws Exception {
        try (TestCluster cluster = cluster(3)) {
            String key = cluster.keyOf(2);
            cluster.stop(2);
            for (int node = 0; node < 2; node++) {
                assertEquals(
                        504, cluster.get(node, "id=" + key + "&replicas=1/1").status());
                assertEquals(
                        504,
                        cluster.put(node, "id=" + key + "&replicas=1/1", "x").status());
            }
            assertEquals(
                    201,
                    cluster.put(0, "id=" + cluster.keyOf(0) + "&replicas=1/1", "x")
                            .status());
        }
    }

    @Test
    void aHungNodeCostsNoMoreThanItsShareOfTheDeadline() throws Exception {
        try (TestCluster cluster = TestCluster.start(STAGE, data, 3, "1s")) {
            // This node itself is asked first, then the one that hangs.
            String id = "id=" + keyThatHas(cluster, 2, 1);
            cluster.put(0, id, "value");
            cluster.stop(2);
            try (ServerSocket hung = cluster.hang(2)) {
                assertEquals("value", cluster.get(0, id).text(), "beside " + hung);
                assertEquals(201, cluster.put(0, id, "value").status());
                Answer answer =
                        TestCluster.within(Duration.ofMillis(1_300), () -> cluster.get(0, id + "&replicas=3/3"));
                assertEquals(504, answer.status());
                assertEquals(
                        "received 2 of 3 acks; node " + cluster.member(2) + " did not answer in time\n", answer.text());
            }
        }
    }

    private static String keyThatHas(TestCluster cluster, int first, int then) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "key-" + i)
                .filter(key -> cluster.ranking(key).indexOf(first)
                        < cluster.ranking(key).indexOf(then))
                .findFirst()
                .orElseThrow();
    }

    /** Whatever it is that has the port of a node, it is nothing but a replica that does not answer. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nVersion: new\r\n\r\n",
                "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nVersion: \r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nVersion: 1\r\n\r\nmore",
                "SSH-2.0-OpenSSH_9.2\r\n\r\n"
            })
    void aPeerThatIsNoNodeDoesNotMakeARequestFail(String nonsense) throws Exception {
        try (TestCluster cluster = cluster(3)) {
            cluster.put(0, "id=a", "value");
            cluster.stop(2);
            try (ServerSocket server = cluster.hang(2)) {
                Thread stranger = new Thread(() -> answer(server, nonsense));
                stranger.start();
                for (int node = 0; node < 2; node++) {
                    assertEquals("value", cluster.get(node, "id=a").text());
                    Answer answer = cluster.get(node, "id=a&replicas=3/3");
                    assertEquals(504, answer.status());
                    assertTrue(answer.text().startsWith("received 2 of 3 acks; node " + cluster.member(2)));
                }
            }
        }
    }

    private static void answer(ServerSocket server, String text) {
        while (true) {
            try (Socket socket = server.accept()) {
                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
                while (!in.readLine().isEmpty()) {
                    // The head of a GET, which is all of it.
                }
                socket.getOutputStream().write(text.getBytes(ISO_8859_1));
            } catch (IOException e) {
                if (server.isClosed()) {
                    return;
                }
            }
        }
    }

    /** Rotated over every node, the coordinator of the writes too. */
    @Test
    void whatANodeMissedWhileItWasDownAQuorumKnows() throws Exception {
        try (TestCluster cluster = cluster(3)) {
            for (int down = 0; down < 3; down++) {
                int up = (down + 1) % 3;
                String id = "id=" + down;
                cluster.put(down, id + "-deleted", "before");
                cluster.put(down, id + "-overwritten", "before");
                cluster.delete(down, id + "-created-again");
                cluster.stop(down);
                assertEquals(202, cluster.delete(up, id + "-deleted").status());
                assertEquals(201, cluster.put(up, id + "-overwritten", "after").status());
                assertEquals(
                        201, cluster.put(up, id + "-created-again", "after").status());
                assertEquals(201, cluster.put(up, id + "-new", "after").status());
                cluster.start(down);
                for (int node = 0; node < 3; node++) {
                    assertEquals(404, cluster.get(node, id + "-deleted").status());
                    assertEquals("after", cluster.get(node, id + "-overwritten").text());
                    assertEquals(
                            "after", cluster.get(node, id + "-created-again").text());
                    assertEquals("after", cluster.get(node, id + "-new").text());
                }
                // By itself it has what it had.
                assertEquals(
                        "before",
                        cluster.get(down, id + "-deleted&replicas=1/3").text());
                assertEquals(
                        404,
                        cluster.get(down, id + "-created-again&replicas=1/3").status());
                assertEquals(404, cluster.get(down, id + "-new&replicas=1/3").status());
            }
        }
    }

    @Test
    void aWriteThatArrivesLateDoesNotWin() throws Exception {
        try (TestCluster cluster = cluster(3)) {
            cluster.put(0, "id=a", "newer");
            Answer stored = cluster.send(1, "GET", PATH + "a", "");
            long version = Long.parseLong(stored.version());
            for (int node = 0; node < 3; node++) {
                assertEquals(
                        201,
                        cluster.send(node, "PUT", PATH + "a&version=" + (version - 1), "older")
                                .status());
                assertEquals(
                        202,
                        cluster.send(node, "DELETE", PATH + "a&version=" + (version - 1), "")
                                .status());
                assertEquals("newer", cluster.send(node, "GET", PATH + "a", "").text());
                assertEquals(
                        stored.version(),
                        cluster.send(node, "GET", PATH + "a", "").version());
            }
            assertEquals("newer", cluster.get(2, "id=a&replicas=3/3").text());
        }
    }

    @Test
    void ofTwoReplicasThatDifferTheNewerOneIsBelieved() throws Exception {
        try (TestCluster cluster = cluster(2)) {
            cluster.send(0, "PUT", PATH + "a&version=7", "older");
            cluster.send(1, "PUT", PATH + "a&version=8", "newer");
            cluster.send(0, "PUT", PATH + "b&version=7", "older");
            cluster.send(1, "DELETE", PATH + "b&version=8", "");
            for (int node = 0; node < 2; node++) {
                assertEquals("newer", cluster.get(node, "id=a").text());
                assertEquals(404, cluster.get(node, "id=b").status());
            }
        }
    }

    @Test
    void writersOfOneKeyAtOnceLeaveTheSameOnEveryReplica() throws Exception {
        try (TestCluster cluster = cluster(3)) {
            inParallel(12, writer -> {
                for (int i = 0; i < 20; i++) {
                    String value = writer + "-" + i;
                    assertEquals(
                            201,
                            cluster.put(writer % 3, "id=put&replicas=3/3", value)
                                    .status());
                    if (i % 5 == 4) {
                        assertEquals(
                                202,
                                cluster.delete(writer % 3, "id=a&replicas=3/3").status());
                    } else {
                        assertEquals(
                                201,
                                cluster.put(writer % 3, "id=a&replicas=3/3", value)
                                        .status());
                    }
                }
                return null;
            });
            for (String key : List.of("a", "put")) {
                Answer first = cluster.send(0, "GET", PATH + key, "");
                assertNotNull(first.version());
                assertTrue(first.status() == 200 || first.status() == 404 && key.equals("a"), "" + first.status());
                for (int node = 1; node < 3; node++) {
                    Answer other = cluster.send(node, "GET", PATH + key, "");
                    assertEquals(first.version(), other.version());
                    assertEquals(first.status(), other.status());
                    assertEquals(first.text(), other.text());
                }
            }
        }
    }

    @Test
    void aReadSeesWhatAQuorumAcknowledgedBeforeThroughAnotherNode() throws Exception {
        try (TestCluster cluster = cluster(3)) {
            for (int i = 0; i < 60; i++) {
                cluster.put(i % 3, "id=a", "value " + i);
                assertEquals("value " + i, cluster.get((i + 1) % 3, "id=a").text());
                assertEquals(
                        "value " + i,
                        cluster.get((i + 2) % 3, "id=a&replicas=1/3").text());
            }
        }
    }

    /** The versions of a node that has just started again are not ahead of the other nodes'. */
    @Test
    void writesThroughOtherNodesWinAfterARestartHoweverQuick() throws Exception {
        try (TestCluster cluster = cluster(3)) {
            for (int i = 0; i < 12; i++) {
                int restarted = i % 3;
                int other = (i + 1) % 3;
                String deleted = "id=deleted-" + i;
                String overwritten = "id=overwritten-" + i;
                cluster.put(restarted, deleted, "before");
                cluster.stop(restarted);
                cluster.start(restarted);
                assertEquals(
                        201,
                        cluster.put(restarted, deleted, "after the restart").status());
                assertEquals(202, cluster.delete(restarted, overwritten).status());
                assertEquals(202, cluster.delete(other, deleted).status());
                assertEquals(201, cluster.put(other, overwritten, "last").status());
                for (int node = 0; node < 3; node++) {
                    assertEquals(404, cluster.get(node, deleted).status());
                    assertEquals("last", cluster.get(node, overwritten).text());
                }
            }
        }
    }

    @Test
    void tombstonesAndEmptyValuesAreToldApartByEveryReplicaAlsoAfterARestart() throws Exception {
        try (TestCluster cluster = cluster(3)) {
            cluster.put(0, "id=empty", "");
            cluster.put(0, "id=deleted", "value");
            cluster.delete(1, "id=deleted");
            for (int round = 0; round < 2; round++) {
                for (int node = 0; node < 3; node++) {
                    assertEquals(
                            200, cluster.send(node, "GET", PATH + "empty", "").status());
                    Answer deleted = cluster.send(node, "GET", PATH + "deleted", "");
                    assertEquals(404, deleted.status());
                    assertNotNull(deleted.version());
                    assertNull(cluster.send(node, "GET", PATH + "absent", "").version());
                    assertEquals(200, cluster.get(node, "id=empty&replicas=3/3").status());
                    assertEquals("", cluster.get(node, "id=empty&replicas=3/3").text());
                    assertEquals(
                            404, cluster.get(node, "id=deleted&replicas=3/3").status());
                }
                for (int node = 0; node < 3; node++) {
                    cluster.stop(node);
                    cluster.start(node);
                }
            }
        }
    }

    @Test
    void everyReplicaGetsEveryKeyAsItWasSent() throws Exception {
        try (TestCluster cluster = cluster(3)) {
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
                assertEquals(
                        201,
                        cluster.put(0, "id=" + id + "&replicas=3/3", "value of " + id)
                                .status(),
                        id);
            }
            for (int node = 0; node < 3; node++) {
                for (String id : ids) {
                    assertEquals(
                            "value of " + id,
                            cluster.send(node, "GET", PATH + id, "").text());
                }
            }
        }
    }

    @Test
    void valuesOfEverySizeReachEveryReplica() throws Exception {
        try (TestCluster cluster = cluster(3)) {
            Random random = new Random(1);
            for (int size : new int[] {0, 1, 16_000, 64_000, 1 << 20}) {
                byte[] value = new byte[size];
                random.nextBytes(value);
                String target = "/v0/entity?id=a&replicas=3/3";
                assertEquals(201, cluster.send(0, "PUT", target, value).status());
                for (int node = 0; node < 3; node++) {
                    assertArrayEquals(
                            value, cluster.send(node, "GET", PATH + "a", "").body());
                    assertArrayEquals(
                            value, cluster.send(node, "GET", target, "").body());
                }
            }
        }
    }

    @Test
    void aReplicaIsWrittenWithAVersionOnly() throws Exception {
        try (TestCluster cluster = cluster(1)) {
            for (String version : List.of("", "&version=", "&version=new", "&version=1&version=2")) {
                assertEquals(
                        400, cluster.send(0, "PUT", PATH + "a" + version, "x").status());
                assertEquals(
                        400, cluster.send(0, "DELETE", PATH + "a" + version, "").status());
            }
            assertEquals(404, cluster.get(0, "id=a").status());
        }
    }

    @Test
    void nodesThatAskEachOtherUnderLoadDoNotWaitForEachOther() throws Exception {
        try (TestCluster cluster = cluster(2)) {
            Set<Integer> statuses = new HashSet<>();
            List<Set<Integer>> all = assertTimeout(
                    Duration.ofSeconds(20),
                    () -> inParallel(64, client -> {
                        Set<Integer> seen = new HashSet<>();
                        for (int i = 0; i < 8; i++) {
                            String id = "id=" + client + "-" + i;
                            seen.add(cluster.put(client % 2, id, "value").status());
                            seen.add(cluster.get(client % 2, id).status());
                        }
                        return seen;
                    }));
            all.forEach(statuses::addAll);
            assertEquals(Set.of(200, 201), statuses);
        }
    }

    @Test
    void aNodeStopsWhileItsWorkersWaitForAHungOne() throws Exception {
        try (TestCluster cluster = TestCluster.start(STAGE, data, 2, "30s")) {
            cluster.stop(0);
            ExecutorService clients = Executors.newCachedThreadPool();
            List<Socket> asked = new ArrayList<>();
            try (ServerSocket hung = cluster.hang(0)) {
                for (int i = 0; i < 32; i++) {
                    clients.submit(() -> cluster.put(1, "id=a", "value"));
                }
                for (int worker = 0; worker < StageNode.WORKERS; worker++) {
                    Socket socket = hung.accept();
                    assertEquals('P', socket.getInputStream().read());
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
            assertEquals("value", cluster.get(1, "id=a").text());
        }
    }

    private interface Client<T> {
        T run(int number) throws Exception;
    }

    private static <T> List<T> inParallel(int count, Client<T> client) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Callable<T>> calls = IntStream.range(0, count)
                    .mapToObj(i -> (Callable<T>) () -> client.run(i))
                    .toList();
            List<T> results = new ArrayList<>();
            for (Future<T> each : threads.invokeAll(calls)) {
                results.add(each.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
