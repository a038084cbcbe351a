package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.machine.JdkFinder;
import kvlab.cluster.Jvm;
import kvlab.cluster.StageProgram;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Who varies one thing and gets the same cluster each time is told that it makes no difference. */
class VaryOptionTest {

    private static final String HERE = Integer.toString(Runtime.version().feature());
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final List<String> SET = List.of("deadline=1s");

    private static final StageProgram STAGE =
            new StageProgram("2-sharding", "2-sharding", "classes", "Factory", new Jvm(Path.of("nowhere"), 99), null);

    @Test
    void eachValueIsAClusterThatDiffersInThatAlone() throws Exception {
        assertEquals(List.of(cluster(5, SET, MILLI), cluster(8, SET, MILLI)), varied("nodes=5,8"));
        assertEquals(
                List.of(cluster(3, SET, Duration.ZERO), cluster(3, SET, Duration.ofMillis(5))),
                varied("link-delay=0,5ms"));
        assertEquals(
                List.of(
                        cluster(3, List.of("deadline=1s", "store=base"), MILLI),
                        cluster(3, List.of("deadline=1s", "store=tuned"), MILLI)),
                varied("store=base,tuned"));
    }

    @Test
    void nodesRunOnTheJdkThatTheValueNames() throws Exception {
        StageProgram here = STAGE.on(JdkFinder.jvm(BuiltKit.REAL, HERE));
        assertEquals(Runtime.version().feature(), here.jvm().version());
        LoadOptions.Cluster expected = new LoadOptions.Cluster(here, 3, SET, MILLI);
        assertEquals(List.of(expected, expected), varied("jdk=" + HERE + "," + HERE));
    }

    /** And so it gets to those who measure. */
    @Test
    void planIsOfItsCluster() throws Exception {
        LoadOptions options = CommandLine.populateCommand(new LoadOptions());
        BenchPlan plan = options.plan(cluster(8, SET, MILLI), 1000, options.place(), null);
        assertEquals(List.of(8, MILLI, SET), List.of(plan.nodes(), plan.linkDelay(), plan.settings()));
    }

    private static List<LoadOptions.Cluster> varied(String vary) throws Exception {
        return VaryOption.of(vary).clusters(cluster(3, SET, MILLI), BuiltKit.REAL);
    }

    private static LoadOptions.Cluster cluster(int nodes, List<String> settings, Duration linkDelay) {
        return new LoadOptions.Cluster(STAGE, nodes, settings, linkDelay);
    }
}
