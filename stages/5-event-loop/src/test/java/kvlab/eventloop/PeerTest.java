package kvlab.eventloop;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import kvlab.async.Limits;
import kvlab.async.PeerRequest;
import kvlab.async.ScriptedPeer;
import kvlab.async.Swallower;
import kvlab.sharding.Deadline;
import one.nio.http.Response;
import one.nio.net.Session;
import one.nio.server.SelectorThread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every promise is kept or broken by the deadline, whatever the peer does. */
class PeerTest {

    private static final byte[] NOTHING = {};
    private static final Duration LONG = Duration.ofSeconds(10);

    private final Caretaker caretaker = new Caretaker();
    private SelectorThread selector;

    @BeforeEach
    void start() throws IOException {
        selector = new SelectorThread(0, -1, null, "test-selector");
        selector.start();
    }

    @AfterEach
    void stop() {
        caretaker.close();
        selector.shutdown();
    }

    private Peer peer(String member) {
        String[] address = member.substring("http://".length()).split(":");
        return caretaker.care(new Peer(
                member, new InetSocketAddress(address[0], Integer.parseInt(address[1])), selector.selector, caretaker));
    }

    private static PeerRequest get(Duration patience) {
        return new PeerRequest("GET", "/a", NOTHING, limits(patience));
    }

    private static Limits limits(Duration patience) {
        return new Limits(Deadline.after(System.nanoTime(), patience), new Semaphore(64 << 20));
    }

    private static PeerRequest put(int size, Duration patience) {
        return new PeerRequest("PUT", "/a", new byte[size], limits(patience));
    }

    private static Response answer(CompletableFuture<Response> promise) throws Exception {
        return promise.get(10, TimeUnit.SECONDS);
    }

    private static String reason(CompletableFuture<Response> promise) {
        return assertThrows(ExecutionException.class, () -> promise.get(10, TimeUnit.SECONDS))
                .getCause()
                .getMessage();
    }

    /** They come in one piece, and the peer says nothing more. */
    @Test
    void eachOfSeveralResponsesInOneReadFindsItsCall() throws Exception {
        try (ScriptedPeer server = new ScriptedPeer((connection, number) -> {
            connection.request();
            connection.request();
            connection.request();
            connection.say(ScriptedPeer.OK + ScriptedPeer.CREATED + ScriptedPeer.OK);
            connection.hang();
        })) {
            Peer peer = peer(server.member());
            List<CompletableFuture<Response>> promises =
                    List.of(peer.ask(get(LONG)), peer.ask(put(1, LONG)), peer.ask(get(LONG)));
            assertEquals(200, answer(promises.get(0)).getStatus());
            assertEquals(201, answer(promises.get(1)).getStatus());
            assertArrayEquals("ok".getBytes(US_ASCII), answer(promises.get(2)).getBody());
        }
    }

    /** It reads what comes after the request that it refused, and answers nothing of it. */
    @Test
    void aPeerThatAnnouncesToCloseIsAskedTheRestOnANewConnection() throws Exception {
        try (ScriptedPeer server = new ScriptedPeer((connection, number) -> {
            connection.request();
            if (number == 0) {
                connection.request();
                connection.say("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                connection.hang();
            }
            connection.say(ScriptedPeer.OK);
            connection.request();
            connection.say(ScriptedPeer.CREATED);
            connection.hang();
        })) {
            Peer peer = peer(server.member());
            List<CompletableFuture<Response>> promises =
                    List.of(peer.ask(put(1, LONG)), peer.ask(get(LONG)), peer.ask(put(1 << 20, LONG)));
            assertEquals(503, answer(promises.get(0)).getStatus());
            assertEquals(200, answer(promises.get(1)).getStatus());
            assertEquals(201, answer(promises.get(2)).getStatus());
        }
    }

    /** Many askers at the moment in which connections come and go; every second one hangs. */
    @Test
    void noPromiseIsForgottenWhileConnectionsComeAndGo() throws Exception {
        try (ScriptedPeer server = new ScriptedPeer((connection, number) -> {
            if (number % 2 == 1) {
                connection.hang();
            }
            connection.request();
            connection.say(ScriptedPeer.OK);
            connection.socket().close();
        })) {
            Peer peer = peer(server.member());
            Queue<CompletableFuture<Response>> promises = new ConcurrentLinkedQueue<>();
            List<Thread> askers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                askers.add(new Thread(() -> askAgainAndAgain(peer, promises)));
            }
            askers.forEach(Thread::start);
            for (Thread asker : askers) {
                asker.join();
            }
            for (CompletableFuture<Response> promise : promises) {
                promise.exceptionally(failure -> null).get(10, TimeUnit.SECONDS);
            }
        }
    }

