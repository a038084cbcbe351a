package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import kvlab.bench.experiment.SoFar;
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

    private void compare(boolean terminal) {
        SoFar first = new SoFar("life 1 of 2, round 1 of 8", List.of("A  1000/s", "B  1000/s"), List.of());
        SoFar second = new SoFar("life 1 of 2, round 4 of 8", first.sides(), List.of("B/A  p50 1.23 (1.10 to 1.37)"));
        try (LiveLine live = new LiveLine(new PrintWriter(err), terminal, () -> now)) {
            live.says("life 1 of 2, about 2 min left");
            for (SoFar each : List.of(first, second)) {
                now += 2 * CHECK;
                live.sees(() -> each);
            }
            live.says("life 2 of 2, about 60 s left");
        }
    }

    @Test
    void whereThereIsNoTerminalAComparisonIsHeardNowAndThen() {
        compare(false);
        assertEquals(
                List.of(
                        "lab: life 1 of 2, about 2 min left",
                        "lab:   life 1 of 2, round 4 of 8: B/A  p50 1.23 (1.10 to 1.37)",
                        "lab: life 2 of 2, about 60 s left"),
                err.toString().lines().toList());
    }

    @Test
    void terminalShowsFiguresThatChangeAndAreGoneInTheEnd() {
        compare(true);
        assertEquals(
                CLEAR + "lab: life 1 of 2, about 2 min left\n"
                        + CLEAR + "  life 1 of 2, round 1 of 8\n  A  1000/s\n  B  1000/s"
                        + above(2)
                        + "  life 1 of 2, round 4 of 8\n  A  1000/s\n  B  1000/s\n  B/A  p50 1.23 (1.10 to 1.37)"
                        + above(3) + "lab: life 2 of 2, about 60 s left\n" + CLEAR,
                err.toString());
    }

    private static String above(int lines) {
        return "\r\033[" + lines + "A\033[J";
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
