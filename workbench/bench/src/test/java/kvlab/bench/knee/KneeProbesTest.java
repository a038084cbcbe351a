package kvlab.bench.knee;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import kvlab.bench.experiment.AtSmokeScale;
import kvlab.bench.experiment.Bench;
import kvlab.bench.kept.MadeRun;
import kvlab.bench.kept.Probe;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.kept.RunNotes;
import kvlab.bench.kept.Search;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.Load;
import kvlab.bench.load.LoadFiles;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.load.Op;
import kvlab.bench.load.Place;
import kvlab.bench.load.WarmUp;
import kvlab.bench.page.FolderText;
import kvlab.bench.page.RunText;
import kvlab.bench.page.SearchText;
import kvlab.bench.watch.CpuUse;
import kvlab.bench.watch.TimeLine;
import kvlab.bench.wrk2.Verified;
import kvlab.bench.wrk2.WrkReport;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.Ports;
import kvlab.cluster.StageProgram;
import kvlab.cluster.UsageException;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Knees that are made up, and searches that fail. RecorderTest makes a real search. */
@Tag("slow")
class KneeProbesTest extends AtSmokeScale {

    /** Only in the last one the compilers were busy. */
    @Test
    void whatSpeaksAgainstTheConfirmationIsPartOfTheKnee() {
        KneePlan plan = plan(stage, 20);
        RunNotes notes = notes(plan);
        notes.warmedUp(new WarmUp.Reached(60, false, 0.2, null));
        confirmed(notes, plan, 1000, new CpuUse(1, 0, 0));
        assertEquals(List.of("no-warm-up"), ids(knee(notes)), "also if this was the last, and not held");
        confirmed(notes, plan, 920, new CpuUse(1, 0.3, 0));
        notes.found(new Search(50, 2000.0, List.of(), 920, "./lab bench x"), new Verified(0, 4));
        Run knee = knee(notes);
        assertEquals(List.of("wrong", "no-warm-up", "compiling"), ids(knee));
        assertEquals(920, knee.options().load().rate());
        String text = RunText.of(knee);
        assertTrue(text.contains("\n  ! 4 reads brought something else"), text);
        assertTrue(text.contains("\n  ! JIT compilation or latency had not come to rest"), text);
        assertTrue(text.contains("\n  Now measure 30 % below it:\n\n  ./lab bench x\n"), text);
        text.lines().forEach(line -> assertTrue(line.length() <= 80, line));
    }

    private static void confirmed(RunNotes notes, KneePlan plan, int rate, CpuUse cpu) {
        BenchPlan at = plan.confirming(rate, 5);
        LoadWindow window = window(rate, 5 * rate, 0, cpu, 1);
        notes.confirmed(at, Run.Figures.of(at, List.of(window), null, new TimeLine(List.of())), window);
    }

    private RunNotes notes(KneePlan plan) {
        RunFolder folder = new RunFolder(home, "a-knee");
        return new RunNotes(plan.measured(), folder, LoadFiles.of(folder.path(), plan.measured(), GENERATOR));
    }

    private static Run knee(RunNotes notes) {
        return notes.run(Run.Engine.of(GENERATOR), null, MACHINE.machineTable(), Map.of());
    }

    /** Of 5 s, in which each request took so many milliseconds. */
    private static LoadWindow window(int rate, int requests, long bad, CpuUse cpu, double millis) {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(Math.round(1000 * millis), requests);
        WrkReport report = new WrkReport(requests, requests / 5.0, bad, 0);
        return LoadWindow.of("2026-11-01T00:00:00Z", 5, 5 * rate, report, 0L, LoadWindow.encoded(histogram), cpu);
    }

    private static List<String> ids(Run knee) {
        return knee.lint().stream().map(Lint.Fault::id).toList();
    }

    @Test
    void failureIsKeptWithTheReason() throws Exception {
        StageProgram broken = new StageProgram("broken", stage.classPath(), "kvlab.Nothing");
        NodeFailure e = assertThrows(NodeFailure.class, () -> run(broken));
        RunFolder folder = RunFolder.find(home, "last");
        assertEquals(e.getMessage(), folder.read().problem());
        assertNotNull(folder.read().search());
        assertTrue(FolderText.line(folder).endsWith("failed\n"), FolderText.line(folder));
    }

