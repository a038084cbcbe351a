package kvlab.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.bench.estimate.NoiseRecord;
import kvlab.bench.kept.Change;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.Difference;
import kvlab.bench.kept.MadeRun;
import kvlab.bench.kept.Outcome;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.Load;
import kvlab.bench.load.Op;
import kvlab.bench.load.Place;
import kvlab.bench.machine.LoadGenerator;
import kvlab.bench.page.FolderText;
import kvlab.bench.profile.Breakdown;
import kvlab.bench.profile.Profile;
import kvlab.bench.profile.ProfileEvent;
import kvlab.bench.text.Countdown;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.Ports;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.Test;

/** Comparisons of runs that are made up. RecorderTest makes a real one. */
class CompareTest extends AtSmokeScale {

    private final List<String> done = new ArrayList<>();

    /** By the number of nodes, all figures so many times as large. */
    private final Map<Integer, Double> factors = Map.of(1, 1.0, 2, 1.5, 3, 1.0);

    /** A machine that makes runs as a test wants them. */
    private final class Simulated implements Compare.Runner {

        private int failAt = Integer.MAX_VALUE;
        private int failAfterRounds = Integer.MAX_VALUE;
        private RuntimeException surprise;
        private int runs;

        @Override
        public void tryOut(BenchPlan plan) throws UsageException {
            if (plan.settings().contains("client=moon")) {
                throw UsageException.of("there is no client 'moon'");
            }
            done.add("try " + plan.nodes());
        }

        @Override
        public List<Run> live(List<BenchPlan> plans, int number, ProfilePlan profile, Consumer<List<Run>> rounds)
                throws IOException {
            if (done.size() == failAt && surprise != null) {
                throw surprise;
            }
            if (done.size() == failAt) {
                throw new IOException("node 8090 was killed by SIGKILL (9) under load");
            }
            List<Integer> nodes = plans.stream().map(BenchPlan::nodes).toList();
            done.add((profile == null ? "live " : "profile ") + nodes);
            for (int round = 1; round <= MadeRun.WINDOWS; round++) {
                int soFar = round;
                rounds.accept(nodes.stream()
                        .map(each -> after(soFar, factors.get(each)))
                        .toList());
                if (round == failAfterRounds) {
                    throw new IOException("node 8090 was killed by SIGKILL (9) under load");
                }
            }
            return nodes.stream()
                    .map(each -> after(MadeRun.WINDOWS, factors.get(each)))
                    .map(made -> MadeRun.profiled(made, "run-" + ++runs, null))
                    .toList();
        }

        private Run after(int windows, double factor) {
            double[] factors = {factor, factor, factor, factor, factor};
            return MadeRun.GOOD.inWindows("a-life", Collections.nCopies(windows, factors));
        }
    }

    @Test
    void allAreStartedTogetherAndAnewForEachLife() throws Exception {
        compare(new Simulated(), 2, 1, 2, 3);
        assertEquals(List.of("try 1", "try 2", "try 3", "live [1, 2, 3]", "live [1, 2, 3]"), done);
        assertTrue(progress.get(0).startsWith("life 1 of 2, about "), progress.get(0));
        assertTrue(progress.get(1).startsWith("B/A so far: p50 1.50 (1.4"), progress.get(1));
        assertTrue(progress.get(2).startsWith("C/A so far: p50 1.00 (0.9"), progress.get(2));
        assertEquals(4, progress.size());
    }

