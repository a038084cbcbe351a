package kvlab.gallery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.NodeSpec;
import kvlab.cluster.StageProgram;
import kvlab.cluster.WrappedProgram;
import kvlab.grader.Grade;
import kvlab.grader.Grader;
import kvlab.grader.NotGradable;
import kvlab.grader.Selection;
import kvlab.grader.Subject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A grade runs the checks of replication beside all others, and is still one grade. */
@Tag("slow")
@Timeout(180)
class LanesTest {

    private static final String STAGE = "3-replication";

    /** One check of the others, which asks three nodes, and one of replication, which starts two. */
    private static final List<String> TWO_LANES = List.of("unknownPath", "defaultOfTwo");

    private static final int OF_REPLICATION = 2;
    private static final int SECONDS = 60;

    @TempDir
    private Path directory;

    @Test
    void theChecksOfReplicationDoNotWaitForTheOthersNorTheseForThem() throws Exception {
        Meeting program = new Meeting();
        Grade grade = graded(program);
        assertFalse(program.missed, "one lane was over before the other began");
        assertEquals(
                TWO_LANES,
                grade.results().stream().map(result -> result.check().id()).toList());
        assertEquals(grade.max(), grade.score());
        assertNothingIsLeft(program.processes);
    }

    @Test
    void whatCannotBeGradedInOneLaneIsNotGradedAtAll() throws Exception {
        Meeting program = new Meeting() {
            @Override
            public List<String> command(NodeSpec node) {
                return node.cluster().size() == OF_REPLICATION ? List.of("false") : super.command(node);
            }
        };
        NotGradable reason = assertThrows(NotGradable.class, () -> graded(program));
        assertTrue(reason.getMessage().contains("does not start"), reason.getMessage());
        assertNothingIsLeft(program.processes);
    }

    private Grade graded(NodeProgram program) throws Exception {
        Subject subject = new Subject(STAGE, STAGE, program, null, List.of());
        return new Grader(directory.resolve("scratch"))
                .grade(subject, Selection.of(subject, TWO_LANES, 42), new Unseen());
    }

    private void assertNothingIsLeft(Queue<Process> processes) {
        processes.forEach(process -> assertFalse(process.isAlive(), "a node is left"));
        assertFalse(Files.exists(directory.resolve("scratch")));
    }

    /** Starts no node of one lane before the other lane wants one. */
    private static class Meeting implements WrappedProgram {

        private final NodeProgram program = new StageProgram(
                        STAGE, System.getProperty("java.class.path"), "kvlab.replication.StageFactory")
                .briefly();
        private final Queue<Process> processes = new ConcurrentLinkedQueue<>();
        private final CountDownLatch replication = new CountDownLatch(1);
        private final CountDownLatch others = new CountDownLatch(1);
        private volatile boolean missed;

        @Override
        public NodeProgram program() {
            return program;
        }

        @Override
        public Process start(NodeSpec node) throws IOException {
            boolean isOfReplication = node.cluster().size() == OF_REPLICATION;
            (isOfReplication ? replication : others).countDown();
            try {
                missed |= !(isOfReplication ? others : replication).await(SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            Process process = WrappedProgram.super.start(node);
            processes.add(process);
            return process;
        }
    }
}