    private static void askAgainAndAgain(Peer peer, Queue<CompletableFuture<Response>> promises) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
        while (System.nanoTime() < end) {
            promises.add(peer.ask(get(Duration.ofMillis(20))));
            LockSupport.parkNanos(10_000);
        }
    }

    /** The caretaker closes it, and the selector, which has an event of before, closes it again. */
    @Test
    void aConnectionThatIsClosedTwiceDoesNotTakeTheNextOneWithIt() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        try (ScriptedPeer server = new ScriptedPeer((connection, number) -> {
            connection.request();
            sent.countDown();
            connection.hang();
        })) {
            Peer peer = peer(server.member());
            CompletableFuture<Response> first = peer.ask(get(LONG));
            assertTrue(sent.await(10, TimeUnit.SECONDS));
            PeerSession session = session();
            session.close();
            assertEquals("node " + server.member() + " closed the connection before it answered", reason(first));
            List<CompletableFuture<Response>> next = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                next.add(peer.ask(put(1 << 20, Duration.ofMillis(300))));
            }
            assertNotNull(session());
            session.close();
            for (CompletableFuture<Response> each : next) {
                assertEquals("node " + server.member() + " did not answer in time", reason(each));
            }
        }
    }

    /** Each of these requests fails by a dial of its own, since it is asked when the one before has failed. */
    @Test
    void aPeerThatIsDownIsDialledNoMoreThanOnceInARest() throws Exception {
        ScriptedPeer down = new ScriptedPeer((connection, number) -> connection.hang());
        down.close();
        Peer peer = peer(down.member());
        long start = System.nanoTime();
        for (int i = 0; i <= 20; i++) {
            assertEquals("node " + down.member() + " gave no answer: Connection refused", reason(peer.ask(get(LONG))));
        }
        assertTrue(System.nanoTime() - start >= 20 * Peer.REST_NANOS);
    }

    /** Each of these calls fails on a connection of its own, which the peer closes at once. */
    @Test
    void aPeerThatClosesEveryConnectionIsDialledNoMoreThanOnceInARest() throws Exception {
        try (ScriptedPeer server = new ScriptedPeer((connection, number) -> {
            connection.request();
            connection.reset();
        })) {
            Peer peer = peer(server.member());
            long start = System.nanoTime();
            for (int i = 0; i <= 20; i++) {
                assertTrue(reason(peer.ask(get(LONG))).startsWith("node " + server.member() + " "));
            }
            assertTrue(System.nanoTime() - start >= 20 * Peer.REST_NANOS);
        }
    }

    private PeerSession session() throws InterruptedException {
        while (true) {
            for (Session session : selector.selector) {
                return (PeerSession) session;
            }
            Thread.sleep(1);
        }
    }

    @Test
    void aPeerThatSwallowsConnectionsKeepsNobodyWaiting() throws Exception {
        try (Swallower swallower = new Swallower();
                ScriptedPeer server = new ScriptedPeer((connection, number) -> connection.hang())) {
            // Whoever waits for a connection waits for a second, and each time; a slow machine is not slow five times.
            long shortest = Long.MAX_VALUE;
            for (int i = 0; i < 5 && shortest >= 700; i++) {
                long start = System.nanoTime();
                CompletableFuture<Response> swallowed = peer(swallower.member()).ask(get(Duration.ofMillis(100)));
                CompletableFuture<Response> hung = peer(server.member()).ask(get(Duration.ofMillis(100)));
                assertEquals("node " + swallower.member() + " did not answer in time", reason(swallowed));
                assertEquals("node " + server.member() + " did not answer in time", reason(hung));
                shortest = Math.min(shortest, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
            }
            assertTrue(shortest < 700, "after " + shortest + " ms");
        }
    }

    @Test
    void anAnswerThatDoesNotFitIntoTheHeapIsNotWaitedFor() throws Exception {
        for (String length : List.of("2000000000", "99999999999999999999999", "1048577")) {
            try (ScriptedPeer server = new ScriptedPeer((connection, number) -> {
                connection.request();
                connection.say("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n");
                connection.hang();
            })) {
                String reason = reason(peer(server.member()).ask(get(LONG)));
                assertTrue(reason.contains("its answer"), reason);
            }
        }
    }
}
