package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a link can be told to do. */
@Tag("slow")
class LinkTest extends LinkStand {

    @Test
    void whatOneSideSaysTheOtherHears() throws IOException {
        Socket client = dial();
        Socket served = answer();

        say(client, "question");
        assertEquals("question", hear(served, 8));
        say(served, "answer");
        assertEquals("answer", hear(client, 6));

        await(() -> link.bytes() == 14);
        assertEquals(1, link.connections());
    }

    @Test
    void aDelayHoldsBackWhatEitherSideSays() throws IOException {
        Socket client = dial();
        Socket served = answer();
        link.delay(Duration.ofMillis(100));
        long start = System.nanoTime();

        say(client, "question");
        hear(served, 8);
        assertTrue(millisSince(start) >= 100);
        say(served, "answer");
        hear(client, 6);

        assertTrue(millisSince(start) >= 200);
    }

    @Test
    void whatIsDelayedArrivesAtOnceWhenTheLinkPasses() throws IOException {
        Socket client = dial();
        Socket served = answer();
        link.delay(FOREVER);
        say(client, "late");
        assertSilent(served);

        link.pass();

        assertEquals("late", hear(served, 4));
    }

    @Test
    void aShorterDelayHoldsForWhatWaitsAlready() throws IOException {
        Socket client = dial();
        Socket served = answer();
        link.delay(FOREVER);
        say(client, "late");
        assertSilent(served);

        link.delay(Duration.ofMillis(2 * A_WHILE_MILLIS));

        assertEquals("late", hear(served, 4));
    }

    @Test
    void aResetEndsOpenConnectionsAndRefusesNewOnes() throws IOException {
        Socket client = dial();
        Socket served = answer();

        link.reset();

        assertReset(client);
        assertReset(served);
        assertReset(dial());
        assertEquals(0, link.connections());

        link.pass();
        say(dial(), "again");
        assertEquals("again", hear(answer(), 5));
    }

    @Test
    void aConnectionMayEndInTheMiddleOfAnAnswer() throws IOException {
        Socket client = dial();
        Socket served = answer();
        link.throttle(1_000);
        saying(served, noise(100_000)).join();
        heard(client, 10);

        link.hangUp();

        assertTrue(client.getInputStream().readAllBytes().length < 99_990);
        link.pass();
        say(dial(), "again");
        assertEquals("again", hear(answer(), 5));
    }

    @Test
    void connectionsBeyondWhatItCarriesAreReset() throws IOException {
        for (int i = 0; i < Link.MOST_CONNECTIONS; i++) {
            dial();
        }
        await(() -> link.connections() == Link.MOST_CONNECTIONS);
        assertFalse(link.takeOverrun());

        assertReset(dial());

        assertEquals(Link.MOST_CONNECTIONS, link.connections());
        assertTrue(link.takeOverrun());
        assertFalse(link.takeOverrun());
    }

    @Test
    void whenAllLinksTogetherAreFullTheOneWithTheMostConnectionsIsNamed() throws IOException {
        Link other = Link.open(links, 0, node.getLocalPort());
        for (int i = 0; i < MOST; i++) {
            dial(i < 20 ? other : link);
        }
        await(() -> link.connections() + other.connections() == MOST);

        assertReset(dial(other));

        assertFalse(other.takeOverrun());
        assertTrue(link.takeOverrun());
    }

    @Test
    void aConnectionThatItsClientHasClosedDoesNotCountThoughTheNodeIsSilent() throws IOException {
        Socket client = dial();
        answer();
        dial();
        await(() -> link.connections() == 2);

        client.close();

        await(() -> link.connections() == 1);
    }

    @Test
    void aBlackHoleSwallowsNothingForGood() throws IOException {
        Socket client = dial();
        Socket served = answer();
        say(client, "before");
        assertEquals("before", hear(served, 6));

        link.blackHole();
        say(client, "question");
        say(served, "answer");
        assertSilent(served);
        assertSilent(client);

        link.pass();
        assertEquals("question", hear(served, 8));
        assertEquals("answer", hear(client, 6));
    }

    @Test
    void aBlackHoleAcceptsAndTheNodeHearsOfItLater() throws IOException {
        link.blackHole();
        Socket client = dial();
        say(client, "question");
        assertSilent(client);
        node.setSoTimeout(A_WHILE_MILLIS);
        assertThrows(SocketTimeoutException.class, node::accept);

        link.pass();
        node.setSoTimeout(0);

        assertEquals("question", hear(answer(), 8));
    }

