package kvlab.bench.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kvlab.bench.experiment.AtSmokeScale;
import kvlab.bench.experiment.Bench;
import kvlab.bench.experiment.Compare;
import kvlab.bench.experiment.ComparePlan;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.knee.KneePlan;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.Cores;
import kvlab.bench.load.Op;
import kvlab.bench.load.Place;
import kvlab.bench.load.Scale;
import kvlab.bench.page.FlamePages;
import kvlab.bench.page.FolderText;
import kvlab.bench.reference.ReferenceLab.Measurement;
import kvlab.bench.reference.ReferenceLab.Side;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.Ports;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A tiny lab at smoke scale: that it is recorded, and goes on where it stopped; nothing about speed. */
@Tag("slow")
class RecorderTest extends AtSmokeScale {

    private static final List<Side> STORES = List.of(side("base"), side("tuned"));
    private static final ReferenceLab LAB = new ReferenceLab(
            "tiny",
            "Does it work?",
            List.of(
                    measurement("store-put", Op.PUT, true, STORES),
                    measurement("store-get", Op.GET, false, STORES),
                    measurement("knee", Op.GET, false, STORES.subList(0, 1))));

    /** One measurement of each kind is made for real. */
    private static final ReferenceLab PROFILE_AND_KNEE = new ReferenceLab(
            LAB.id(),
            LAB.question(),
            List.of(LAB.measurements().get(0), LAB.measurements().get(2)));

    private final List<String> measured = new ArrayList<>();

    /** As ./lab compare and ./lab knee, until it is interrupted. */
    private final class Interrupted implements Recorder.Bench {

        private final int after;

        Interrupted(int after) {
            this.after = after;
        }

        @Override
        public RunFolder compare(ComparePlan plan)
                throws UsageException, NodeFailure, IOException, InterruptedException {
            count("compare");
            Bench bench = new Bench(home, GENERATOR, MACHINE, text -> {});
            RunFolder folder =
                    new Compare(home, Compare.with(bench, scratch()), GENERATOR, MACHINE, text -> {}).run(plan);
            smokeRunsAreProfiledAndNotCompared(folder);
            return folder;
        }

        @Override
        public RunFolder knee(KneePlan plan) throws UsageException, NodeFailure, IOException, InterruptedException {
            count("knee");
            RunFolder folder = new Bench(home, GENERATOR, MACHINE, text -> {}).knee(plan, scratch());
            allProbesAreKept(folder, plan);
            return folder;
        }

        private void count(String what) throws InterruptedException {
            if (measured.size() == after) {
                throw new InterruptedException();
            }
            measured.add(what);
        }
    }

    private void smokeRunsAreProfiledAndNotCompared(RunFolder folder) throws UsageException, IOException {
        Comparison comparison = folder.comparison();
        assertNull(comparison.problem());
        assertTrue(FolderText.of(folder).contains("a smoke comparison shows that everything"), FolderText.of(folder));
        assertFalse(comparison.comparable());
        for (Comparison.Measured side : comparison.sides()) {
            assertNotNull(RunFolder.find(home, side.runs().get(0)).read().figures());
        }
        assertFalse(Files.exists(home.resolve(".kvlab/noise.json")));
        assertNull(comparison.profiles().get(0).problem());
        assertTrue(Files.readString(folder.path().resolve("a-to-b/moved.txt")).contains("difference"));
        assertTrue(Files.exists(folder.path().resolve("a-to-b/flame-cpu-b-to-a.html")));
        assertTrue(FolderText.of(folder).contains(" a-to-b/"), FolderText.of(folder));
        nothingIsLeftInScratch();
    }

