package kvlab.bench.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import kvlab.bench.kept.MadeRun;
import kvlab.bench.kept.Run;
import kvlab.bench.load.Cores;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.load.Options;
import kvlab.bench.load.Schedule;
import kvlab.bench.wrk2.Verified;
import kvlab.bench.wrk2.WrkReport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LintTest {

    /** A good run of 20 s, one connection a thread, of which each test spoils one figure. */
    private static final class Figures {

        private double reached = 4995;
        private long bad;
        private long lost;
        private Double p50 = 1.5;
        private int seconds = 20;
        private int connections = 2;
        private Boolean settled = true;
        private Double compiling = 0.01;
        private Double collecting = 0.02;
        private Double load = 0.2;
        private Options.Cpus cpus = Options.Cpus.SHARED;
        private Double due;
        private Double stolen = 0.01;
        private Double others = 0.02;
        private Verified verified = new Verified(0, 0);
        private boolean closedLoop;

        private Observed observed() {
            return new Observed(
                    new Schedule(5000, connections, 2, seconds, due),
                    reached,
                    100_000,
                    bad,
                    lost,
                    p50,
                    settled,
                    compiling,
                    collecting,
                    load,
                    cpus,
                    stolen,
                    others,
                    verified,
                    closedLoop);
        }
    }

    @Test
    void whatNobodyToldIsNoFault() {
        assertEquals(List.of(), faults(figures -> {
            figures.p50 = null;
            figures.settled = null;
            figures.compiling = null;
            figures.collecting = null;
            figures.load = null;
            figures.stolen = null;
            figures.others = null;
            figures.verified = null;
        }));
    }

    @ParameterizedTest
    @MethodSource
    void oneFigureAtATimeIsGoodUpToItsLimit(String fault, Consumer<Figures> good, Consumer<Figures> bad) {
        assertEquals(List.of(), faults(good));
        assertEquals(List.of(fault), faults(bad));
    }

    static Stream<Arguments> oneFigureAtATimeIsGoodUpToItsLimit() {
        return Stream.of(
                limit("rate-not-held", figures -> figures.reached = 4950, figures -> figures.reached = 4949),
                limit("saturated", figures -> figures.p50 = 99.9, figures -> figures.p50 = 100.1),
                limit("bad-answers", figures -> figures.bad = 100, figures -> figures.bad = 101),
                limit("lost", figures -> figures.lost = 0, figures -> figures.lost = 1),
                limit("missing", figures -> {}, figures -> figures.verified = new Verified(1, 0)),
                limit("wrong", figures -> {}, figures -> figures.verified = new Verified(0, 1)),
                limit("too-short", figures -> figures.seconds = 20, figures -> figures.seconds = 19),
                limit("no-warm-up", figures -> figures.settled = true, figures -> figures.settled = false),
                limit("compiling", figures -> figures.compiling = 0.049, figures -> figures.compiling = 0.051),
                limit("collecting", figures -> figures.collecting = 0.1, figures -> figures.collecting = 0.11),
                limit("neighbours", figures -> figures.stolen = 0.049, figures -> figures.stolen = 0.051),
                limit("load-generator", figures -> figures.load = 0.49, figures -> figures.load = 0.51));
    }

    private static Arguments limit(String fault, Consumer<Figures> good, Consumer<Figures> bad) {
        return Arguments.of(fault, good, bad);
    }

    /** It answers in the rest what a window has left, so all requests seem to be answered. */
    @Test
    void serverThatIsALittleTooSlowDoesNotHoldTheRateInWindows() {
        assertEquals(List.of("rate-not-held"), faultsInWindows(queue(1000, 970)));
        assertEquals(List.of("rate-not-held"), faultsInWindows(queue(1000, 985)));
        assertEquals(List.of(), faultsInWindows(queue(1000, 995)));
        assertEquals(List.of(), faultsInWindows(queue(1000, 1005)));
    }

    /** As many requests as it answers after the end of a window are always under way. */
    @Test
    void serverThatTakesLongForEachRequestHoldsTheRateInWindows() {
        double[] latencies = new double[1000];
        Arrays.fill(latencies, 0.03);
        assertEquals(List.of(), faultsInWindows(latencies));
    }

    /** Requests come evenly for a second and are served in turn: the latency of each, in seconds. */
    private static double[] queue(int asked, int served) {
        double[] latencies = new double[asked];
        double free = 0;
        for (int i = 0; i < asked; i++) {
            double due = (double) i / asked;
            free = Math.max(free, due) + 1.0 / served;
            latencies[i] = free - due;
        }
        return latencies;
    }

    private static List<String> faultsInWindows(double[] latencies) {
        int rate = latencies.length;
        Histogram histogram = new Histogram(3);
        long late = 0;
        for (int i = 0; i < rate; i++) {
            histogram.recordValue(Math.round(latencies[i] * 1e6));
            late += (double) i / rate + latencies[i] > 1 ? 1 : 0;
        }
        LoadWindow window = LoadWindow.of(
                "2026-11-01T00:00:00Z",
                1,
                rate,
                new WrkReport(rate, rate, 0, 0),
                late,
                LoadWindow.encoded(histogram),
                null);
        Run run = MadeRun.GOOD.at(rate).inWindows(Collections.nCopies(20, window));
        return run.faults().stream().map(Lint.Fault::id).toList();
    }

    /** Each connection always waits, and the load takes what the nodes leave. Too many errors are errors nevertheless. */
    @Test
    void closedLoopHasNoRateToHoldAndMayRefuseAFewRequests() {
        Consumer<Figures> closed = figures -> {
            figures.closedLoop = true;
            figures.reached = 10;
            figures.p50 = null;
            figures.load = 0.95;
            figures.bad = 500;
            figures.lost = 500;
        };
        assertEquals(List.of(), faults(closed));
        assertEquals(List.of("bad-answers", "lost"), faults(closed.andThen(figures -> figures.bad = 600)));
        assertEquals(List.of("load-generator"), faults(closed.andThen(figures -> figures.cpus = Options.Cpus.APART)));
    }

    /** 512 of them in 2 threads, 5 ms apart, are open for 97.3 % of 24 s on an average. */
    @Test
    void connectionsThatWrk2OpensLateAreNotTheServersFault() {
        assertEquals(List.of(), faults(figures -> {
            figures.connections = 512;
            figures.seconds = 24;
            figures.reached = 4830;
        }));
        assertEquals(List.of("rate-not-held"), faults(figures -> {
            figures.connections = 512;
            figures.seconds = 24;
            figures.reached = 4810;
        }));
    }

    /** wrk2 waits 5 ms more for each connection of one thread: 12.5 s for 500 of them. */
    @Test
    void whatIsTooShortIsToldHowLongIsEnough() {
        Figures figures = new Figures();
        figures.connections = 1000;
        figures.seconds = 23;
        assertEquals(
                List.of("23 s of load, of which wrk2 takes the first 12.5 s to calibrate itself. Take 24 s or more."),
                texts(figures));
        figures.seconds = 24;
        assertEquals(List.of(), texts(figures));
    }

    private static List<String> texts(Figures figures) {
        figures.reached = new Schedule(5000, figures.connections, 2, figures.seconds).duePerSecond();
        return Lint.of(figures.observed()).stream().map(Lint.Fault::text).toList();
    }

    @Test
    void shorterThanTheCalibrationNothingIsSaidOfARate() {
        assertEquals(List.of("too-short"), faults(figures -> {
            figures.seconds = 2;
            figures.reached = 3000;
        }));
    }

    /** On a laptop nothing is ever stolen, and a compiler beside the nodes takes from them all the same. */
    @Test
    void otherProgramsOfTheMachineAreNeighboursToo() {
        assertEquals(List.of(), faults(figures -> figures.others = 0.1));
        Figures figures = new Figures();
        figures.others = 0.25;
        assertEquals(
                List.of(new Lint.Fault(
                        "neighbours",
                        "Other programs of this machine took 25 % of its CPU time. End them and measure again.")),
                Lint.of(figures.observed()));
    }

    @Test
    void loadOnCpusOfItsOwnTakesNothingFromTheNodes() {
        String lacked = "The load generator took 60 % of the CPUs, which the nodes then lacked.";
        assertTrue(loadGenerator(null, null).startsWith(lacked));
        assertTrue(loadGenerator(new Cores("0,1", null, true), null).startsWith(lacked));
        assertTrue(loadGenerator(null, "target").startsWith(lacked));
        assertTrue(loadGenerator(new Cores("0,1", null, true), "here").startsWith(lacked));
        String apart = "The load generator took 60 % of the CPUs, none of them the nodes':";
        assertTrue(loadGenerator(new Cores("0", "1-3", false), null).startsWith(apart));
        assertTrue(loadGenerator(new Cores("0", "1-3", false), "target").startsWith(apart));
        String elsewhere = "The load generator took 60 % of the CPUs of its own machine:";
        assertTrue(loadGenerator(new Cores("0,1", null, false), "here").startsWith(elsewhere));
        assertTrue(loadGenerator(null, "here").startsWith(elsewhere));
    }

    private static String loadGenerator(Cores cores, String loadOn) {
        Figures figures = new Figures();
        figures.load = 0.6;
        figures.cpus = MadeRun.GOOD.placed(cores, loadOn).cpus();
        return Lint.of(figures.observed()).get(0).text();
    }

    @Test
    void sentenceTellsTheFiguresAndWhatToDo() {
        Figures figures = new Figures();
        figures.reached = 1740;
        assertEquals(
                "Of 5000 requests/s only 34.8 % were answered: what grew meanwhile is a queue, and the latency is that of"
                        + " waiting in it. Ask for less than 1740.",
                Lint.of(figures.observed()).get(0).text());
    }

    /** Six of their runs held less than 99 %; nobody had noticed. */
    @Test
    void inTheCoursesReportsSixRatesWereNotHeld() throws Exception {
        List<String> notHeld = new ArrayList<>();
        int runs = 0;
        for (JsonElement each : courseResults().getAsJsonArray("runs")) {
            JsonObject run = each.getAsJsonObject();
            runs++;
            if (Lint.of(observed(run)).stream().anyMatch(fault -> fault.id().equals("rate-not-held"))) {
                notHeld.add(run.get("report").getAsString() + " " + run.get("rate") + " " + run.get("requests_per_s"));
            }
        }
        assertTrue(runs > 20, "there are " + runs);
        assertEquals(
                List.of(
                        "2022-stage5 6000 5900.29",
                        "2022-stage5 10000 4648.32",
                        "2022-stage5 2000 1739.68",
                        "2022-stage5 2000 1962.26",
                        "2022-stage5 10000 4283.16",
                        "2022-stage5 5000 4922.47"),
                notHeld);
    }

    private static JsonObject courseResults() throws Exception {
        Path file = Path.of(System.getProperty("kvlab.home"), "notebooks/course.json");
        return JsonParser.parseString(Files.readString(file)).getAsJsonObject();
    }

    private static Observed observed(JsonObject run) {
        return new Observed(
                new Schedule(
                        run.get("rate").getAsDouble(),
                        run.get("connections").getAsInt(),
                        run.get("threads").getAsInt(),
                        (int) Long.parseLong(run.get("duration").getAsString().replace("m", "")) * 60,
                        null),
                run.get("requests_per_s").getAsDouble(),
                run.get("requests").getAsLong(),
                run.get("non_2xx").getAsLong(),
                0,
                run.getAsJsonObject("percentiles_ms").get("50.0").getAsDouble(),
                null,
                null,
                null,
                null,
                Options.Cpus.SHARED,
                null,
                null,
                null,
                false);
    }

    private static List<String> faults(Consumer<Figures> change) {
        Figures figures = new Figures();
        change.accept(figures);
        return Lint.of(figures.observed()).stream().map(Lint.Fault::id).toList();
    }
}
