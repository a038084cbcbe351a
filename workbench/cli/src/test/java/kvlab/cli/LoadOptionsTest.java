package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import kvlab.bench.load.BenchPlan;
import kvlab.cluster.CommandProgram;
import kvlab.cluster.StageProgram;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LoadOptionsTest {

    private static final LoadOptions.Cluster CLUSTER =
            new LoadOptions.Cluster(new CommandProgram("server {port}"), 1, List.of(), Duration.ZERO);

    @Test
    void overwriteHasTheFewKeysOfItsScriptAndOthersHaveMany() throws Exception {
        assertEquals(16, plan("--op", "overwrite").load().keys());
        assertEquals(100_000, plan("--op", "get").load().keys());
        assertEquals(100_000, plan().load().keys());
    }

    @Test
    void smokeRunHasFewerKeysToWrite() throws Exception {
        assertEquals(1_000, plan("--op", "get", "--scale", "smoke").load().keys());
        assertEquals(16, plan("--op", "overwrite", "--scale", "smoke").load().keys());
        assertEquals(
                500,
                plan("--op", "get", "--scale", "smoke", "--keys", "500").load().keys());
    }

    @Test
    void keysThatAreAskedForGoBeforeTheUsualOnes() throws Exception {
        assertEquals(500, plan("--op", "overwrite", "--keys", "500").load().keys());
    }

    /** Its figures would be those of slow nodes, and count. */
    @Test
    void onlyWhatNobodyComparesIsMeasuredWithNodesThatAreNeverFast() throws Exception {
        StageProgram stage = new StageProgram("1-single-node", "stage.jar", "Factory");
        LoadOptions.Cluster cluster = new LoadOptions.Cluster(stage, 1, List.of(), Duration.ZERO);
        assertEquals(stage.briefly(), plan(cluster, "--scale", "smoke").program());
        assertEquals(stage, plan(cluster, "--scale", "smoke", "-d", "20s").program());
        assertEquals(stage, plan(cluster).program());
    }

    private static BenchPlan plan(String... words) throws Exception {
        return plan(CLUSTER, words);
    }

    private static BenchPlan plan(LoadOptions.Cluster cluster, String... words) throws Exception {
        LoadOptions options = CommandLine.populateCommand(new LoadOptions(), words);
        return options.plan(cluster, 1000, options.place(), null);
    }
}
