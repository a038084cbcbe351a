package kvlab.wrk2;

import static kvlab.wrk2.Step.answer;
import static kvlab.wrk2.Step.chunked;
import static kvlab.wrk2.Step.hang;
import static kvlab.wrk2.Step.headOnly;
import static kvlab.wrk2.Step.interim;
import static kvlab.wrk2.Step.lastAnswer;
import static kvlab.wrk2.Step.ok;
import static kvlab.wrk2.Step.raw;
import static kvlab.wrk2.Step.untilClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptedServerTest {

    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final int TIMEOUT_MILLIS = 30_000;

    @Test
    void anyClientUnderstandsTheAnswersAndIsRemembered() throws Exception {
        try (ScriptedServer server = ScriptedServer.inTurn(
                ok("sized"),
                chunked("chu", "nked"),
                interim(100).then(ok("continued")),
                answer(404, "missing"),
                headOnly(9),
                lastAnswer("last"),
                untilClose("open end"))) {
            HttpClient client = HttpClient.newHttpClient();
            List<String> answers = new ArrayList<>();
            for (String method : List.of("GET", "PUT", "POST", "GET", "HEAD", "GET", "GET")) {
                HttpRequest request = HttpRequest.newBuilder(URI.create(server.url("/path?a=b")))
                        .method(
                                method,
                                method.startsWith("P") ? BodyPublishers.ofString("body") : BodyPublishers.noBody())
                        .header("Name", "value")
                        .version(HttpClient.Version.HTTP_1_1)
                        .build();
                HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
                answers.add(answer.statusCode() + " " + answer.body());
            }
            assertEquals(
                    List.of(
                            "200 sized",
                            "200 chunked",
                            "200 continued",
                            "404 missing",
                            "200 ",
                            "200 last",
                            "200 open end"),
                    answers);
            assertEquals(2, server.connections());
            ReceivedRequest put = server.requests().get(1);
            assertEquals("PUT", put.method());
            assertEquals("/path?a=b", put.path());
            assertEquals("value", put.header("name"));
            assertEquals("body", put.text());
            assertEquals(0, put.connection());
            assertEquals(1, put.ordinal());
            assertEquals(1, server.requests().get(6).connection());
            assertTrue(put.arrived() > server.requests().get(0).arrived());
        }
    }

    @Test
    void pipelineIsTakenApartWhateverTheBodies() throws Exception {
        String pipeline = GET
                + "PUT /a HTTP/1.1\r\nContent-Length: " + GET.length() + "\r\n\r\n" + GET
                + "PUT /b HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2;x\r\nab\r\n1\r\nc\r\n0\r\nSum: 1\r\n\r\n"
                + "GET /c HTTP/1.1\r\n\r\n";
        try (ScriptedServer server = ScriptedServer.answering(ok("a").together(4));
                Socket client = connect(server)) {
            client.getOutputStream().write(Ascii.bytes(pipeline));
            byte[] answers = Ascii.bytes("HTTP/1.1 200 Scripted\r\nContent-Length: 1\r\n\r\na".repeat(4));
            assertArrayEquals(answers, client.getInputStream().readNBytes(answers.length));
            List<ReceivedRequest> requests = server.requests();
            assertEquals(
                    List.of("GET /", "PUT /a", "PUT /b", "GET /c"),
                    requests.stream().map(ReceivedRequest::toString).toList());
            assertEquals(GET, requests.get(1).text());
            assertEquals("abc", requests.get(2).text());
        }
    }

    @Test
    void neverReadsEither() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(hang());
                Socket client = connect(server)) {
            client.getOutputStream().write(Ascii.bytes(GET));
            server.awaitRequests(1);
            client.getOutputStream().write(Ascii.bytes(GET));
            assertEquals(1, server.requestCount());
        }
    }

    @Test
    void clientThatSendsNoHttpFailsTheTest() throws Exception {
        ScriptedServer server = ScriptedServer.answering(ok("a"));
        try (Socket client = connect(server)) {
            client.getOutputStream().write(Ascii.bytes("hello\r\n"));
            assertEquals(-1, client.getInputStream().read());
        }
        AssertionError failure = assertThrows(AssertionError.class, server::close);
        assertEquals(
                "a client's request is malformed: found 'hello\\r\\n', expected a request line", failure.getMessage());
    }

    @Test
    void manyConnectionsAreServedAtTheSameTime() throws Exception {
        List<Socket> clients = new ArrayList<>();
        try (ScriptedServer server = ScriptedServer.answering(raw("x"))) {
            for (int i = 0; i < 64; i++) {
                clients.add(connect(server));
            }
            for (Socket client : clients) {
                client.getOutputStream().write(Ascii.bytes(GET.repeat(100)));
            }
            server.awaitRequests(6400);
            for (Socket client : clients) {
                assertEquals(100, client.getInputStream().readNBytes(100).length);
                client.close();
            }
            server.await("all clients to be gone", () -> server.openConnections() == 0);
            assertEquals(64, server.connections());
        }
    }

    private static Socket connect(ScriptedServer server) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }
}
