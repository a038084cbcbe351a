package kvlab.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.Load;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.load.Op;
import kvlab.bench.load.Place;
import kvlab.bench.machine.LoadGenerator;
import kvlab.bench.page.RunText;
import kvlab.bench.wrk2.Verified;
import kvlab.cluster.Ports;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Real sides, loaded in turn, for a second each time. */
@Tag("slow")
@Timeout(300)
@EnabledOnOs(value = OS.LINUX, disabledReason = "finds nodes in /proc")
class LifeTest extends AtSmokeScale {

    @Test
    void sidesAreAliveTogetherAndLoadedInTurn() throws Exception {
        List<BenchPlan> plans = plans(Op.GET, 4);
        List<Integer> rounds = new ArrayList<>();
        List<Run> runs =
                bench(GENERATOR).live(plans, 0, null, home.resolve("scratch"), soFar -> rounds.add(soFar.size()));
        assertEquals(2, runs.size());
        assertEquals(Collections.nCopies(runs.get(0).windows().size(), 2), rounds);
        for (Run run : runs) {
            assertNull(run.problem());
            assertTrue(run.windows().size() >= 4, run.windows().toString());
            // A machine that stalls at the end of a window leaves requests out.
            assertTrue(run.held() > 0.3 && run.held() < 1.05, run.figures().toString());
            assertEquals(500 * run.held(), run.figures().requestsPerSecond(), 10);
            assertEquals(
                    run.windows().stream().mapToLong(LoadWindow::requests).sum(),
                    run.figures().requests());
            assertEquals(new Verified(0, 0), run.figures().verified());
            assertTrue(run.files().containsKey("wrk2.txt"));
            assertEquals(Optional.empty(), RunFolder.find(home, run.id()).edited());
            assertTrue(RunText.of(run).contains(" windows of 1 s, in turn with other sides"), RunText.of(run));
            assertTrue(RunFolder.find(home, run.id()).wrk2().endsWith("docs/wrk2-json.md explains the names.\n"));
        }
        assertEquals("A B A B B A B A", turns(runs).substring(0, 15));
        nothingIsLeft(plans);
    }

    @Test
    void closedLoopShowsTheHighestRateAndNoLatency() throws Exception {
        List<BenchPlan> plans = plans(Op.GET, 4).stream()
                .map(plan -> plan.with(plan.load().at(Load.CLOSED_LOOP)))
                .toList();
        for (Run run : bench(GENERATOR).live(plans, 0, null, home.resolve("scratch"), soFar -> {})) {
            assertNull(run.figures().latency());
            assertNull(run.figures().verified());
            assertTrue(run.figures().requestsPerSecond() > 500, run.figures().toString());
            List<String> faults = run.lint().stream().map(Lint.Fault::id).toList();
            assertFalse(faults.contains("rate-not-held"), faults.toString());
            assertEquals(Optional.empty(), RunFolder.find(home, run.id()).edited());
            assertTrue(RunText.of(run).contains("  at the highest rate for 4 s, "), RunText.of(run));
            assertFalse(RunText.of(run).contains("what was due"), RunText.of(run));
        }
        nothingIsLeft(plans);
    }

    /** As a laptop that is closed: nothing goes on but the time. */
    @Test
    void roundInWhichTheMachineSleptIsLeftOut() throws Exception {
        List<Integer> rounds = new ArrayList<>();
        List<Run> runs = bench(GENERATOR).live(plans(Op.PUT, 4), 0, null, home.resolve("scratch"), soFar -> {
            rounds.add(soFar.get(0).windows().size());
            if (rounds.size() == 1) {
                sleep();
            }
        });
        assertTrue(progress.stream().anyMatch(line -> line.startsWith("left out 1 round, since")), progress.toString());
        for (Run run : runs) {
            assertEquals(rounds.size(), run.windows().size());
            assertTrue(run.windows().size() >= 4, run.windows().toString());
            assertEquals(Optional.empty(), RunFolder.find(home, run.id()).edited());
        }
    }

