package kvlab.gallery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import kvlab.cluster.Cluster;
import kvlab.cluster.ClusterSpec;
import kvlab.cluster.InProcess;
import kvlab.cluster.Ports;
import kvlab.cluster.StageProgram;
import kvlab.grader.CheckResult;
import kvlab.grader.Grade;
import kvlab.grader.Grader;
import kvlab.grader.Outcome;
import kvlab.grader.Selection;
import kvlab.grader.Subject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** With the nodes in the grader's own JVM, a student can halt in them and step through what a check makes them do. */
@Tag("slow")
@Isolated("right nodes, whose deadlines other grades would make them miss")
class InProcessTest {

    private static final String STAGE = "3-replication";

    @TempDir
    private Path directory;

    @Test
    void nodesOfARightStagePassInTheGradersJvm() throws Exception {
        Map<String, CheckResult> results = graded(reference(), List.of("missedDelete", "cleanRestart", "latePut"));
        results.values().forEach(each -> assertEquals(Outcome.PASS, each.outcome(), each.message()));
    }

    @Test
    void whatKillsANodeIsSkippedWithTheReason() throws Exception {
        Map<String, CheckResult> results = graded(reference(), List.of("killedNode", "hungProcess"));
        assertEquals(Outcome.SKIPPED, results.get("killedNode").outcome());
        assertEquals(
                "this check kills a node, which with --in-process cannot be",
                results.get("killedNode").message());
        assertEquals(Outcome.SKIPPED, results.get("hungProcess").outcome());
    }

    @Tag("happy-path")
    @Test
    void aBrokenNodeFailsThereTooAndTheReplayIsInProcess() throws Exception {
        SelfTest selfTest = new SelfTest(Path.of(System.getProperty("kvlab.home")), directory);
        Subject broken =
                SelfTest.subject(selfTest.exhibit(STAGE + ":tombstones")).inProcess();
        CheckResult result = graded(broken, List.of("missedDelete")).get("missedDelete");
        assertEquals(Outcome.FAIL, result.outcome());
        assertTrue(result.message().contains(" --in-process --only missedDelete "), result.message());
    }

    @Test
    void nothingStaysBehindAndTheNextGradeFindsItsPortsFree() throws Exception {
        Subject subject = reference();
        for (int grade = 0; grade < 2; grade++) {
            Map<String, CheckResult> results = graded(subject, List.of("latePut"));
            assertEquals(Outcome.PASS, results.get("latePut").outcome());
            assertFalse(Files.exists(directory.resolve("scratch")));
        }
    }

    @Test
    void aNodeThatDoesNotStopIsNotWaitedForForEver() throws Exception {
        String classPath = System.getProperty("java.class.path");
        StageProgram deaf = new StageProgram("deaf", classPath, GalleryFactory.class.getName());
        ClusterSpec spec = new ClusterSpec(
                new InProcess(deaf),
                1,
                Ports.free(1),
                directory.resolve("data"),
                List.of("broken=deaf"),
                ClusterSpec.DEFAULT_HEAP);
        Cluster cluster = Cluster.start(spec, directory.resolve("scratch"), new Unheard());
        CompletableFuture.runAsync(cluster::killAll).get(60, TimeUnit.SECONDS);
        assertEquals(
                "was killed by SIGKILL (9)",
                cluster.nodes().get(0).process().exit().toString());
        cluster.close();
    }

    private Subject reference() {
        String classPath = System.getProperty("java.class.path");
        StageProgram program = new StageProgram(STAGE, classPath, "kvlab.replication.StageFactory");
        return new Subject(STAGE, STAGE, program.briefly(), null, List.of()).inProcess();
    }

    private Map<String, CheckResult> graded(Subject subject, List<String> only) throws Exception {
        Grade grade =
                new Grader(directory.resolve("scratch")).grade(subject, Selection.of(subject, only, 42), new Unseen());
        return grade.results().stream()
                .collect(Collectors.toMap(result -> result.check().id(), result -> result));
    }
}
