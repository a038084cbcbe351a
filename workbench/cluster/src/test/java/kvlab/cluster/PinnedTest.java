package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class PinnedTest {

    private static final String NODE = "sh -c 'echo \"ready yes\"; while :; do sleep 60; done' {port}";

    @TempDir
    private Path folder;

    @Test
    void nodeRunsOnItsCoresAndIsKilledByItsOwnNumber() throws Exception {
        NodeProgram program = new Pinned(CommandProgram.of(NODE), "0");
        ClusterSpec spec =
                new ClusterSpec(program, 1, Ports.free(1), folder.resolve("data"), List.of(), ClusterSpec.DEFAULT_HEAP);
        try (Cluster cluster = Cluster.start(spec, folder.resolve("scratch"), new Silent())) {
            NodeProcess node = cluster.nodes().get(0).process();
            String status = Files.readString(Path.of("/proc", Long.toString(node.pid()), "status"));
            assertTrue(status.startsWith("Name:\tsh\n"), status);
            assertTrue(status.contains("Cpus_allowed_list:\t0\n"), status);
            cluster.nodes().get(0).kill();
            assertEquals("was killed by SIGKILL (9)", node.exit().toString());
        }
    }
}
