package kvlab.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kvlab.bench.kept.MadeRun;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.Cores;
import kvlab.bench.load.Load;
import kvlab.bench.load.Op;
import kvlab.bench.load.Place;
import kvlab.bench.load.RateLoad;
import kvlab.bench.machine.LoadGenerator;
import kvlab.bench.page.RunText;
import kvlab.bench.watch.TimeLine;
import kvlab.bench.wrk2.Verified;
import kvlab.cluster.CommandProgram;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.NodeSpec;
import kvlab.cluster.Ports;
import kvlab.cluster.StageProgram;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** At smoke scale: that a run is made, kept and read again; nothing about speed. */
@Tag("slow")
class BenchTest extends AtSmokeScale {

    @Tag("happy-path")
    @Test
    void runIsKeptWithAllThatItIsMadeOf() throws Exception {
        Cores cores = OS.LINUX.isCurrentOs() ? Place.HERE.cores("0") : null;
        RunFolder folder = run(plan(stage, 2, Op.GET, Duration.ofMillis(5), 1, cores));
        Run run = folder.read();
        assertFalse(run.failed(), run.problem());
        assertEquals("get", run.options().load().op().label());
        assertEquals(5, run.options().linkDelayMillis());
        assertEquals(cores, run.options().cores());
        assertTrue(run.options().jvmFlags().contains("-Xmx128m"));
        assertTrue(run.figures().requests() > 100, run.figures().toString());
        assertEquals(new Verified(0, 0), run.figures().verified());
        assertTrue(run.files().keySet().containsAll(Set.of("wrk2.txt", "wrk2.json", "wrk2.hgrm")));
        assertEquals(64, run.files().get("wrk2.txt").length());
        assertNotNull(run.machine().getAsJsonObject().get("cpu"));
        assertTrue(progress.get(0).matches("1-single-node, get at 500 requests/s: about \\d+ s left"), progress.get(0));
        assertTrue(progress.contains("writing 200 keys"), progress.toString());
        assertTrue(faults(run).contains("too-short"));
        assertEquals(
                List.of(run.id()),
                RunFolder.list(home).stream().map(RunFolder::id).toList());
        assertEquals(folder.path(), RunFolder.find(home, "last").path());
        assertEquals(
                folder.path(), RunFolder.find(home, run.id().substring(0, 8)).path());
        assertFalse(Files.exists(home.resolve("scratch/cluster")));
        String text = RunText.of(run);
        assertEquals(cores != null, text.contains("\n  nodes on cores 0"), text);
        text.lines().forEach(line -> assertTrue(line.length() <= 80, line));
        assertEquals(
                run.lint().size(),
                text.lines().filter(line -> line.startsWith("  ! ")).count());
    }

    @Test
    void runThatIsShorterThanTheStartOfANodeWaitsForTheFirstAnswer() throws Exception {
        String node = Files.readString(REAL_HOME.resolve("grader/examples/single.py"))
                .replace("class Store:", "import time\nSTARTED = time.time()\n\nclass Store:")
                .replace(
                        "    def put(self, key, value):\n",
                        "    def put(self, key, value):\n        time.sleep(max(0, STARTED + 4 - time.time()))\n");
        Path file = Files.writeString(home.resolve("late.py"), node);
        Run run = run(plan(CommandProgram.of("python3 " + file + " {port} {data}"), 1, Op.PUT, Duration.ZERO, 0, null))
                .read();
        assertFalse(run.failed(), run.problem());
        assertNull(run.warmUp());
        assertTrue(run.figures().requests() > 100, run.figures().toString());
    }

    @Test
    void figuresAreShownWhileItMeasures() throws Exception {
        List<String> shown = new ArrayList<>();
        Bench.Listener watching = new Bench.Listener() {

            @Override
            public void says(String line) {}

            @Override
            public void shows(String line) {
                shown.add(line);
            }
        };
        Bench bench = new Bench(home, GENERATOR, MACHINE, watching);
        RunFolder folder = bench.run(plan(stage, 1, Op.PUT), null, home.resolve("scratch"));
        assertTrue(shown.get(0).matches("1 s  \\d+/s  p50 \\S+  p99 \\S+  errors 0  ▁"), shown.toString());
        assertFalse(folder.wrk2().contains("\r"), folder.wrk2());
    }