    @Test
    void figuresAndIntervalsAreShownAfterEachRound() throws Exception {
        List<SoFar> seen = new ArrayList<>();
        Compare.Listener watching = new Compare.Listener() {

            @Override
            public void says(String line) {
                progress.add(line);
            }

            @Override
            public void sees(Supplier<SoFar> soFar) {
                seen.add(soFar.get());
            }
        };
        new Compare(home, new Simulated(), GENERATOR, MACHINE, watching).run(comparePlan(2, 1, 2));
        assertEquals(2 * MadeRun.WINDOWS, seen.size());
        assertEquals(
                List.of(
                        "life 1 of 2, round 3 of 8",
                        "A      5000/s  p50 1.00 ms  p99 10.00 ms  CPU 100.0 µs  ▁▁▁",
                        "B      5000/s  p50 1.50 ms  p99 15.00 ms  CPU 150.0 µs  ███"),
                seen.get(2).lines());
        assertEquals("life 1 of 2, round 4 of 8", seen.get(3).head());
        String first = seen.get(3).ratios().get(0);
        assertTrue(first.matches("B/A  p50 1\\.50 \\(.*\\), CPU 1\\.50 \\(.*\\)"), first);
        assertEquals(
                seen.get(MadeRun.WINDOWS - 1).ratios(),
                seen.get(MadeRun.WINDOWS).ratios(),
                "of the first life");
        assertTrue(seen.get(2 * MadeRun.WINDOWS - 1).line().startsWith("life 2 of 2, round 8 of 8: B/A  p50 1.50 ("));
        assertTrue(
                width(first) > width(seen.get(2 * MadeRun.WINDOWS - 1).ratios().get(0)), seen.toString());
        seen.clear();
        new Compare(home, new Simulated(), GENERATOR, MACHINE, watching).run(comparePlan(1, 1, 2, 3));
        SoFar ofThree = seen.get(seen.size() - 1);
        assertEquals(3, ofThree.sides().size());
        assertTrue(ofThree.ratios().get(1).startsWith("C/A  p50 1.00 ("), ofThree.toString());
        seen.forEach(each -> each.lines().forEach(line -> assertTrue(line.length() <= 77, line)));
    }

    /** The width of the first interval in the text. */
    private static double width(String ratios) {
        Matcher interval = Pattern.compile("\\((\\S+) to (\\S+)\\)").matcher(ratios);
        assertTrue(interval.find(), ratios);
        return Double.parseDouble(interval.group(2)) - Double.parseDouble(interval.group(1));
    }

    @Test
    void loadGeneratorThatIsStartedForEachWindowGetsLongerOnes() {
        LoadGenerator real = new LoadGenerator(LoadGenerator.Engine.WRK2, GENERATOR.path(), "4.0.0", List.of());
        ComparePlan plan = new ComparePlan(List.of(inWindows(24, 1), inWindows(2, 1)), 2, null);
        assertEquals(plan, plan.suiting(GENERATOR));
        assertEquals(
                List.of(inWindows(6, 4), inWindows(2, 1)), plan.suiting(real).variants(), "a smoke run has only two");
    }

    private ComparePlan.Variant inWindows(int windows, int seconds) {
        BenchPlan plan = variant(1).plan().from(8080);
        return new ComparePlan.Variant("any", plan.with(plan.load().inWindows(windows, seconds)));
    }

    @Test
    void furtherLivesFollowUntilEachIntervalIsNarrow() throws Exception {
        List<ComparePlan.Variant> two = List.of(variant(1), variant(2));
        Comparison narrow = compare(
                        new Simulated(), new ComparePlan(two, 2, null, 0.05, new ComparePlan.Until(0.1, 3600)))
                .comparison();
        assertTrue(narrow.lives() > 2, done.toString());
        assertEquals(narrow.lives(), narrow.sides().get(0).runs().size());
        for (Difference figure : narrow.outcomes().get(0).figures()) {
            assertTrue(figure.high() <= 1.1 * figure.ratio(), figure.toString());
        }
        assertTrue(String.join("\n", progress).contains("\nlife 3, at most 60 min left"), progress.toString());
    }

    @Test
    void whenTheTimeIsUpNoFurtherLifeFollows() throws Exception {
        List<ComparePlan.Variant> two = List.of(variant(1), variant(2));
        compare(new Simulated(), new ComparePlan(two, 2, null, 0.05, new ComparePlan.Until(0.001, 0)));
        assertEquals(List.of("try 1", "try 2", "live [1, 2]", "live [1, 2]"), done);
    }

