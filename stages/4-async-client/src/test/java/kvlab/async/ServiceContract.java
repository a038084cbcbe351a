package kvlab.async;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvlab.node.NodeFactory;
import kvlab.replication.Ranking;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients of the nodes see no difference between the ways to ask peers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ServiceContract {

    @TempDir
    private Path data;

    protected abstract NodeFactory factory();

    /** The settings of each way to ask peers. */
    protected abstract Stream<String> clients();

    /** The ways in which a request does not wait for an earlier one. */
    protected abstract Stream<String> promptClients();

    protected Stream<String> allClients() {
        return clients();
    }

    private TestNodes nodes(String way, String... more) throws IOException {
        List<String> set = new ArrayList<>(List.of(more));
        set.addAll(List.of(way.split(" ")));
        return new TestNodes(factory(), data, set.toArray(String[]::new));
    }

    @Tag("happy-path")
    @ParameterizedTest
    @MethodSource("allClients")
    protected void everyClientServesAndSaysWhoDidNotAnswer(String way) throws Exception {
        byte[] value = new byte[1 << 20];
        new Random(1).nextBytes(value);
        try (TestNodes nodes = nodes(way)) {
            assertEquals(404, nodes.get(0, "id=a").statusCode());
            assertEquals(201, nodes.put(0, "id=a&replicas=3/3", value).statusCode());
            for (int node = 0; node < 3; node++) {
                assertArrayEquals(value, nodes.get(node, "id=a&replicas=3/3").body());
            }
            assertEquals(202, nodes.send(1, "DELETE", "id=a", new byte[0]).statusCode());
            assertEquals(404, nodes.get(2, "id=a").statusCode());
            nodes.stop(2);
            assertEquals(201, nodes.put(0, "id=b", value).statusCode());
            assertArrayEquals(value, nodes.get(1, "id=b").body());
            expect504(nodes, "node " + nodes.member(2) + " ");
            try (ScriptedPeer hung = new ScriptedPeer(nodes.port(2), (connection, number) -> connection.hang())) {
                assertArrayEquals(value, nodes.get(0, "id=b").body());
                expect504(nodes, "node " + hung.member() + " did not answer in time");
            }
            nodes.start(2);
            for (int node = 0; node < 2; node++) {
                String id = "id=c" + node;
                assertEquals(201, nodes.put(node, id, value).statusCode());
                for (int other = 0; other < 2; other++) {
                    assertArrayEquals(value, nodes.get(other, id).body());
                }
            }
            // By now each of the others has used its connection to node 2.
            assertEquals(201, nodes.put(2, "id=c", value).statusCode());
            assertEquals(
                    202,
                    nodes.send(0, "DELETE", "id=c&replicas=3/3", new byte[0]).statusCode());
            assertEquals(404, nodes.get(1, "id=c").statusCode());
        }
    }

    /** The machine may delay an answer; a node that misses its deadline of 1 s is late every time. */
    private static void expect504(TestNodes nodes, String reason) throws Exception {
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < 3 && shortest >= 1_300; i++) {
            long start = System.nanoTime();
            HttpResponse<byte[]> answer = nodes.get(0, "id=b&replicas=3/3");
            shortest = Math.min(shortest, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
            assertEquals(504, answer.statusCode());
            String said = new String(answer.body(), UTF_8);
            assertTrue(said.contains("of 3 acks; " + reason), said);
        }
        assertTrue(shortest < 1_300, "answered after " + shortest + " ms");
    }

    /** The thread that looks after deadlines gives the first answer, and then asks peers that no other request has asked before. */
    @ParameterizedTest
    @MethodSource("promptClients")
    protected void whatIsPipelinedBehindALateAnswerIsServed(String way) throws Exception {
        try (TestNodes nodes = nodes(way, "deadline=500ms")) {
            nodes.stop(2);
            try (ScriptedPeer hung = new ScriptedPeer(nodes.port(2), (connection, number) -> connection.hang());
                    Socket socket = new Socket("127.0.0.1", nodes.port(0))) {
                Ranking ranking = new Ranking(nodes.members());
                List<String> late =
                        keys(key -> ranking.first(1, key.getBytes(UTF_8)).contains(hung.member()));
                List<String> prompt =
                        keys(key -> !ranking.first(1, key.getBytes(UTF_8)).contains(hung.member()));
                StringBuilder requests = new StringBuilder();
                for (int i = 0; i < 2; i++) {
                    requests.append("GET /v0/entity?id=" + late.get(i) + "&replicas=1/1 HTTP/1.1\r\n\r\n");
                    requests.append("GET /v0/entity?id=" + late.get(i) + " HTTP/1.1\r\n\r\n");
                    requests.append("GET /v0/entity?id=" + prompt.get(i) + "&replicas=1/1 HTTP/1.1\r\n\r\n");
                }
                socket.getOutputStream().write(requests.toString().getBytes(ISO_8859_1));
                socket.setSoTimeout(10_000);
                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
                for (int i = 0; i < 2; i++) {
                    assertEquals("504", status(in));
                    assertEquals("404", status(in));
                    assertEquals("404", status(in));
                }
            }
        }
    }

    private static List<String> keys(Predicate<String> wanted) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "key-" + i)
                .filter(wanted)
                .limit(2)
                .toList();
    }

    private static String status(BufferedReader in) throws IOException {
        String status = in.readLine().split(" ")[1];
        int length = 0;
        for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
            length = line.startsWith("Content-Length: ") ? Integer.parseInt(line.substring(16)) : length;
        }
        in.skip(length);
        return status;
    }

    @ParameterizedTest
    @MethodSource("clients")
    protected void aNodeStopsWhileCallsAreUnderWay(String way) throws Exception {
        try (TestNodes nodes = nodes(way, "deadline=30s")) {
            nodes.stop(2);
            try (ScriptedPeer hung = new ScriptedPeer(nodes.port(2), (connection, number) -> connection.hang())) {
                for (int i = 0; i < 20; i++) {
                    Socket socket = new Socket("127.0.0.1", nodes.port(0));
                    String request = "GET /v0/entity?id=" + i + "&replicas=3/3 HTTP/1.1\r\n\r\n";
                    socket.getOutputStream().write(request.getBytes(ISO_8859_1));
                }
                while (hung.connections() == 0) {
                    Thread.sleep(1);
                }
                assertTimeout(Duration.ofSeconds(10), () -> nodes.stop(0));
                nodes.stop(0);
            }
            nodes.start(0);
            assertEquals(404, nodes.get(0, "id=a").statusCode());
        }
    }
}