    private void allProbesAreKept(RunFolder folder, KneePlan plan) throws UsageException, IOException {
        Run knee = folder.read();
        assertTrue(knee.search().closedLoopPerSecond() > 0);
        assertFalse(knee.search().probes().isEmpty());
        assertTrue(Files.isRegularFile(folder.path().resolve("wrk2.txt")));
        assertNull(knee.problem());
        String anyRate = plan.next().replace("{rate}", "\\d+");
        assertTrue(knee.search().next().matches(anyRate), knee.search().next());
        assertEquals(knee.search().rate(), knee.options().load().rate());
        assertEquals(Optional.empty(), folder.edited());
        List<String> faults = knee.lint().stream().map(Lint.Fault::id).toList();
        assertTrue(faults.contains("no-warm-up"), faults.toString());
        assertTrue(FolderText.of(folder).contains("\n  The confirmation:\n"), FolderText.of(folder));
        assertTrue(FolderText.line(folder).startsWith(folder.id()), FolderText.line(folder));
        assertEquals(folder.path(), RunFolder.find(home, "last").path());
        assertEquals(1, RunFolder.list(home).size());
        nothingIsLeftInScratch();
    }

    /** The next measurement, perhaps of another stage, begins without data. */
    private void nothingIsLeftInScratch() {
        assertFalse(Files.exists(scratch().resolve("cluster")));
        assertFalse(Files.exists(scratch().resolve("data")));
    }

    /** A node that dies under every load. */
    private static final class Failing implements Recorder.Bench {

        @Override
        public RunFolder compare(ComparePlan plan) throws IOException {
            throw new IOException("node 8090 was killed by SIGKILL (9) under load");
        }

        @Override
        public RunFolder knee(KneePlan plan) throws IOException {
            throw new IOException("there is no wrk2");
        }
    }

    @BeforeEach
    void kit() throws IOException {
        Path target = Files.createDirectories(home.resolve("stages/1-single-node/target"));
        Path service = Files.createDirectories(target.resolve("classes/META-INF/services"));
        Files.writeString(service.resolve("kvlab.node.NodeFactory"), "kvlab.single.StageFactory\n");
        Files.writeString(target.resolve("classpath"), System.getProperty("java.class.path"));
        Files.createFile(target.resolve("stage.jar"));
    }

    @Test
    void interruptedRecordingGoesOnWhereItStopped() throws Exception {
        assertThrows(InterruptedException.class, () -> record(PROFILE_AND_KNEE, new Interrupted(1)));
        assertEquals(List.of("compare"), measured);
        assertTrue(Files.exists(home.resolve("profiles/reference/tiny/store-put/compare.json")));
        assertFalse(Files.exists(home.resolve("profiles/reference/tiny/knee")));

        progress.clear();
        assertEquals(List.of(), record(PROFILE_AND_KNEE, new Interrupted(2)).failures());
        assertEquals(List.of("compare", "knee"), measured);
        assertEquals("1 of 2 measurements are recorded already", progress.get(0));
        assertTrue(progress.get(1).startsWith("1 of 1: tiny/knee, about "), progress.get(1));

        record(PROFILE_AND_KNEE, new Interrupted(2));
        assertEquals(2, measured.size());
        assertEquals(List.of(), new Reference(home).faults());
        recordedRunsAreFoundByTheirNames();
        pagesAreDrawnFromTheStacks();
        whatIsRecordedIsSmallAndTellsNoPlaces();
        windowsThatWereMeasuredAreKept();
        otherPlanIsMeasuredAnewWhenThatIsSaid();
        halfAMeasurementIsMeasuredAnew();
    }

    private void recordedRunsAreFoundByTheirNames() throws Exception {
        assertEquals(List.of(), RunFolder.list(home), "they are no longer among those made here");
        RunFolder comparison = RunFolder.find(home, "tiny/store-put");
        assertEquals("tiny/store-put", comparison.comparison().id());
        assertEquals(
                List.of("tiny/store-put/a1"),
                comparison.comparison().sides().get(0).runs());
        assertEquals(cores(), comparison.comparison().sides().get(0).options().cores());
        assertEquals(
                "tiny/store-put/b1",
                RunFolder.find(home, "tiny/store-put/b").read().id());
        assertNotNull(RunFolder.find(home, "tiny/knee").read().search());
        String ambiguous = assertThrows(UsageException.class, () -> RunFolder.find(home, "tiny/"))
                .getMessage();
        assertEquals("tiny/: more than one run begins so; ./lab runs lists them", ambiguous);
        FolderText.of(comparison).lines().forEach(line -> assertTrue(line.length() <= 80, line));
    }

