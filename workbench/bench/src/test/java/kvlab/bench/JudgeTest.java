package kvlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JudgeTest {

    private static final MadeRun RUN = MadeRun.GOOD;

    @Test
    void halfOfTheLatencyIsBetter() {
        Outcome outcome = judge(times(1, 1.02), times(0.5, 0.51));
        assertTrue(outcome.comparable());
        for (Difference each : outcome.figures()) {
            assertEquals(Change.BETTER, each.verdict(), each.toString());
            assertEquals(0.5, each.ratio(), 1e-9);
        }
        assertEquals(
                "At 5000 requests/s (put) B (new) is better at p99 than A (old): 5.05 ms against 10.10 ms, 0.50 times"
                        + " (−50 %). Better too: p50, p90, p99.9, CPU.",
                outcome.headline());
    }

    @Test
    void moreIsWorseAndIsToldAsARatio() {
        Outcome outcome = judge(times(1, 1.02), times(2.54, 2.56));
        assertTrue(outcome.headline().contains("B (new) is worse at p99 than A (old)"), outcome.headline());
        assertTrue(outcome.headline().contains(", 2.52 times (+152 %)."), outcome.headline());
    }

    @Test
    void whatIsBetterAndWhatIsWorseAreToldApart() {
        List<Run> variant = Stream.of(1.0, 1.01)
                .map(each -> RUN.run("b", new double[] {each, each, each / 2, each, 2 * each}))
                .toList();
        String headline = judge(times(1, 1.01), variant).headline();
        assertTrue(headline.contains("better at p99"), headline);
        assertTrue(headline.endsWith("Worse, though: CPU."), headline);
    }

    @Test
    void differenceWithinTheSpreadIsNotSignificant() {
        Outcome outcome = judge(times(1, 1.3), times(1.2, 1.4));
        assertEquals(List.of(Change.NOT_SIGNIFICANT), verdicts(outcome));
        assertTrue(outcome.headline().contains("there is no significant change"), outcome.headline());
    }

    @Test
    void lessThanTwoPercentIsNotWorthTelling() {
        assertEquals(List.of(Change.NOT_SIGNIFICANT), verdicts(judge(times(1, 1), times(1.019, 1.019))));
        assertEquals(List.of(Change.WORSE), verdicts(judge(times(1, 1), times(1.021, 1.021))));
    }

    @Test
    void moreVariantsAreMoreChancesToErr() {
        Noise noise = Noise.of(Spread.of(List.of(0.0, 0.1, 0.2)), Spread.NONE);
        assertTrue(noise.reach(2, 2, 10) > noise.reach(2, 2, 5));
        Side a = new Side("A", "old", times(1, 1.05));
        Side b = new Side("B", "new", times(1, 1.05));
        List<Outcome> outcomes = Judge.judge(List.of(a, b, b), NoiseRecord.empty());
        assertEquals(List.of("B", "B"), outcomes.stream().map(Outcome::variant).toList());
        assertEquals(3, outcomes.get(0).figures().get(0).samples());
    }

    @Test
    void recordOfEarlierComparisonsShowsSmallerDifferences() {
        List<Run> variant = times(1.1, 1.12);
        assertEquals(List.of(Change.NOT_SIGNIFICANT), verdicts(judge(times(1, 1.02), variant)));
        Instant now = Instant.now();
        NoiseRecord.Sample sample = NoiseRecord.Sample.of(now, times(1, 1.01, 1.02, 1.01, 1.02, 1));
        NoiseRecord known = NoiseRecord.empty().with(List.of(sample), now);
        List<Side> sides = List.of(new Side("A", "old", times(1, 1.02)), new Side("B", "new", variant));
        assertEquals(List.of(Change.WORSE), verdicts(Judge.judge(sides, known).get(0)));
    }

    @Test
    void differentRatesAndEnginesAreNotPutBesideEachOther() {
        String rates = "the rate is 5000 on one side and 4000 on the other";
        assertRefused(rates, judge(times(1, 1), runs(RUN.at(4000), 2)));
        assertRefused(rates, judge(List.of(RUN.run(), RUN.at(4000).run()), times(1, 1)));
        String engines = "the engine is drop_in 1 on one side and wrk2 1 on the other";
        assertRefused(engines, judge(times(1, 1), runs(RUN.by("wrk2"), 2)));
    }

    @Test
    void runsWithCoresOfTheirOwnAreNotPutBesideThoseOfOlderKits() {
        String pinned =
                RUN.run().json().replace("\"cores\": null", "\"cores\": {\"nodes\": \"0,1\", \"shared\": true}");
        Run older = Run.GSON.fromJson(RUN.run().json().replaceAll(",\\s+\"(jvmFlags|cores)\": null", ""), Run.class);
        assertNull(older.options().cores());
        assertRefused(
                "the choice of cores is the system's on one side and 0,1, shared with the load on the other",
                judge(List.of(older), List.of(Run.GSON.fromJson(pinned, Run.class))));
        assertTrue(judge(List.of(older, older), times(1, 1)).comparable());
    }

    @Test
    void smokeRunsAreTooShort() {
        MadeRun smoke = RUN.lasting(2).with("too-short");
        assertRefused(
                "smoke runs are too short: wrk2 takes the first 10.2 s of each to calibrate itself",
                judge(runs(smoke, 1), runs(smoke, 1)));
    }

    @Test
    void ifOnlyOneHoldsTheRateThatIsTheFinding() {
        assertRefused(
                "only A (old) holds 5000 requests/s; of them B (new) answered 60.2 %, and its latency is that of a queue"
                        + " that grew",
                judge(times(1, 1), runs(RUN.with("rate-not-held", "saturated"), 2)));
        assertRefused(
                "only B (new) holds 5000 requests/s; of them A (old) answered 60.2 %, and its latency is that of a queue"
                        + " that grew",
                judge(runs(RUN.with("rate-not-held"), 2), times(1, 1)));
    }

    @Test
    void ifNoneHoldsTheRateBothAreTold() {
        MadeRun not = RUN.with("rate-not-held");
        assertRefused(
                "neither holds 5000 requests/s: A (old) answered 60.2 %, B (new) answered 60.2 %",
                judge(runs(not, 2), runs(not, 2)));
    }

    @Test
    void everyFaultThatSpoilsAFigureIsAReason() {
        for (String fault : List.of("saturated", "bad-answers", "lost", "missing", "wrong")) {
            assertRefused(
                    "B (new): " + fault + " in 1 of 2 runs",
                    judge(times(1, 1), List.of(RUN.run(), RUN.with(fault).run())));
        }
    }

    @Test
    void whatBothSuffersInTurnIsToldAndNoReason() {
        Outcome outcome = judge(runs(RUN.with("neighbours"), 2), times(1, 1));
        assertTrue(outcome.comparable());
        assertEquals(List.of("neighbours in 2 of 2 runs of A and in 0 of 2 of B"), outcome.caveats());
    }

    @Test
    void onePairShowsNoSpread() {
        assertRefused("one run of a side shows no spread; give --pairs 2 or more", judge(times(1), times(2)));
    }

    @Test
    void percentileOfAFewRequestsIsNotComparable() {
        Outcome outcome = judge(runs(RUN.at(100), 2), runs(RUN.at(100), 2));
        assertEquals(
                "only 1 requests took longer, fewer than 10",
                outcome.figures().get(3).reason());
        assertNull(outcome.figures().get(2).reason());
        assertTrue(outcome.comparable());
    }

    @Test
    void whereTheSystemDoesNotTellTheOthersAreCompared() {
        Outcome outcome = judge(runs(RUN.cpu(null), 2), times(1, 1));
        Difference cpu = outcome.figures().get(4);
        assertEquals(Change.NOT_COMPARABLE, cpu.verdict());
        assertEquals("this system does not tell", cpu.reason());
        assertEquals(Change.NOT_SIGNIFICANT, outcome.figures().get(0).verdict());
    }

    private static void assertRefused(String reason, Outcome outcome) {
        assertEquals(reason, outcome.refusal());
        assertEquals("Not comparable: " + reason + ".", outcome.headline());
        for (Difference each : outcome.figures()) {
            assertEquals(Change.NOT_COMPARABLE, each.verdict());
            assertNull(each.ratio());
        }
    }

    private static List<Change> verdicts(Outcome outcome) {
        return outcome.figures().stream().map(Difference::verdict).distinct().toList();
    }

    private static Outcome judge(List<Run> baseline, List<Run> variant) {
        List<Side> sides = List.of(new Side("A", "old", baseline), new Side("B", "new", variant));
        return Judge.judge(sides, NoiseRecord.empty()).get(0);
    }

    private static List<Run> times(double... factors) {
        return Arrays.stream(factors).mapToObj(each -> RUN.times(each).run()).toList();
    }

    private static List<Run> runs(MadeRun made, int count) {
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            runs.add(made.run());
        }
        return runs;
    }
}
