package kvlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import kvlab.cluster.CommandProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs that take as long as a test wants; nothing is measured. */
class WarmUpBudgetTest {

    private static final double SIX_MINUTES = 360;

    /** Until the command has started, and has drawn what moved from one side to the other. */
    private static final double BEFORE_AND_AFTER = 10;

    private static final int RUNS = 2 * Scale.QUICK.pairs();

    /** Each run warms up for as long as it may, and never settles. */
    @ParameterizedTest
    @EnumSource(
            value = Op.class,
            names = {"PUT", "GET", "MIXED"})
    void quickComparisonWithProfilesIsWithinSixMinutes(Op op) {
        BenchPlan plan = plan(op, Scale.QUICK, Scale.QUICK.warmUpSeconds());
        WarmUpBudget budget = new WarmUpBudget(plan, RUNS, true);
        // Both are tried out before anything is measured.
        double all = BEFORE_AND_AFTER + 2 * TimeLeft.START_SECONDS;
        for (int i = 0; i < RUNS; i++) {
            double preparing = TimeLeft.fill(plan) + budget.seconds();
            all += preparing + TimeLeft.besides(plan, i >= RUNS - 2);
            budget.took(preparing);
        }
        assertTrue(all <= SIX_MINUTES, all + " s");
    }

    /** As in comparisons of stage 3 with the default client of stage 4, which compiles for most of a minute. */
    @Test
    void whoNeedsAllOfItGetsItFromThoseThatDoNot() {
        WarmUpBudget budget = new WarmUpBudget(plan(Op.PUT, Scale.QUICK, 60), RUNS, true);
        for (int needed : List.of(21, 48, 24, 51)) {
            assertTrue(budget.seconds() >= needed, budget.seconds() + " s of " + needed);
            budget.took(needed);
        }
    }

    @Test
    void somethingIsLeftForTheLast() {
        WarmUpBudget budget = new WarmUpBudget(plan(Op.PUT, Scale.QUICK, 60), RUNS, true);
        for (int given : List.of(60, 60, 28, 20)) {
            assertEquals(given, budget.seconds());
            budget.took(given);
        }
    }

    /** A minute and a half is left that profiles would take. */
    @Test
    void withoutProfilesKeysCostNoWarmUp() {
        BenchPlan plan = plan(Op.GET, Scale.QUICK, 60);
        WarmUpBudget budget = new WarmUpBudget(plan, RUNS, false);
        for (int i = 0; i < RUNS; i++) {
            assertTrue(budget.seconds() >= 40, budget.seconds() + " s");
            budget.took(TimeLeft.fill(plan) + 40);
        }
    }

    @Test
    void serverThatWritesSlowlyIsWarmByThen() {
        WarmUpBudget budget = new WarmUpBudget(plan(Op.GET, Scale.QUICK, 60), RUNS, true);
        budget.took(200);
        assertEquals(WarmUp.LEAST_SECONDS, budget.seconds());
    }

    @Test
    void longMeasurementsDoNotCutTheirWarmUps() {
        for (Scale scale : List.of(Scale.SMOKE, Scale.STANDARD, Scale.FULL)) {
            int most = scale.warmUpSeconds();
            WarmUpBudget budget = new WarmUpBudget(plan(Op.GET, scale, most), 6, true);
            for (int i = 0; i < 6; i++) {
                assertEquals(most, budget.seconds());
                budget.took(10 * most);
            }
        }
    }

    /** Who is told that the warm-up was too short gives more, and has to get it. */
    @Test
    void longerWarmUpThatIsAskedForIsGiven() {
        WarmUpBudget budget = new WarmUpBudget(plan(Op.PUT, Scale.QUICK, 120), RUNS, true);
        for (int i = 0; i < RUNS; i++) {
            assertTrue(budget.seconds() >= 80, budget.seconds() + " s");
            budget.took(80);
        }
    }

    private static BenchPlan plan(Op op, Scale scale, int warmUpSeconds) {
        return new BenchPlan(
                new CommandProgram("node {port}"),
                3,
                List.of(),
                8090,
                op,
                5000,
                64,
                2,
                scale.seconds(),
                op.usualKeys(),
                64,
                1,
                null,
                Duration.ZERO,
                warmUpSeconds);
    }
}
