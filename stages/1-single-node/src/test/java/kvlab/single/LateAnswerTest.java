package kvlab.single;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import kvlab.http.KeptBytes;
import one.nio.http.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the later stages build on: a handler that lets the selector thread go and answers when it can. */
@Tag("slow")
class LateAnswerTest {

    /** @param selector the thread that read the request, and goes on to read what its client sends */
    private record Asked(EntityRequest request, Answer answer, Thread selector) {

        String key() {
            return new String(request.key(), UTF_8);
        }

        void answer(String text) {
            answer.send(Response.ok(text.getBytes(UTF_8)));
        }
    }

    private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();
    private final int port = TestNode.freePort();
    private EntityServer server;

    @BeforeEach
    void start() throws IOException {
        Map<String, Handler> handlers = Map.of(
                "/v0/late",
                (request, answer) -> asked.add(new Asked(request, answer, Thread.currentThread())),
                EntityServer.ENTITY,
                Handler.of(request -> Response.ok(request.key())));
        server = new EntityServer("127.0.0.1", port, handlers, Duration.ofSeconds(10));
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void anAnswerMayComeLaterFromAnotherThread() throws Exception {
        try (RawClient client = late("a")) {
            next("a").answer("yes");
            assertEquals("yes", client.answer().text());
        }
    }

    @Test
    void othersAreServedMeanwhile() throws Exception {
        try (RawClient waiting = late("a");
                RawClient other = new RawClient(port)) {
            Asked first = next("a");
            assertEquals("b", other.get("b").answer().text());
            first.answer("yes");
            assertEquals("yes", waiting.answer().text());
        }
    }

    @Test
    void pipelinedRequestsWaitForTheirTurn() throws Exception {
        try (RawClient client = late("a")) {
            Asked first = next("a");
            client.get("b").send(late).get("c");
            first.answer("1");
            assertEquals("1", client.answer().text());
            assertEquals("b", client.answer().text());
            next("later").answer("2");
            assertEquals("2", client.answer().text());
            assertEquals("c", client.answer().text());
        }
    }

    /** More than one-nio reads at once, and far more requests than the frames of a stack. */
    @Test
    void aClientThatSendsFarAheadIsAnsweredInOrder() throws Exception {
        int ahead = 3_000;
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < ahead; i++) {
            requests.append("GET /v0/entity?id=").append(i).append(" HTTP/1.1\r\n\r\n");
        }
        try (RawClient client = late("a")) {
            Asked first = next("a");
            client.send(requests.toString());
            first.answer("1");
            assertEquals("1", client.answer().text());
            for (int i = 0; i < ahead; i++) {
                assertEquals(Integer.toString(i), client.answer().text());
            }
        }
    }

    @Test
    void twoAnswersAreOne() throws Exception {
        try (RawClient client = late("a")) {
            Asked first = next("a");
            first.answer("1");
            first.answer("2");
            client.get("b");
            assertEquals("1", client.answer().text());
            assertEquals("b", client.answer().text());
        }
    }

    @Test
    void anAnswerForAClientThatIsGoneIsDropped() throws Exception {
        RawClient gone = late("a");
        Asked first = next("a");
        gone.abort();
        first.answer("nobody hears this");
        try (RawClient client = new RawClient(port)) {
            assertEquals("b", client.get("b").answer().text());
        }
    }

    @Test
    @Timeout(30)
    void theValueOfAClientThatIsGoneKeepsItsRoomUntilItsRequestIsAnswered() throws Exception {
        int all = KeptBytes.left(server);
        RawClient gone = new RawClient(port)
                .send("PUT /v0/late?id=a HTTP/1.1\r\nContent-Length: 9000\r\n\r\n" + "x".repeat(9000));
        Asked first = next("a");
        gone.abort();
        try (RawClient client = new RawClient(port)) {
            assertEquals("b", client.get("b").answer().text());
        }
        assertEquals(all - 9000, KeptBytes.left(server));
        first.answer("nobody hears this");
        while (KeptBytes.left(server) < all) {
            Thread.sleep(1);
        }
    }

