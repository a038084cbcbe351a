package kvlab.bench.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import kvlab.bench.kept.Change;
import kvlab.bench.kept.Difference;
import kvlab.bench.kept.Figure;
import kvlab.bench.kept.Headline;
import kvlab.bench.kept.MadeRun;
import kvlab.bench.kept.Outcome;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.Side;
import kvlab.bench.kept.Spread;
import kvlab.bench.load.Load;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.page.RunText;
import kvlab.bench.watch.CpuUse;
import kvlab.bench.wrk2.WrkReport;
import org.junit.jupiter.api.Test;

class JudgeTest {

    private static final MadeRun RUN = MadeRun.GOOD;

    @Test
    void halfOfTheLatencyIsBetter() {
        Outcome outcome = judge(times(1, 1.02), times(0.5, 0.51));
        assertTrue(outcome.comparable());
        for (Difference each : outcome.figures()) {
            assertEquals(Change.BETTER, each.verdict(), each.toString());
            assertEquals(0.5, each.ratio(), 0.001);
            assertTrue(each.low() < 0.5 && each.high() > 0.5 && each.high() < 0.7, each.toString());
        }
        assertTrue(
                outcome.headline()
                        .startsWith("PUT at 5000 requests/s: B (new) is better at p50 (0.51 ms against 1.03 ms,"
                                + " 0.50 times (−50 %)), p90 ("),
                outcome.headline());
        assertTrue(outcome.headline().endsWith(", compared with A (old)."), outcome.headline());
    }

    @Test
    void whatIsBetterAndWhatIsWorseAreToldApart() {
        Run variant = RUN.inWindows("b", Collections.nCopies(8, new double[] {1, 1, 0.5, 1, 2}));
        Outcome outcome = judge(Collections.nCopies(4, RUN.inWindows()), Collections.nCopies(4, variant));
        assertEquals(
                List.of(Change.SAME, Change.SAME, Change.BETTER, Change.UNDECIDED, Change.WORSE),
                outcome.figures().stream().map(Difference::verdict).toList());
        String headline = outcome.headline();
        assertTrue(
                headline.contains("better at p99 (5.00 ms against 10.01 ms, 0.50 times (−50 %)), and worse at CPU"),
                headline);
        assertTrue(headline.endsWith(" They are the same within 5 % at p50, p90. Undecided: p99.9."), headline);
    }

    /** The guess of how much lives differ is wider for p99.9 than what counts as the same. */
    @Test
    void whatIsUndecidedSaysHowManyLivesWouldDecideIt() {
        Outcome outcome = judge(times(1, 1), times(1, 1));
        Difference tail = outcome.figures().get(3);
        assertEquals(Change.UNDECIDED, tail.verdict());
        assertTrue(tail.lives() > 2 && tail.lives() < 40, tail.toString());
        List<Run> more = Collections.nCopies(tail.lives(), RUN.inWindows());
        assertEquals(Change.SAME, judge(more, more).figures().get(3).verdict());
        List<Run> fewer = Collections.nCopies(tail.lives() / 3, RUN.inWindows());
        assertEquals(Change.UNDECIDED, judge(fewer, fewer).figures().get(3).verdict());
        assertTrue(
                outcome.headline().endsWith("are the same within 5 % at p50, p90, CPU. Undecided: p99, p99.9."),
                outcome.headline());
    }

    @Test
    void differenceWithinTheBandIsTheSameHoweverWellItIsKnown() {
        List<Run> many = Collections.nCopies(30, RUN.inWindows());
        Run little = RUN.times(1.019).inWindows();
        Run more = RUN.times(1.06).inWindows();
        assertEquals(
                Change.SAME,
                judge(many, Collections.nCopies(30, little)).figures().get(4).verdict());
        assertEquals(
                Change.WORSE,
                judge(many, Collections.nCopies(30, more)).figures().get(4).verdict());
    }

    @Test
    void bandOfTheSameMayBeChosen() {
        List<Side> sides = sides(times(1, 1), times(1, 1));
        assertEquals(
                Change.UNDECIDED,
                Judge.judge(sides, NoiseRecord.empty(), 0.005)
                        .get(0)
                        .figures()
                        .get(0)
                        .verdict());
        assertEquals(
                Change.SAME,
                Judge.judge(sides, NoiseRecord.empty(), 0.4)
                        .get(0)
                        .figures()
                        .get(3)
                        .verdict());
    }

