package kvlab.wrk2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Servers that are within their rights, and easily blamed for what a client does then. */
@Tag("slow")
class ReconnectTest {

    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private static final int PATIENCE_MILLIS = 300;
    private static final int LARGE = 8 << 20;

    /** What a test server does with a connection. */
    private interface Serving {

        void serve(Socket client) throws IOException;
    }

    /** A server that closes what is idle: one that has nothing to say must not be asked again and again meanwhile. */
    @Test
    void aConnectionThatIsClosedWhileIdleIsMadeWhenItIsNeeded() throws Exception {
        AtomicInteger accepted = new AtomicInteger();
        Serving closingTheIdle = client -> {
            accepted.incrementAndGet();
            client.setSoTimeout(PATIENCE_MILLIS);
            try {
                while (readHead(client.getInputStream())) {
                    client.getOutputStream().write(ANSWER);
                }
            } catch (SocketTimeoutException e) {
                client.close();
            }
        };
        try (ServerSocket server = start(closingTheIdle)) {
            Load load = Load.of(url(server), "-t1", "-c1", "-d3", "-R1");
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            assertEquals(3, load.count("requests/answered"), load.out());
            // One to see whether there is a server; then one for each request.
            assertEquals(4, accepted.get());
            assertEquals(2, load.count("reconnects"));
        }
    }

    @Test
    void anAnswerBeforeTheEndOfTheRequestDoesNotSpoilTheNextOne() throws Exception {
        AtomicInteger whole = new AtomicInteger();
        AtomicInteger spoilt = new AtomicInteger();
        Serving answeringEarly = client -> {
            InputStream in = client.getInputStream();
            for (int first = in.read(); first >= 0 && readHead(in); first = in.read()) {
                if (first != 'P') {
                    spoilt.incrementAndGet();
                }
                client.getOutputStream().write(ANSWER);
                in.skipNBytes(LARGE);
                whole.incrementAndGet();
            }
        };
        try (ServerSocket server = start(answeringEarly)) {
            Load load = Load.of(url(server), "-t1", "-c1", "-d2", "-R500", "-s", script().toString());
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            assertTrue(load.count("requests/answered") >= 2, load.out());
            assertTrue(whole.get() >= load.count("requests/answered") - 1, whole + " of " + load.out());
            assertEquals(0, spoilt.get());
        }
    }

    @Test
    void aRequestThatIsLostAndSentAgainIsNotARateThatWasHeld() throws Exception {
        AtomicInteger accepted = new AtomicInteger();
        Serving droppingEverySecond = client -> {
            boolean drops = accepted.incrementAndGet() % 2 == 0;
            while (readHead(client.getInputStream()) && !drops) {
                client.getOutputStream().write(ANSWER);
                client.close();
            }
            client.close();
        };
        try (ServerSocket server = start(droppingEverySecond)) {
            Load load = Load.of(url(server), "-t1", "-c1", "-d2", "-R200");
            assertTrue(load.count("requests/answered") < load.count("requests/due") * 0.9, load.out());
            assertFalse(load.at("requests/rate_held").getAsBoolean(), load.out());
        }
    }

    private static Path script() throws IOException {
        Path file = Files.createTempFile("large", ".lua");
        file.toFile().deleteOnExit();
        return Files.writeString(
                file,
                "local r; function request() r = r or wrk.format('PUT', '/', nil, ('x'):rep(" + LARGE
                        + ")); return r end");
    }

    private static String url(ServerSocket server) {
        return "http://127.0.0.1:" + server.getLocalPort() + "/";
    }

    private static ServerSocket start(Serving serving) throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread accepting = new Thread(() -> {
            try {
                while (true) {
                    Socket client = server.accept();
                    Thread thread = new Thread(() -> serve(serving, client));
                    thread.setDaemon(true);
                    thread.start();
                }
            } catch (IOException e) {
                // The test is over.
            }
        });
        accepting.setDaemon(true);
        accepting.start();
        return server;
    }

    private static void serve(Serving serving, Socket client) {
        try (client) {
            serving.serve(client);
        } catch (IOException e) {
            // The client is gone.
        }
    }

    /** False at the end of the stream. */
    private static boolean readHead(InputStream in) throws IOException {
        int last = 0;
        for (int next = in.read(); next >= 0; next = in.read()) {
            last = last << 8 | next;
            if (last == 0x0d0a0d0a) {
                return true;
            }
        }
        return false;
    }
}