    @Test
    void failedRunIsKeptWithTheReasonAndWithoutFigures() throws Exception {
        StageProgram broken = new StageProgram("broken", stage.classPath(), "kvlab.Nothing");
        NodeFailure e = assertThrows(NodeFailure.class, () -> run(plan(broken, 1, Op.PUT)));
        Run run = RunFolder.find(home, "last").read();
        assertEquals(e.getMessage(), run.problem());
        assertNull(run.figures());
        assertTrue(RunText.of(run).contains("failed: "));
    }

    @Test
    void whateverEndsItIsKeptAsTheReason() throws Exception {
        NodeProgram odd = new NodeProgram() {

            @Override
            public String name() {
                return "odd";
            }

            @Override
            public List<String> command(NodeSpec node) {
                throw new IllegalStateException("nobody thought of this");
            }
        };
        assertThrows(IllegalStateException.class, () -> run(plan(odd, 1, Op.PUT)));
        Run run = RunFolder.find(home, "last").read();
        assertEquals("nobody thought of this", run.problem());
        assertNull(run.figures());
    }

    /** Whatever wrk2's text is written to, the disk is full. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void fullDiskDoesNotCostTheFiguresAndIsToldInOneSentence() throws Exception {
        Path wrk2 = wrk2("for run in " + home + "/profiles/runs/*; do ln -sf /dev/full \"$run/wrk2.txt\"; done");
        LoadGenerator generator = new LoadGenerator(LoadGenerator.Engine.DROP_IN, wrk2, "1", List.of());
        Bench bench = new Bench(home, generator, MACHINE, progress::add);
        // The keys that are written first have warmed the node up.
        BenchPlan plan = plan(stage, 1, Op.MIXED, Duration.ZERO, 0, null);
        IOException e = assertThrows(IOException.class, () -> bench.run(plan, null, home.resolve("scratch")));
        RunFolder folder = RunFolder.find(home, "last");
        Run run = folder.read();
        assertFalse(run.failed(), run.problem());
        assertTrue(run.figures().requests() > 100, run.figures().toString());
        assertFalse(run.files().containsKey("wrk2.txt"), run.files().toString());
        String told = e.getMessage();
        assertTrue(told.startsWith("cannot write " + folder.path().resolve("wrk2.txt") + ": "), told);
        assertTrue(
                told.endsWith("; if its disk is full, make room: ./lab runs lists what may go; run " + run.id()
                        + " is kept without that file"),
                told);
        for (TimeLine.Second second : run.timeLine().seconds()) {
            if (second.nodeCollectorCores() == null) {
                // With one core a JVM takes a collector that has no thread of its own.
                continue;
            }
            double collecting = second.nodeCollectorCores().get(0);
            assertTrue(collecting >= 0 && collecting <= second.nodeCores().get(0) + 0.1, second.toString());
        }
    }

    @Test
    void whatCannotStartIsToldBeforeAnythingIsMeasured() throws Exception {
        BenchPlan plan = plan(stage, 2, Op.PUT);
        tryOut(plan);
        try (ServerSocket taken = new ServerSocket(plan.port() + 1, 1, InetAddress.getLoopbackAddress())) {
            NodeFailure e = assertThrows(NodeFailure.class, () -> tryOut(plan));
            assertTrue(e.getMessage().startsWith("port " + taken.getLocalPort() + " is taken"), e.getMessage());
        }
        BenchPlan odd = new BenchPlan(
                stage,
                2,
                List.of("moon=full"),
                plan.port(),
                Duration.ZERO,
                null,
                Place.HERE,
                new Load(Op.PUT, 500, 4, 2, 2, 200, 64, 1, null, 1, null));
        String told = assertThrows(NodeFailure.class, () -> tryOut(odd)).getMessage();
        assertTrue(told.contains("moon"), told);
        assertEquals(List.of(), RunFolder.list(home));
    }

    private void tryOut(BenchPlan plan) throws Exception {
        new Bench(home, GENERATOR, MACHINE, progress::add).tryOut(plan, home.resolve("scratch"));
    }

    @Test
    void unknownRunIsNamed() {
        UsageException e = assertThrows(UsageException.class, () -> RunFolder.find(home, "2020"));
        assertEquals("there is no run yet; ./lab bench makes one", e.getMessage());
    }

    /**
     * A real wrk2 tells no latency in the first 10 s, and so not whether latency has settled. Each of 64 connections is asked
     * for a request every 2.1 s here, which is longer than a real wrk2 waits unless --timeout says otherwise.
     */
    @Test
    void realWrk2MeasuresWhatTheKitsOwnHasWarmedUp() throws Exception {
        BenchPlan plan = new BenchPlan(
                stage,
                2,
                List.of(),
                Ports.free(2),
                Duration.ZERO,
                null,
                Place.HERE,
                new Load(Op.PUT, 30, 64, 2, 2, 200, 64, 1, null, 1, null));
        Run run = runByRealWrk2(plan);
        List<String> asked = Files.readAllLines(home.resolve("asked"));
        assertEquals(1, asked.size());
        assertTrue(asked.get(0).contains("--timeout 6s "), asked.get(0));
        assertEquals(List.of(), RateLoad.patience(plan.load().at(65)), "connections that are never idle for a second");
        assertEquals("wrk2", run.engine().name());
        assertEquals("drop_in", run.warmUp().engine());
        assertTrue(run.files().containsKey("wrk2.hgrm"), run.files().toString());
        assertTrue(RunText.of(run).contains(" s by the kit's own wrk2"), RunText.of(run));
    }

