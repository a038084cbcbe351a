package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import kvlab.grader.GradedCheck;
import kvlab.grader.Selection;
import kvlab.grader.Subject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A grade of which every check takes two seconds, of the test's clock. */
class LiveLineTest {

    private static final String CLEAR = "\r\033[K";
    private static final long CHECK = Duration.ofSeconds(2).toNanos();

    private final StringWriter err = new StringWriter();
    private List<GradedCheck> checks;
    private long now;

    @BeforeEach
    void select() throws Exception {
        Subject nobodyThere = Subject.running("1-single-node", "http://127.0.0.1:1");
        checks = Selection.of(nobodyThere, List.of(), 0).checks();
        assertTrue(checks.size() >= 7, checks.toString());
    }

    private void grade(boolean terminal, int count) {
        try (LiveLine live = new LiveLine(new PrintWriter(err), terminal, () -> now)) {
            for (int i = 0; i < count; i++) {
                live.starts(checks.get(i), i + 1, count);
                now += CHECK;
            }
            live.done();
        }
    }

    @Test
    void whereThereIsNoTerminalALongGradeIsHeardNowAndThen() {
        grade(false, 7);
        assertEquals(List.of(line(4), line(7)), err.toString().lines().toList());
    }

    private String line(int number) {
        GradedCheck check = checks.get(number - 1);
        return "lab: check " + number + " of 7: " + check.rule() + ", " + check.name();
    }

    @Test
    void whereThereIsNoTerminalAShortGradeIsNot() {
        grade(false, 3);
        assertEquals("", err.toString());
    }

    @Test
    void terminalHasOneLineThatChangesAndIsGoneInTheEnd() {
        grade(true, 7);
        String said = err.toString();
        assertFalse(said.contains("\n"), said);
        assertTrue(said.startsWith(CLEAR + "   1/7  " + checks.get(0).rule() + "  "), said);
        assertTrue(said.contains(CLEAR + "   7/7  "), said);
        assertTrue(said.endsWith(CLEAR), said);
    }
}