    @Test
    void aBlackHoleHidesThatTheNodeIsDown() throws IOException {
        node.close();
        link.blackHole();
        Socket client = dial();
        assertSilent(client);

        link.pass();

        assertReset(client);
    }

    @Test
    void aLinkThatRefusesEndsOpenConnectionsAndKeepsItsPort() throws IOException {
        Socket client = dial();
        answer();

        link.refuse();

        assertReset(client);
        assertThrows(ConnectException.class, this::dial);
        assertFalse(Ports.isFree(link.port()));

        link.unreachable();
        link.refuse();
        assertThrows(ConnectException.class, this::dial);

        link.pass();
        say(dial(), "again");
        assertEquals("again", hear(answer(), 5));
    }

    @Test
    void whoDialsAnUnreachableLinkHearsNothingUntilItPasses() throws IOException {
        Socket client = dial();
        answer();

        link.unreachable();

        assertReset(client);
        for (int i = 0; i < 20; i++) {
            assertDropped();
        }

        link.pass();
        say(dial(), "again");
        assertEquals("again", hear(answer(), 5));
    }

    @Test
    void aDialThatAnUnreachableLinkDroppedSucceedsWhenItPasses() throws Exception {
        link.unreachable();
        CompletableFuture<Socket> dialled = CompletableFuture.supplyAsync(() -> {
            try {
                return dial();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThrows(TimeoutException.class, () -> dialled.get(A_WHILE_MILLIS, TimeUnit.MILLISECONDS));

        link.pass();

        say(dialled.get(), "late");
        assertEquals("late", hear(answer(), 4));
    }

    @Test
    void thePortOfAnUnreachableLinkIsFreeAfterTheEnd() {
        link.unreachable();

        links.close();

        assertTrue(Ports.becomesFree(link.port()));
    }

    @Test
    void aThrottleCarriesSoManyBytesASecond() throws IOException {
        Socket client = dial();
        Socket served = answer();
        link.throttle(200_000);
        long start = System.nanoTime();

        byte[] sent = noise(100_000);
        CompletableFuture<Void> saying = saying(client, sent);
        assertArrayEquals(sent, heard(served, sent.length));
        saying.join();

        long millis = millisSince(start);
        assertTrue(millis >= 450 && millis < 5_000, "took " + millis + " ms");
    }

    @Test
    void aPieceComesAMillisecondAfterTheOneBefore() throws IOException {
        Socket client = dial();
        Socket served = answer();
        link.inPieces(10);

        long start = System.nanoTime();
        byte[] sent = noise(3_000);
        client.getOutputStream().write(sent);

        assertArrayEquals(sent, heard(served, sent.length));
        // Two missed pieces may come at once.
        assertTrue(millisSince(start) >= 290, "took " + millisSince(start) + " ms");
    }

    @Test
    void aThrottleIsSharedByTurns() throws IOException {
        link.throttle(50_000);
        Socket greedy = dial();
        Socket greedyServed = answer();
        Socket modest = dial();
        Socket modestServed = answer();
        CompletableFuture<Void> saying = saying(greedy, noise(MEBIBYTE));
        heard(greedyServed, 1_000);
        long before = link.bytes();

        say(modest, "x".repeat(10_000));
        hear(modestServed, 10_000);

        assertTrue(link.bytes() - before < 60_000, link.bytes() - before + " bytes for 10,000 of one's own");
        link.pass();
        heard(greedyServed, MEBIBYTE - 1_000);
        saying.join();
    }

    @Test
    void aNodeThatIsDownIsSeenAsAReset() throws IOException {
        int port = node.getLocalPort();
        node.close();

        assertReset(dial());

        node = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        say(dial(), "again");
        assertEquals("again", hear(answer(), 5));
    }

    @Test
    void figuresThatMeanNothingAreRefused() {
        assertEquals(
                "a delay of PT-1S: expected none or a positive one",
                assertThrows(IllegalArgumentException.class, () -> link.delay(Duration.ofSeconds(-1)))
                        .getMessage());
        assertEquals(
                "0 bytes a second: expected 1 or more",
                assertThrows(IllegalArgumentException.class, () -> link.throttle(0))
                        .getMessage());
    }
}
