package kvlab.grader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import kvlab.cluster.Ports;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PeerSinkTest {

    private static final String HEAD = "GET /v0/entity?id=key-0123456789ab HTTP/1.1\r\nHost: h\r\n\r\n";

    private final int port = Ports.free(1);
    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void aNodeThatClosesNoConnectionUsesUpOnlyItsShareOfTheFiles() throws IOException {
        try (PeerSink sink = new PeerSink(port)) {
            for (int i = 0; i < PeerSink.MOST_CONNECTIONS; i++) {
                assertTrue(ask().startsWith("HTTP/1.1 404 "));
            }
            assertFalse(sink.isOverrun());

            assertEquals("", ask());

            assertTrue(sink.isOverrun());
            assertEquals(Set.of("key-0123456789ab"), sink.keys());
        }
    }

    @Test
    void aProtocolOfPeersNeedNotBeHttp() throws IOException {
        try (PeerSink sink = new PeerSink(port)) {
            assertEquals("", ask("GET key-0123456789ab\n"));
            assertEquals("", ask("Akey-ba9876543210"));

            assertEquals(Set.of("key-0123456789ab", "key-ba9876543210"), sink.keys());
        }
    }

    private String ask() throws IOException {
        return ask(HEAD);
    }

    private String ask(String request) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(socket);
        socket.setSoTimeout(5_000);
        byte[] answer = new byte[100];
        try {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            int count = socket.getInputStream().read(answer);
            return new String(answer, 0, Math.max(0, count), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return "";
        }
    }
}
