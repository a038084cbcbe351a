package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import kvlab.bench.BenchPlan;
import kvlab.cluster.CommandProgram;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LoadOptionsTest {

    private static final LoadOptions.Cluster CLUSTER =
            new LoadOptions.Cluster(new CommandProgram("server {port}"), 1, List.of(), Duration.ZERO);

    @Test
    void overwriteHasTheFewKeysOfItsScriptAndOthersHaveMany() throws Exception {
        assertEquals(16, plan("--op", "overwrite").keys());
        assertEquals(100_000, plan("--op", "get").keys());
        assertEquals(100_000, plan().keys());
    }

    @Test
    void keysThatAreAskedForGoBeforeTheUsualOnes() throws Exception {
        assertEquals(500, plan("--op", "overwrite", "--keys", "500").keys());
    }

    private static BenchPlan plan(String... words) throws Exception {
        LoadOptions options = CommandLine.populateCommand(new LoadOptions(), words);
        return options.plan(CLUSTER, 1000, options.place(), null);
    }
}
