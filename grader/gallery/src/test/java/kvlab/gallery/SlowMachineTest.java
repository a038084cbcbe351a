package kvlab.gallery;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import kvlab.cluster.StageProgram;
import kvlab.grader.Grade;
import kvlab.grader.Grader;
import kvlab.grader.Selection;
import kvlab.grader.Subject;
import kvlab.grader.output.TextReport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A right node on a slow machine passes: everything takes 20 ms more each way, and one core is somebody else's. */
@Tag("slow")
@Isolated("slow, and not overloaded")
class SlowMachineTest {

    @TempDir
    private Path directory;

    private volatile boolean graded;

    /** Of the others only the soak run has the time. */
    static Stream<String> stages() {
        return Boolean.getBoolean("kvlab.soak")
                ? Stream.of("1-single-node", "2-sharding", "3-replication", "4-async-client", "5-event-loop")
                : Stream.of("1-single-node");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("stages")
    void rightNodeOnASlowMachineHasAllPoints(String stage) throws Exception {
        StageProgram program =
                new StageProgram("slow", System.getProperty("java.class.path"), SlowFactory.class.getName());
        Subject subject = new Subject(stage, stage, program.briefly(), null, List.of("stage=" + stage.charAt(0)));
        Thread somebodyElse = new Thread(this::keepACoreBusy);
        somebodyElse.start();
        try {
            Grade grade = new Grader(directory.resolve("scratch"))
                    .grade(subject, Selection.of(subject, List.of(), 42), new Unseen());
            assertEquals(100, grade.score(), () -> TextReport.reasons(grade));
        } finally {
            graded = true;
            somebodyElse.join();
        }
    }

    private void keepACoreBusy() {
        while (!graded) {
            Thread.onSpinWait();
        }
    }
}
