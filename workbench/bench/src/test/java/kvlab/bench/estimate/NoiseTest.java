package kvlab.bench.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.reflect.TypeToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import kvlab.bench.experiment.ComparePlan;
import kvlab.bench.kept.Change;
import kvlab.bench.kept.Difference;
import kvlab.bench.kept.Figure;
import kvlab.bench.kept.MadeRun;
import kvlab.bench.kept.Outcome;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.Side;
import kvlab.bench.load.LoadWindow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A machine that is simulated. Each life has a ratio of its own, the machine's speed drifts from window to window for both sides,
 * windows have noise of their own, and now and then a neighbour slows one down.
 */
@Tag("slow")
class NoiseTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    /** Relative noise of p50, p90, p99, p99.9 and CPU time in a window. */
    private static final double[] NOISE = {0.03, 0.04, 0.08, 0.2, 0.02};

    /** The same of the lives of three nodes, each of which differs by what is built in. */
    private static final double[] LIVES = Figure.of(MadeRun.GOOD.run().options()).stream()
            .mapToDouble(figure -> Math.sqrt(
                    figure.usuallyBetweenLives(List.of(MadeRun.GOOD.run())).variance()))
            .toArray();

    /** From one round to the next the machine's speed changes by so much. */
    private static final double DRIFT = 0.05;

    /** In one window of twelve a neighbour makes all this much slower. */
    private static final double BAD_MOMENT = 1.5;

    private static final int COMPARISONS = Boolean.getBoolean("kvlab.soak") ? 1000 : 200;

    private final Random random = new Random(20261130);
    private NoiseRecord record = NoiseRecord.empty();

    @ParameterizedTest
    @CsvSource({"2, 2", "4, 2", "2, 4"})
    void aAgainstAIsCalledDifferentOnceIn20TimesAtMost(int lives, int variants) {
        Map<Figure, Integer> wrong = new EnumMap<>(Figure.class);
        int different = count(lives, variants, 1, outcome -> {
            List<Difference> figures = outcome.figures().stream()
                    .filter(figure -> figure.verdict().isDifferent())
                    .toList();
            figures.forEach(figure -> wrong.merge(figure.figure(), 1, Integer::sum));
            return !figures.isEmpty();
        });
        assertTrue(different <= COMPARISONS / 20, different + " of " + COMPARISONS + ": " + wrong);
    }

    /**
     * Lives of real comparisons of stage 3 with itself, by their rate: two cores of an AMD EPYC, with the load beside the nodes.
     * Each two lives of a rate make two comparisons: in the second one, A and B of one life have changed places.
     */
    @Test
    void realWindowsOfAAndAAreCalledDifferentOnceIn20TimesAtMost() throws Exception {
        Map<String, List<List<List<LoadWindow>>>> lives;
        try (InputStream packed =
                        NoiseTest.class.getResourceAsStream("/kvlab/bench/3-replication-beside-itself.json.gz");
                Reader text = new InputStreamReader(new GZIPInputStream(packed), StandardCharsets.UTF_8)) {
            lives = Run.GSON.fromJson(text, new TypeToken<Map<String, List<List<List<LoadWindow>>>>>() {}.getType());
        }
        List<Outcome> outcomes = new ArrayList<>();
        lives.forEach((rate, ofRate) -> {
            MadeRun run = MadeRun.GOOD.at(Integer.parseInt(rate));
            for (int i = 0; i < ofRate.size(); i++) {
                for (int j = 0; j < i; j++) {
                    for (int side = 0; side < 2; side++) {
                        outcomes.add(of(run, ofRate.get(i), ofRate.get(j), side));
                    }
                }
            }
        });
        assertEquals(2 * (6 * 5 / 2 + 4 * 3 / 2), outcomes.size());
        outcomes.forEach(outcome -> assertTrue(outcome.comparable(), outcome.headline()));
        long different = outcomes.stream()
                .filter(outcome -> outcome.figures().stream()
                        .anyMatch(figure -> figure.verdict().isDifferent()))
                .count();
        assertTrue(different <= outcomes.size() / 20, different + " of " + outcomes.size());
    }

    /** @param side of the second life that is A: 0 or 1 */
    private Outcome of(MadeRun run, List<List<LoadWindow>> first, List<List<LoadWindow>> second, int side) {
        List<Run> a = List.of(run.inWindows(first.get(0)), run.inWindows(second.get(side)));
        List<Run> b = List.of(run.inWindows(first.get(1)), run.inWindows(second.get(1 - side)));
        List<Side> sides = List.of(new Side("A", "same", a), new Side("B", "same", b));
        return Judge.judge(sides, record, ComparePlan.USUAL_SAME).get(0);
    }

    @Test
    void aAgainstAIsMostlyTheSameInCpuTimeAfterTenLives() {
        int same = count(10, 2, 1, outcome -> outcome.figures().get(4).verdict() == Change.SAME);
        assertTrue(same >= COMPARISONS / 2, same + " of " + COMPARISONS);
    }

    @Test
    void twentyPercentOfCpuTimeAreFoundInTwoLives() {
        int found = count(2, 2, 1.2, outcome -> outcome.figures().get(4).verdict() == Change.WORSE);
        assertTrue(found >= COMPARISONS * 9 / 10, found + " of " + COMPARISONS);
    }

    /** Where windows vary much, lives lie apart for that alone. */
    @Test
    void noisyComparisonCountsForLessInTheRecord() {
        double calm = sample(NOW).spreads().get("p50").freedom();
        Run life = MadeRun.GOOD.inWindows("life", List.of(times(1), times(2), times(1), times(3), times(1), times(2)));
        Run turned =
                MadeRun.GOOD.inWindows("life", List.of(times(3), times(1), times(2), times(1), times(2), times(1)));
        Side one = new Side("A", "same", List.of(life, life));
        Side other = new Side("B", "same", List.of(turned, turned));
        double noisy =
                NoiseRecord.Sample.of(NOW, one, other).spreads().get("p50").freedom();
        assertTrue(noisy < 0.01 && calm > 0.05, noisy + " and " + calm);
    }

    private static double[] times(double factor) {
        return new double[] {factor, factor, factor, factor, factor};
    }

    /** One server answers evenly, and another has the same p99 by chance. */
    @Test
    void whatIsUnlikeIsNotPooled() {
        record = NoiseRecord.empty().with(List.of(sample(NOW)), NOW);
        assertEquals(1, freedom(MadeRun.GOOD));
        assertEquals(1, freedom(MadeRun.GOOD.at(7000)));
        assertEquals(0, freedom(MadeRun.GOOD.at(8000)));
        assertEquals(0, freedom(MadeRun.GOOD.lasting(60)));
        assertEquals(0, freedom(MadeRun.GOOD.on(8)));
        assertEquals(0, freedom(MadeRun.GOOD.by("wrk2")));
        String run = MadeRun.GOOD.run().json();
        assertEquals(1, freedom(run));
        assertEquals(0, freedom(run.replace("\"program\": \"3-replication\"", "\"program\": \"4-async-client\"")));
        assertEquals(0, freedom(run.replace("\"settings\": []", "\"settings\": [\"store=tuned\"]")));
        assertEquals(0, freedom(run.replace("\"jdk\": 17", "\"jdk\": 25")));
        assertEquals(0, freedom(run.replace("\"jdk\": 17", "\"jdk\": null")));
    }

    private double freedom(String run) {
        return Math.signum(record.of(Figure.P99, List.of(Run.GSON.fromJson(run, Run.class)))
                .freedom());
    }

    @Test
    void oldSamplesAgeOutAndThereIsAnEndToThem() {
        NoiseRecord.Sample old = sample(NOW.minus(Duration.ofDays(61)));
        NoiseRecord.Sample young = sample(NOW.minus(Duration.ofDays(59)));
        assertEquals(
                List.of(young),
                NoiseRecord.empty().with(List.of(old, young), NOW).samples());
        for (int i = 0; i < 301; i++) {
            record = record.with(List.of(young), NOW);
        }
        assertEquals(300, record.samples().size());
    }

    @Test
    void recordIsReadAsItWasWritten(@TempDir Path home) throws Exception {
        record = record.with(List.of(sample(NOW)), NOW);
        record.write(home);
        record.write(home);
        assertEquals(record, read(home));
        assertTrue(Files.readString(home.resolve(".kvlab/noise.json")).contains("\"p99.9\""));
    }

    /** The first comparison after a summer knows nothing of the noise, as if there were no record. */
    @Test
    void samplesThatHaveBecomeTooOldDoNotCountWhenTheyAreRead(@TempDir Path home) throws Exception {
        NoiseRecord.Sample old = sample(NOW.minus(Duration.ofDays(50)));
        NoiseRecord.Sample young = sample(NOW);
        record.with(List.of(old, young), NOW).write(home);
        assertEquals(2, read(home).samples().size());
        NoiseRecord later = NoiseRecord.read(home, NOW.plus(Duration.ofDays(11)), told -> {});
        assertEquals(List.of(young), later.samples());
    }

    private static NoiseRecord read(Path home) throws IOException {
        return NoiseRecord.read(home, NOW, told -> {});
    }

    @Test
    void damagedRecordIsMeasuredAnew(@TempDir Path home) throws Exception {
        Path file = Files.createDirectories(home.resolve(".kvlab")).resolve("noise.json");
        assertEquals(NoiseRecord.empty(), NoiseRecord.read(home));
        String sample = "\"sides\": [{\"conditions\": {}, \"program\": \"a\", \"settings\": []}], \"spreads\": {}";
        for (String text : List.of(
                "",
                "{",
                "{\"schema\": \"kvlab.noise/1\"}",
                "{}",
                "{\"schema\": \"kvlab.noise/6\"}",
                "{\"schema\": \"kvlab.noise/6\", \"samples\": [null]}",
                "{\"schema\": \"kvlab.noise/6\", \"samples\": [{\"date\": \"2026-11-20T12:00:00Z\"}]}",
                "{\"schema\": \"kvlab.noise/6\", \"samples\": [{" + sample + "}]}",
                "{\"schema\": \"kvlab.noise/6\", \"samples\": [{\"date\": \"2026-11-20T12:00:00Z\", " + sample + "}]}",
                "{\"schema\": \"kvlab.noise/6\", \"samples\": [{\"date\": \"yesterday\", " + sample + "}]}")) {
            Files.writeString(file, text);
            List<String> told = new ArrayList<>();
            assertEquals(NoiseRecord.empty(), NoiseRecord.read(home, NOW, told::add), text);
            assertEquals(
                    List.of("the record of this machine's noise, .kvlab/noise.json, is damaged or of another kit; it"
                            + " begins anew"),
                    told);
        }
    }

    private NoiseRecord.Sample sample(Instant date) {
        List<Side> sides = sides(2, 2, 1);
        return NoiseRecord.Sample.of(date, sides.get(0), sides.get(1));
    }

    private double freedom(MadeRun made) {
        return Math.signum(record.of(Figure.P99, List.of(made.run())).freedom());
    }

    /** In how many comparisons this is so of any side. */
    private int count(int lives, int variants, double factor, Predicate<Outcome> what) {
        int count = 0;
        for (int i = 0; i < COMPARISONS; i++) {
            List<Outcome> outcomes = Judge.judge(sides(lives, variants, factor), record, ComparePlan.USUAL_SAME);
            count += outcomes.stream().anyMatch(what) ? 1 : 0;
        }
        return count;
    }

    /** @param factor of all sides but the first */
    private List<Side> sides(int lives, int count, double factor) {
        List<List<Run>> runs = new ArrayList<>();
        for (int side = 0; side < count; side++) {
            runs.add(new ArrayList<>());
        }
        for (int life = 0; life < lives; life++) {
            double[] speed = new double[MadeRun.WINDOWS];
            for (int i = 0; i < speed.length; i++) {
                speed[i] = (i == 0 ? 0 : speed[i - 1]) + DRIFT * random.nextGaussian();
            }
            for (int side = 0; side < count; side++) {
                runs.get(side).add(life(speed, side == 0 ? 1 : factor));
            }
        }
        List<Side> sides = new ArrayList<>();
        for (int side = 0; side < count; side++) {
            sides.add(new Side(Character.toString('A' + side), "same", runs.get(side)));
        }
        return sides;
    }

    private Run life(double[] speed, double factor) {
        double[] own = noise(LIVES);
        List<double[]> windows = new ArrayList<>();
        for (double drifted : speed) {
            double slow = random.nextInt(12) == 0 ? BAD_MOMENT : 1;
            double[] window = noise(NOISE);
            for (int i = 0; i < window.length; i++) {
                boolean ofCpu = i == window.length - 1;
                // The two sides of a ratio share what lives differ by.
                window[i] *= factor
                        * Math.exp(drifted)
                        * Math.pow(own[i], Math.sqrt(0.5))
                        * (ofCpu ? Math.pow(slow, 0.25) : slow);
            }
            windows.add(window);
        }
        return MadeRun.GOOD.inWindows("life", windows);
    }

    private double[] noise(double[] deviations) {
        return Arrays.stream(deviations)
                .map(each -> Math.exp(each * random.nextGaussian()))
                .toArray();
    }
}