    @Test
    void whereAFurtherLifeMayFollowThereIsNoProfile() {
        ProfilePlan cpu = new ProfilePlan(EnumSet.of(ProfileEvent.CPU), false);
        ComparePlan plan =
                new ComparePlan(List.of(variant(1), variant(2)), 2, cpu, 0.05, new ComparePlan.Until(0.05, 60));
        UsageException e = assertThrows(UsageException.class, plan::validate);
        assertTrue(e.getMessage().startsWith("--until and --profile: "), e.getMessage());
    }

    @Test
    void sidesThatLiveTogetherHavePortsOfTheirOwn() {
        ComparePlan plan = comparePlan(1, 1, 3, 2);
        int first = plan.variants().get(0).plan().port();
        assertEquals(
                List.of(first, first + 1, first + 4),
                plan.plans().stream().map(BenchPlan::port).toList());
        BenchPlan slow = new BenchPlan(
                stage,
                2,
                List.of(),
                first,
                Duration.ofMillis(1),
                null,
                Place.HERE,
                new Load(Op.PUT, 500, 4, 2, 20, 200, 64, 1, null, 60, null));
        ComparePlan links = new ComparePlan(
                List.of(new ComparePlan.Variant("a", slow), new ComparePlan.Variant("b", slow)), 1, null);
        assertEquals(first + 4, links.plans().get(1).port());
    }

    @Test
    void profilesAreOfTheLastLife() throws Exception {
        List<ComparePlan.Variant> two = List.of(variant(1), variant(2));
        ProfilePlan cpu = new ProfilePlan(EnumSet.of(ProfileEvent.CPU), false);
        RunFolder folder = compare(new Simulated(), new ComparePlan(two, 2, cpu));
        assertEquals(List.of("try 1", "try 2", "live [1, 2]", "profile [1, 2]"), done);
        Comparison.Profiled profiled = folder.comparison().profiles().get(0);
        assertEquals("B", profiled.variant());
        assertTrue(
                FolderText.of(folder).contains("There is no profile of what moved from A to B: "),
                FolderText.of(folder));
    }

    /** As on a disk that is full by then: the stacks of which they would be drawn are not there. */
    @Test
    void picturesThatCannotBeDrawnDoNotCostTheComparison() throws Exception {
        List<ComparePlan.Variant> two = List.of(variant(1), variant(2));
        Profile profile = new Profile(
                null, false, true, List.of(), 9, 9, null, Map.of("cpu", new Breakdown("µs", 1, List.of(), List.of())));
        ProfilePlan cpu = new ProfilePlan(EnumSet.of(ProfileEvent.CPU), false);
        IOException e =
                assertThrows(IOException.class, () -> compare(new Profiled(profile), new ComparePlan(two, 2, cpu)));
        assertTrue(e.getMessage().contains("stacks-cpu.txt.gz is missing"), e.getMessage());
        RunFolder folder = RunFolder.find(home, "20");
        assertTrue(folder.comparison().comparable());
        assertTrue(
                FolderText.of(folder)
                        .replaceAll("\\s+", " ")
                        .contains("no profile of what moved from A to B: it was not drawn to the end."),
                FolderText.of(folder));
        assertEquals(1, NoiseRecord.read(home).samples().size());
    }

    @Test
    void whyThereIsNoProfileIsTold() throws Exception {
        List<ComparePlan.Variant> two = List.of(variant(1), variant(2));
        ProfilePlan cpu = new ProfilePlan(EnumSet.of(ProfileEvent.CPU), false);
        Profile failed = Profile.failed("the profiler did not start in node 8090");
        RunFolder folder = compare(new Profiled(failed), new ComparePlan(two, 2, cpu));
        assertEquals(failed.problem(), folder.profileProblem(home).orElseThrow());
        assertTrue(
                FolderText.of(folder)
                        .replaceAll("\\s+", " ")
                        .contains("making it failed: the profiler did not start in node 8090."),
                FolderText.of(folder));
    }

    /** The same machine, on which runs are kept, with this profile if one is asked for. */
    private final class Profiled implements Compare.Runner {

        private final Simulated simulated = new Simulated();
        private final Profile profile;

