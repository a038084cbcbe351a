package kvlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import kvlab.bench.Workload.Method;
import kvlab.bench.machine.LoadGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClosedLoopTest {

    private static final Path WRK2 =
            LoadGenerator.find(Path.of(System.getProperty("kvlab.home"))).path();

    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();

    @TempDir
    private Path folder;

    @Test
    void everyKeyIsAskedForAndOnlyGoodAnswersCount() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort();
            WrkReport report = new ClosedLoop(WRK2, 2, folder).run(url, new Workload(Method.PUT, 3, "2/3"), 1);
            Set<String> all = Set.of(
                    "PUT /v0/entity?id=key-1&replicas=2/3 64",
                    "PUT /v0/entity?id=key-2&replicas=2/3 64",
                    "PUT /v0/entity?id=key-3&replicas=2/3 64");
            assertEquals(all, asked);
            assertEquals((double) report.requests() / 4, report.bad(), 2);
            assertTrue(report.goodPerSecond() < report.requestsPerSecond());
        } finally {
            server.stop(0);
        }
    }

    /** Every fourth is refused. */
    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            int bytes = exchange.getRequestBody().readAllBytes().length;
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + bytes);
            exchange.sendResponseHeaders(count.incrementAndGet() % 4 == 0 ? 503 : 201, -1);
        }
    }
}