    @Test
    void wrongReadsAreToldAlsoIfNothingWasConfirmed() {
        RunNotes notes = notes(plan(stage, 20));
        notes.found(new Search(50, null, List.of(), null, null), new Verified(2, 4));
        assertEquals(List.of("missing", "wrong"), ids(knee(notes)));
        String text = RunText.of(knee(notes));
        assertTrue(text.contains("\n  No knee: no rate was held, not even the lowest that was tried.\n"), text);
        assertTrue(text.contains("\n  ! 4 reads brought something else"), text);
    }

    @Test
    void aProbeHasAThousandRequestsAndAConfirmationIsLonger() throws Exception {
        KneePlan plan = plan(stage, 20);
        assertEquals(5, plan.seconds(5000, false, false));
        assertEquals(7, plan.seconds(150, false, false));
        assertEquals(60, plan.seconds(10, false, false));
        assertEquals(20, plan.seconds(5000, true, false));
        assertEquals(120, plan.seconds(10, true, false));
        assertEquals(420, plan(stage, 420).seconds(5000, true, false));
        assertEquals(2, plan(stage, 2).seconds(5000, true, true));
    }

    /** By a real wrk2, whose calibration takes 10 s and 5 ms for each connection of a thread. */
    @Test
    void aProcessForEachProbeHasTimeToCalibrateItself() throws Exception {
        assertEquals(11 + 5, plan(stage, 20).seconds(5000, false, true));
        assertEquals(11 + 20, plan(stage, 20).seconds(5000, true, true));
    }

    @Test
    void answerTellsWhatCounted() {
        String knee = "The knee is at 1000 requests/s: the highest rate at which at least ";
        assertEquals(
                knee + "99 % were answered, without an error, with p99 up to 50.00 ms.",
                SearchText.answer(MadeRun.GOOD.lasting(20).knee("a-knee", 1000)));
        assertEquals(
                knee + "50 % were answered, without an error, whatever p99 was.",
                SearchText.answer(MadeRun.GOOD.lasting(2).knee("a-knee", 1000)));
    }

    @Test
    void sloIsATime() {
        KneePlan plan = new KneePlan(plan(stage, 20).measured(), true, 0, "");
        UsageException e = assertThrows(UsageException.class, plan::validate);
        assertEquals("--slo 0: expected a time above 0, as 50ms", e.getMessage());
    }

    @Test
    void aProbeHoldsWhenNothingSpeaksAgainstIt() throws Exception {
        assertNull(probe(24_975, 0, 10).reason());
        assertEquals("the rate was not held", probe(24_700, 0, 10).reason());
        assertEquals("p99 above 50.00 ms", probe(24_975, 0, 50.5).reason());
        assertEquals("3 requests went wrong", probe(24_975, 3, 1).reason());
    }

    /** All were answered, but many of them only in the rest after the window. */
    @Test
    void aQueueThatGrewIsNotHeld() throws Exception {
        LoadWindow window = window(5000, 25_000, 0, null, 10);
        WrkReport report = new WrkReport(25_000, 5000, 0, 0);
        LoadWindow late = LoadWindow.of(window.started(), 5, window.due(), report, 400L, window.histogram(), null);
        assertEquals(
                "the rate was not held",
                plan(stage, 20).probe(5000, false, late).reason());
    }

    private Probe probe(int answered, long bad, double millis) {
        return plan(stage, 20).probe(5000, false, window(5000, answered, bad, null, millis));
    }

    private RunFolder run(StageProgram program) throws Exception {
        Bench bench = new Bench(home, GENERATOR, MACHINE, progress::add);
        return bench.knee(plan(program, 2), home.resolve("scratch"));
    }

    private static KneePlan plan(StageProgram program, int seconds) {
        BenchPlan measured = new BenchPlan(
                program,
                1,
                List.of(),
                Ports.free(1),
                Duration.ZERO,
                null,
                Place.HERE,
                new Load(Op.GET, 500, 4, 2, seconds, 200, 64, 1, null, 1, null));
        return new KneePlan(measured, true, 50, "./lab bench x --rate {rate}");
    }
}
