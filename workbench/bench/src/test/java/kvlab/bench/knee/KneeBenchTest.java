package kvlab.bench.knee;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import kvlab.bench.experiment.AtSmokeScale;
import kvlab.bench.kept.Knee;
import kvlab.bench.kept.KneeText;
import kvlab.bench.kept.MadeRun;
import kvlab.bench.kept.Probe;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.LatencyTest;
import kvlab.bench.load.Load;
import kvlab.bench.load.LoadFiles;
import kvlab.bench.load.Op;
import kvlab.bench.load.Place;
import kvlab.bench.load.RateLoad;
import kvlab.bench.load.WarmUp;
import kvlab.bench.load.Window;
import kvlab.bench.load.WrkReport;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.Ports;
import kvlab.cluster.StageProgram;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Knees that are made up, and searches that fail. RecorderTest makes a real search. */
@Tag("slow")
class KneeBenchTest extends AtSmokeScale {

    /** A neighbour took a third of the machine, and the compilers had not come to rest before. */
    @Test
    void whatSpeaksAgainstTheConfirmationIsPartOfTheKnee() {
        KneePlan plan = plan(stage, 20);
        RunFolder folder = new RunFolder(home, "a-knee");
        KneeNotes notes = new KneeNotes(plan, folder, LoadFiles.of(folder.path(), plan.measured(), GENERATOR));
        notes.warmedUp(new WarmUp.Reached(60, false, 0.2));
        notes.confirmed(at(plan, 1000), figures(1000, 0.01));
        notes.confirmed(at(plan, 920), figures(920, 0.33));
        notes.found(920);
        Knee knee = notes.knee(Run.Engine.of(GENERATOR), null, MACHINE.machineTable());
        assertEquals(List.of("no-warm-up", "neighbours"), ids(knee));
        String text = KneeText.of(knee);
        assertTrue(text.contains("\n  ! 33 % of the CPU time went to other guests"), text);
        assertTrue(text.contains("\n  ! JIT compilation or latency had not come to rest"), text);
        text.lines().forEach(line -> assertTrue(line.length() <= 80, line));
    }

    private static BenchPlan at(KneePlan plan, int rate) {
        return plan.measured().with(plan.measured().load().at(rate).lasting(32));
    }

    private static Run.Figures figures(int rate, double stolen) {
        return new Run.Figures(32L * rate, rate, 0, 0, null, null, null, null, null, null, stolen, null, null);
    }

    @Test
    void kneeOfAnOlderKitHasNoLintAndIsRead() throws Exception {
        String json = MadeRun.GOOD.lasting(20).knee("a-knee", 1000).json().replace("  \"lint\": [],\n", "");
        assertFalse(json.contains("lint"), json);
        Path folder = Files.createDirectories(home.resolve("profiles/runs/a-knee"));
        Files.writeString(folder.resolve("knee.json"), json);
        RunFolder kept = RunFolder.find(home, "last");
        assertEquals(List.of(), ids(kept.knee()));
        assertTrue(kept.text().contains("The knee is at 1000 requests/s"), kept.text());
    }

    private static List<String> ids(Knee knee) {
        return knee.faults().stream().map(Lint.Fault::id).toList();
    }

    @Test
    void failureIsKeptWithTheReason() throws Exception {
        StageProgram broken = new StageProgram("broken", stage.classPath(), "kvlab.Nothing");
        NodeFailure e = assertThrows(NodeFailure.class, () -> run(broken));
        RunFolder folder = RunFolder.find(home, "last");
        assertEquals(e.getMessage(), folder.knee().problem());
        assertTrue(folder.line().endsWith("failed\n"), folder.line());
    }

    @Test
    void probesLeaveTimeAfterTheCalibration() throws Exception {
        KneePlan plan = plan(stage, 20);
        assertEquals(11 + 5, plan.seconds(5000, false));
        assertEquals(11 + 10, plan.seconds(100, false));
        assertEquals(11 + 60, plan.seconds(10, false));
        assertEquals(32, plan.seconds(5000, true));
        assertEquals(420, plan(stage, 420).seconds(5000, true));
    }

    @Test
    void answerTellsWhatCounted() {
        assertEquals(
                "The knee is at 1000 requests/s: the highest rate of which 99 % and more were answered, all of them well,"
                        + " with p99 up to 50.00 ms.",
                KneeText.answer(MadeRun.GOOD.lasting(20).knee("a-knee", 1000)));
        assertEquals(
                "The knee is at 1000 requests/s: the highest rate of which 50 % and more were answered, all of them well,"
                        + " whatever p99 was.",
                KneeText.answer(MadeRun.GOOD.lasting(2).knee("a-knee", 1000)));
    }

    @Test
    void sloIsATime() {
        KneePlan plan = new KneePlan(plan(stage, 20).measured(), true, 0, "");
        UsageException e = assertThrows(UsageException.class, plan::validate);
        assertEquals("--slo 0: expected a time above 0, as 50ms", e.getMessage());
    }

    @Test
    void aProbeHoldsWhenNothingSpeaksAgainstIt() throws Exception {
        assertNull(probe(4995, "", "10.00ms").reason());
        assertEquals("the rate was not held", probe(4900, "", "10.00ms").reason());
        assertEquals("p99 above 50.00 ms", probe(4995, "", "50.10ms").reason());
        assertEquals(
                "3 requests went wrong",
                probe(4995, "Non-2xx or 3xx responses: 3\n", "1.00ms").reason());
        assertEquals(
                "7 requests went wrong",
                probe(4995, "verify: missing=3 wrong=4\n", "1.00ms").reason());
    }

    /** In 16 s, 1,000 connections in 2 threads are open for 92.2 % of the time on an average. */
    @Test
    void connectionsThatWrk2OpensLateAreNotTheProbesFault() throws Exception {
        assertNull(probe(4600, "", "10.00ms", 1000).reason());
        assertEquals("the rate was not held", probe(4500, "", "10.00ms", 1000).reason());
        assertEquals("the rate was not held", probe(4600, "", "10.00ms", 4).reason());
    }

    private Probe probe(int reached, String more, String p99) throws IOException {
        return probe(reached, more, p99, 4);
    }

    private Probe probe(int reached, String more, String p99, int connections) throws IOException {
        String output = "  80000 requests in 16.00s, 1MB read\n" + more + "Requests/sec: " + reached + "\n"
                + LatencyTest.PRINTED.replace(" 99.000%    1.57s", " 99.000%    " + p99);
        RateLoad.Measured measured = new RateLoad.Measured(new Window(WrkReport.parse(output), null), output);
        return plan(stage, 20, connections).probe(5000, 16, false, measured);
    }

    private RunFolder run(StageProgram program) throws Exception {
        KneeBench bench = new KneeBench(home, GENERATOR, MACHINE, progress::add);
        return bench.run(plan(program, 2), home.resolve("scratch"));
    }

    private static KneePlan plan(StageProgram program, int seconds) {
        return plan(program, seconds, 4);
    }

    private static KneePlan plan(StageProgram program, int seconds, int connections) {
        BenchPlan load = new BenchPlan(
                program,
                1,
                List.of(),
                Ports.free(1),
                Duration.ZERO,
                null,
                Place.HERE,
                new Load(Op.GET, 500, connections, 2, seconds, 200, 64, 1, null, 1, null));
        return new KneePlan(load, true, 50, "./lab bench x --rate {rate}");
    }
}
