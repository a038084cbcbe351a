package kvlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

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
        private Observed.Cpus cpus = Observed.Cpus.SHARED;
        private Double stolen = 0.01;
        private Double others = 0.02;
        private Verified verified = new Verified(0, 0);

        private Observed observed() {
            return new Observed(
                    5000,
                    reached,
                    100_000,
                    bad,
                    lost,
                    p50,
                    seconds,
                    connections,
                    2,
                    settled,
                    compiling,
                    collecting,
                    load,
                    cpus,
                    stolen,
                    others,
                    verified);
        }
    }

    @Test
    void goodRunHasNoFault() {
        assertEquals(List.of(), faults(figures -> {}));
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

    @Test
    void rateUnder99PercentIsNotHeld() {
        assertEquals(List.of(), faults(figures -> figures.reached = 4950));
        assertEquals(List.of("rate-not-held"), faults(figures -> figures.reached = 4949));
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

    @Test
    void medianOver100MillisMeansSaturated() {
        assertEquals(List.of("saturated"), faults(figures -> figures.p50 = 100.1));
    }

    @Test
    void oneErrorInAThousandIsAccepted() {
        assertEquals(List.of(), faults(figures -> figures.bad = 100));
        assertEquals(List.of("bad-answers"), faults(figures -> figures.bad = 101));
    }

    @Test
    void anyRequestWithoutAnswerIsTold() {
        assertEquals(List.of("lost"), faults(figures -> figures.lost = 1));
    }

    @Test
    void readsThatMissAreNoReads() {
        assertEquals(List.of("missing"), faults(figures -> figures.verified = new Verified(1, 0)));
        assertEquals(List.of("wrong"), faults(figures -> figures.verified = new Verified(0, 1)));
    }

    @Test
    void calibrationHasToBeOverBeforeHalfOfTheTime() {
        assertEquals(List.of("too-short"), faults(figures -> figures.seconds = 19));
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

    @Test
    void compilersHaveToRest() {
        assertEquals(List.of("no-warm-up"), faults(figures -> figures.settled = false));
        assertEquals(List.of("compiling"), faults(figures -> figures.compiling = 0.051));
    }

    @Test
    void collectorsHaveToTakeLittle() {
        assertEquals(List.of(), faults(figures -> figures.collecting = 0.1));
        assertEquals(List.of("collecting"), faults(figures -> figures.collecting = 0.11));
    }

    @Test
    void othersOnTheMachineAreTold() {
        assertEquals(List.of("neighbours"), faults(figures -> figures.stolen = 0.051));
        assertEquals(List.of("load-generator"), faults(figures -> figures.load = 0.51));
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
        figures.cpus = Observed.Cpus.of(MadeRun.GOOD.placed(cores, loadOn));
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
                run.get("rate").getAsDouble(),
                run.get("requests_per_s").getAsDouble(),
                run.get("requests").getAsLong(),
                run.get("non_2xx").getAsLong(),
                0,
                run.getAsJsonObject("percentiles_ms").get("50.0").getAsDouble(),
                (int) Long.parseLong(run.get("duration").getAsString().replace("m", "")) * 60,
                run.get("connections").getAsInt(),
                run.get("threads").getAsInt(),
                null,
                null,
                null,
                null,
                Observed.Cpus.SHARED,
                null,
                null,
                null);
    }

    private static List<String> faults(Consumer<Figures> change) {
        Figures figures = new Figures();
        change.accept(figures);
        return Lint.of(figures.observed()).stream().map(Lint.Fault::id).toList();
    }
}