    @Test
    void moreVariantsAreMoreChancesToErr() {
        Side a = new Side("A", "old", times(1, 1));
        Side b = new Side("B", "new", times(1, 1));
        double alone = Judge.judge(List.of(a, b), NoiseRecord.empty(), 0.05)
                .get(0)
                .figures()
                .get(0)
                .high();
        List<Outcome> outcomes = Judge.judge(List.of(a, b, b), NoiseRecord.empty(), 0.05);
        assertEquals(List.of("B", "B"), outcomes.stream().map(Outcome::variant).toList());
        assertTrue(outcomes.get(0).figures().get(0).high() > alone);
    }

    @Test
    void windowsThatNeighboursDisturbedDoNotCountWhileOthersAreEnough() {
        Run disturbed = disturbed(RUN.inWindows(), 2);
        Outcome some = judge(List.of(disturbed), times(1));
        assertEquals(1, some.figures().get(0).ratio(), 0.001);
        assertTrue(some.headline().startsWith("PUT at "), some.headline());
        Outcome all = judge(List.of(disturbed(RUN.inWindows(), 8)), times(1));
        assertEquals(1 / 3.0, all.figures().get(0).ratio(), 0.001);
        String first =
                "Disturbed in 1 of 1 lives: other programs, other guests or compilers took too much CPU time. PUT at ";
        assertTrue(all.headline().startsWith(first), all.headline());
    }

    @Test
    void windowInWhichACompilerIsBusyAgainIsDisturbed() {
        LoadWindow quiet = RUN.inWindows().windows().get(0);
        assertFalse(compiling(quiet, 0.05).isDisturbed());
        assertTrue(compiling(quiet, 0.15).isDisturbed());
    }

    /** They compile less and less: in the long run a request costs nothing of it. */
    @Test
    void cpuTimeIsComparedWithoutThatOfCompilers() {
        List<LoadWindow> windows = RUN.inWindows().windows().stream()
                .map(window -> compiling(window, 0.05))
                .toList();
        Difference cpu = judge(times(1, 1), Collections.nCopies(2, MadeRun.in(RUN.inWindows(), windows)))
                .figures()
                .get(4);
        double each = windows.get(0).nodeCpuSeconds();
        assertEquals((each - 0.05 * MadeRun.WINDOW_SECONDS) / each, cpu.ratio(), 1e-6);
        assertEquals(cpu.ratio(), cpu.variant().middle() / cpu.baseline().middle(), 1e-6);
    }

    /** Where the system counts CPU time in steps of 10 ms, they are a fifth of what one window has here. */
    @Test
    void windowsWithLittleCpuTimeAreTakenTogether() {
        Run steps = taking(0.05, 0.06, 0.04, 0.07, 0.06, 0.05, 0.07, 0.04);
        Run more = taking(0.06, 0.06, 0.05, 0.07, 0.06, 0.06, 0.07, 0.05);
        Difference cpu = judge(List.of(steps), List.of(more)).figures().get(4);
        assertEquals(12.0 / 11, cpu.ratio(), 1e-6);
        for (Run little : List.of(taking(0, 0, 0, 0, 0, 0, 0.19, 0.2), taking(new double[8]))) {
            Difference none = judge(List.of(little), List.of(more)).figures().get(4);
            assertEquals("it is too little to be measured", none.reason());
        }
        Run once = taking(0, 0, 0, 0, 0, 0, 0, 0.45);
        assertEquals(
                "too few windows have enough of it",
                judge(List.of(once), List.of(more)).figures().get(4).reason());
    }

    /** The mean of three JVMs varies by less than one; but a single one may cause the tail. */
    @Test
    void livesOfAClusterDifferByLessThanThoseOfOneNode() {
        List<Run> one = runs(RUN.on(1), 2);
        List<Run> three = runs(RUN.on(3), 2);
        List<Difference> ofOne = judge(one, one).figures();
        List<Difference> ofThree = judge(three, three).figures();
        assertEquals(
                Math.sqrt(3),
                Math.log(ofOne.get(0).high()) / Math.log(ofThree.get(0).high()),
                0.01);
        assertEquals(ofOne.get(3).high(), ofThree.get(3).high(), 1e-9);
    }