        Profiled(Profile profile) {
            this.profile = profile;
        }

        @Override
        public void tryOut(BenchPlan plan) throws UsageException {
            simulated.tryOut(plan);
        }

        @Override
        public List<Run> live(List<BenchPlan> plans, int number, ProfilePlan profilePlan, Consumer<List<Run>> rounds)
                throws IOException {
            List<Run> runs = new ArrayList<>();
            for (Run made : simulated.live(plans, number, profilePlan, rounds)) {
                Run run = MadeRun.profiled(made, made.id(), profilePlan == null ? null : profile);
                Path folder =
                        Files.createDirectories(home.resolve("profiles/runs").resolve(run.id()));
                Files.writeString(folder.resolve("run.json"), run.json());
                runs.add(run);
            }
            return runs;
        }
    }

    @Test
    void comparisonIsKeptAndReadAgain() throws Exception {
        RunFolder folder = compare(new Simulated(), 3, 1, 2);
        Comparison comparison = folder.comparison();
        assertEquals(folder.id(), comparison.id());
        assertTrue(comparison.comparable());
        assertEquals(
                List.of("run-1", "run-3", "run-5"), comparison.sides().get(0).runs());
        Outcome outcome = comparison.outcomes().get(0);
        assertTrue(outcome.figures().stream().allMatch(figure -> figure.verdict() == Change.WORSE), outcome.headline());
        assertTrue(folder.json().contains("\"verdict\": \"worse\""));
        assertTrue(FolderText.of(folder).contains("nodes=2) is worse at p50"), FolderText.of(folder));
        FolderText.of(folder).lines().forEach(line -> assertTrue(line.length() <= 80, line));
        assertTrue(FolderText.line(folder).endsWith("worse\n"), FolderText.line(folder));
        assertEquals(folder.path(), RunFolder.find(home, "last").path());
        assertEquals(1, RunFolder.list(home).size());
    }

    @Test
    void everyComparisonTellsTheNextOnesHowMuchLivesDiffer() throws Exception {
        compare(new Simulated(), 2, 1, 2);
        assertEquals(1, NoiseRecord.read(home).samples().size());
        compare(new Simulated(), 3, 1, 2, 3);
        List<NoiseRecord.Sample> samples = NoiseRecord.read(home).samples();
        assertEquals(
                List.of(1.0, 2.0, 2.0),
                samples.stream()
                        .map(each -> each.spreads().get("p50").freedom())
                        .toList());
    }

    @Test
    void whatIsUndecidedComesWithTheWayToAVerdict() throws Exception {
        RunFolder folder = compare(new Simulated(), 2, 1, 3);
        assertTrue(
                FolderText.of(folder).replaceAll("\\s+", " ").contains("More lives are expected to decide: --lives "),
                FolderText.of(folder));
        FolderText.of(folder).lines().forEach(line -> assertTrue(line.length() <= 80, line));
        assertTrue(FolderText.line(folder).endsWith("undecided\n"), FolderText.line(folder));
    }

    @Test
    void variantThatDoesNotStartIsToldBeforeAnythingIsMeasured() {
        ComparePlan plan = new ComparePlan(List.of(variant(1, "client=nio"), variant(1, "client=moon")), 1, null);
        assertThrows(UsageException.class, () -> compare(new Simulated(), plan));
        assertFalse(Files.exists(home.resolve("profiles")));
    }

