package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kvlab.cluster.Ports;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@Timeout(300)
class TourTest {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));

    @TempDir
    private Path home;

    @Test
    void showsAClusterAGradeAndAComparisonAndLeavesAPage() throws Exception {
        int exitCode = tour();
        String err = Files.readString(home.resolve("err"));
        assertEquals(0, exitCode, err);
        List<String> out = Files.readAllLines(home.resolve("out"));
        assertTrue(out.contains("    200 still here"), "two copies of three are enough");
        assertTrue(out.stream().anyMatch(line -> line.startsWith("    504 received 1 of 2 acks")), "one is not");
        for (String line : out.subList(0, out.size() - 1)) {
            assertTrue(line.length() <= 80, line);
        }
        assertTrue(err.contains("lab: step 2 of 3, about "), err);
        assertTrue(err.contains("lab:   ./lab grade 3-replication --only E1\n"), err);

        String page = Files.readString(Path.of(out.get(out.size() - 1)));
        assertTrue(page.contains("$ kill -9 "));
        assertTrue(page.contains(" points</strong>. All checks passed."));
        assertTrue(
                page.contains("<code>./lab compare 3-replication 4-async-client --op put --rate 1000 --scale smoke"));
        assertTrue(page.contains("<img alt=\"Chart: From A to B; less is better"), "what has changed, as bars");
        assertTrue(page.contains("<img alt=\"Chart: How long requests took — put, 1,000/s: A: 3-replication"));
        assertTrue(page.contains("<td style=\"text-align:left\">RocksDB</td>"), "shares");
        assertEquals(5, page.split("<iframe ", -1).length - 1, "four flame graphs and a scorecard");
        assertFalse(page.matches("(?s).*(src|href)=(&quot;|['\"])?https?:.*"), "a page that needs a network");
        BuiltKit.assertNothingIsLeft(home);
    }

    @Test
    void takenPortIsNamedAndThenItIsOver() throws Exception {
        int port = Ports.free(6);
        try (ServerSocket taken = new ServerSocket(port + 1, 1, InetAddress.getLoopbackAddress())) {
            BuiltKit.whole(home);
            LabHere tour = LabHere.run(home, words(port));
            assertEquals(70, tour.exit(), tour.err());
            assertTrue(
                    tour.err()
                            .endsWith("lab: port " + taken.getLocalPort()
                                    + " is taken by another program; choose others with --port\n"),
                    tour.err());
            assertEquals("", tour.out());
        }
        assertFalse(Files.exists(home.resolve("profiles/runs")));
        BuiltKit.assertNothingIsLeft(home);
    }

    /** @param port the first of three */
    private static String[] words(int port) {
        return new String[] {"tour", "--scale", "smoke", "--only", "E1", "--port", Integer.toString(port)};
    }

    private int tour() throws Exception {
        BuiltKit.whole(home);
        List<String> command = new ArrayList<>(List.of("./lab"));
        command.addAll(List.of(words(Ports.free(6))));
        Process tour = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectOutput(home.resolve("out").toFile())
                .redirectError(home.resolve("err").toFile())
                .start();
        return Processes.end(tour, 4);
    }
}
