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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A right node passes on a slow machine, and with answers that the kit's own stages never give. */
@Tag("slow")
@Isolated("slow, and not overloaded")
class UnusualServerTest {

    @TempDir
    private Path directory;

    private volatile boolean graded;

    /** Of the others only the soak run has the time. */
    static Stream<String> stages() {
        return Boolean.getBoolean("kvlab.soak")
                ? Stream.of("1-single-node", "2-sharding", "3-replication", "4-async-client", "5-event-loop")
                : Stream.of("1-single-node");
    }

    /** Everything takes 20 ms more each way, and something else keeps one core busy. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("stages")
    void rightNodeOnASlowMachineHasAllPoints(String stage) throws Exception {
        Thread somethingElse = new Thread(this::keepACoreBusy);
        somethingElse.start();
        try {
            expectAllPoints(stage, "time");
        } finally {
            graded = true;
            somethingElse.join();
        }
    }

    /** A grade of stage 2 includes the checks of stage 1. In later stages only 503 and 504 are right when peers are away. */
    @Test
    void rightNodeThatAnswersInOtherWordsHasAllPoints() throws Exception {
        expectAllPoints("2-sharding", "words");
    }

    private void expectAllPoints(String stage, String in) throws Exception {
        StageProgram program =
                new StageProgram("unusual", System.getProperty("java.class.path"), UnusualFactory.class.getName());
        Subject subject =
                new Subject(stage, stage, program.briefly(), null, List.of("stage=" + stage.charAt(0), "in=" + in));
        Grade grade = new Grader(directory.resolve("scratch"))
                .grade(subject, Selection.of(subject, List.of(), 42), new Unseen());
        assertEquals(100, grade.score(), () -> TextReport.reasons(grade));
    }

    private void keepACoreBusy() {
        while (!graded) {
            Thread.onSpinWait();
        }
    }
}
