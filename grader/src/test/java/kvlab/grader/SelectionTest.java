package kvlab.grader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import kvlab.cluster.CommandProgram;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void pointsOfAStageAreAHundred(int stage) {
        assertEquals(
                100,
                Selection.checks(stage).stream()
                        .mapToDouble(GradedCheck::points)
                        .sum(),
                1e-9);
    }

    @Test
    void everyRuleHasACheckAndEveryCheckAnIdOfItsOwn() {
        List<GradedCheck> checks = Selection.checks(4);
        Set<Rule> rules = EnumSet.noneOf(Rule.class);
        Set<String> ids = new HashSet<>();
        for (GradedCheck check : checks) {
            rules.add(check.rule());
            assertTrue(ids.add(check.id()), check.id());
        }
        assertEquals(EnumSet.allOf(Rule.class), rules);
    }

    @Test
    void rulesAreQuotedAsTheProtocolHasThem() throws IOException {
        String protocol = Files.readString(Path.of(System.getProperty("kvlab.home"), "docs/protocol.md"))
                .replace("`", "");
        for (Rule rule : Rule.values()) {
            assertTrue(protocol.contains(rule + " " + rule.sentence()), rule.sentence());
        }
    }

    @Test
    void rulesAndIdsSelect() throws UsageException {
        assertEquals(List.of("stopsTwice", "cleanRestart", "fullDisk", "killedNode"), ids("E9", "stopsTwice"));
        assertEquals(Selection.checks(1).size(), ids().size());
    }

    @Test
    void whatThereIsNotIsAnsweredWithWhatThereIs() {
        String message = assertThrows(UsageException.class, () -> ids("Q8")).getMessage();
        assertTrue(message.startsWith("--only Q8: there is no such check or rule; the rules are S1, S2, "), message);
        assertTrue(message.endsWith(", E12, and --list tells the checks"), message);
    }

    @Test
    void whatBelongsToALaterStageIsSaidToDoSo() {
        assertEquals(
                "--only R8: this rule holds from stage 3 on, and stage 1 is graded",
                assertThrows(UsageException.class, () -> ids("R8")).getMessage());
        assertEquals(
                "--only deadOwner: this check belongs to stage 3 and later ones, and stage 1 is graded",
                assertThrows(UsageException.class, () -> ids("deadOwner")).getMessage());
    }

    @Test
    void replayIsTheCommandThatGradesOnlyThat() throws UsageException {
        Subject subject = Subject.command("1-single-node", CommandProgram.of("./its --port {port}"));
        assertEquals(
                "./lab grade --stage 1-single-node --command './its --port {port}' --only killedNode --seed 42",
                subject.replay("killedNode", new Selection(List.of(), 42, false, Map.of())));
    }

    @Test
    void replayOfAThoroughGradeIsThorough() throws UsageException {
        Subject subject = Subject.command("1-single-node", CommandProgram.of("./its --port {port}"));
        Selection thorough =
                new Selection(List.of(), 42, false, Map.of()).thoroughly().with(Selection.checks(1));
        assertTrue(subject.replay("randomRequests", thorough).endsWith(" --only randomRequests --thorough --seed 42"));
    }

    @Test
    void randomRequestsComeLast() {
        List<GradedCheck> checks = Selection.checks(4);
        assertEquals("randomRequests", checks.get(checks.size() - 1).id());
    }

    private static List<String> ids(String... only) throws UsageException {
        return Selection.of(Subject.running("1-single-node", "http://127.0.0.1:1"), List.of(only), 1).checks().stream()
                .map(GradedCheck::id)
                .toList();
    }
}