    @Test
    void whateverEndsItIsKeptAsTheReasonWithWhatWasMeasured() throws Exception {
        Simulated simulated = new Simulated();
        simulated.failAt = 3;
        IOException e = assertThrows(IOException.class, () -> compare(simulated, 2, 1, 2));
        RunFolder folder = RunFolder.find(home, "last");
        Comparison comparison = folder.comparison();
        assertEquals(e.getMessage(), comparison.problem());
        assertFalse(comparison.comparable());
        assertEquals(1, comparison.sides().get(0).runs().size());
        assertEquals(1, comparison.sides().get(1).runs().size());
        assertEquals(Change.WORSE, comparison.outcomes().get(0).figures().get(0).verdict());
        assertTrue(FolderText.of(folder).contains("failed: node 8090 was killed"), FolderText.of(folder));
        assertTrue(FolderText.line(folder).endsWith("failed\n"), FolderText.line(folder));

        simulated.failAt = done.size() + 2;
        simulated.surprise = new IllegalStateException("nobody thought of this");
        assertThrows(IllegalStateException.class, () -> compare(simulated, 2, 1, 2));
        comparison = RunFolder.find(home, "last").comparison();
        assertEquals("nobody thought of this", comparison.problem());
        assertEquals(0, comparison.sides().get(0).runs().size());
        assertEquals(List.of(), comparison.outcomes());
    }

    /** As by Ctrl-C in the first life, when there is no other. */
    @Test
    void lifeThatWasUnderWayCounts() throws Exception {
        Simulated simulated = new Simulated();
        simulated.failAfterRounds = 5;
        assertThrows(IOException.class, () -> compare(simulated, 2, 1, 2));
        Comparison comparison = RunFolder.find(home, "last").comparison();
        assertEquals("node 8090 was killed by SIGKILL (9) under load", comparison.problem());
        assertEquals(1, comparison.sides().get(1).runs().size());
        assertEquals(1.5, comparison.outcomes().get(0).figures().get(0).ratio(), 0.01);
    }

    @Test
    void planHasLivesAndTwoSides() {
        assertEquals("--lives 0: expected a number from 1 to 1000", mistake(0, 1, 2));
        assertEquals("1 variants: expected a number from 2 to 26, with the baseline", mistake(2, 1));
    }

    /** All sides are warmed up at the same time. */
    @Test
    void timeLeftIsThatOfTheLivesBefore() {
        TimeLeft left = new TimeLeft(List.of(variant(1).plan(), variant(2).plan()), false);
        assertEquals(2 * (2 * (4 + 24) + 20), left.seconds(2));
        left.took(100);
        assertEquals(100, left.seconds(1));
        left.took(120);
        assertEquals(220, left.seconds(2));
        assertEquals("about 90 s left", Countdown.left(85));
        assertEquals("about 4 min left", Countdown.left(left.seconds(2) + 10));
    }

    /** It warms up once more, but shortly, loads for 15 s at most, and is drawn. */
    @Test
    void timeLeftKnowsOfProfiles() {
        TimeLeft left = new TimeLeft(List.of(variant(1).plan(), variant(2).plan()), true);
        assertEquals(2 * (2 * (4 + 24) + 20 + 9 + 15 + 10), left.seconds(2));
        left.took(100);
        assertEquals(100 + 2 * (9 + 15 + 10), left.seconds(1));
    }

    private RunFolder compare(Compare.Runner runner, int lives, Integer... nodes) throws Exception {
        return compare(runner, comparePlan(lives, nodes));
    }

    private RunFolder compare(Compare.Runner runner, ComparePlan plan)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        return new Compare(home, runner, GENERATOR, MACHINE, progress::add).run(plan);
    }

    private String mistake(int lives, Integer... nodes) {
        return assertThrows(
                        UsageException.class, () -> comparePlan(lives, nodes).validate())
                .getMessage();
    }

    private ComparePlan comparePlan(int lives, Integer... nodes) {
        return new ComparePlan(List.of(nodes).stream().map(this::variant).toList(), lives, null);
    }

    private ComparePlan.Variant variant(int nodes, String... settings) {
        return new ComparePlan.Variant("nodes=" + nodes, plan(nodes, List.of(settings)));
    }

    private BenchPlan plan(int nodes, List<String> settings) {
        return new BenchPlan(
                stage,
                nodes,
                settings,
                Ports.free(nodes),
                Duration.ZERO,
                null,
                Place.HERE,
                new Load(Op.PUT, 500, 4, 2, 20, 200, 64, 1, null, 60, null)
                        .inWindows(MadeRun.WINDOWS, MadeRun.WINDOW_SECONDS));
    }
}
