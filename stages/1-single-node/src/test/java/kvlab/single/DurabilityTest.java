package kvlab.single;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules E9 and E10. */
@Tag("slow")
class DurabilityTest {

    private static final int KILLS = Boolean.getBoolean("kvlab.soak") ? 30 : 3;

    @ParameterizedTest
    @ValueSource(strings = {"base", "tuned"})
    void acknowledgedEntitiesSurviveACleanRestart(String variant, @TempDir Path data) throws IOException {
        try (TestNode node = TestNode.start(data, variant)) {
            try (RawClient client = node.connect()) {
                client.put("kept", "value".getBytes(UTF_8)).answer();
                client.put("deleted", "value".getBytes(UTF_8)).answer();
                client.delete("deleted").answer();
            }
            node.stop();
            node.start();
            try (RawClient client = node.connect()) {
                assertEquals("value", client.get("kept").answer().text());
                assertEquals(404, client.get("deleted").answer().status());
            }
        }
    }

    @Test
    void whatTheBaseStoreWroteTheTunedStoreReads(@TempDir Path data) throws IOException {
        try (TestNode node = TestNode.start(data, "base");
                RawClient client = node.connect()) {
            client.put("a", "value".getBytes(UTF_8)).answer();
        }
        try (TestNode node = TestNode.start(data, "tuned");
                RawClient client = node.connect()) {
            assertEquals("value", client.get("a").answer().text());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"base", "tuned"})
    void acknowledgedEntitiesSurviveAKill(String variant, @TempDir Path directory) throws Exception {
        int port = TestNode.freePort();
        Path data = directory.resolve("data");
        Path scratch = directory.resolve("tmp");
        int acknowledged = 0;
        for (int kills = 0; kills <= KILLS; kills++) {
            try (NodeProcess node = NodeProcess.start(scratch, port, data, variant);
                    RawClient client = new RawClient(port)) {
                for (int i = 0; i < acknowledged; i++) {
                    assertEquals("value " + i, client.get("key-" + i).answer().text(), "after " + kills + " kills");
                }
                for (int i = 0; i < 1000 && kills < KILLS; i++) {
                    client.put("key-" + acknowledged, ("value " + acknowledged).getBytes(UTF_8));
                    assertEquals(201, client.answer().status());
                    acknowledged++;
                }
                node.kill();
            }
        }
    }

    @Test
    void aWipedDirectoryIsAnEmptyStore(@TempDir Path data) throws IOException {
        try (TestNode node = TestNode.start(data)) {
            try (RawClient client = node.connect()) {
                client.put("a", "value".getBytes(UTF_8)).answer();
            }
            node.stop();
            wipe(data);
            node.start();
            try (RawClient client = node.connect()) {
                assertEquals(404, client.get("a").answer().status());
            }
        }
    }

    @Test
    void theVariantsConfigureRocksDbAsTheySay(@TempDir Path data) throws IOException {
        TestNode.start(data.resolve("base"), "base").close();
        TestNode.start(data.resolve("tuned"), "tuned").close();
        List<String> both =
                List.of("create_if_missing=true", "paranoid_checks=false", "skip_stats_update_on_db_open=true");
        List<String> tuned = List.of(
                "max_open_files=-1",
                "allow_concurrent_memtable_write=true",
                "enable_write_thread_adaptive_yield=true",
                "disable_auto_compactions=true",
                "compaction_style=kCompactionStyleUniversal",
                "compression=kLZ4Compression");
        assertTrue(options(data.resolve("base")).containsAll(both));
        assertTrue(options(data.resolve("tuned")).containsAll(both));
        assertTrue(options(data.resolve("tuned")).containsAll(tuned));
        // As docs/1-single-node.md says: half of what was tuned is what RocksDB does anyway.
        assertEquals(
                tuned.subList(0, 3),
                tuned.stream().filter(options(data.resolve("base"))::contains).toList());
    }

    private static List<String> options(Path data) throws IOException {
        try (Stream<Path> files = Files.list(data.resolve("rocksdb"))) {
            Path newest = files.filter(file -> file.getFileName().toString().startsWith("OPTIONS-"))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
            return Files.readAllLines(newest).stream().map(String::strip).toList();
        }
    }

    private static void wipe(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(directory)) {
                    Files.delete(file);
                }
            }
        }
    }
}