    /** The kit's own under another name, which does something before. */
    private Path wrk2(String first) throws IOException {
        Path own = REAL_HOME.resolve("workbench/wrk2/bin/wrk2");
        Path script = Files.writeString(home.resolve("wrk2"), "#!/bin/sh\n" + first + "\nexec " + own + " \"$@\"\n");
        assertTrue(script.toFile().setExecutable(true));
        return script;
    }

    private Run runByRealWrk2(BenchPlan plan) throws Exception {
        Files.createSymbolicLink(home.resolve("workbench"), REAL_HOME.resolve("workbench"));
        Path real = wrk2("echo \"$@\" >>" + home + "/asked");
        LoadGenerator generator = new LoadGenerator(LoadGenerator.Engine.WRK2, real, "4.0.0", List.of());
        Bench bench = new Bench(home, generator, MACHINE, progress::add);
        return bench.run(plan, null, home.resolve("scratch")).read();
    }

    @Test
    void runThatIsDamagedOrOfAnotherKitSaysSo() throws Exception {
        String whole = MadeRun.GOOD.run().json();
        String damaged = " is damaged: there is no ";
        assertEquals(MadeRun.GOOD.run().id(), kept(whole).read().id());
        assertTrue(refusal("{\"schema\": \"kvlab.run/1\"").startsWith(" is damaged: "));
        assertEquals(
                " is not of the schema kvlab.run/1, which this kit reads; measure again",
                refusal("{\"schema\": \"kvlab.run/9\"}"));
        assertEquals(damaged + "\"options\" in it", refusal("{\"schema\": \"kvlab.run/1\", \"id\": \"a\"}"));
        assertEquals(damaged + "\"lint\" in it", refusal(whole.replace("\"lint\": []", "\"lint\": null")));
        assertEquals(damaged + "\"files\" in it", refusal(whole.replace("\"files\": {}", "\"files\": null")));
    }

    /** Without the file's name. */
    private String refusal(String json) throws IOException {
        RunFolder folder = kept(json);
        String message = assertThrows(IOException.class, folder::read).getMessage();
        String file = folder.path().resolve("run.json").toString();
        assertTrue(message.startsWith(file), message);
        return message.substring(file.length());
    }

    private RunFolder kept(String json) throws IOException {
        Path folder = Files.createDirectories(home.resolve("profiles/runs/20201121-a"));
        Files.writeString(folder.resolve("run.json"), json);
        return new RunFolder(folder, folder.getFileName().toString());
    }

    private RunFolder run(BenchPlan plan) throws Exception {
        Bench bench = new Bench(home, GENERATOR, MACHINE, progress::add);
        try {
            return bench.run(plan, null, home.resolve("scratch"));
        } finally {
            try (Stream<Path> left = Files.walk(home.resolve("profiles"))) {
                assertEquals(
                        List.of(),
                        left.filter(each -> each.toString().endsWith(".half")).toList());
            }
        }
    }

    private static BenchPlan plan(NodeProgram program, int nodes, Op op) {
        return plan(program, nodes, op, Duration.ZERO, 1, null);
    }

    private static BenchPlan plan(
            NodeProgram program, int nodes, Op op, Duration delay, int warmUpSeconds, Cores cores) {
        return new BenchPlan(
                program,
                nodes,
                List.of(),
                Ports.free(nodes),
                delay,
                cores,
                Place.HERE,
                new Load(op, 500, 4, 2, 2, 200, 64, 1, null, warmUpSeconds, null));
    }

    private static Set<String> faults(Run run) {
        return run.lint().stream().map(Lint.Fault::id).collect(Collectors.toSet());
    }
}
