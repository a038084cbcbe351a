package kvlab.wrk2;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/** Runs that never took place: the samples of {@code figures/*.txt}, which wrk2 has summarised before. */
final class Runs {

    private static final long MICROS = 12_003_457;

    private long seed;

    private Runs(long seed) {
        this.seed = seed;
    }

    static LoadResult of(String set) {
        Runs random = new Runs(42);
        Histogram latency = histogram();
        Histogram uncorrected = histogram();
        int samples = size(set);
        for (int i = 0; i < samples; i++) {
            long value = random.sample(set, i);
            long times = set.equals("deep") ? 1L << Math.max(0, 29 - i) : 1;
            latency.recordValueWithCount(value, times);
            uncorrected.recordValueWithCount(value / 3, times);
        }
        long answered = latency.getTotalCount();
        Errors errors = new Errors(1, 2, 3, 4, 5);
        return run(options(true, true), answered, errors, latency, uncorrected, rates(samples));
    }

    /** No answer at all, and none awaited. */
    static LoadResult empty() {
        Errors errors = new Errors(0, 0, 0, 0, 0);
        return run(options(true, true), 0, errors, histogram(), histogram(), new long[0]);
    }

    static LoadResult with(LoadResult run, boolean latency, boolean uncorrected, Errors errors) {
        LoadOptions options = options(latency, uncorrected);
        return run(options, run.counts().answered(), errors, run.latency(), run.uncorrected(), run.rates());
    }

    static LoadResult lasting(LoadResult run, long micros, long due) {
        return lasting(run, micros, due, run.lateness());
    }

    /** The same with threads that were late, in microseconds. */
    static LoadResult late(LoadResult run, long... micros) {
        Histogram lateness = histogram();
        LongStream.of(micros).forEach(lateness::recordValue);
        return lasting(run, run.runtimeMicros(), run.counts().due(), lateness);
    }

    private static LoadResult lasting(LoadResult run, long micros, long due, Histogram lateness) {
        Counts counts = run.counts();
        return new LoadResult(
                run.options(),
                run.rate(),
                run.started(),
                micros,
                new Counts(
                        due,
                        counts.sent(),
                        counts.answered(),
                        counts.late(),
                        counts.open(),
                        counts.bytes(),
                        counts.reconnects(),
                        counts.errors()),
                run.latency(),
                run.uncorrected(),
                lateness,
                run.rates(),
                run.calibrations(),
                run.timeline(),
                run.interrupted(),
                run.own());
    }

    static LoadOptions options(boolean latency, boolean uncorrected) {
        return new LoadOptions(
                new Target(
                        "http://localhost:8080/v0/entity?id=a&x=<", "http", "localhost", "8080", "/v0/entity?id=a&x=<"),
                2,
                8,
                1000,
                12,
                false,
                2,
                Path.of("put.lua"),
                List.of("X-Lab: 1"),
                latency,
                uncorrected,
                false,
                false,
                List.of("first", "second"),
                Path.of("run.json"),
                null);
    }

    static String resource(String name) {
        try (InputStream in = Runs.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static LoadResult run(
            LoadOptions options, long answered, Errors errors, Histogram latency, Histogram uncorrected, long[] rates) {
        return new LoadResult(
                options,
                options.rate(),
                Instant.parse("2026-11-21T10:00:00Z"),
                MICROS,
                new Counts(answered, answered, answered, 0, 0, answered * 133, 6, errors),
                latency,
                uncorrected,
                histogram(),
                rates,
                List.of(new LoadResult.Calibration(870, 10)),
                List.of(new Second(1, 990, 985, 1, 800, 1500, 1805)),
                false,
                new Own(0, 3, 17));
    }

    private static Histogram histogram() {
        return new Histogram(1, 86_400_000_000L, 3);
    }

    private static long[] rates(int samples) {
        Runs random = new Runs(7);
        long spread = samples > 1000 ? 9000 : 200;
        return LongStream.generate(() -> 900 + random.next() % spread)
                .limit(Math.min(250, samples))
                .toArray();
    }

    private static int size(String set) {
        return switch (set) {
            case "one" -> 1;
            case "two" -> 2;
            case "zeros" -> 10;
            case "deep" -> 40;
            case "hours" -> 300;
            case "uniform" -> 2000;
            case "tail" -> 50_000;
            default -> throw new IllegalArgumentException(set);
        };
    }

    private long sample(String set, int i) {
        long random = next();
        return switch (set) {
            case "one" -> 1_234_567;
            case "two" -> i == 0 ? 700 : 4000;
            case "zeros" -> Math.max(0, i - 6);
            case "deep" -> 40 + random % 5000;
            case "hours" -> 3_600_000_000L + random * 37;
            case "uniform" -> 60 + random % 1800;
            case "tail" -> 300 + 5_000_000 / (1 + random % 20_000);
            default -> throw new IllegalArgumentException(set);
        };
    }

    private long next() {
        seed = seed * 6364136223846793005L + 1442695040888963407L;
        return seed >>> 33;
    }
}
