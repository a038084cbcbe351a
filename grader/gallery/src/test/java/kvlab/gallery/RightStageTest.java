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

/** A right stage has all points, whatever the seed. */
@Tag("slow")
@Isolated("two grades beside it made the machine miss deadlines that it holds alone")
class RightStageTest {

    private static final boolean SOAK = Boolean.getBoolean("kvlab.soak");
    private static final int GRADES = SOAK ? 20 : 1;

    @TempDir
    private Path directory;

    /** Only the soak run has the time for the other client of stage 4. */
    static Stream<List<String>> stages() {
        return Stream.of(
                        List.of("1-single-node", "kvlab.single.StageFactory"),
                        List.of("2-sharding", "kvlab.sharding.StageFactory"),
                        List.of("3-replication", "kvlab.replication.StageFactory"),
                        List.of("4-async-client", "kvlab.async.StageFactory"),
                        List.of("5-event-loop", "kvlab.eventloop.StageFactory"),
                        List.of("4-async-client", "kvlab.async.StageFactory", "client=own-pool"))
                .filter(stage -> SOAK || stage.size() == 2);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("stages")
    void rightStageHasAllPoints(List<String> stage) throws Exception {
        String name = stage.get(0);
        StageProgram program = new StageProgram(name, System.getProperty("java.class.path"), stage.get(1));
        Subject subject = new Subject(name, name, program.briefly(), null, stage.subList(2, stage.size()));
        for (int seed = 1; seed <= GRADES; seed++) {
            Grade grade = new Grader(directory.resolve("scratch"))
                    .grade(subject, Selection.of(subject, List.of(), seed), new Unseen());
            assertEquals(100, grade.score(), () -> TextReport.reasons(grade));
        }
    }
}
