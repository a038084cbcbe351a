package kvlab.grader;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import kvlab.cluster.Ports;
import org.junit.jupiter.api.Test;

/** What a check says about whatever a node does. */
class WireTest {

    @Test
    void answerIsToldWithItsStatusAndBody() throws Exception {
        assertEquals(
                "node 7 answered GET /x with 404 and 4 bytes, 'none'",
                seen("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone"));
    }

    @Test
    void chunksAndTheEndOfTheConnectionEndABodyToo() throws Exception {
        String expected = "node 7 answered GET /x with 200 and 5 bytes, 'hello'";
        assertEquals(
                expected,
                seen("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x\r\nlo\r\n0\r\n\r\n"));
        assertEquals(expected, seen("HTTP/1.0 200 OK\r\n\r\nhello"));
        assertEquals(expected, seen("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nhello"));
    }

    @Test
    void whatIsNoAnswerIsToldInWords() throws Exception {
        assertEquals("node 7, asked GET /x: connection closed", seen(""));
        assertEquals("node 7, asked GET /x: connection closed after 'HTTP/1.1 2'", seen("HTTP/1.1 2"));
        assertEquals("node 7, asked GET /x: it sent what is not HTTP: 'hello'", seen("hello\n"));
        assertEquals(
                "node 7, asked GET /x: connection closed after 2 of the 4 bytes that the answer announces",
                seen("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab"));
        assertEquals(
                "node 7, asked GET /x: the length of its answer's body is 'four'",
                seen("HTTP/1.1 200 OK\r\nContent-Length: four\r\n\r\nab"));
    }

    @Test
    void answersWithoutAnEndAreGivenUp() throws Exception {
        String expected = "node 7, asked GET /x: its answer has more than 4 MiB and no end";
        assertEquals(expected, endless("HTTP/1.1 200 OK\r\n\r\n", "for ever"));
        assertEquals(expected, endless("HTTP/1.1 200 OK\r\n", "For: ever\r\n"));
        assertEquals(expected, endless("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "4\r\never\r\n"));
        assertEquals(expected, endless("HTTP/1.1 200 OK\r\nContent-Length: 2147483647\r\n\r\n", "for ever"));
        assertEquals(expected, endless("", "HTTP/1.1 100 Continue\r\n\r\n"));
        // Each header comes in time. The answer does not.
        assertEquals(
                "node 7, asked GET /x: its answer began, and did not end within 1 s",
                endless("HTTP/1.1 200 OK\r\n", "X: x\r\n", 50, 1));
        assertEquals(
                "node 7, asked GET /x: the length of its answer's body is '4294967295'",
                seen("HTTP/1.1 200 OK\r\nContent-Length: 4294967295\r\n\r\nab"));
    }

    private static String endless(String start, String more) throws Exception {
        return endless(start, more.repeat(1000), 0, Wire.PATIENCE_SECONDS);
    }

    /**
     * The reader's result for an answer that goes on until the client closes the connection.
     *
     * @param pauseMillis how long the node waits before it sends more
     */
    private static String endless(String start, String more, int pauseMillis, int patienceSeconds) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Wire wire = Wire.open("node 7", "127.0.0.1", server.getLocalPort(), patienceSeconds);
                Socket client = server.accept()) {
            Thread node = new Thread(() -> {
                try {
                    client.getOutputStream().write(start.getBytes(ISO_8859_1));
                    while (!client.isClosed()) {
                        client.getOutputStream().write(more.getBytes(ISO_8859_1));
                        TimeUnit.MILLISECONDS.sleep(pauseMillis);
                    }
                } catch (IOException | InterruptedException e) {
                    // Nobody listens.
                }
            });
            node.start();
            String seen = wire.answer("GET /x").toString();
            wire.abort();
            node.join();
            return seen;
        }
    }

    @Test
    void nobodyThereIsARefusedConnection() {
        try (Wire wire = Wire.open("node 7", "127.0.0.1", Ports.free(1))) {
            assertTrue(wire.isRefused());
            assertEquals(
                    "node 7, asked GET /x: connection refused",
                    wire.send("x").answer("GET /x").toString());
        }
    }

    @Test
    void silenceIsWaitedForAsLongAsItSays() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Wire wire = Wire.open("node 7", "127.0.0.1", server.getLocalPort(), 1)) {
            assertEquals(
                    "node 7, asked GET /x: no answer within 1 s",
                    wire.send("x").answer("GET /x").toString());
        }
    }

    private static String seen(String bytes) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Wire wire = Wire.open("node 7", "127.0.0.1", server.getLocalPort())) {
            try (Socket client = server.accept()) {
                client.getOutputStream().write(bytes.getBytes(ISO_8859_1));
            }
            return wire.answer("GET /x").toString();
        }
    }
}
