package kvlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kvlab.bench.Workload.Method;
import kvlab.bench.machine.LoadGenerator;
import kvlab.cluster.Ports;
import kvlab.cluster.StageProgram;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class SaturationTest {

    private static final Path WRK2 =
            LoadGenerator.find(Path.of(System.getProperty("kvlab.home"))).path();

    private final String classPath = System.getProperty("java.class.path");
    private final StageProgram stage = new StageProgram("1-single-node", classPath, "kvlab.single.StageFactory");
    private final List<String> progress = new ArrayList<>();

    @TempDir
    private Path scratch;

    /** The ratios that docs/1-single-node.md reports, less the noise of a shared machine. */
    @ParameterizedTest
    @CsvSource({"PUT, 0.5", "GET, 0.8"})
    @EnabledIfSystemProperty(named = "kvlab.soak", matches = "true", disabledReason = "measures for half an hour")
    void stageIsComparedWithHttpAlone(Method method, double wanted) throws Exception {
        SaturationResult result = measure(method, plan(1, 10_000, 60, 3, 9));
        assertEquals(9, result.pairs().size());
        assertTrue(result.refusal().isEmpty(), result.toString());
        assertTrue(result.ratio() >= wanted, "the median ratio is " + result.ratio());
    }

    @Test
    void clusterIsLoadedAtItsFirstNode() throws Exception {
        SaturationResult result = measure(Method.GET, plan(3, 100, 1, 1, 2));
        assertEquals(2, result.pairs().size());
        assertTrue(result.refusal().isEmpty(), result.toString());
        assertTrue(result.lowestRatio() > 0);
        assertTrue(progress.contains("GET: writing 100 keys, and reading each back"), progress.toString());
        assertTrue(progress.contains("GET: pair 1 of 2, about 10 s left"), progress.toString());
    }

    @Test
    void nodeThatDiesUnderLoadIsTheReason() throws Exception {
        ClosedLoop loop = new ClosedLoop(WRK2, 2, scratch);
        try (LoadedCluster cluster =
                LoadedCluster.start(plan(3, 100, 1, 1, 1).stageCluster(scratch), scratch.resolve("cluster"))) {
            int victim = cluster.nodes().get(1).port();
            cluster.nodes().get(1).kill();
            IOException e = assertThrows(
                    IOException.class, () -> cluster.run(url -> loop.run(url, new Workload(Method.PUT, 100, null), 1)));
            assertTrue(
                    e.getMessage().startsWith("node " + victim + " was killed by SIGKILL (9) under load; "),
                    e.getMessage());
        }
    }

    @Test
    void ceilingNeedsAPortToo() throws Exception {
        plan(65_532, 3).validate();
        UsageException e =
                assertThrows(UsageException.class, () -> plan(65_533, 3).validate());
        assertEquals("--port 65533: expected a number from 1 to 65532", e.getMessage());
    }

    private SaturationResult measure(Method method, Saturation.Plan plan) throws Exception {
        return new Saturation(plan, WRK2, progress::add).measure(method, scratch);
    }

    private Saturation.Plan plan(int port, int nodes) {
        return plan(port, nodes, 1, 1, 1, 1);
    }

    private Saturation.Plan plan(int nodes, int keys, int warmUp, int window, int pairs) {
        return plan(Ports.free(nodes + 1), nodes, keys, warmUp, window, pairs);
    }

    private Saturation.Plan plan(int port, int nodes, int keys, int warmUp, int window, int pairs) {
        return new Saturation.Plan(
                stage,
                Saturation.ceiling(stage),
                nodes,
                List.of("store=base"),
                port,
                64,
                keys,
                null,
                warmUp,
                window,
                pairs);
    }
}
