package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import kvlab.cluster.Ports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class TourTest {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));

    @TempDir
    private Path home;

    @Test
    void showsAClusterAGradeAndAComparisonAndLeavesAPage() throws Exception {
        BuiltKit.whole(home);
        String port = Integer.toString(Ports.free(3));
        Process tour = new ProcessBuilder("./lab", "tour", "--scale", "smoke", "--only", "E1", "--port", port)
                .directory(home.toFile())
                .redirectOutput(home.resolve("out").toFile())
                .redirectError(home.resolve("err").toFile())
                .start();
        try {
            assertTrue(tour.waitFor(240, TimeUnit.SECONDS), "it takes too long");
        } finally {
            // It ends what it has started, as on Ctrl-C.
            tour.destroy();
        }
        String err = Files.readString(home.resolve("err"));
        assertEquals(0, tour.exitValue(), err);
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
        assertTrue(page.contains("<img alt=\"Chart: How long requests took — put, 1,000/s: A: 3-replication"));
        assertTrue(page.contains("<td style=\"text-align:left\">RocksDB</td>"), "shares");
        assertEquals(5, page.split("<iframe ", -1).length - 1, "four flame graphs and a scorecard");
        assertFalse(page.matches("(?s).*(src|href)=(&quot;|['\"])?https?:.*"), "a page that needs a network");
        try (Stream<Path> left = Files.list(home.resolve(".kvlab/tmp"))) {
            assertEquals(List.of(), left.toList());
        }
    }
}
