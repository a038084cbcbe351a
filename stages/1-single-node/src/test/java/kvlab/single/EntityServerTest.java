package kvlab.single;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import one.nio.net.Session;
import one.nio.net.Socket;
import org.junit.jupiter.api.Test;

class EntityServerTest {

    private static final int STOPS = Boolean.getBoolean("kvlab.soak") ? 2_000 : 100;

    /** More would have to knock again after a second. */
    private static final int FEWER_THAN_THE_BACKLOG = 100;

    /** Otherwise the end of a large value waits 40 ms for the client's system to confirm its beginning. */
    @Test
    void aReplyIsNeverHeldBack() throws IOException {
        EntityServer server = server(TestNode.freePort());
        Socket accepted = Socket.createClientSocket();
        assertFalse(accepted.getNoDelay());

        Session session = server.createSession(accepted);

        assertTrue(accepted.getNoDelay());
        session.close();
    }

    @Test
    void whoeverComesWhileItStopsIsClosedToo() throws Exception {
        for (int round = 0; round < STOPS; round++) {
            int port = TestNode.freePort();
            EntityServer server = server(port);
            server.start();
            BlockingQueue<RawClient> clients = new LinkedBlockingQueue<>();
            Thread crowd = new Thread(() -> connectUntilRefused(port, clients));
            crowd.start();
            RawClient first = clients.take();

            server.stop();

            crowd.join();
            clients.add(first);
            for (RawClient client : clients) {
                assertTrue(isClosed(client));
                client.close();
            }
        }
    }

    /** Of whom the system had accepted in that very moment it tells nothing, until the client sends something. */
    private static boolean isClosed(RawClient client) throws IOException {
        try {
            client.get("a");
        } catch (SocketException e) {
            return true;
        }
        return client.isClosedByServer();
    }

    /** As those to peers do. */
    @Test
    void connectionsThatAreOpenedMeanwhileDoNotKeepItFromStopping() throws Exception {
        for (int round = 0; round < STOPS; round++) {
            EntityServer server = server(TestNode.freePort());
            server.start();
            BlockingQueue<Session> opened = new LinkedBlockingQueue<>();
            AtomicBoolean stopped = new AtomicBoolean();
            Thread opening = new Thread(() -> openUntil(stopped, server, opened));
            opening.start();
            Session first = opened.take();

            try {
                server.stop();
            } finally {
                stopped.set(true);
                opening.join();
            }
            first.close();
            opened.forEach(Session::close);
        }
    }

    private static void openUntil(AtomicBoolean stopped, EntityServer server, Queue<Session> opened) {
        while (!stopped.get()) {
            try {
                Socket socket = Socket.createDatagramSocket();
                socket.setBlocking(false);
                Session session = new Session(socket);
                opened.add(session);
                server.register(session);
            } catch (IOException | RuntimeException e) {
                // One of its selectors is closed already, and another may not be.
            }
        }
    }

    private static void connectUntilRefused(int port, Queue<RawClient> clients) {
        try {
            for (int i = 0; i < FEWER_THAN_THE_BACKLOG; i++) {
                clients.add(new RawClient(port));
            }
        } catch (IOException e) {
            // It has stopped.
        }
    }

    private static EntityServer server(int port) throws IOException {
        return new EntityServer("127.0.0.1", port, Map.of(), Duration.ofSeconds(10));
    }
}
