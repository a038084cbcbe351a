package kvlab.sharding;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import one.nio.http.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerClientTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(200);

    /** Soon enough for an answer whose deadline is short, and too soon for any other deadline here. */
    private static final Duration SOON = Duration.ofMillis(500);

    private static final byte[] NOTHING = {};
    private static final byte[] VALUE = "value".getBytes(UTF_8);

    @Test
    void anAnswerMayBeSplitAnywhere() throws Exception {
        byte[] reply = ScriptedPeer.reply("Version: 7\r\n", VALUE);
        try (ScriptedPeer peer = new ScriptedPeer((socket, in, connection) -> {
                    OutputStream out = socket.getOutputStream();
                    for (int split = 0; ; split = (split + 1) % reply.length) {
                        ScriptedPeer.request(in);
                        out.write(reply, 0, split);
                        Thread.yield();
                        out.write(reply, split, reply.length - split);
                    }
                });
                PeerClient client = peer.client()) {
            for (int i = 0; i < 3 * reply.length; i++) {
                Response answer = ask(client, NOTHING, LONG);
                assertEquals(200, answer.getStatus());
                assertEquals("7", answer.getHeader("Version:"));
                assertArrayEquals(VALUE, answer.getBody());
            }
            assertEquals(1, peer.connections());
        }
    }

    @Test
    void anAnswerMayComeByteByByte() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((socket, in, connection) -> {
                    ScriptedPeer.request(in);
                    for (byte b : ScriptedPeer.reply("", VALUE)) {
                        socket.getOutputStream().write(b);
                        Thread.yield();
                    }
                });
                PeerClient client = peer.client()) {
            assertArrayEquals(VALUE, ask(client, NOTHING, LONG).getBody());
        }
    }

    @Test
    void valuesOfEverySizeGoThereAndComeBack() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(PeerClientTest::echo);
                PeerClient client = peer.client()) {
            Random random = new Random(1);
            for (int size : sizes()) {
                byte[] value = new byte[size];
                random.nextBytes(value);
                assertArrayEquals(value, ask(client, value, LONG).getBody(), "size " + size);
            }
            assertEquals(1, peer.connections());
        }
    }

    /** Around the size of the buffer, from which the head takes some. */
    private static List<Integer> sizes() {
        List<Integer> sizes = new ArrayList<>(List.of(0, 1, 65_535, 65_536, 65_537, (1 << 20) - 1, 1 << 20));
        for (int size = 16_200; size <= 16_390; size++) {
            sizes.add(size);
        }
        return sizes;
    }

    private static void echo(Socket socket, InputStream in, int connection) throws IOException {
        while (true) {
            byte[] body = ScriptedPeer.request(in);
            socket.getOutputStream().write(ScriptedPeer.reply("", body));
        }
    }

    @Test
    void aPeerThatStartedAgainIsAskedOnANewConnection() throws Exception {
        CyclicBarrier both = new CyclicBarrier(2);
        try (ScriptedPeer peer = new ScriptedPeer((socket, in, connection) -> {
                    if (connection < 2) {
                        byte[] body = ScriptedPeer.request(in);
                        both.await();
                        socket.getOutputStream().write(ScriptedPeer.reply("", body));
                    } else {
                        echo(socket, in, connection);
                    }
                });
                PeerClient client = peer.client()) {
            Future<Response> other = elsewhere(() -> ask(client, VALUE, LONG));
            ask(client, VALUE, LONG);
            other.get();
            assertEquals(2, peer.connections());

            peer.closeConnections();

            assertArrayEquals(VALUE, ask(client, VALUE, LONG).getBody());
            assertArrayEquals(VALUE, ask(client, VALUE, LONG).getBody());
            assertEquals(3, peer.connections());
        }
    }

    /** A node that refuses what it reads closes a little later, and what it gets meanwhile it throws away. */
    @Test
    void aConnectionThatThePeerIsGoingToCloseIsNotUsedAgain() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((socket, in, connection) -> {
                    ScriptedPeer.request(in);
                    socket.getOutputStream().write(ScriptedPeer.reply("Connection: close\r\n", VALUE));
                    in.transferTo(OutputStream.nullOutputStream());
                });
                PeerClient client = peer.client()) {
            assertArrayEquals(VALUE, ask(client, NOTHING, LONG).getBody());
            assertArrayEquals(VALUE, ask(client, NOTHING, LONG).getBody());
            assertEquals(2, peer.connections());
        }
    }

    @Test
    void aPeerThatEndsInTheMiddleOfItsAnswerIsNotAskedTwice() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((socket, in, connection) -> {
                    ScriptedPeer.request(in);
                    socket.getOutputStream().write(ScriptedPeer.reply("", VALUE), 0, 40);
                    socket.close();
                });
                PeerClient client = peer.client()) {
            PeerFailure failure = assertThrows(PeerFailure.class, () -> ask(client, NOTHING, LONG));
            assertEquals("node " + peer.member() + " gave no answer: it closed the connection", failure.getMessage());
            assertEquals(1, peer.connections());
        }
    }

    @Test
    void aPeerThatIsNotThere() {
        try (PeerClient client = gone()) {
            PeerFailure failure = assertThrows(PeerFailure.class, () -> ask(client, NOTHING, LONG));
            assertEquals("node " + client.member() + " gave no answer: Connection refused", failure.getMessage());
        }
    }

    private static PeerClient gone() {
        return client("http://127.0.0.1:" + TestCluster.freePort());
    }

    private static PeerClient client(String member) {
        return new PeerClient(new Topology(List.of(member), member, Map.of()), member);
    }

    /** A name has at most 63 characters between two dots, so nobody is asked about this one. */
    @Test
    void aPeerWhoseNameNobodyKnows() {
        String member = "http://" + "n".repeat(64) + ":8080";
        try (PeerClient client = client(member)) {
            PeerFailure failure = assertThrows(PeerFailure.class, () -> ask(client, NOTHING, LONG));
            assertEquals(
                    "node " + member + " gave no answer: no address is known for " + "n".repeat(64),
                    failure.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.2\r\n\r\n",
                "HTTP/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 2147483647\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
                "HTTP/1.1 two OK\r\nContent-Length: 0\r\n\r\n",
                "A\r\nB: abc200\r\nContent-Length: 0\r\n\r\n",
                "\r\n\r\n",
            })
    void aPeerThatIsNoNode(String answer) throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((socket, in, connection) -> {
                    ScriptedPeer.request(in);
                    socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
                });
                PeerClient client = peer.client()) {
            PeerFailure failure = assertThrows(PeerFailure.class, () -> ask(client, NOTHING, LONG));
            assertEquals(
                    "node " + peer.member() + " gave no answer: its answer is not that of a node",
                    failure.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"longer", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"})
    void aPeerWhoseAnswerIsLongerThanItSays(String answer) throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((socket, in, connection) -> {
                    ScriptedPeer.request(in);
                    socket.getOutputStream()
                            .write(("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n" + answer).getBytes(ISO_8859_1));
                });
                PeerClient client = peer.client()) {
            PeerFailure failure = assertThrows(PeerFailure.class, () -> ask(client, NOTHING, LONG));
            assertEquals(
                    "node " + peer.member() + " gave no answer: its answer is longer than it says",
                    failure.getMessage());
        }
    }

    @Test
    void aPeerWhoseHeadersHaveNoEnd() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((socket, in, connection) -> {
                    while (true) {
                        socket.getOutputStream().write("X: y\r\n".getBytes(ISO_8859_1));
                    }
                });
                PeerClient client = peer.client()) {
            PeerFailure failure = assertThrows(PeerFailure.class, () -> ask(client, NOTHING, LONG));
            assertTrue(failure.getMessage().contains("more than 8192 bytes"), failure.getMessage());
        }
    }

    @Test
    void aPeerThatSaysNothing() throws Exception {
        try (ScriptedPeer peer =
                        new ScriptedPeer((socket, in, connection) -> in.transferTo(OutputStream.nullOutputStream()));
                PeerClient client = peer.client()) {
            assertLate(peer, client, NOTHING);
        }
    }

    @Test
    void aPeerThatSaysNothingOnAKeptConnectionIsNotAskedTwice() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((socket, in, connection) -> {
                    ScriptedPeer.request(in);
                    socket.getOutputStream().write(ScriptedPeer.reply("", VALUE));
                    in.transferTo(OutputStream.nullOutputStream());
                });
                PeerClient client = peer.client()) {
            ask(client, NOTHING, LONG);
            assertLate(peer, client, NOTHING);
            assertEquals(1, peer.connections());
        }
    }

    @Test
    void aPeerThatTakesNoMoreOfALargeValue() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((socket, in, connection) -> {});
                PeerClient client = peer.client()) {
            assertLate(peer, client, new byte[32 << 20]);
        }
    }

    /** There is always something to read, and never the end. */
    @Test
    void aPeerThatTricklesItsAnswer() throws Exception {
        byte[] reply = ScriptedPeer.reply("", new byte[1 << 20]);
        try (ScriptedPeer peer = new ScriptedPeer((socket, in, connection) -> {
                    ScriptedPeer.request(in);
                    for (byte b : reply) {
                        socket.getOutputStream().write(b);
                    }
                });
                PeerClient client = peer.client()) {
            assertLate(peer, client, NOTHING);
        }
    }

    @Test
    void aPeerThatAcceptsNobody() throws Exception {
        List<SocketChannel> waiting = new ArrayList<>();
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < 4; i++) {
                SocketChannel channel = SocketChannel.open();
                channel.configureBlocking(false);
                channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), full.getLocalPort()));
                waiting.add(channel);
            }
            String member = "http://127.0.0.1:" + full.getLocalPort();
            try (PeerClient client = client(member)) {
                PeerFailure failure = TestCluster.within(
                        SOON, () -> assertThrows(PeerFailure.class, () -> ask(client, NOTHING, SHORT)));
                assertEquals("node " + member + " did not answer in time", failure.getMessage());
            }
        } finally {
            for (SocketChannel channel : waiting) {
                channel.close();
            }
        }
    }

    private static void assertLate(ScriptedPeer peer, PeerClient client, byte[] body) throws Exception {
        PeerFailure failure =
                TestCluster.within(SOON, () -> assertThrows(PeerFailure.class, () -> ask(client, body, SHORT)));
        assertEquals("node " + peer.member() + " did not answer in time", failure.getMessage());
    }

    /** It would work for nobody, and its connection would be lost to a request that is still waited for. */
    @Test
    void aPeerIsNotAskedWhenTheTimeIsOver() throws Exception {
        LinkedBlockingQueue<Integer> asked = new LinkedBlockingQueue<>();
        try (ScriptedPeer peer = new ScriptedPeer((socket, in, connection) -> {
                    while (true) {
                        byte[] body = ScriptedPeer.request(in);
                        asked.add(body.length);
                        socket.getOutputStream().write(ScriptedPeer.reply("", body));
                    }
                });
                PeerClient client = peer.client()) {
            ask(client, new byte[1], LONG);
            assertThrows(PeerFailure.class, () -> ask(client, new byte[2], Duration.ZERO));
            ask(client, new byte[3], LONG);
            assertEquals(List.of(1, 3), List.copyOf(asked));
            assertEquals(1, peer.connections());
        }
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (ScriptedPeer peer = new ScriptedPeer((socket, in, connection) -> {
                    ScriptedPeer.request(in);
                    asked.countDown();
                });
                PeerClient client = peer.client()) {
            FutureTask<Response> call = new FutureTask<>(() -> ask(client, NOTHING, LONG));
            Thread waiting = new Thread(call);
            waiting.start();
            asked.await();
            waiting.interrupt();
            waiting.join(5_000);
            assertTrue(call.isDone(), "the thread waits on");
        }
    }

    @Test
    void everyDescriptorIsGivenBack() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "only Linux has /proc");
        for (int round = 0; round < 2; round++) {
            long before = descriptors();
            try (ScriptedPeer silent = new ScriptedPeer((socket, in, connection) -> {});
                    ScriptedPeer peer = new ScriptedPeer(PeerClientTest::echo)) {
                for (int i = 0; i < 20; i++) {
                    try (PeerClient late = silent.client();
                            PeerClient refused = gone();
                            PeerClient answered = peer.client()) {
                        assertThrows(PeerFailure.class, () -> ask(late, NOTHING, Duration.ofMillis(5)));
                        assertThrows(PeerFailure.class, () -> ask(refused, NOTHING, LONG));
                        ask(answered, NOTHING, LONG);
                    }
                }
            }
            // The first round loads classes, which may open what stays open. The peers close theirs in threads of
            // their own.
            long end = System.nanoTime() + LONG.toNanos();
            while (round > 0 && descriptors() > before) {
                assertTrue(System.nanoTime() < end, descriptors() + " descriptors, and before " + before);
            }
        }
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }

    /** Each worker would keep as much as the largest value, and nothing that the garbage collector does gives it back. */
    @Test
    void aLargeAnswerNeedsLittleMemoryOutsideTheHeap() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(PeerClientTest::echo);
                PeerClient client = peer.client()) {
            long used = elsewhere(() -> {
                        long before = outsideTheHeap();
                        ask(client, new byte[1 << 20], LONG);
                        return outsideTheHeap() - before;
                    })
                    .get();
            assertTrue(used < 256 << 10, used + " bytes");
        }
    }

    /** As long as a peer is down, each request tries to connect. */
    @Test
    void aPeerThatIsNotThereCostsNoMemoryOutsideTheHeap() {
        try (PeerClient client = gone()) {
            assertThrows(PeerFailure.class, () -> ask(client, NOTHING, LONG));
            long before = outsideTheHeap();
            for (int i = 0; i < 100; i++) {
                assertThrows(PeerFailure.class, () -> ask(client, NOTHING, LONG));
            }
            long used = outsideTheHeap() - before;
            assertTrue(used < 256 << 10, used + " bytes");
        }
    }

    private static long outsideTheHeap() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    private static <T> Future<T> elsewhere(Callable<T> call) {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            return thread.submit(call);
        } finally {
            thread.shutdown();
        }
    }

    private static Response ask(PeerClient client, byte[] body, Duration time) throws PeerFailure {
        return client.ask("PUT", "/v0/entity?id=a", body, Deadline.after(System.nanoTime(), time));
    }
}