    private void pagesAreDrawnFromTheStacks() throws Exception {
        RunFolder run = RunFolder.find(home, "tiny/store-put/a1");
        Set<String> pages = FlamePages.draw(run, home.resolve("pages")).stream()
                .map(page -> page.getFileName().toString())
                .collect(Collectors.toSet());
        assertEquals(Set.of("flame-cpu.html", "flame-alloc.html", "flame-lock.html"), pages);
        Path moved = home.resolve("profiles/reference/tiny/store-put/a-to-b/moved.txt");
        assertTrue(Files.readString(moved).startsWith("A tiny/store-put/a1\nB tiny/store-put/b1\n"));
    }

    private void whatIsRecordedIsSmallAndTellsNoPlaces() throws Exception {
        try (Stream<Path> files = Files.walk(home.resolve("profiles/reference"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertTrue(file.toString().matches(".*(\\.json|\\.txt|\\.gz|README\\.md)"), file.toString());
                if (!file.toString().endsWith(".gz")) {
                    assertFalse(Files.readString(file).contains("\"/"), file.toString());
                }
            }
        }
    }

    private void windowsThatWereMeasuredAreKept() throws Exception {
        RunFolder run = RunFolder.find(home, "tiny/store-put/a1");
        assertEquals(
                run.read().windows().size(),
                run.wrk2().lines().filter(line -> line.startsWith("{")).count());
        assertFalse(run.wrk2().contains("uncorrected"), run.wrk2());
        assertEquals(Optional.empty(), run.edited());
        RunFolder knee = RunFolder.find(home, "tiny/knee");
        assertEquals(1, knee.wrk2().lines().filter(line -> line.startsWith("{")).count(), "only the confirmation");
        assertEquals(Optional.empty(), knee.edited());
        assertFalse(knee.wrk2().contains("uncorrected"), knee.wrk2());
    }

    /** Hours of measurements are not to be lost because somebody left out --scale. */
    private void otherPlanIsMeasuredAnewWhenThatIsSaid() throws Exception {
        Recorder.Setup load = new Recorder.Setup(Scale.SMOKE, 1, Ports.free(2), 300, cores(), GENERATOR);
        Recorder other = new Recorder(home, load, List.of(PROFILE_AND_KNEE));
        String list = other.list();
        assertTrue(list.contains("recorded otherwise"), list);
        assertTrue(list.contains("\n2 measurements, none of them missing.\n2 recorded otherwise; to measure "), list);
        assertFalse(recorder(PROFILE_AND_KNEE).list().contains("otherwise"));
        Measurement more = new Measurement("store-put", Op.PUT, 4, 9, 9, true, 0.1, STORES);
        list = recorder(new ReferenceLab(LAB.id(), LAB.question(), List.of(more)))
                .list();
        assertTrue(list.contains("recorded otherwise"), list);
        assertTrue(list.contains("profiled, same within 10 %: base · tuned"), list);
        progress.clear();
        assertEquals(
                List.of(),
                other.record(new Failing(), false, scratch(), progress::add).failures());
        assertEquals(
                List.of(
                        "2 of 2 are recorded with another plan and stay; --list names them, --anew measures them again"),
                progress);
        assertEquals(
                2,
                other.record(new Failing(), true, scratch(), progress::add)
                        .failures()
                        .size());
    }

    private void halfAMeasurementIsMeasuredAnew() throws Exception {
        Path comparison = home.resolve("profiles/reference/tiny/store-put/compare.json");
        String whole = Files.readString(comparison);
        String withoutProfile = whole.replace("\"folder\":\"a-to-b\",\"problem\":null", "\"problem\":\"no room\"");
        for (String half : List.of(withoutProfile, "{")) {
            assertNotEquals(whole, half);
            Files.writeString(comparison, half);
            assertTrue(recorder(PROFILE_AND_KNEE).list().contains("recorded in part"), half);
            assertEquals(
                    1,
                    recorder(PROFILE_AND_KNEE)
                            .record(new Failing(), false, scratch(), progress::add)
                            .failures()
                            .size());
        }
        Files.writeString(comparison, whole);
        assertFalse(recorder(PROFILE_AND_KNEE).list().contains("in part"));
    }

    @Test
    void whatFailsIsToldAndTheRestIsMeasured() throws Exception {
        Recorder.Recorded recorded = record(LAB, new Failing());
        assertEquals(
                List.of(
                        "tiny/store-put: node 8090 was killed by SIGKILL (9) under load",
                        "tiny/store-get: node 8090 was killed by SIGKILL (9) under load",
                        "tiny/knee: there is no wrk2"),
                recorded.failures());
        assertEquals(List.of(), RunFolder.reference(home));
    }

    @Test
    void listFitsATerminal() throws Exception {
        String list = recorder(LAB).list();
        list.lines().forEach(line -> assertTrue(line.length() <= 80, line));
        assertTrue(list.contains("put at 500/s, 4 connections, profiled: base · tuned"), list);
        assertTrue(list.contains("3 measurements; those that are missing take about "), list);
    }

    /** As ./lab bench --saturate measures it. */
    @Test
    void highestRateIsThatOfAStageBesideHttpAlone() throws Exception {
        ReferenceLab lab = ReferenceLabs.of(List.of("2-sharding")).get(0);
        assertTrue(
                lab.measurements().stream()
                        .anyMatch(each -> each.words()
                                .equals("put at the highest rate, 64 connections: HTTP alone · 2-sharding")),
                lab.toString());
    }

    @Test
    void labsOfTheKitHaveDifferentNames() throws Exception {
        List<String> ids = ReferenceLabs.all().stream()
                .flatMap(lab -> lab.measurements().stream().map(lab::id))
                .toList();
        assertEquals(ids.size(), Set.copyOf(ids).size());
        assertEquals(
                List.of("3-replication"),
                ReferenceLabs.of(List.of("3-replication")).stream()
                        .map(ReferenceLab::id)
                        .toList());
        UsageException e = assertThrows(UsageException.class, () -> ReferenceLabs.of(List.of("9-moon")));
        assertEquals(
                "there is no lab '9-moon'; there are 1-single-node, 2-sharding, 3-replication, 4-async-client,"
                        + " 5-cluster-size",
                e.getMessage());
    }

    private Recorder recorder(ReferenceLab lab) throws UsageException, IOException {
        return new Recorder(
                home, new Recorder.Setup(Scale.SMOKE, 1, Ports.free(2), 200, cores(), GENERATOR), List.of(lab));
    }

    /** Null without taskset. */
    private static Cores cores() throws UsageException, IOException {
        return Place.HERE.cores(null);
    }

    private Recorder.Recorded record(ReferenceLab lab, Recorder.Bench bench)
            throws UsageException, IOException, InterruptedException {
        return recorder(lab).record(bench, false, scratch(), progress::add);
    }

    private Path scratch() {
        return home.resolve("scratch");
    }

    private static Measurement measurement(String name, Op op, boolean profiled, List<Side> sides) {
        return new Measurement(name, op, 4, 9, 9, profiled, ComparePlan.USUAL_SAME, sides);
    }

    private static Side side(String store) {
        return new Side(store, "1-single-node", null, List.of("store=" + store), null, 500);
    }
}
