package kvlab.replication;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import kvlab.node.NodeFactory;
import kvlab.node.NodeMain;
import kvlab.sharding.TestCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stages 1 and 2 keep the same; stage 3 keeps versions with it, and reads nothing else. */
class DataDirectoryTest {

    private static final Map<String, NodeFactory> STAGES = Map.of(
            "1", new kvlab.single.StageFactory(),
            "2", new kvlab.sharding.StageFactory(),
            "3", new StageFactory());

    @TempDir
    private Path data;

    @ParameterizedTest
    @CsvSource({
        "1, 3, entities 1, versioned entities 1",
        "2, 3, entities 1, versioned entities 1",
        "3, 1, versioned entities 1, entities 1",
        "3, 2, versioned entities 1, entities 1",
    })
    void anotherStagesEntitiesAreNotRead(String wrote, String reads, String found, String expected) throws Exception {
        fill(wrote);
        try (TestCluster cluster = new TestCluster(STAGES.get(reads), data, 1, Map.of())) {
            IOException e = assertThrows(IOException.class, () -> cluster.start(0));
            assertEquals(refusal(found, expected), e.getMessage());
        }
        try (TestCluster cluster = new TestCluster(STAGES.get(wrote), data, 1, Map.of())) {
            cluster.start(0);
            assertEquals("value", cluster.get(0, "id=a").text());
        }
    }

    @Test
    void stage2ReadsWhatStage1Wrote() throws Exception {
        fill("1");
        try (TestCluster cluster = new TestCluster(STAGES.get("2"), data, 1, Map.of())) {
            cluster.start(0);
            assertEquals("value", cluster.get(0, "id=a").text());
        }
    }

    @Test
    void theCommandSaysSoInOneSentenceAndExitsWith70() throws Exception {
        fill("2");
        Process node = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        NodeMain.class.getName(),
                        "--factory",
                        StageFactory.class.getName(),
                        "--port",
                        Integer.toString(TestCluster.freePort()),
                        "--data",
                        data.resolve("node-0").toString())
                .start();
        try {
            assertTrue(node.waitFor(60, TimeUnit.SECONDS), "it has started");
            assertEquals(70, node.exitValue());
            assertEquals(
                    "node: " + refusal("entities 1", "versioned entities 1") + "\n",
                    new String(node.getErrorStream().readAllBytes(), UTF_8));
        } finally {
            node.destroyForcibly();
        }
    }

    private void fill(String stage) throws Exception {
        try (TestCluster cluster = new TestCluster(STAGES.get(stage), data, 1, Map.of())) {
            cluster.start(0);
            cluster.put(0, "id=a", "value");
        }
    }

    private String refusal(String found, String expected) {
        return "the data directory " + data.resolve("node-0") + " holds '" + found + "', and this node reads '"
                + expected + "'; give it another directory";
    }
}