    @Test
    void figureThatOnlyDisturbedWindowsHaveIsNotCompared() {
        List<LoadWindow> windows =
                new ArrayList<>(taking(0.25, 0.25, 0, 0, 0, 0, 0, 0).windows());
        windows.replaceAll(window -> window.nodeCpuSeconds() > 0 ? window.beside(0.5) : window);
        Difference cpu = judge(List.of(MadeRun.in(RUN.inWindows(), windows)), times(1))
                .figures()
                .get(4);
        assertEquals("too few windows have enough of it", cpu.reason());
        Run run = MadeRun.in(RUN.inWindows(), windows);
        List<Side> sides = sides(List.of(run, run), times(1, 1));
        Map<String, Spread> spreads =
                NoiseRecord.Sample.of(Instant.now(), sides.get(0), sides.get(1)).spreads();
        assertEquals(Set.of("p50", "p90", "p99", "p99.9"), spreads.keySet());
    }

    /** @param seconds of CPU time in each window */
    private static Run taking(double... seconds) {
        List<LoadWindow> windows = new ArrayList<>();
        for (double each : seconds) {
            JsonObject json =
                    Run.GSON.toJsonTree(RUN.inWindows().windows().get(0)).getAsJsonObject();
            json.addProperty("nodeCpuSeconds", each);
            windows.add(Run.GSON.fromJson(json, LoadWindow.class));
        }
        return MadeRun.in(RUN.inWindows(), windows);
    }

    /** @param share of one processor's time */
    private static LoadWindow compiling(LoadWindow window, double share) {
        JsonObject json = Run.GSON.toJsonTree(window).getAsJsonObject();
        json.addProperty("compilerSeconds", share * window.seconds());
        return Run.GSON.fromJson(json, LoadWindow.class);
    }

    /** In so many windows a neighbour worked, and requests took three times as long. */
    private static Run disturbed(Run run, int count) {
        List<LoadWindow> windows = new ArrayList<>(run.windows());
        for (int i = 0; i < count; i++) {
            windows.set(i, RUN.times(3).inWindows().windows().get(0).beside(0.5));
        }
        return MadeRun.in(run, windows);
    }

    @Test
    void livesThatDifferMakeTheIntervalWider() {
        double alike = judge(times(1, 1), times(1.1, 1.1)).figures().get(4).high();
        double unlike = judge(times(1, 1), times(1.0, 1.2)).figures().get(4).high();
        assertTrue(unlike > alike * 1.05, unlike + " after " + alike);
    }

    @Test
    void recordOfEarlierComparisonsCountsForTheLives() {
        Instant now = Instant.now();
        List<Side> wild = sides(times(1, 1, 1, 1), times(1, 1.3, 0.8, 1.2));
        NoiseRecord known =
                NoiseRecord.empty().with(List.of(NoiseRecord.Sample.of(now, wild.get(0), wild.get(1))), now);
        List<Side> calm = sides(
                Collections.nCopies(4, RUN.inWindows()),
                Collections.nCopies(4, RUN.times(1.04).inWindows()));
        assertEquals(
                Change.WORSE,
                Judge.judge(calm, NoiseRecord.empty(), 0.05)
                        .get(0)
                        .figures()
                        .get(4)
                        .verdict());
        assertEquals(
                Change.UNDECIDED,
                Judge.judge(calm, known, 0.05).get(0).figures().get(4).verdict());
    }

    @Test
    void differentRatesAndEnginesAreNotPutBesideEachOther() {
        String rates = "the rate is 5000 on one side and 4000 on the other";
        assertRefused(rates, judge(times(1, 1), runs(RUN.at(4000), 2)));
        assertRefused(rates, judge(List.of(RUN.inWindows(), RUN.at(4000).inWindows()), times(1, 1)));
        String engines = "the engine is drop_in 1 on one side and wrk2 1 on the other";
        assertRefused(engines, judge(times(1, 1), runs(RUN.by("wrk2"), 2)));
    }

