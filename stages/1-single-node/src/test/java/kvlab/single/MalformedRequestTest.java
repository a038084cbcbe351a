package kvlab.single;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import kvlab.http.KeptBytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rule S4: whatever a client sends, it gets a 4xx or a closed connection, and nobody else notices. */
@Tag("slow")
class MalformedRequestTest {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static EntityStore store;
    private static EntityServer server;
    private static int port;

    /** The server's limit for the requests of all clients together. */
    private static long budget;

    private Neighbour neighbour;

    @BeforeAll
    static void start(@TempDir Path data) throws Exception {
        port = TestNode.freePort();
        store = EntityStore.open(data, StoreVariant.BASE, EntityStore.FORMAT);
        server = start(port, PATIENCE);
        budget = KeptBytes.left(server);
    }

    private static EntityServer start(int port, Duration patience) throws IOException {
        EntityServer started = new EntityServer(
                "127.0.0.1", port, Map.of(EntityServer.ENTITY, Handler.of(new LocalEntityService(store))), patience);
        started.start();
        return started;
    }

    @AfterAll
    static void stop() {
        server.stop();
        store.close();
    }

    @BeforeEach
    void startNeighbour() throws Exception {
        neighbour = new Neighbour(port);
        neighbour.awaitAnswers();
    }

    /** Every test ends so: a second connection loaded the node before, meanwhile and after, and missed nothing. */
    @AfterEach
    void neighbourWasNotDisturbed() throws Exception {
        try {
            neighbour.awaitAnswers();
            assertNull(neighbour.failure.get());
        } finally {
            neighbour.stop();
        }
        await("nothing is kept for the clients of this test", () -> KeptBytes.left(server) == budget);
        await("they are gone", () -> server.getConnections() == 0);
    }

