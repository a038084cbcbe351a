package kvlab.stopwatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kvlab.stopwatch.Budget.Share;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetTest {

    private static final Share HUNDRED = new Share(100, 120, 0.2, 0.15);
    private static final Budget BUDGET = Budget.of(Map.of("grader", HUNDRED));

    @TempDir
    private Path folder;

    @Test
    void theSameTimeOnTheSameMachineIsWithinTheBudget() {
        assertEquals(Optional.empty(), BUDGET.objection("grader", HUNDRED));
    }

    @Test
    void twiceTheProcessorTimeIsNot() {
        String objection =
                BUDGET.objection("grader", new Share(100, 240, 0.2, 0.15)).orElseThrow();
        assertTrue(
                objection.startsWith("the tests of grader take 1.9 times their budget: 100 s (240 s of CPU time)."),
                objection);
    }

    @Test
    void twiceTheWaitingIsNot() {
        assertTrue(BUDGET.objection("grader", new Share(200, 120, 0.2, 0.15)).isPresent());
    }

    @Test
    void aSlowMachineIsNoGrowth() {
        assertEquals(Optional.empty(), BUDGET.objection("grader", new Share(300, 360, 0.6, 0.45)));
    }

    /** The loop is three times as fast there, and a test that sleeps is not. */
    @Test
    void aFastMachineDoesNotMakeWaitingLookLonger() {
        assertEquals(Optional.empty(), BUDGET.objection("grader", new Share(90, 40, 0.07, 0.05)));
    }

    @Test
    void aFastMachineDoesNotHideTwiceTheWork() {
        assertTrue(BUDGET.objection("grader", new Share(67, 80, 0.07, 0.05)).isPresent());
    }

    @Test
    void aModuleOfSecondsMayDouble() {
        Budget small = Budget.of(Map.of("api", new Share(1, 1, 0.2, 0.15)));
        assertEquals(Optional.empty(), small.objection("api", new Share(2, 2, 0.2, 0.15)));
    }

    @Test
    void aNewModuleNeedsABudget() {
        assertEquals(Optional.of("the tests of http have no budget"), BUDGET.objection("http", HUNDRED));
    }

    @Test
    void aModuleThatWasNotMeasuredIsNotWithinItsBudget() {
        assertEquals(List.of("the tests of grader have a budget and were not measured"), BUDGET.objections(Map.of()));
        assertEquals(List.of(), BUDGET.objections(Map.of("grader", HUNDRED)));
    }

    @Test
    void aModuleBesideWhichNoLoopWasMeasuredIsNotWithinItsBudget() {
        assertEquals(
                Optional.of("the loop beside the tests of grader was not measured"),
                BUDGET.objection("grader", new Share(100, 120, Double.NaN, Double.NaN)));
    }

    @Test
    void whatIsWrittenIsRead() throws IOException {
        Path file = folder.resolve("budget.tsv");
        BUDGET.write(file);
        assertEquals(Optional.empty(), Budget.read(file).objection("grader", HUNDRED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"grader\t1\t2\t3", "grader\t1\t2\t3\tfour", "grader\t1\t2\t0\t4", "grader 1 2 3 4"})
    void aDamagedLineIsNamed(String line) throws IOException {
        Path file = Files.writeString(folder.resolve("budget.tsv"), "# head\n\n" + line + "\n");
        IOException e = assertThrows(IOException.class, () -> Budget.read(file));
        assertEquals(file + ": expected a module and four numbers above 0, and found: " + line, e.getMessage());
    }
}
