package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What a link owes to those who talk through it, whatever it was told. */
@Tag("slow")
@Isolated("looks for threads of links in the whole JVM")
class LinkConnectionTest extends LinkStand {

    @Test
    void eightMebibytesComeThroughADelayWholeAndAtSpeed() throws IOException {
        link.delay(Duration.ofMillis(100));
        long start = System.nanoTime();

        carryBothWays(8 * MEBIBYTE);

        assertTrue(millisSince(start) < 8 * MEBIBYTE / (64 * 1024) * 100 / 2, "one piece waited for another");
    }

    @Test
    void eightMebibytesComeThroughAThrottleWhole() throws IOException {
        link.throttle(16 * MEBIBYTE);
        carryBothWays(8 * MEBIBYTE);
    }

    @Test
    void whatIsUnderWaySurvivesEverySwitchButAReset() throws IOException {
        Socket client = dial();
        Socket served = answer();
        byte[] sent = noise(8 * MEBIBYTE);
        CompletableFuture<Void> saying = saying(client, sent);
        CompletableFuture<Void> switching = CompletableFuture.runAsync(this::switchAtRandom, LinkStand::start);

        assertArrayEquals(sent, heard(served, sent.length));

        saying.join();
        switching.join();
    }

    @Test
    void halfAConnectionIsClosedAndTheOtherHalfGoesOn() throws IOException {
        Socket client = dial();
        Socket served = answer();

        say(client, "all");
        client.shutdownOutput();
        assertEquals("all", new String(served.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        say(served, "answer");
        assertEquals("answer", hear(client, 6));
        served.close();

        assertEquals(-1, client.getInputStream().read());
        await(() -> link.connections() == 0);
    }

    @Test
    void anEndDoesNotOvertakeWhatIsDelayed() throws IOException {
        Socket client = dial();
        Socket served = answer();
        link.delay(Duration.ofMillis(100));
        long start = System.nanoTime();

        say(client, "last words");
        client.close();

        assertEquals("last words", new String(served.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        assertTrue(millisSince(start) >= 100);
    }

    @Test
    void anEndIsDelayedToo() throws IOException {
        Socket client = dial();
        Socket served = answer();
        link.delay(Duration.ofMillis(100));
        long start = System.nanoTime();

        client.close();

        assertEquals(-1, served.getInputStream().read());
        assertTrue(millisSince(start) >= 100);
    }

    @Test
    void aResetOfOneSideReachesTheOther() throws IOException {
        Socket client = dial();
        Socket served = answer();
        say(served, "last words");
        assertEquals("last words", hear(client, 10));

        served.setSoLinger(true, 0);
        served.close();

        assertReset(client);
        await(() -> link.connections() == 0);
    }

    @Test
    void aHundredConnectionsKeepApart() throws IOException {
        List<Socket> clients = new ArrayList<>();
        List<Socket> served = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            clients.add(dial());
            served.add(answer());
        }
        link.delay(Duration.ofMillis(20));
        for (int i = 0; i < 100; i++) {
            say(clients.get(i), "client" + (100 + i));
            say(served.get(i), "node" + (100 + i));
        }
        for (int i = 0; i < 100; i++) {
            assertEquals("client" + (100 + i), hear(served.get(i), 9));
            assertEquals("node" + (100 + i), hear(clients.get(i), 7));
        }
        assertEquals(100, link.connections());

        for (Socket client : clients) {
            client.close();
        }
        for (Socket each : served) {
            assertEquals(-1, each.getInputStream().read());
            each.close();
        }
        await(() -> link.connections() == 0);
    }

    @Test
    void whoSendsMoreThanTheLinkKeepsHasToWait() throws Exception {
        Socket client = dial();
        Socket served = answer();
        link.delay(FOREVER);
        byte[] sent = noise(64 * MEBIBYTE);

        CompletableFuture<Void> saying = saying(client, sent);

        assertThrows(TimeoutException.class, () -> saying.get(1, TimeUnit.SECONDS));
        link.pass();
        assertArrayEquals(sent, heard(served, sent.length));
        saying.join();
    }

    @Test
    void aLinkThatHasNothingToDoTakesNoTime() throws IOException {
        Socket client = dial();
        Socket served = answer();
        link.delay(FOREVER);
        say(client, "late");
        served.close();
        Link hole = Link.open(links, 0, node.getLocalPort());
        hole.blackHole();
        try (Socket gone = new Socket(InetAddress.getLoopbackAddress(), hole.port())) {
            gone.setSoLinger(true, 0);
        }
        assertSilent(client);
        long before = cpuNanos();

        assertSilent(client);

        assertTrue(cpuNanos() - before < TimeUnit.MILLISECONDS.toNanos(A_WHILE_MILLIS) / 3);
    }

    @Test
    void nothingIsLeftWhenTheLinksAreClosed() throws IOException {
        Socket client = dial();
        Socket served = answer();

        links.close();

        assertEquals(-1, client.getInputStream().read());
        assertEquals(-1, served.getInputStream().read());
        assertTrue(Ports.isFree(link.port()));
        assertFalse(thread().isPresent());
        assertThrows(IllegalStateException.class, link::pass);
        links.close();
    }

    private void switchAtRandom() {
        for (int i = 0; i < 200; i++) {
            switch (random.nextInt(4)) {
                case 0 -> link.delay(Duration.ofMillis(random.nextInt(20)));
                case 1 -> link.throttle(MEBIBYTE);
                case 2 -> link.blackHole();
                default -> link.pass();
            }
        }
        link.pass();
    }

    private void carryBothWays(int length) throws IOException {
        Socket client = dial();
        Socket served = answer();
        byte[] question = noise(length);
        byte[] answer = noise(length);
        CompletableFuture<Void> asking = saying(client, question);
        CompletableFuture<Void> answering = saying(served, answer);
        assertArrayEquals(question, heard(served, length));
        assertArrayEquals(answer, heard(client, length));
        asking.join();
        answering.join();
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean()
                .getThreadCpuTime(thread().orElseThrow().getId());
    }

    private static Optional<Thread> thread() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("links"))
                .findFirst();
    }
}