    /** Both load generators, for long enough to be noticed. */
    private static void sleep() {
        try {
            List<String> pids = ProcessHandle.current()
                    .descendants()
                    .filter(each -> each.info().commandLine().orElse("").contains("--windows"))
                    .map(each -> Long.toString(each.pid()))
                    .toList();
            assertEquals(2, pids.size(), pids.toString());
            String all = String.join(" ", pids);
            assertEquals(
                    0,
                    new ProcessBuilder("kill", "-STOP", pids.get(0), pids.get(1))
                            .start()
                            .waitFor());
            new ProcessBuilder("sh", "-c", "sleep 7; kill -CONT " + all).start();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Which side each window was of, in the order of time. */
    private static String turns(List<Run> runs) {
        record Turn(Instant when, String side) {}
        List<Turn> turns = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            for (LoadWindow window : runs.get(i).windows()) {
                turns.add(new Turn(Instant.parse(window.started()), Character.toString('A' + i)));
            }
        }
        turns.sort(Comparator.comparing(Turn::when));
        return String.join(" ", turns.stream().map(Turn::side).toList());
    }

    @Test
    void figuresThatSomebodyEditedAreFound() throws Exception {
        Run run = bench(GENERATOR)
                .live(plans(Op.PUT, 2), 1, null, home.resolve("scratch"), soFar -> {})
                .get(0);
        RunFolder folder = RunFolder.find(home, run.id());
        Path json = folder.path().resolve("run.json");
        String p50 = "\"50.0\": " + run.figures().latency().millis(50);
        assertTrue(Files.readString(json).contains(p50));
        Files.writeString(json, Files.readString(json).replace(p50, "\"50.0\": 0.01"));
        assertTrue(RunFolder.find(home, run.id()).edited().orElseThrow().startsWith("The figures of run.json"));
    }

    @Test
    void whereMemoryIsShortEachSideLivesByItself() throws Exception {
        List<BenchPlan> two = plans(Op.PUT, 2);
        assertEquals(List.of(two), Life.groups(two, 640));
        assertEquals(List.of(List.of(two.get(0)), List.of(two.get(1))), Life.groups(two, 639));
        assertEquals(List.of(two), Life.groups(two, 0));
        assertTrue(Life.availableMiB(Place.HERE) > 0);
    }

    @Test
    void sidesThatFillTheMachineAreWarmedUpInTurn() {
        assertTrue(Life.isRoom(new double[] {0, 0}, 2));
        assertTrue(Life.isRoom(new double[] {0.5, 0.9}, 2));
        assertFalse(Life.isRoom(new double[] {0.9, 0.9}, 2));
        assertTrue(Life.isRoom(new double[] {0.9, 0.9}, 4));
        assertFalse(Life.isRoom(new double[] {Double.NaN, 0.1}, 4));
    }

    /** A real wrk2 knows no windows: each is a process of its own. */
    @Test
    void realWrk2IsStartedForEachWindow() throws Exception {
        Files.createSymbolicLink(home.resolve("workbench"), REAL_HOME.resolve("workbench"));
        Path own = REAL_HOME.resolve("workbench/wrk2/bin/wrk2");
        Path real = Files.writeString(
                home.resolve("wrk2"), "#!/bin/sh\necho \"$@\" >>" + home + "/asked\nexec " + own + " \"$@\"\n");
        assertTrue(real.toFile().setExecutable(true));
        LoadGenerator generator = new LoadGenerator(LoadGenerator.Engine.WRK2, real, "4.0.0", List.of());
        List<Run> runs = bench(generator).live(plans(Op.PUT, 2), 1, null, home.resolve("scratch"), soFar -> {});
        List<String> asked = Files.readAllLines(home.resolve("asked"));
        int windows = runs.stream().mapToInt(run -> run.windows().size()).sum();
        assertTrue(asked.size() >= windows, asked.toString());
        assertFalse(String.join("\n", asked).contains("--windows"), asked.toString());
        for (Run run : runs) {
            assertEquals("wrk2", run.engine().name());
            assertTrue(run.figures().latency().millis(50) > 0);
        }
    }

    @Test
    void sideThatDiesEndsTheLifeAndWhatWasMeasuredIsKept() throws Exception {
        List<BenchPlan> plans = plans(Op.PUT, 20);
        Thread killer = new Thread(() -> killAfterAWindow(plans.get(1).port()));
        killer.setDaemon(true);
        killer.start();
        IOException e = assertThrows(
                IOException.class, () -> bench(GENERATOR).live(plans, 0, null, home.resolve("scratch"), soFar -> {}));
        killer.join(1000);
        assertTrue(e.getMessage().contains("node " + plans.get(1).port() + " was killed by SIGKILL"), e.getMessage());
        List<Run> kept = new ArrayList<>();
        for (RunFolder each : RunFolder.list(home)) {
            kept.add(each.read());
        }
        assertEquals(2, kept.size());
        assertTrue(
                kept.stream()
                        .allMatch(run -> run.problem() != null || !run.windows().isEmpty()),
                kept.toString());
        nothingIsLeft(plans);
    }

    private void killAfterAWindow(int port) {
        try {
            while (windowsOnDisk() < 2) {
                Thread.sleep(50);
            }
            nodes(port).forEach(ProcessHandle::destroyForcibly);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Of this port. A command line is longer than what ProcessHandle tells of it. */
    private static List<ProcessHandle> nodes(int port) {
        return ProcessHandle.current()
                .descendants()
                .filter(each -> commandLine(each).contains("\0--port\0" + port + "\0"))
                .toList();
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
        } catch (IOException e) {
            return "";
        }
    }

    private long windowsOnDisk() throws IOException {
        Path runs = home.resolve("profiles/runs");
        if (!Files.isDirectory(runs)) {
            return 0;
        }
        try (Stream<Path> all = Files.list(runs)) {
            return all.filter(run -> Files.exists(run.resolve("wrk2.txt"))).count();
        }
    }

    private static void nothingIsLeft(List<BenchPlan> plans) {
        for (BenchPlan plan : plans) {
            assertEquals(List.of(), nodes(plan.port()));
        }
    }

    private Bench bench(LoadGenerator generator) {
        return new Bench(home, generator, MACHINE, progress::add);
    }

    private List<BenchPlan> plans(Op op, int windows) {
        int port = Ports.free(2);
        List<BenchPlan> plans = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            BenchPlan plan = new BenchPlan(
                    stage,
                    1,
                    List.of(),
                    port + i,
                    Duration.ZERO,
                    null,
                    Place.HERE,
                    new Load(op, 500, 4, 2, 2, 200, 64, 1, null, 1, null));
            plans.add(plan.with(plan.load().inWindows(windows, 1)));
        }
        return plans;
    }
}
