package kvlab.gallery;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import kvlab.cluster.CommandProgram;
import kvlab.grader.Grade;
import kvlab.grader.Grader;
import kvlab.grader.Selection;
import kvlab.grader.Subject;
import kvlab.grader.output.TextReport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A right program of which the grader knows a command line and nothing more. It cannot be told to dial a member elsewhere, so
 * one link stands in front of each node; a check that disturbs one node must not disturb the others by it.
 */
@Tag("slow")
@Isolated("as a right stage")
class ForeignClusterTest {

    private static final String STAGE = "5-event-loop";

    /** Those that disturb what flows between nodes; all of them only in the soak run. */
    private static final List<String> DISTURBING =
            List.of("H2", "H6", "R1", "R4", "R5", "R6", "R8", "R9", "R10", "R11", "R12", "A1", "A2", "A3", "A4");

    @TempDir
    private Path directory;

    @Test
    void rightProgramBehindLinksPasses() throws Exception {
        CommandProgram program = CommandProgram.of("java -Xmx128m -XX:TieredStopAtLevel=1 -cp '"
                + System.getProperty("java.class.path") + "' kvlab.node.NodeMain --factory kvlab.eventloop.StageFactory"
                + " --port {port} --data {data} --cluster {cluster} --self {node}");
        Subject subject = Subject.command(STAGE, program);
        List<String> only = Boolean.getBoolean("kvlab.soak") ? List.of() : DISTURBING;
        Selection selection = Selection.of(subject, only, 42);
        Grade grade = new Grader(directory.resolve("scratch")).grade(subject, selection, new Unseen());
        assertEquals(0, grade.exitCode(), () -> TextReport.reasons(grade));
    }
}
