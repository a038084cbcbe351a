package kvlab.bench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import kvlab.bench.kept.MadeRun;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.page.ProfileDelta.EventDelta;
import kvlab.bench.page.ProfileDelta.Moved;
import kvlab.bench.profile.Breakdown;
import kvlab.bench.profile.Profile;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileDeltaTest {

    private static final String ALLOCATED = "node-1;[main];kvlab/A.b;";

    @TempDir
    private Path home;

    @Test
    void figuresAreThoseOfOneRequestHoweverManyThereWere() throws Exception {
        RunFolder a = run("a", profile(10, "alloc"), Map.of("alloc", ALLOCATED + "int[]_[i] 1000\n"));
        RunFolder b = run(
                "b",
                profile(100, "alloc"),
                Map.of("alloc", ALLOCATED + "int[]_[i] 10000\n" + ALLOCATED + "byte[]_[i] 5000\n"));
        EventDelta alloc = ProfileDelta.of(a, b).events().get(0);
        assertEquals(new Moved("all", 100, 150), alloc.all());
        assertEquals(List.of(new Moved("kvlab", 100, 150)), alloc.categories());
        assertEquals(
                List.of(new Moved("byte[] in kvlab.A.b", 0, 50), new Moved("int[] in kvlab.A.b", 100, 100)),
                alloc.frames());
    }

    @Test
    void timeThatNoSampleHasSeenMovesToo() throws Exception {
        RunFolder a = run("a", seen(100.0), Map.of("cpu", "node-1;[main];kvlab/A.b 900000\n"));
        RunFolder b = run("b", seen(150.0), Map.of("cpu", "node-1;[main];kvlab/A.b 900000\n"));
        EventDelta cpu = ProfileDelta.of(a, b).events().get(0);
        assertEquals(List.of(new Moved("in no sample", 10, 60), new Moved("kvlab", 90, 90)), cpu.categories());
        assertEquals(new Moved("all", 100, 150), cpu.all());
    }

    private static Profile seen(Double nodeCpuMicros) {
        return new Profile(
                null,
                false,
                true,
                List.of(),
                10,
                1,
                nodeCpuMicros,
                Map.of("cpu", new Breakdown("µs", 90, List.of(), List.of())));
    }

    @Test
    void bothDirectionsAreDrawnForEachEventThatBothHave() throws Exception {
        RunFolder a = run("a", profile(10, "alloc"), Map.of("alloc", ALLOCATED + "int[]_[i] 1000\n"));
        RunFolder b = run("b", profile(10, "alloc", "lock"), Map.of("alloc", ALLOCATED + "int[]_[i] 1\n"));
        List<Path> files = ProfileDelta.drawFlames(a, b, home.resolve("flames"));
        assertEquals(
                List.of("flame-alloc-a-to-b.html", "flame-alloc-b-to-a.html"),
                files.stream().map(file -> file.getFileName().toString()).toList());
        assertTrue(Files.readString(files.get(0)).contains("of 1,000 requests: b, red where it is more than in a"));
    }

    @Test
    void tableFitsATerminal() throws Exception {
        String longName = "node-1;[main];kvlab/" + "Abc".repeat(40) + ".method;int[]_[i] ";
        RunFolder a = run("a", profile(10, "alloc"), Map.of("alloc", longName + "1000000\n"));
        RunFolder b = run("b", profile(10, "alloc"), Map.of("alloc", longName + "10\n"));
        String text = ProfileDelta.of(a, b).text();
        text.lines().forEach(line -> assertTrue(line.length() <= 80, line));
        assertTrue(text.contains("100000       1.00      -99999"), text);
    }

    @Test
    void runWithoutAProfileIsNamed() throws Exception {
        RunFolder a = run("a", null, Map.of());
        RunFolder b = run("b", Profile.failed("it was interrupted"), Map.of());
        RunFolder c = run("c", profile(10), Map.of());
        assertEquals("run a has no profile; ./lab bench --profile cpu,alloc,lock makes one", refusal(a, b));
        assertEquals("run b has no profile, for making it failed: it was interrupted", refusal(b, a));
        assertEquals("run c has no profile: none of its nodes is a JVM that can be profiled", refusal(c, a));
    }

    @Test
    void profilesOfDifferentEventsAreRefused() throws Exception {
        RunFolder a = run("a", profile(10, "alloc"), Map.of("alloc", ""));
        RunFolder b = run("b", profile(10, "lock"), Map.of("lock", ""));
        assertEquals("runs a and b recorded no event that is the same: [alloc] and [lock]", refusal(a, b));
    }

    @Test
    void profilesThatShowDifferentThingsAreRefused() throws Exception {
        RunFolder a = run("a", profile(10, "cpu"), Map.of("cpu", ""));
        RunFolder b = run("b", new Profile(null, false, false, List.of(), 9, 9, null, events("cpu")), Map.of());
        RunFolder c = run("c", new Profile(null, true, true, List.of(), 9, 9, null, events("cpu")), Map.of());
        assertEquals("runs a and b cannot be compared: only one shows the kernel's functions", refusal(a, b));
        assertEquals("runs a and c cannot be compared: one was recorded with --per-thread", refusal(a, c));
    }

    @Test
    void differentLoadsAreRefused() throws Exception {
        Profile cpu = profile(10, "cpu");
        RunFolder a = run(MadeRun.GOOD, "a", cpu);
        assertEquals(
                "runs a and b cannot be compared: the rate is 5000 on one side and 500 on the other",
                refusal(a, run(MadeRun.GOOD.at(500), "b", cpu)));
        RunFolder d = run(MadeRun.GOOD, "d", cpu);
        Path json = d.path().resolve("run.json");
        Files.writeString(json, Files.readString(json).replace("\"op\": \"put\"", "\"op\": \"get\""));
        assertEquals(
                "runs a and d cannot be compared: the operation is put on one side and get on the other",
                refusal(a, d));
    }

    /** The figures are those of one request, and the nodes may be what is compared. */
    @Test
    void otherLengthAndOtherNodesAreNotRefused() throws Exception {
        Map<String, String> stacks = Map.of("alloc", ALLOCATED + "int[]_[i] 1000\n");
        RunFolder a = run(MadeRun.GOOD, "a", profile(10, "alloc"), stacks);
        RunFolder b = run(MadeRun.GOOD.lasting(60).on(8), "b", profile(30, "alloc"), stacks);
        assertEquals(1, ProfileDelta.of(a, b).events().size());
    }

    @Test
    void stacksThatAreGoneAreNamed() throws Exception {
        RunFolder a = run("a", profile(10, "cpu"), Map.of("cpu", ""));
        RunFolder b = run("b", profile(10, "cpu"), Map.of());
        IOException e = assertThrows(IOException.class, () -> ProfileDelta.of(a, b));
        assertEquals(
                b.path().resolve("stacks-cpu.txt.gz")
                        + " is missing: without it the profile of run b cannot be compared",
                e.getMessage());
    }

    private static String refusal(RunFolder a, RunFolder b) {
        return assertThrows(UsageException.class, () -> ProfileDelta.of(a, b)).getMessage();
    }

    private static Profile profile(long requests, String... events) {
        return new Profile(null, false, true, List.of(), requests, 1, null, events(events));
    }

    private static Map<String, Breakdown> events(String... names) {
        Map<String, Breakdown> events = new java.util.TreeMap<>();
        for (String name : names) {
            events.put(name, new Breakdown("", 0, List.of(), List.of()));
        }
        return events;
    }

    private RunFolder run(String id, Profile profile, Map<String, String> stacks) throws Exception {
        return run(MadeRun.GOOD, id, profile, stacks);
    }

    private RunFolder run(MadeRun made, String id, Profile profile) throws Exception {
        return run(made, id, profile, Map.of());
    }

    private RunFolder run(MadeRun made, String id, Profile profile, Map<String, String> stacks) throws Exception {
        Path folder = Files.createDirectories(home.resolve("profiles/runs").resolve(id));
        for (Map.Entry<String, String> each : stacks.entrySet()) {
            Path file = folder.resolve("stacks-" + each.getKey() + ".txt.gz");
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
                out.write(each.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        Run run = MadeRun.profiled(made.run(), id, profile);
        Files.writeString(folder.resolve("run.json"), run.json());
        return RunFolder.find(home, id);
    }
}
