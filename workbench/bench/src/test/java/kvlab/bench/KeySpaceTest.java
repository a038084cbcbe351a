package kvlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kvlab.bench.Workload.Method;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class KeySpaceTest {

    private final Set<String> kept = ConcurrentHashMap.newKeySet();
    private final Set<String> refusedOnce = ConcurrentHashMap.newKeySet();
    private String lost = "";
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v0/entity", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void everyKeyIsWritten() throws Exception {
        keySpace(200, null).fill();
        assertEquals(IntStream.rangeClosed(1, 200).mapToObj(i -> "id=key-" + i).collect(Collectors.toSet()), kept);
    }

    @Test
    void replicasAreSentWithEachRequest() throws Exception {
        keySpace(2, "2/3").fill();
        assertEquals(Set.of("id=key-1&replicas=2/3", "id=key-2&replicas=2/3"), kept);
    }

    @Test
    void slowServerIsAskedAgain() throws Exception {
        refusedOnce.add("id=key-7");
        keySpace(10, null).fill();
        assertEquals(10, kept.size());
        assertTrue(refusedOnce.isEmpty());
    }

    @Test
    void keyThatIsNotFoundIsNamed() {
        lost = "id=key-3";
        IOException e = assertThrows(IOException.class, () -> keySpace(10, null).fill());
        assertEquals("GET of " + url() + "/v0/entity?id=key-3 was answered with 404; expected 200", e.getMessage());
    }

    @Test
    void firstRequestTellsThatTheServerRefuses() {
        lost = "id=key-1";
        IOException e = assertThrows(IOException.class, () -> keySpace(1, null).require(Method.GET, 1));
        assertTrue(e.getMessage().endsWith("expected 200"), e.getMessage());
    }

    private KeySpace keySpace(int keys, String replicas) {
        return new KeySpace(url(), new Workload(Method.GET, keys, replicas));
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(status(exchange), -1);
        }
    }

    private int status(HttpExchange exchange) {
        String key = exchange.getRequestURI().getQuery();
        if (refusedOnce.remove(key)) {
            return 503;
        }
        if (exchange.getRequestMethod().equals("PUT")) {
            return key.equals(lost) || kept.add(key) ? 201 : 409;
        }
        return kept.contains(key) ? 200 : 404;
    }
}