    static Stream<Arguments> requests() {
        String entity = "/v0/entity?id=a";
        return Stream.of(
                request("not HTTP", 400, "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n"),
                request("no target", 400, "GET\r\n\r\n"),
                request("no version", 400, "GET " + entity + "\r\n\r\n"),
                request("two targets", 400, "GET " + entity + " b HTTP/1.1\r\n\r\n"),
                request("another version", 400, "GET " + entity + " HTTP/2.0\r\n\r\n"),
                request("target without a slash", 400, "GET v0/entity?id=a HTTP/1.1\r\n\r\n"),
                request("no method", 400, " " + entity + " HTTP/1.1\r\n\r\n"),
                request("tab in the id", 400, "GET " + entity + "\tb HTTP/1.1\r\n\r\n"),
                request("method that is no token", 400, "G(T " + entity + " HTTP/1.1\r\n\r\n"),
                request("method that no rule names", 405, "M-SEARCH " + entity + " HTTP/1.1\r\n\r\n"),
                request("raw NUL in the id", 400, "GET " + entity + "\u0000b HTTP/1.1\r\n\r\n"),
                request("percent and no digits", 400, "GET " + entity + "%zz HTTP/1.1\r\n\r\n"),
                request("percent at the end", 400, "GET " + entity + "% HTTP/1.1\r\n\r\n"),
                request("percent and one digit", 400, "GET " + entity + "%4 HTTP/1.1\r\n\r\n"),
                request("id that is not UTF-8", 400, "GET " + entity + "%FF HTTP/1.1\r\n\r\n"),
                request("id of a lone surrogate", 400, "GET " + entity + "%ED%A0%80 HTTP/1.1\r\n\r\n"),
                request("id of a raw byte", 400, "GET " + entity + "\u00ff HTTP/1.1\r\n\r\n"),
                request("header without a colon", 400, "GET " + entity + " HTTP/1.1\r\nHost\r\n\r\n"),
                request("header without a name", 400, "GET " + entity + " HTTP/1.1\r\n: b\r\n\r\n"),
                request("space before the colon", 400, "GET " + entity + " HTTP/1.1\r\nA : b\r\n\r\n"),
                request("space in the name of a header", 400, "GET " + entity + " HTTP/1.1\r\nA B: c\r\n\r\n"),
                request("carriage return in a header", 400, "GET " + entity + " HTTP/1.1\r\nA: b\rC: d\r\n\r\n"),
                request("folded header", 400, "GET " + entity + " HTTP/1.1\r\nA: b\r\n c\r\n\r\n"),
                request("NUL in a header", 400, "GET " + entity + " HTTP/1.1\r\nA: \u0000\r\n\r\n"),
                request("header of 64 KiB", 431, "GET " + entity + " HTTP/1.1\r\nA: " + "x".repeat(65536) + "\r\n\r\n"),
                request("10,000 headers", 431, "GET " + entity + " HTTP/1.1\r\n" + "A: b\r\n".repeat(10_000) + "\r\n"),
                request("endless request line", 431, "GET /" + "x".repeat(1 << 20)),
                request("negative Content-Length", 400, put("Content-Length: -1\r\n")),
                request("Content-Length in words", 400, put("Content-Length: ten\r\n")),
                request("Content-Length of minus zero", 400, put("Content-Length: -0\r\n")),
                request("Content-Length in overlong UTF-8", 400, put("\u00c1\u0083ontent-Length: 5\r\n")),
                request("vertical tab before a number", 400, put("Content-Length:\u000b5\r\n")),
                request("lines without CR", 400, "GET " + entity + " HTTP/1.1\nHost: a\n\n"),
                request("header without CR", 400, "GET " + entity + " HTTP/1.1\r\nHost: a\n\r\n"),
                request("empty Content-Length", 400, put("Content-Length:\r\n")),
                request("two Content-Lengths", 400, put("Content-Length: 1\r\nContent-Length: 2\r\n")),
                request("Content-Length past a long", 413, put("Content-Length: 99999999999999999999999\r\n")),
                request("body over the limit", 413, put("Content-Length: 1048577\r\n") + "x".repeat(1048577)),
                request("body of 16 MiB", 413, put("Content-Length: 16777216\r\n") + "x".repeat(1 << 24)),
                request("length and chunks", 411, put("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n")),
                request("chunks", 411, put("Transfer-Encoding: chunked\r\n") + "1\r\nx\r\n0\r\n\r\n"),
                request("unknown encoding", 411, put("Transfer-Encoding: gzip\r\n") + "x"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void malformedRequestIsRefused(String name, int status, String request) throws Exception {
        Thread sender;
        try (RawClient client = new RawClient(port)) {
            sender = new Thread(() -> sendAll(client, request));
            sender.start();
            RawClient.Answer answer = client.answer();
            assertEquals(status, answer.status());
            assertFalse(answer.text().isBlank(), "the answer does not say why");
        }
        sender.join();
    }

    /** After what is no HTTP nobody knows where the next request begins; a bad id is answered, and that is all. */
    @Test
    void connectionIsClosedAfterWhatIsNoHttp() throws IOException {
        List<RawClient> closed = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        for (Arguments request : requests().toList()) {
            String bytes = (String) request.get()[2];
            if (bytes.length() < 1000) {
                RawClient client = new RawClient(port).send(bytes);
                if ("close".equals(client.answer().headers().get("connection"))) {
                    closed.add(client);
                } else {
                    kept.add((String) request.get()[0]);
                    assertEquals(404, client.get("absent").answer().status());
                    client.close();
                }
            }
        }
        for (RawClient client : closed) {
            assertTrue(client.isClosedByServer());
            client.close();
        }
        assertEquals(
                List.of(
                        "method that no rule names",
                        "percent and no digits",
                        "percent at the end",
                        "percent and one digit",
                        "id that is not UTF-8",
                        "id of a lone surrogate",
                        "id of a raw byte"),
                kept);
    }

    /** The client takes the large answers late, so the malformed request is there long before its turn. */
    @Test
    void refusalComesAfterTheAnswersThatAreDueBeforeIt() throws IOException {
        store.put("large".getBytes(UTF_8), new byte[1 << 20]);
        try (RawClient client = new RawClient(port)) {
            String large = "GET /v0/entity?id=large HTTP/1.1\r\n\r\n";
            client.send(large.repeat(8) + put("Content-Length: 2\r\n") + "okG(T /v0/entity?id=a HTTP/1.1\r\n\r\n");
            for (int i = 0; i < 8; i++) {
                assertEquals(1 << 20, client.answer().body().length);
            }
            assertEquals(201, client.answer().status());
            assertEquals(400, client.answer().status());
            assertTrue(client.isClosedByServer());
        }
    }

    /** Every test looks whether something is kept when its clients are gone. */
    @Test
    void requestBehindTheLastOneIsNotRead() throws IOException {
        try (RawClient client = new RawClient(port)) {
            client.send("GET /v0/status HTTP/1.1\r\nConnection: close\r\n\r\n" + put("Content-Length: 1000000\r\n")
                    + "x".repeat(10_000));
            assertEquals(200, client.answer().status());
            assertTrue(client.isClosedByServer());
        }
    }

    @Test
    void eachConnectionHeaderCounts() throws IOException {
        try (RawClient client = new RawClient(port)) {
            client.send("GET /v0/status HTTP/1.1\r\nConnection: x-option\r\nConnection: close\r\n\r\n");
            assertEquals(200, client.answer().status());
            assertTrue(client.isClosedByServer());
        }
    }

    @Test
    void requestLineThatIsCutOffEndsWithTheConnection() throws IOException {
        try (RawClient client = new RawClient(port)) {
            client.send("GET /v0/enti").finishSending();
            assertTrue(client.isClosedByServer());
        }
    }

    @Test
    void contentLengthThatPromisesTooMuchIsNotWaitedForLong() throws IOException {
        try (RawClient client = new RawClient(port)) {
            client.send(put("Content-Length: 1000\r\n") + "short");
            assertEquals(408, client.answer().status());
            assertTrue(client.isClosedByServer());
        }
    }

    @Test
    void contentLengthThatPromisesTooLittleMakesTheRestARequestOfItsOwn() throws IOException {
        try (RawClient client = new RawClient(port)) {
            client.send(put("Content-Length: 2\r\n") + "okrest of it\r\n\r\n");
            assertEquals(201, client.answer().status());
            assertEquals(400, client.answer().status());
            assertEquals("ok", new String(store.get("a".getBytes(UTF_8)), UTF_8));
        }
    }

    @Test
    void clientThatSendsAByteASecondIsNotWaitedForLong() throws Exception {
        try (RawClient client = new RawClient(port)) {
            Thread dripping = new Thread(() -> drip(client));
            dripping.start();
            assertEquals(408, client.answer().status());
            assertTrue(client.isClosedByServer());
            dripping.join();
        }
    }

    @Test
    void clientThatTakesNoAnswerIsNotWaitedForLong() throws Exception {
        store.put("large".getBytes(UTF_8), new byte[1 << 20]);
        int otherPort = TestNode.freePort();
        // A client may take its replies for six times as long as it may take to send a request.
        EntityServer impatient = start(otherPort, PATIENCE.dividedBy(10));
        try (RawClient client = new RawClient(otherPort)) {
            for (int i = 0; i < 64; i++) {
                client.get("large");
            }
            await("something is kept for it", () -> KeptBytes.left(impatient) < budget);
            await("it is given up", () -> impatient.getConnections() == 0);
            await("nothing is kept any more", () -> KeptBytes.left(impatient) == budget);
        } finally {
            impatient.stop();
        }
    }

    /** The line end behind the body belongs to nothing. It comes in two parts, and owes nothing either. */
    @Test
    void clientThatIsIdleBetweenRequestsIsKept() throws Exception {
        try (RawClient client = new RawClient(port)) {
            client.send(put("Content-Length: 2\r\n") + "ok\r");
            assertEquals(201, client.answer().status());
            client.send("\n").get("absent").answer();
            client.send("\r");
            neighbour.awaitAnswers();
            client.send("\n");
            // The slow client comes later and is gone earlier: whoever owes nothing is not counted.
            contentLengthThatPromisesTooMuchIsNotWaitedForLong();
            assertEquals(404, client.get("absent").answer().status());
        }
    }

    @Test
    void clientsThatCrashInTheMiddleLeaveNothingBehind() throws Exception {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            clients.add(new RawClient(port).send(put("Content-Length: 1000000\r\n") + "x".repeat(20_000)));
        }
        await("something is kept for them", () -> KeptBytes.left(server) < budget);
        for (RawClient client : clients) {
            client.abort();
        }
        await("nothing is kept any more", () -> KeptBytes.left(server) == budget);
        await("the neighbour is alone", () -> server.getConnections() == 1);
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "a minute went by until " + what);
            Thread.sleep(1);
        }
    }

