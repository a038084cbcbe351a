package kvlab.grader;

import static kvlab.grader.Expect.expect;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that refuses its first requests and serves all others. */
class NodeClientTest {

    private static final int DEADLINE_MILLIS = 600;

    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger pardons = new AtomicInteger(2);

    /** How long the node waits before it refuses. */
    private volatile int millis = DEADLINE_MILLIS;

    private HttpServer node;
    private NodeClient client;

    @BeforeEach
    void start() throws Exception {
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext("/", request -> {
            asked.incrementAndGet();
            boolean refused = refusals.getAndDecrement() > 0;
            if (refused) {
                pause();
            }
            request.sendResponseHeaders(refused ? 504 : 200, -1);
            request.close();
        });
        node.start();
        client = new NodeClient("127.0.0.1", node.getAddress().getPort(), Wire.PATIENCE_SECONDS, pardons);
    }

    private void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void stop() {
        client.disconnect();
        node.stop(0);
    }

    @Test
    void refusalAfterTheDeadlineIsAskedAgain() {
        refusals.set(1);
        expect("a GET is 200", client.get("x")).status(200);
        assertEquals(2, asked.get());
    }

    @Test
    void busyMachineMayCostTwoRefusals() {
        refusals.set(2);
        expect("a GET is 200", client.get("x")).status(200);
        assertEquals(3, asked.get());

        refusals.set(3);
        assertThrows(
                CheckFailure.class,
                () -> expect("a GET is 200", client.get("x")).status(200));
    }

    @Test
    void refusalAtOnceIsTheNodesAnswer() {
        millis = 0;
        refusals.set(1);
        assertThrows(
                CheckFailure.class,
                () -> expect("a GET is 200", client.get("x")).status(200));
        assertEquals(1, asked.get());
    }

    @Test
    void refusalThatARuleAsksForIsNotAskedAgain() {
        refusals.set(1);
        expect("a GET is 504", client.get("x")).status(504);
        assertEquals(1, asked.get());
    }

    @Test
    void clientsAskAgainOnlyAsOftenAsTheyMay() {
        pardons.set(1);
        for (int i = 0; i < 2; i++) {
            refusals.set(1);
            NodeClient another = client.another();
            Exchange seen = another.get("x");
            if (i == 0) {
                expect("a GET is 200", seen).status(200);
            } else {
                assertThrows(
                        CheckFailure.class, () -> expect("a GET is 200", seen).status(200));
            }
            another.disconnect();
        }
    }
}