    @Test
    void runsWithCoresOfTheirOwnAreNotPutBesideThoseOfOlderKits() {
        String pinned =
                RUN.inWindows().json().replace("\"cores\": null", "\"cores\": {\"nodes\": \"0,1\", \"shared\": true}");
        Run older =
                Run.GSON.fromJson(RUN.inWindows().json().replaceAll(",\\s+\"(jvmFlags|cores)\": null", ""), Run.class);
        assertNull(older.options().cores());
        assertRefused(
                "the choice of cores is the system's on one side and 0,1, shared with the load on the other",
                judge(List.of(older), List.of(Run.GSON.fromJson(pinned, Run.class))));
        assertTrue(judge(List.of(older, older), times(1, 1)).comparable());
    }

    @Test
    void smokeComparisonIsTooShort() {
        MadeRun smoke = RUN.lasting(2);
        assertRefused(
                "a smoke comparison shows that everything works, and is too short for more",
                judge(runs(smoke, 1), runs(smoke, 1)));
    }

    @Test
    void ifOnlyOneHoldsTheRateThatIsTheFinding() {
        assertRefused(
                "only A (old) holds 5000 requests/s; of them B (new) answered 60.0 %, and its latency is that of a queue"
                        + " that grew",
                judge(times(1, 1), runs(RUN.with("rate-not-held", "saturated"), 2)));
        assertRefused(
                "only B (new) holds 5000 requests/s; of them A (old) answered 60.0 %, and its latency is that of a queue"
                        + " that grew",
                judge(runs(RUN.with("rate-not-held"), 2), times(1, 1)));
    }

    @Test
    void ifNoneHoldsTheRateBothAreTold() {
        MadeRun not = RUN.with("rate-not-held");
        assertRefused(
                "neither holds 5000 requests/s: A (old) answered 60.0 %, B (new) answered 60.0 %",
                judge(runs(not, 2), runs(not, 2)));
    }

    @Test
    void everyFaultThatSpoilsAFigureIsAReason() {
        for (String fault : List.of("saturated", "bad-answers", "lost", "missing", "wrong")) {
            assertRefused(
                    "B (new): " + fault + " in 1 of 2 lives",
                    judge(times(1, 1), List.of(RUN.inWindows(), RUN.with(fault).inWindows())));
        }
    }

    @Test
    void whatBothSuffersInTurnIsToldAndNoReason() {
        Outcome outcome = judge(runs(RUN.with("neighbours"), 2), times(1, 1));
        assertTrue(outcome.comparable());
        assertEquals(List.of("neighbours in 2 of 2 lives of A and in 0 of 2 of B"), outcome.caveats());
    }

