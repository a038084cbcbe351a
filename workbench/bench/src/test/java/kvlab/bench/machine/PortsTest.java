package kvlab.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PortsTest {
    private static final Platform LINUX = new Platform("Linux", "Debian", "6.1", "amd64", false);
    private static final Platform MAC = new Platform("Mac OS X", "macOS 15.1", "24.1.0", "aarch64", false);

    /** A process that another test starts meanwhile has a copy of the listener for some milliseconds. */
    @Test
    @Timeout(30)
    void aListenerTakesItsPort() throws Exception {
        int port = kvlab.cluster.Ports.free(1);
        try (ServerSocket listener = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
            assertEquals(new Ports(List.of(), List.of(port)), Ports.look(List.of(listener.getLocalPort())));
        }
        while (!Ports.look(List.of(port)).equals(new Ports(List.of(port), List.of()))) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    @Test
    void allFree() {
        assertEquals(
                Finding.ok("ports", "8080 to 8087 are free"), new Ports(Ports.OF_THE_KIT, List.of()).finding(LINUX));
    }

    @Test
    void someTaken() {
        Ports ports = new Ports(List.of(8081, 8082), List.of(8080, 8083));
        assertEquals(
                Finding.warn("ports", "8080, 8083 are taken", "ss -ltnp sport = :8080 or sport = :8083"),
                ports.finding(LINUX));
        assertEquals(
                "lsof -nP -sTCP:LISTEN -iTCP:8080 -iTCP:8083",
                ports.finding(MAC).remedy());
    }

    @Test
    void oneTaken() {
        assertEquals(
                "8080 is taken",
                new Ports(List.of(8081), List.of(8080)).finding(LINUX).found());
    }

    @Test
    void allTaken() {
        Finding finding = new Ports(List.of(), Ports.OF_THE_KIT).finding(LINUX);
        assertEquals(Verdict.FAIL, finding.verdict());
        assertEquals("8080 to 8087 are all taken", finding.found());
    }
}