    private static Arguments request(String name, int status, String bytes) {
        return Arguments.of(name, status, bytes);
    }

    private static String put(String headers) {
        return "PUT /v0/entity?id=a HTTP/1.1\r\n" + headers + "\r\n";
    }

    private static void sendAll(RawClient client, String request) {
        try {
            client.send(request);
        } catch (IOException e) {
            // The server need not read what it has refused.
        }
    }

    private static void drip(RawClient client) {
        try {
            for (char c : "GET /v0/entity?id=a HTTP/1.1\r\n".toCharArray()) {
                client.send(String.valueOf(c));
                Thread.sleep(1000);
            }
        } catch (IOException | InterruptedException e) {
            // Cut off: what this test is about.
        }
    }

    /** A client that loads the node, and checks every answer. */
    private static final class Neighbour {

        final AtomicInteger answers = new AtomicInteger();
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final Thread thread;
        private volatile boolean stopping;

        Neighbour(int port) {
            thread = new Thread(() -> load(port), "neighbour");
            thread.start();
        }

        private void load(int port) {
            try (RawClient client = new RawClient(port)) {
                while (!stopping) {
                    String value = "value " + answers;
                    assertEquals(
                            201, client.put("n", value.getBytes(UTF_8)).answer().status());
                    assertEquals(value, client.get("n").answer().text());
                    answers.incrementAndGet();
                }
            } catch (IOException | AssertionError e) {
                failure.set(e);
            }
        }

        /** Two more: the first may have been under way already. */
        void awaitAnswers() throws InterruptedException {
            int enough = answers.get() + 2;
            await("the neighbour is answered", () -> answers.get() >= enough || failure.get() != null);
        }

        void stop() throws InterruptedException {
            stopping = true;
            thread.join();
        }
    }
}