    @Test
    void interruptedLifeOfAFewWindowsIsNotEnough() {
        Run life = RUN.inWindows();
        Run cut = MadeRun.in(life, life.windows().subList(0, 3));
        assertRefused(
                "3 windows of a side in one life are too few; at least 4 are needed", judge(times(1), List.of(cut)));
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

    /** One pause of the machine says nothing of the next; but the reader should know of it. */
    @Test
    void tailIsThatOfAUsualWindowAndAPauseIsTold() {
        List<double[]> windows = new ArrayList<>(Collections.nCopies(24, new double[] {1, 1, 1, 1, 1}));
        for (int pause : List.of(7, 12, 18)) {
            windows.set(pause, new double[] {1, 1, 40, 40, 1});
        }
        Outcome outcome = judge(
                Collections.nCopies(2, RUN.at(1000).inWindows("a", windows)),
                Collections.nCopies(2, RUN.at(1000).inWindows("b", Collections.nCopies(24, windows.get(0)))));
        Difference tail = outcome.figures().get(3);
        // Two of the three are trimmed.
        assertEquals(Math.pow(40, -1.0 / 20), tail.ratio(), 0.01);
        assertEquals(tail.ratio(), tail.variant().middle() / tail.baseline().middle(), 1e-9);
        assertEquals(1, outcome.caveats().size(), outcome.caveats().toString());
        String caveat = outcome.caveats().get(0);
        assertTrue(caveat.startsWith("slow requests of A came together: in life 1, p99.9 of all windows is "), caveat);
        assertEquals(Change.SAME, outcome.figures().get(0).verdict());
    }

    @Test
    void whereTheSystemDoesNotTellTheOthersAreCompared() {
        Outcome outcome = judge(runs(RUN.cpu(null), 8), runs(RUN, 8));
        Difference cpu = outcome.figures().get(4);
        assertEquals(Change.NOT_COMPARABLE, cpu.verdict());
        assertEquals("this system does not report it", cpu.reason());
        assertEquals(Change.SAME, outcome.figures().get(0).verdict());
    }

    /** A higher rate is better, and answers after the end of a window are no part of it. */
    @Test
    void closedLoopComparesTheHighestRates() {
        Outcome outcome = judge(highest(10_000), highest(8_000));
        assertEquals(
                List.of(Figure.RATE, Figure.CPU),
                outcome.figures().stream().map(Difference::figure).toList());
        Difference rate = outcome.figures().get(0);
        assertEquals(0.8, rate.ratio(), 0.001);
        assertEquals(Change.WORSE, rate.verdict());
        assertTrue(
                outcome.headline()
                        .startsWith("PUT at the highest rate: B (new) is worse at rate (8000 /s against 10000 /s, 0.80"
                                + " times (−20 %)), CPU ("),
                outcome.headline());
        assertEquals(
                "B reaches 0.80 times the rate (worse) and takes 1.23 times the CPU time (worse), compared with A",
                Headline.brief("A", "B", outcome.figures()));
        assertEquals(
                Change.BETTER,
                judge(highest(8_000), highest(10_000)).figures().get(0).verdict());
    }

    /** As a list, a page and a terminal tell of it; there is no latency, and nothing is due. */
    @Test
    void runOfAClosedLoopTellsItsRate() {
        Run run = highest(10_000).get(0);
        assertEquals("10000 /s", run.answered());
        assertTrue(RunText.line(run).contains(" 10000/s"), RunText.line(run));
        assertTrue(RunText.of(run).contains("\n  answered       10000 /s\n"), RunText.of(run));
        assertTrue(RunText.of(run).contains("at the highest rate"), RunText.of(run));
        assertFalse(RunText.of(run).contains("due"), RunText.of(run));
        assertEquals(
                "the rate is the highest on one side and 5000 on the other",
                run.difference(RUN.inWindows()).orElseThrow());
    }

    /** After each window, the answers that each connection still waits for come. */
    private static List<Run> highest(int rate) {
        CpuUse cpu = new CpuUse(1, 0, 0);
        int late = 640;
        LoadWindow window = LoadWindow.of(
                "2026-11-01T00:00:00Z",
                1,
                Load.CLOSED_LOOP,
                new WrkReport(rate + late, rate + late, 0, 0),
                (long) late,
                "",
                cpu);
        Run made = RUN.at(Load.CLOSED_LOOP).inWindows(Collections.nCopies(8, window));
        JsonObject json = Run.GSON.toJsonTree(made).getAsJsonObject();
        json.getAsJsonObject("options").addProperty("windowSeconds", 1);
        return Collections.nCopies(2, Run.GSON.fromJson(json, Run.class));
    }

    private static void assertRefused(String reason, Outcome outcome) {
        assertEquals(reason, outcome.refusal());
        assertEquals("Not comparable: " + reason + ".", outcome.headline());
        for (Difference each : outcome.figures()) {
            assertEquals(Change.NOT_COMPARABLE, each.verdict());
            assertNull(each.ratio());
        }
    }

    private static Outcome judge(List<Run> baseline, List<Run> variant) {
        return Judge.judge(sides(baseline, variant), NoiseRecord.empty(), 0.05).get(0);
    }

    private static List<Side> sides(List<Run> baseline, List<Run> variant) {
        return List.of(new Side("A", "old", baseline), new Side("B", "new", variant));
    }

    private static List<Run> times(double... factors) {
        return Arrays.stream(factors)
                .mapToObj(each -> RUN.times(each).inWindows())
                .toList();
    }

    private static List<Run> runs(MadeRun made, int count) {
        return Collections.nCopies(count, made.inWindows());
    }
}
