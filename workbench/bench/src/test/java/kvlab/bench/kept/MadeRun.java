package kvlab.bench.kept;

import com.google.gson.JsonObject;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.Cores;
import kvlab.bench.load.Load;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.load.Op;
import kvlab.bench.load.Options;
import kvlab.bench.profile.Profile;
import kvlab.bench.wrk2.Latency;
import org.HdrHistogram.Histogram;

/** A run as it might have been, of which each test changes what it is about. */
public record MadeRun(int rate, String engine, int seconds, int nodes, double factor, Double cpu, List<String> faults) {

    public static final int WINDOWS = 8;
    public static final int WINDOW_SECONDS = 3;

    /** Of the curve, in tenfold steps towards the slowest. */
    private static final double STEP = 0.02;

    public static final MadeRun GOOD = new MadeRun(5000, "drop_in", 20, 3, 1, 100.0, List.of());

    public MadeRun at(int otherRate) {
        return new MadeRun(otherRate, engine, seconds, nodes, factor, cpu, faults);
    }

    public MadeRun by(String otherEngine) {
        return new MadeRun(rate, otherEngine, seconds, nodes, factor, cpu, faults);
    }

    public MadeRun lasting(int otherSeconds) {
        return new MadeRun(rate, engine, otherSeconds, nodes, factor, cpu, faults);
    }

    public MadeRun on(int otherNodes) {
        return new MadeRun(rate, engine, seconds, otherNodes, factor, cpu, faults);
    }

    /** All its figures so many times as large. */
    public MadeRun times(double otherFactor) {
        return new MadeRun(rate, engine, seconds, nodes, otherFactor, cpu, faults);
    }

    public MadeRun cpu(Double micros) {
        return new MadeRun(rate, engine, seconds, nodes, factor, micros, faults);
    }

    public MadeRun with(String... otherFaults) {
        return new MadeRun(rate, engine, seconds, nodes, factor, cpu, List.of(otherFaults));
    }

    public Run run() {
        return run("a-run", new double[] {factor, factor, factor, factor, factor});
    }

    /** @param factors of p50, p90, p99, p99.9 and CPU time */
    public Run run(String id, double[] factors) {
        Map<Double, Double> percentiles = new TreeMap<>(
                Map.of(50.0, factors[0], 90.0, 2 * factors[1], 99.0, 10 * factors[2], 99.9, 40 * factors[3]));
        percentiles.put(99.99, 90.0);
        long measured = (long) rate * Math.max(1, seconds - 10);
        Latency latency = new Latency(
                1,
                1,
                100,
                percentiles,
                List.of(new Latency.Point(factors[0], 0.5, measured / 2), new Latency.Point(100, 1, measured)));
        double reached = faults.contains("rate-not-held") ? 0.6 * rate : rate;
        Run.Figures figures = new Run.Figures(
                (long) rate * seconds,
                reached,
                0,
                0,
                latency,
                null,
                cpu == null ? null : cpu * factors[4],
                null,
                null,
                null,
                null,
                null,
                null);
        return new Run(
                Run.SCHEMA,
                id,
                "2026-11-01T00:00:00Z",
                null,
                placed(null, null),
                new Run.Engine(engine, "1"),
                null,
                new JsonObject(),
                new Run.WarmUp(12, true, 0.01, null),
                figures,
                faults.stream().map(id0 -> new Lint.Fault(id0, "A sentence.")).toList(),
                null,
                null,
                Map.of(),
                null,
                null);
    }

    /** The same in windows that show the same. */
    public Run inWindows() {
        return inWindows("a-life", Collections.nCopies(WINDOWS, new double[] {factor, factor, factor, factor, factor}));
    }

    /** @param windows factors of each window, as {@link #run} has them */
    public Run inWindows(String id, List<double[]> windows) {
        double[] all = new double[5];
        for (int i = 0; i < all.length; i++) {
            int figure = i;
            all[i] =
                    windows.stream().mapToDouble(each -> each[figure]).average().orElseThrow();
        }
        return in(run(id, all), windows.stream().map(this::window).toList());
    }

    /** With these windows, of which its other figures tell nothing. */
    public Run inWindows(List<LoadWindow> windows) {
        return in(run(), windows);
    }

    public static Run in(Run made, List<LoadWindow> windows) {
        return changed(made, made.id(), null, null, windows, null);
    }

    private LoadWindow window(double[] factors) {
        long requests = Math.round((faults.contains("rate-not-held") ? 0.6 : 1) * rate * WINDOW_SECONDS);
        Histogram histogram = new Histogram(3);
        double[] points = {
            0.5 * factors[0], factors[0], 2 * factors[1], 10 * factors[2], 40 * factors[3], 90 * factors[3]
        };
        double[] at = {0, Math.log10(2), 1, 2, 3, 4};
        long counted = 0;
        for (double x = STEP; counted < requests; x += STEP) {
            long until = x > 5 ? requests : Math.round(requests * (1 - Math.pow(10, -x)));
            int i = 1;
            while (i < at.length - 1 && x > at[i]) {
                i++;
            }
            double part = Math.min(1, (x - at[i - 1]) / (at[i] - at[i - 1]));
            double millis = points[i - 1] * Math.pow(points[i] / points[i - 1], part);
            histogram.recordValueWithCount(Math.max(1, Math.round(1000 * millis)), until - counted);
            counted = until;
        }
        Double seconds = cpu == null ? null : cpu * factors[4] * requests / 1e6;
        return new LoadWindow(
                "2026-11-01T00:00:00Z",
                WINDOW_SECONDS,
                (double) rate * WINDOW_SECONDS,
                requests,
                null,
                0,
                0,
                seconds,
                null,
                null,
                null,
                0.0,
                LoadWindow.encoded(histogram));
    }

    /** A knee that was looked for so, with these probes. */
    public Run knee(String id, Integer rate, Probe... probes) {
        Search search = new Search(50, 4000.5, List.of(probes), rate, null);
        Run made = (rate == null ? this : at(rate)).run();
        return changed(made, id, rate == null ? search.noRate() : null, null, null, search);
    }

    /** The same run under this name, and with this profile. */
    public static Run profiled(Run made, String id, Profile profile) {
        return changed(made, id, null, profile, made.windows(), null);
    }

    private static Run changed(
            Run made, String id, String problem, Profile profile, List<LoadWindow> windows, Search search) {
        return new Run(
                made.schema(),
                id,
                made.date(),
                problem,
                made.options(),
                made.engine(),
                null,
                made.machine(),
                made.warmUp(),
                made.figures(),
                made.lint(),
                null,
                profile,
                Map.of(),
                windows,
                search);
    }

    /** What was asked for, with these cores and the load from there. */
    public Options placed(Cores cores, String loadOn) {
        return new Options(
                "3-replication",
                nodes,
                List.of(),
                8090,
                new Load(Op.PUT, rate, 64, 2, seconds, 1000, 64, 1, null, 60, null),
                0,
                17,
                null,
                cores,
                loadOn == null ? null : "box",
                loadOn,
                null,
                null);
    }
}
