package kvlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A machine that is simulated: each figure of each run is its true value times noise, and noise differs by day. */
@Tag("slow")
class NoiseTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    /** The relative noise of p50, p90, p99, p99.9 and CPU time on a day like others; tails are noisier. */
    private static final double[] NOISE = {0.03, 0.04, 0.08, 0.15, 0.02};

    /** Of days: one in three is half as noisy again, or more. */
    private static final double DAYS = 0.4;

    /** In one run of ten a neighbour makes all noise so many times as large. */
    private static final double BAD_MOMENT = 3;

    private static final int COMPARISONS = Boolean.getBoolean("kvlab.soak") ? 1000 : 400;

    private final Random random = new Random(20261121);
    private Instant now = NOW;
    private Duration pause = Duration.ZERO;
    private double day = 1;
    private NoiseRecord record = NoiseRecord.empty();

    @ParameterizedTest
    @CsvSource({"2, 2", "3, 2", "3, 4"})
    void aAgainstAIsCalledDifferentOnceIn20TimesAtMost(int pairs, int variants) {
        assertAtMostOneIn20(different(pairs, variants, 1));
    }

    /** Three comparisons a day: what a record of many days knows is that of the usual one. */
    @Test
    void overTheDaysAAgainstAIsCalledDifferentOnceIn20TimesAtMost() {
        pause = Duration.ofHours(8);
        assertAtMostOneIn20(different(2, 2, 1));
        assertAtMostOneIn20(different(3, 2, 1));
    }

    @Test
    void oneNoisyDayDoesNotCountForWeeks() {
        for (int i = 0; i < 20; i++) {
            remember(Duration.ofDays(i), 1);
        }
        double usual = record.of(Figure.P99, runs(2, 1)).deviation();
        for (int i = 0; i < 20; i++) {
            remember(Duration.ofHours(1), 10);
        }
        double noisy = record.of(Figure.P99, runs(2, 1)).deviation();
        assertTrue(noisy < 1.6 * usual, noisy + " after " + usual);
        assertTrue(noisy > usual, noisy + " after " + usual);
    }

    private void remember(Duration ago, double noise) {
        record = record.with(List.of(NoiseRecord.Sample.of(NOW.minus(ago), runs(3, noise))), NOW);
    }

    @Test
    void withoutTheRecordTooAAgainstAIsNotCalledDifferent() {
        int wrong = 0;
        for (int i = 0; i < COMPARISONS; i++) {
            record = NoiseRecord.empty();
            wrong += isDifferent(2, 2, 1) ? 1 : 0;
        }
        assertAtMostOneIn20(wrong);
    }

    /** The record knows 20 comparisons by then; in the first one only a large difference would be found. */
    @Test
    void thirtyPercentAreFoundWithTheUsualPairs() {
        different(3, 2, 1, 20);
        int found = different(3, 2, 1.3);
        assertTrue(found >= COMPARISONS * 95 / 100, found + " of " + COMPARISONS);
    }

    @Test
    void dayThatIsNoisierThanTheRecordSpeaksForItself() {
        Spread record = new Spread(0.01 * 0.01 * 30, 30);
        Spread today = new Spread(0.1 * 0.1 * 4, 4);
        assertEquals(new Noise(today, 0), Noise.of(today, record));
        assertEquals(10, Noise.of(new Spread(0.01 * 0.01 * 4, 4), record).recorded());
    }

    @Test
    void recordCountsAsTenRunsAndNoMore() {
        Noise noise = Noise.of(new Spread(0.0004, 4), new Spread(0.1, 1000));
        assertEquals(14, noise.spread().freedom());
        assertEquals(0.0014, noise.spread().squares(), 1e-12);
    }

    /** One server answers evenly, and another has the same p99 by chance. */
    @Test
    void whatIsUnlikeIsNotPooled() {
        record = NoiseRecord.empty().with(List.of(NoiseRecord.Sample.of(NOW, runs(2, 1))), NOW);
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
        return record.of(Figure.P99, List.of(Run.GSON.fromJson(run, Run.class))).freedom();
    }

    @Test
    void oldSamplesAgeOutAndThereIsAnEndToThem() {
        NoiseRecord.Sample old = NoiseRecord.Sample.of(NOW.minus(Duration.ofDays(61)), runs(2, 1));
        NoiseRecord.Sample young = NoiseRecord.Sample.of(NOW.minus(Duration.ofDays(59)), runs(2, 1));
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
        record = record.with(List.of(NoiseRecord.Sample.of(NOW, runs(3, 1))), NOW);
        record.write(home);
        record.write(home);
        assertEquals(record, read(home));
        assertTrue(Files.readString(home.resolve(".kvlab/noise.json")).contains("\"p99.9\""));
    }

    /** The first comparison after a summer knows nothing of the noise, as if there were no record. */
    @Test
    void samplesThatHaveBecomeTooOldDoNotCountWhenTheyAreRead(@TempDir Path home) throws Exception {
        NoiseRecord.Sample old = NoiseRecord.Sample.of(NOW.minus(Duration.ofDays(50)), runs(2, 1));
        NoiseRecord.Sample young = NoiseRecord.Sample.of(NOW, runs(2, 1));
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
        String sample =
                "\"circumstances\": {\"conditions\": {}, \"program\": \"a\", \"settings\": []}, \"spreads\": {}";
        for (String text : List.of(
                "",
                "{",
                "{\"schema\": \"kvlab.noise/1\"}",
                "{}",
                "{\"schema\": \"kvlab.noise/2\"}",
                "{\"schema\": \"kvlab.noise/2\", \"samples\": [null]}",
                "{\"schema\": \"kvlab.noise/2\", \"samples\": [{\"date\": \"2026-11-20T12:00:00Z\"}]}",
                "{\"schema\": \"kvlab.noise/2\", \"samples\": [{" + sample + "}]}",
                "{\"schema\": \"kvlab.noise/2\", \"samples\": [{\"date\": \"yesterday\", " + sample + "}]}")) {
            Files.writeString(file, text);
            List<String> told = new ArrayList<>();
            assertEquals(NoiseRecord.empty(), NoiseRecord.read(home, NOW, told::add), text);
            assertEquals(
                    List.of("the record of this machine's noise, .kvlab/noise.json, is damaged or of another kit; it"
                            + " begins anew"),
                    told);
        }
    }

    private static void assertAtMostOneIn20(int different) {
        assertTrue(different <= COMPARISONS / 20, different + " of " + COMPARISONS);
    }

    private double freedom(MadeRun made) {
        return record.of(Figure.P99, List.of(made.run())).freedom();
    }

    private int different(int pairs, int sides, double factor) {
        return different(pairs, sides, factor, COMPARISONS);
    }

    private int different(int pairs, int sides, double factor, int comparisons) {
        int different = 0;
        for (int i = 0; i < comparisons; i++) {
            different += isDifferent(pairs, sides, factor) ? 1 : 0;
        }
        return different;
    }

    private boolean isDifferent(int pairs, int count, double factor) {
        Instant before = now;
        now = now.plus(pause);
        if (pause.isZero() || !day(before).equals(day(now))) {
            day = Math.exp(DAYS * random.nextGaussian());
        }
        List<Side> sides = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sides.add(new Side(Character.toString('A' + i), "same", runs(pairs, day, i == 0 ? 1 : factor)));
        }
        List<Outcome> outcomes = Judge.judge(sides, record);
        record = record.with(
                sides.stream()
                        .map(side -> NoiseRecord.Sample.of(now, side.runs()))
                        .toList(),
                now);
        return outcomes.stream()
                .flatMap(outcome -> outcome.figures().stream())
                .anyMatch(figure -> figure.verdict().isSignificant());
    }

    private static Instant day(Instant moment) {
        return moment.truncatedTo(ChronoUnit.DAYS);
    }

    private List<Run> runs(int count, double day) {
        return runs(count, day, 1);
    }

    private List<Run> runs(int count, double day, double factor) {
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double moment = random.nextInt(10) == 0 ? BAD_MOMENT : 1;
            double[] factors = new double[NOISE.length];
            for (int figure = 0; figure < NOISE.length; figure++) {
                factors[figure] = factor * Math.exp(day * moment * NOISE[figure] * random.nextGaussian());
            }
            runs.add(MadeRun.GOOD.run("run", factors));
        }
        return runs;
    }
}
