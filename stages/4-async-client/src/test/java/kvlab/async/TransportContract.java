package kvlab.async;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import kvlab.http.SelectorTask;
import kvlab.node.NodeConfig;
import kvlab.node.NodeFactory;
import kvlab.sharding.Deadline;
import kvlab.sharding.PeerFailure;
import kvlab.sharding.Topology;
import one.nio.http.Response;
import one.nio.server.SelectorThread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way to ask a peer keeps these promises, however the peer behaves. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class TransportContract {

    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final int MIB = 1 << 20;

    private SelectorThread selector;
    private Client client;
    private Transport transport;

    protected abstract NodeFactory factory();

    protected abstract Client client(NodeConfig config);

    /** The settings of each way to ask peers. */
    protected abstract Stream<String> clients();

    /** A selector thread of the server reads a client's request. In an event loop it also asks the peers. */
    @BeforeEach
    protected void start() throws IOException {
        selector = new SelectorThread(0, -1, null, "test-selector");
        selector.start();
    }

    @AfterEach
    protected void stop() throws IOException {
        close();
        selector.shutdown();
    }

    private Transport transport(String client, ScriptedPeer peer) {
        return transport(client, peer.member());
    }

    private Transport transport(String way, String member) {
        String self = "http://127.0.0.1:1";
        Map<String, String> settings = TestNodes.settings(factory(), way);
        NodeConfig config =
                new NodeConfig("127.0.0.1", 1, Path.of("none"), List.of(self, member), self, Map.of(), settings);
        client = client(config);
        transport = new BoundedTransport(member, client.transport(member, Topology.of(config)));
        return transport;
    }

    private void close() throws IOException {
        if (client != null) {
            client.close();
            transport.close();
        }
    }

    private static PeerRequest get(Duration patience) {
        return new PeerRequest("GET", "/a", new byte[0], limits(patience));
    }

    private static Limits limits(Duration patience) {
        return new Limits(Deadline.after(System.nanoTime(), patience), new Semaphore(64 << 20));
    }

    private static PeerRequest put(int size, Duration patience) {
        return new PeerRequest("PUT", "/a", new byte[size], limits(patience));
    }

    /** Asked on the selector thread, as a request of a client would be. */
    private CompletableFuture<Response> ask(Transport transport, PeerRequest request) throws Exception {
        AtomicReference<CompletableFuture<Response>> promise = new AtomicReference<>();
        CountDownLatch asked = new CountDownLatch(1);
        SelectorTask.run(selector.selector, () -> {
            promise.set(transport.ask(request));
            asked.countDown();
        });
        assertTrue(asked.await(10, TimeUnit.SECONDS));
        return promise.get();
    }

    private static Response answer(CompletableFuture<Response> promise) throws Exception {
        return promise.get(10, TimeUnit.SECONDS);
    }

    private static String failure(CompletableFuture<Response> promise) {
        Throwable failure = assertThrows(ExecutionException.class, () -> promise.get(10, TimeUnit.SECONDS))
                .getCause();
        return assertInstanceOf(PeerFailure.class, failure).getMessage();
    }

    @ParameterizedTest
    @MethodSource("clients")
    protected void anAnswerInOddPiecesIsOne(String client) throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((connection, number) -> {
            while (true) {
                connection.request();
                for (char c : ScriptedPeer.OK.toCharArray()) {
                    connection.say(String.valueOf(c));
                }
            }
        })) {
            Transport transport = transport(client, peer);
            for (int i = 0; i < 3; i++) {
                Response answer = answer(ask(transport, get(LONG)));
                assertEquals(200, answer.getStatus());
                assertEquals(7, Long.parseLong(answer.getHeader("Version:")));
                assertArrayEquals("ok".getBytes(US_ASCII), answer.getBody());
            }
            assertEquals(1, peer.connections());
        }
    }

    @ParameterizedTest
    @MethodSource("clients")
    protected void largeValuesReachAPeerThatReadsSlowly(String client) throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((connection, number) -> {
            while (true) {
                int size = connection.request().body().length;
                connection.say(size == MIB ? ScriptedPeer.CREATED : "HTTP/1.1 400 Bad Request\r\n\r\n");
            }
        })) {
            Transport transport = transport(client, peer);
            List<CompletableFuture<Response>> promises = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                promises.add(ask(transport, put(MIB, LONG)));
            }
            for (CompletableFuture<Response> promise : promises) {
                assertEquals(201, answer(promise).getStatus());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("clients")
    protected void anAnswerWithoutRoomIsDroppedAndTheConnectionGoesOn(String client) throws Exception {
        String large = "HTTP/1.1 200 OK\r\nVersion: 7\r\nContent-Length: " + MIB + "\r\n\r\n" + "x".repeat(MIB);
        try (ScriptedPeer peer = new ScriptedPeer((connection, number) -> {
            connection.request();
            connection.say(large);
            connection.request();
            connection.say(ScriptedPeer.OK);
        })) {
            Transport transport = transport(client, peer);
            Semaphore room = new Semaphore(MIB - 1);
            Limits limits = new Limits(Deadline.after(System.nanoTime(), LONG), room);
            CompletableFuture<Response> refused = ask(transport, new PeerRequest("GET", "/a", new byte[0], limits));
            Throwable failure = assertThrows(ExecutionException.class, () -> answer(refused))
                    .getCause();
            assertEquals(Limits.FULL, failure);
            assertEquals(200, answer(ask(transport, get(LONG))).getStatus());
            assertEquals(1, peer.connections());
            assertEquals(MIB - 1, room.availablePermits());
        }
    }

    @ParameterizedTest
    @MethodSource("clients")
    protected void aPeerThatWasDownAnswersTheFirstRequestAfterItIsBack(String client) throws Exception {
        ScriptedPeer.Script script = (connection, number) -> {
            while (true) {
                connection.request();
                connection.say(ScriptedPeer.OK);
            }
        };
        ScriptedPeer before = new ScriptedPeer(script);
        int port = Integer.parseInt(before.member().replaceFirst(".*:", ""));
        Transport transport = transport(client, before);
        assertEquals(200, answer(ask(transport, get(LONG))).getStatus());
        before.close();
        String reason = failure(untilItFails(transport));
        assertTrue(reason.startsWith("node " + before.member() + " "), reason);
        assertTrue(!reason.contains("null"), reason);
        try (ScriptedPeer after = new ScriptedPeer(port, script)) {
            assertEquals(200, answer(ask(transport, get(LONG))).getStatus());
            assertTrue(after.connections() > 0);
        }
    }

    private CompletableFuture<Response> untilItFails(Transport transport) throws Exception {
        CompletableFuture<Response> promise = ask(transport, get(SHORT));
        while (promise.handle((answer, failure) -> failure == null).get(10, TimeUnit.SECONDS)) {
            promise = ask(transport, get(SHORT));
        }
        return promise;
    }

    /** However it hangs: without a word, in the head, in the body, with a socket that is full. */
    @ParameterizedTest
    @MethodSource("clients")
    protected void aPeerThatHangsIsLateByTheDeadline(String client) throws Exception {
        for (String said : List.of("", "HTTP/1.1 2", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab")) {
            try (ScriptedPeer peer = new ScriptedPeer((connection, number) -> {
                connection.say(said);
                connection.hang();
            })) {
                Transport transport = transport(client, peer);
                for (Supplier<PeerRequest> request :
                        List.<Supplier<PeerRequest>>of(() -> get(SHORT), () -> put(4 * MIB, SHORT))) {
                    long shortest = Long.MAX_VALUE;
                    // The machine may delay one answer; a late client is late every time.
                    for (int i = 0; i < 3 && shortest > 2 * SHORT.toMillis(); i++) {
                        long start = System.nanoTime();
                        assertEquals(
                                "node " + peer.member() + " did not answer in time",
                                failure(ask(transport, request.get())));
                        shortest = Math.min(shortest, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
                    }
                    assertTrue(shortest <= 2 * SHORT.toMillis(), said + " after " + shortest + " ms");
                }
                close();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("clients")
    protected void aPeerThatIsNoNodeIsOneThatFailed(String client) throws Exception {
        for (String nonsense : List.of(
                "SSH-2.0-OpenSSH_9.2\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", "HTTP/1.1 2")) {
            try (ScriptedPeer peer = new ScriptedPeer((connection, number) -> {
                connection.request();
                connection.say(nonsense);
                connection.socket().close();
            })) {
                Transport transport = transport(client, peer);
                String reason = failure(ask(transport, get(LONG)));
                assertTrue(reason.startsWith("node " + peer.member() + " "), reason);
                close();
            }
        }
    }

    /** Beyond so many under way, a peer counts as one that does not answer; and then there is room again. */
    @ParameterizedTest
    @MethodSource("clients")
    protected void roomIsGivenBackHoweverACallEnds(String client) throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((connection, number) -> {
            if (number % 3 == 0) {
                connection.hang();
            } else if (number % 3 == 1) {
                connection.reset();
            }
            while (true) {
                connection.request();
                connection.say(ScriptedPeer.CREATED);
            }
        })) {
            Transport transport = transport(client, peer);
            List<CompletableFuture<Response>> promises = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                promises.add(ask(transport, put(MIB, SHORT)));
            }
            int busy = 0;
            for (CompletableFuture<Response> promise : promises) {
                String reason = promise.handle((answer, failure) -> failure == null ? "" : failure.getMessage())
                        .get(10, TimeUnit.SECONDS);
                busy += reason.contains("more calls under way than there is room for") ? 1 : 0;
            }
            assertTrue(busy > 0, "6 MiB are the limit, and nothing was refused");
            String reason = "";
            for (int i = 0; i < 60 && (i <= 20 || !reason.isEmpty()); i++) {
                reason = ask(transport, get(SHORT))
                        .handle((answer, failure) -> failure == null ? "" : failure.getMessage())
                        .get(10, TimeUnit.SECONDS);
                assertTrue(!reason.contains("room"), reason);
            }
            assertEquals("", reason);
        }
    }
}
