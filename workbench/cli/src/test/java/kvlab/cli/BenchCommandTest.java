package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.Difference;
import kvlab.bench.kept.Figure;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.lint.Lint;
import kvlab.cluster.Ports;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ./lab bench --saturate at smoke scale: that it works, and nothing about speed. */
@Tag("slow")
class BenchCommandTest {

    @TempDir
    private Path home;

    @BeforeEach
    void buildKit() throws IOException {
        BuiltKit.in(home);
        Files.createSymbolicLink(home.resolve("wrk_scripts"), BuiltKit.REAL.resolve("wrk_scripts"));
    }

    @AfterEach
    void nothingIsLeftBehind() throws IOException {
        BuiltKit.assertNothingIsLeft(home);
    }

    /** The figures of a smoke run are not compared, so the exit code is 2. */
    @Test
    void highestRateIsAComparisonWithHttpAloneThatIsKept() throws Exception {
        Path json = home.resolve("reports/bench.json");
        LabHere lab = saturate("--op", "get", "--set", "store=tuned", "--json", json.toString());
        assertEquals(Lab.UNDECIDED, lab.exit(), lab.err());
        assertTrue(lab.out().startsWith("get at the highest rate, "), lab.out());
        lab.out().lines().forEach(line -> assertTrue(line.length() <= 80, line));
        Comparison comparison = Run.GSON.fromJson(Files.readString(json), Comparison.class);
        assertEquals(
                List.of("HTTP alone", "1-single-node"),
                comparison.sides().stream().map(Comparison.Measured::name).toList());
        assertEquals(List.of(), comparison.sides().get(0).options().settings());
        assertEquals(List.of("store=tuned"), comparison.sides().get(1).options().settings());
        assertEquals(
                List.of(Figure.RATE, Figure.CPU),
                comparison.outcomes().get(0).figures().stream()
                        .map(Difference::figure)
                        .toList());
        assertTrue(comparison.id().endsWith("-saturate-1-single-node-get"), comparison.id());
        for (Comparison.Measured side : comparison.sides()) {
            assertTrue(side.answered().get(0) > 0, side.toString());
            List<String> faults = RunFolder.find(home, side.runs().get(0)).read().faults().stream()
                    .map(Lint.Fault::id)
                    .toList();
            assertTrue(
                    Collections.disjoint(faults, List.of("rate-not-held", "saturated", "bad-answers", "lost")),
                    faults.toString());
        }
    }

    @Test
    void clusterIsLoadedAtItsFirstNode() {
        LabHere lab = saturate("--op", "put", "--nodes", "3", "--replicas", "2/3", "--json", "-");
        assertEquals(Lab.UNDECIDED, lab.exit(), lab.err());
        Comparison comparison = Run.GSON.fromJson(lab.out(), Comparison.class);
        assertEquals(3, comparison.sides().get(1).options().nodes());
        assertEquals("2/3", comparison.sides().get(1).options().load().replicas());
        assertNull(comparison.problem());
    }

    @Test
    void highestRatesOfTwoAreCompared() {
        LabHere lab = LabHere.run(
                home,
                ("compare 1-single-node --vary store=base,tuned --saturate --op get --lives 1 --keys 100 --scale smoke"
                                + " --json - --port " + Ports.free(2))
                        .split(" "));
        assertEquals(Lab.UNDECIDED, lab.exit(), lab.err());
        Comparison comparison = Run.GSON.fromJson(lab.out(), Comparison.class);
        assertEquals(
                List.of("store=base", "store=tuned"),
                comparison.sides().stream().map(Comparison.Measured::name).toList());
        assertEquals(Figure.RATE, comparison.outcomes().get(0).figures().get(0).figure());
        comparison.sides().forEach(side -> assertTrue(side.answered().get(0) > 0, side.toString()));
        assertNull(comparison.problem());
    }

    /** As on macOS; the second sentence tells that nothing was started. */
    @Test
    void withoutTasksetASentenceSaysSo() throws Exception {
        ProcessBuilder lab =
                new ProcessBuilder(LabProgram.command(home, "bench", "1-single-node", "--rate", "1", "--keys", "0"));
        lab.environment().put("PATH", home.toString());
        Process process = lab.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(Lab.USAGE, process.waitFor(), said);
        assertTrue(
                said.endsWith("lab: there is no taskset where the nodes run, so they and the load run on any core\n"
                        + "lab: --keys 0: expected a number from 1 to 1000000000\n"),
                said);
    }

    private LabHere saturate(String... options) {
        String smoke = "bench 1-single-node --saturate --keys 100 --scale smoke --port " + Ports.free(4);
        return LabHere.run(
                home,
                Stream.concat(Stream.of(smoke.split(" ")), Stream.of(options)).toArray(String[]::new));
    }
}
