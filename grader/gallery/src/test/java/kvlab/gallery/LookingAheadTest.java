package kvlab.gallery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.NodeSpec;
import kvlab.cluster.StageProgram;
import kvlab.cluster.WrappedProgram;
import kvlab.grader.CheckResult;
import kvlab.grader.Grade;
import kvlab.grader.GradedCheck;
import kvlab.grader.Grader;
import kvlab.grader.Outcome;
import kvlab.grader.Progress;
import kvlab.grader.Selection;
import kvlab.grader.Subject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who owns 90,000 keys is found out while other checks run, and that is the business of the check that asks for it alone. */
@Tag("slow")
@Timeout(180)
class LookingAheadTest {

    private static final String STAGE = "2-sharding";
    private static final String ASKS = "evenShares";
    private static final int SECONDS = 60;

    /** Asks the owner of a key and everybody else, too. */
    private static final Mutant CURIOUS = Mutant.of("curious", STAGE, "asks all other nodes for a key", ASKS)
            .edit(
                    "ShardedEntityService.java",
                    "        return owner.equals(topology.self()) ?",
                    "        if (!owner.equals(topology.self())) { peers.values().forEach(peer -> proxy(peer, request)); }\n"
                            + "        return owner.equals(topology.self()) ?");

    @TempDir
    private Path directory;

    /** All threads of the grade are in it, since each was started by another one of it. */
    private final ThreadGroup threads = new ThreadGroup("looking ahead");

    @Test
    void theProbeBeginsBeforeItsCheckHasItsTurnAndEndsWithAnInterruptedGrade() throws Exception {
        Seen program = new Seen(program(""));
        AtomicBoolean begun = new AtomicBoolean();
        Map<String, CheckResult> results = graded(program, List.of("everyNodeAnswers", ASKS), new Unseen() {
            @Override
            public void starts(GradedCheck check, int number, int all) {
                if (check.id().equals(ASKS)) {
                    begun.set(program.awaitProbe());
                    Thread.currentThread().interrupt();
                }
            }
        });
        assertTrue(begun.get(), "the probe waits for its check");
        assertEquals(Outcome.PASS, results.get("everyNodeAnswers").outcome());
        assertEquals(Outcome.INCONCLUSIVE, results.get(ASKS).outcome());
        assertNothingIsLeft(program);
    }

    @Test
    void itsFailureIsToldByItsCheckAndByNoOther() throws Exception {
        Path target = Files.createDirectories(directory.resolve("classes"));
        CURIOUS.compile(
                Path.of(System.getProperty("kvlab.home"), "stages"), System.getProperty("java.class.path"), target);
        Seen program = new Seen(program(target + ":"));
        Map<String, CheckResult> results = graded(program, List.of("unknownPath", "cleanRestart", ASKS), new Unseen());
        CheckResult own = results.remove(ASKS);
        assertEquals(Outcome.FAIL, own.outcome());
        assertTrue(own.message().contains("one node is asked for a key that has one copy"), own.message());
        results.values().forEach(each -> assertEquals(Outcome.PASS, each.outcome(), each.message()));
        assertNothingIsLeft(program);
    }

    @Test
    void nothingIsProbedForAGradeWithoutThatCheck() throws Exception {
        Seen program = new Seen(program(""));
        Map<String, CheckResult> results = graded(program, List.of("unknownPath", "cleanRestart"), new Unseen());
        results.values().forEach(each -> assertEquals(Outcome.PASS, each.outcome(), each.message()));
        assertFalse(program.isProbed());
        assertNothingIsLeft(program);
    }

    private static NodeProgram program(String before) {
        String classPath = before + System.getProperty("java.class.path");
        return new StageProgram(STAGE, classPath, "kvlab.sharding.StageFactory").briefly();
    }

    private Map<String, CheckResult> graded(NodeProgram program, List<String> only, Progress progress)
            throws Exception {
        Subject subject = new Subject(STAGE, STAGE, program, null, List.of());
        FutureTask<Grade> grade = new FutureTask<>(() ->
                new Grader(directory.resolve("scratch")).grade(subject, Selection.of(subject, only, 42), progress));
        new Thread(threads, grade, "grade").start();
        return grade.get().results().stream()
                .collect(Collectors.toMap(result -> result.check().id(), result -> result));
    }

    private void assertNothingIsLeft(Seen program) throws InterruptedException {
        program.processes.forEach(process -> assertFalse(process.isAlive(), "a node is left"));
        Thread[] left = new Thread[threads.activeCount() + 1];
        int count = threads.enumerate(left);
        for (Thread thread : Arrays.asList(left).subList(0, count)) {
            if (thread.getName().equals("CompletableFutureDelayScheduler")) {
                // The JDK has one, from the first use to the end of the JVM.
                continue;
            }
            assertFalse(thread.getName().equals("placement"), "the probe goes on");
            thread.join(TimeUnit.SECONDS.toMillis(SECONDS));
            assertFalse(thread.isAlive(), () -> "the thread '" + thread.getName() + "' is left");
        }
        assertFalse(Files.exists(directory.resolve("scratch")));
    }

    /** Tells what is started. */
    private static final class Seen implements WrappedProgram {

        private final NodeProgram program;
        private final Queue<Process> processes = new ConcurrentLinkedQueue<>();
        private final CountDownLatch probed = new CountDownLatch(1);

        Seen(NodeProgram program) {
            this.program = program;
        }

        boolean isProbed() {
            return probed.getCount() == 0;
        }

        boolean awaitProbe() {
            try {
                return probed.await(SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public NodeProgram program() {
            return program;
        }

        /** A node that has others and no links to them is the probe's. */
        @Override
        public Process start(NodeSpec node) throws IOException {
            Process process = program.start(node);
            processes.add(process);
            if (node.cluster().size() > 1 && node.via().isEmpty()) {
                probed.countDown();
            }
            return process;
        }
    }
}
