package kvlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import kvlab.bench.machine.LoadGenerator;
import kvlab.cluster.Ports;
import kvlab.cluster.StageProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SaturationTest {

    private static final Path WRK2 =
            LoadGenerator.find(Path.of(System.getProperty("kvlab.home"))).path();
    private static final boolean SOAK = Boolean.getBoolean("kvlab.soak");

    private final String classPath = System.getProperty("java.class.path");
    private final StageProgram stage = new StageProgram("1-single-node", classPath, "kvlab.single.StageFactory");

    @TempDir
    private Path scratch;

    /**
     * At smoke scale this proves that it works; only the full length says something about speed. What is wanted here is
     * what docs/1-single-node.md reports, less the noise of a shared machine.
     */
    @ParameterizedTest
    @CsvSource({"PUT, 0.5", "GET, 0.8"})
    void stageIsComparedWithHttpAlone(String method, double wanted) throws Exception {
        Saturation.Plan plan = new Saturation.Plan(
                stage,
                stage.with("ceiling", "kvlab.single.HttpCeiling"),
                List.of("store=base"),
                Ports.free(2),
                64,
                SOAK ? 10_000 : 1000,
                SOAK ? 20 : 1,
                SOAK ? 3 : 1,
                SOAK ? 9 : 2);
        Saturation.Result result = new Saturation(plan, WRK2, text -> {}).measure(method, scratch);
        assertEquals(SOAK ? 9 : 2, result.pairs().size());
        assertTrue(result.lowest() > 0);
        assertTrue(!SOAK || result.median() >= wanted, "the median ratio is " + result.median());
    }

    @Test
    void middleOfThePairsIsTheResult() {
        Saturation.Result odd = new Saturation.Result("GET", List.of(pair(0.7), pair(0.9), pair(0.8)));
        assertEquals(0.8, odd.median(), 1e-9);
        assertEquals(0.7, odd.lowest(), 1e-9);
        assertEquals(0.9, odd.highest(), 1e-9);
        Saturation.Result even = new Saturation.Result("GET", List.of(pair(0.7), pair(0.8)));
        assertEquals(0.75, even.median(), 1e-9);
    }

    private static Saturation.Pair pair(double ratio) {
        return new Saturation.Pair(1000, 1000 * ratio);
    }
}
