package kvlab.grader.history;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The judge against stores of which it is known whether they are right. */
class SimulationTest {

    private static final int MINIMUM = 30;

    @Test
    void rightStoreIsNeverFailedAndMostlyDecided() {
        int consistent = 0;
        for (int seed = 0; seed < 300; seed++) {
            Verdict verdict = judge(seed, 2 + seed % 4, SimulatedStore.Bug.NONE);
            assertFalse(verdict instanceof Verdict.Violation, "seed " + seed + ": " + verdict.sentence());
            consistent += verdict instanceof Verdict.Consistent ? 1 : 0;
        }
        assertTrue(consistent >= 270, consistent + " of 300 decided");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void brokenStoreIsFoundWithinFiftySeeds(SimulatedStore.Bug bug) {
        boolean found = false;
        for (int seed = 0; seed < 50 && !found; seed++) {
            int nodes = bug == SimulatedStore.Bug.HALF_IS_A_MAJORITY ? 4 : 3 + seed % 3;
            found = judge(seed, nodes, bug) instanceof Verdict.Violation;
        }
        assertTrue(found);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void operationsThatAreShownProveTheViolationAlone(SimulatedStore.Bug bug) {
        for (int seed = 0; seed < 10; seed++) {
            if (judge(seed, 4, bug) instanceof Verdict.Violation violation) {
                List<Operation> few = violation.finding().operations();
                assertTrue(few.size() <= 6, "seed " + seed + ": " + violation.sentence());
                Verdict again = Judge.judge(new History(few, List.of()), 1);
                assertInstanceOf(Verdict.Violation.class, again, "seed " + seed + ": " + violation.sentence());
            }
        }
    }

    @Test
    @Timeout(60)
    void twentyThousandOperationsAreJudgedAtOnce() {
        Verdict verdict = Judge.judge(SimulatedStore.run(1, 3, SimulatedStore.Bug.NONE, 16, 1250), MINIMUM);
        assertInstanceOf(Verdict.Consistent.class, verdict, verdict.sentence());
    }

    private static Verdict judge(long seed, int nodes, SimulatedStore.Bug bug) {
        return Judge.judge(SimulatedStore.run(seed, nodes, bug), MINIMUM);
    }
}