    /** Each finds out on a thread that is not the selector's, while that looks at the others. */
    @Test
    @Timeout(30)
    void clientsThatAreGoneTakeNoSelectorWithThem() throws Exception {
        for (int round = 0; round < 5; round++) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                clients.add(late("a"));
            }
            Thread answers = new Thread(() -> {
                for (int i = 0; i < 200; i++) {
                    asked.remove().answer("nobody hears this");
                }
            });
            while (asked.size() < 200) {
                Thread.sleep(1);
            }
            answers.start();
            for (RawClient client : clients) {
                client.abort();
            }
            answers.join();
        }
        for (int i = 0; i < 16; i++) {
            try (RawClient client = new RawClient(port)) {
                assertEquals("b", client.get("b").answer().text());
            }
        }
    }

    @Test
    void aConnectionThatIsToBeClosedIsClosedAfterItsLateAnswer() throws Exception {
        try (RawClient client = new RawClient(port)) {
            client.send("GET /v0/late?id=a HTTP/1.1\r\nConnection: close\r\n\r\n");
            next("a").answer("yes");
            assertEquals("yes", client.answer().text());
            assertTrue(client.isClosedByServer());
        }
    }

    @Test
    void aLargeLateAnswerArrivesWhole() throws Exception {
        byte[] large = new byte[1 << 20];
        Arrays.fill(large, (byte) 'x');
        try (RawClient client = late("a")) {
            next("a").answer().send(Response.ok(large));
            client.get("b");
            assertArrayEquals(large, client.answer().body());
            assertEquals("b", client.answer().text());
        }
    }

    @Test
    void aResponseWithoutABodyIsOneOfNoBytes() throws Exception {
        try (RawClient client = late("a")) {
            next("a").answer().send(new Response(Response.CREATED));
            client.get("b");
            assertEquals(201, client.answer().status());
            assertEquals("b", client.answer().text());
        }
    }

    /** It has sent all that it has to send, so nothing else makes the server look at it. */
    @Test
    void aClientForWhoseValueThereIsNoRoomIsToldSo() throws Exception {
        KeptBytes.takeAll(server);
        try (RawClient client = new RawClient(port)) {
            client.send("PUT /v0/late?id=a HTTP/1.1\r\nContent-Length: 9000\r\n\r\n" + "x".repeat(9000));
            assertEquals(503, client.answer().status());
            assertTrue(client.isClosedByServer());
        }
    }

    /** The selector is told again and again that there is something to read. */
    @Test
    void aClientThatSendsOnCostsNothingWhileItWaits() throws Exception {
        try (RawClient client = late("a")) {
            Asked first = next("a");
            client.get("b");
            long before = cpuNanos(first.selector());
            long start = System.nanoTime();
            try (RawClient other = new RawClient(port)) {
                while (System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(300)) {
                    assertEquals("c", other.get("c").answer().text());
                    TimeUnit.MILLISECONDS.sleep(20);
                }
            }
            long busy = cpuNanos(first.selector()) - before;
            long elapsed = System.nanoTime() - start;
            assertTrue(busy < elapsed / 2, "the selector was busy for " + busy + " of " + elapsed + " ns");
            first.answer("yes");
            assertEquals("yes", client.answer().text());
            assertEquals("b", client.answer().text());
        }
    }

    private static long cpuNanos(Thread thread) {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId());
    }

    private final String late = "GET /v0/late?id=later HTTP/1.1\r\n\r\n";

    private RawClient late(String key) throws IOException {
        return new RawClient(port).send("GET /v0/late?id=" + key + " HTTP/1.1\r\n\r\n");
    }

    private Asked next(String key) throws InterruptedException {
        Asked next = asked.poll(10, TimeUnit.SECONDS);
        assertEquals(key, next == null ? null : next.key());
        return next;
    }
}
