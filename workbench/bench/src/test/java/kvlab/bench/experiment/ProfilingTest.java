package kvlab.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.Load;
import kvlab.bench.load.Op;
import kvlab.bench.load.Place;
import kvlab.bench.page.RunText;
import kvlab.bench.profile.Breakdown;
import kvlab.bench.profile.Profile;
import kvlab.bench.profile.ProfileEvent;
import kvlab.cluster.CommandProgram;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.Ports;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** At smoke scale: that real nodes are profiled, and what becomes of nodes that are no JVMs. */
@Tag("slow")
class ProfilingTest extends AtSmokeScale {

    /** At 500 requests a second, two seconds of them have too few samples for each part of a request to have one. */
    private static final int RATE = 3000;

    @Test
    void runKeepsStacksFlameGraphsAndFigures() throws Exception {
        Run run = run(stage, 2, new ProfilePlan(EnumSet.allOf(ProfileEvent.class), false), 1);
        Profile profile = run.profile();
        assertFalse(profile.failed(), profile.problem());
        assertTrue(run.files()
                .keySet()
                .containsAll(Set.of(
                        "flame-cpu.html",
                        "flame-cpu-first.html",
                        "flame-alloc.html",
                        "flame-lock.html",
                        "stacks-cpu.txt.gz",
                        "wrk2-profiled.txt")));
        assertTrue(run.files().keySet().stream().noneMatch(file -> file.endsWith(".jfr")));
        assertTrue(profile.requests() > 100, profile.toString());
        assertTrue(profile.events().get("alloc").perRequest() > 0);
        assertTrue(profile.events().get("cpu").categories().stream()
                .map(Breakdown.Part::name)
                .toList()
                .contains("RocksDB"));
        assertNotNull(profile.kernelFrames());
        List<String> threads = threads(run);
        assertTrue(threads.stream().noneMatch(ProfilingTest::hasNumber), threads.toString());
        fitsATerminal(RunText.of(run));
    }

    @Test
    void threadsAreToldApartAndTheTextFitsATerminal() throws Exception {
        Run run = run(stage, 1, new ProfilePlan(EnumSet.of(ProfileEvent.CPU), true), 1);
        assertTrue(run.profile().perThread());
        List<String> threads = threads(run);
        assertTrue(threads.stream().anyMatch(ProfilingTest::hasNumber), threads.toString());
        String text = RunText.of(run);
        fitsATerminal(text);
        assertTrue(text.contains("\n  most CPU time "), text);
    }

    private static void fitsATerminal(String text) {
        text.lines().forEach(line -> assertTrue(line.length() <= 80, line));
    }

    /** Of the stacks, as they were kept. */
    private List<String> threads(Run run) throws Exception {
        Path file = RunFolder.find(home, run.id()).path().resolve("stacks-cpu.txt.gz");
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            String stacks = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return stacks.lines().map(line -> line.split(";")[1]).distinct().toList();
        }
    }

    private static boolean hasNumber(String thread) {
        return thread.matches(".*[^A-Z0-9]\\d+]");
    }

    @Test
    void nodeThatIsNoJvmIsToldAndTheRunGoesOn() throws Exception {
        requirePython();
        Path server = REAL_HOME.resolve("grader/examples/single.py");
        ProfilePlan cpu = new ProfilePlan(EnumSet.of(ProfileEvent.CPU), false);
        Run run = run(CommandProgram.of("python3 " + server + " {port} {data}"), 1, cpu, 0);
        assertFalse(run.failed(), run.problem());
        assertFalse(run.profile().failed(), run.profile().problem());
        assertEquals(List.of(run.options().port()), run.profile().notJvms());
        assertTrue(RunText.of(run).contains(" is no JVM that can be profiled"));
    }

    private static void requirePython() {
        boolean found = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "python3")));
        assertTrue(found || System.getenv("CI") == null, "there is no python3, which .ci/run should have installed");
        assumeTrue(found, "there is no python3 to be a node that is no JVM");
    }

    private Run run(NodeProgram program, int nodes, ProfilePlan profile, int warmUpSeconds) throws Exception {
        Bench bench = new Bench(home, GENERATOR, MACHINE, progress::add);
        int port = Ports.free(nodes);
        BenchPlan plan = new BenchPlan(
                program,
                nodes,
                List.of(),
                port,
                Duration.ZERO,
                null,
                Place.HERE,
                new Load(Op.PUT, RATE, 4, 2, 2, 200, 64, 1, null, warmUpSeconds, null));
        return bench.run(plan, profile, home.resolve("scratch")).read();
    }
}
