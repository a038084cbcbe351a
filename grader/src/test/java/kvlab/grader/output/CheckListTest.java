package kvlab.grader.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import kvlab.grader.GradedCheck;
import kvlab.grader.Selection;
import kvlab.grader.Subject;
import org.junit.jupiter.api.Test;

class CheckListTest {

    @Test
    void everyCheckOfAStageIsToldWithItsRule() throws Exception {
        List<GradedCheck> checks = checks("4-async-client");
        String text = CheckList.text(checks);
        for (GradedCheck check : checks) {
            assertTrue(text.contains("\n  " + check.id() + " "), check.id());
            assertTrue(text.replaceAll("\\s+", " ").contains(check.rule().sentence()), check.id());
        }
        assertEquals(List.of(), text.lines().filter(line -> line.length() > 80).toList());
    }

    @Test
    void whatACheckNeedsAndWhenItHoldsIsTold() throws Exception {
        String survives = CheckList.text(checks("1-single-node", "E9"));
        String head = """
                E9 What was acknowledged survives a clean restart on the same directory, and a
                SIGKILL.
                holds in stages 1 to 5
                """;
        assertTrue(survives.startsWith(head), survives);
        String killed = CheckList.text(checks("1-single-node", "killedNode")).replaceAll("\\s+", " ");
        assertTrue(killed.contains(" points, required, "), killed);
        assertTrue(killed.endsWith("(starts nodes of its own; kills a node) "), killed);
    }

    private static List<GradedCheck> checks(String stage, String... only) throws Exception {
        return Selection.of(Subject.running(stage, "http://127.0.0.1:1"), List.of(only), 1)
                .checks();
    }
}
