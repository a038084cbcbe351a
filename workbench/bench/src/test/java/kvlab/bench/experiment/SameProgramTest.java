package kvlab.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import kvlab.bench.kept.Outcome;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.Load;
import kvlab.bench.load.Op;
import kvlab.bench.load.Place;
import kvlab.bench.load.Scale;
import kvlab.cluster.Ports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What a comparison has to say of a server and itself, for real: {@code NoiseTest} has the same of made-up machines. */
@EnabledIfSystemProperty(
        named = "kvlab.soak",
        matches = "true",
        disabledReason = "compares for an hour, and takes a machine with nothing else to do")
class SameProgramTest extends AtSmokeScale {

    private static final int COMPARISONS = 20;
    private static final int RATE = 2000;

    /** The record of noise begins empty, as on a machine that has never measured, and every comparison adds to it. */
    @Test
    void isAsItIsInNineteenOfTwentyComparisons() throws Exception {
        Bench bench = new Bench(home, GENERATOR, MACHINE, progress::add);
        Compare compare =
                new Compare(home, Compare.with(bench, home.resolve("scratch")), GENERATOR, MACHINE, progress::add);
        List<String> other = new ArrayList<>();
        for (int i = 0; i < COMPARISONS; i++) {
            Op op = i % 2 == 0 ? Op.PUT : Op.GET;
            BenchPlan plan = Scale.QUICK.inWindows(plan(op));
            ComparePlan twice = new ComparePlan(
                    List.of(new ComparePlan.Variant("same", plan), new ComparePlan.Variant("same", plan)),
                    Scale.QUICK.lives(),
                    null);
            Outcome outcome = compare.run(twice).comparison().outcomes().get(0);
            boolean same = outcome.comparable()
                    && outcome.figures().stream()
                            .noneMatch(figure -> figure.verdict().isDifferent());
            if (!same) {
                other.add(op.label() + " " + (i + 1) + ": " + outcome.headline());
            }
        }
        assertTrue(other.size() <= COMPARISONS / 20, () -> String.join("\n", other));
    }

    private BenchPlan plan(Op op) {
        return new BenchPlan(
                stage,
                1,
                List.of(),
                Ports.free(2),
                Duration.ZERO,
                null,
                Place.HERE,
                new Load(
                        op,
                        RATE,
                        16,
                        2,
                        Scale.QUICK.seconds(),
                        10_000,
                        64,
                        1,
                        null,
                        Scale.QUICK.warmUpSeconds(),
                        null));
    }
}
