package kvlab.bench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import kvlab.bench.kept.Change;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.Difference;
import kvlab.bench.kept.Figure;
import kvlab.bench.kept.MadeRun;
import kvlab.bench.kept.Outcome;
import kvlab.bench.kept.Run;
import kvlab.bench.profile.Profile;
import org.junit.jupiter.api.Test;

/** The texts of runs and comparisons, beside their figures. */
class RunTextTest {

    private static final String UNKNOWN = "How much CPU time these took is not known: ";

    /** As on macOS. */
    @Test
    void whatNobodyLookedAtIsNamed() {
        assertTrue(
                words(MadeRun.GOOD.cpu(null).run())
                        .contains(UNKNOWN + "JIT compilers, garbage collectors, the load generator,"
                                + " other guests of the machine, other programs of the machine."),
                words(MadeRun.GOOD.cpu(null).run()));
    }

    @Test
    void whatWasLookedAtIsNotSaidToBeUnknown() {
        String all = MadeRun.GOOD.run().json();
        for (String figure : List.of("compilerShare", "collectorShare", "loadShare", "stolen", "others")) {
            all = all.replace("\"" + figure + "\": null", "\"" + figure + "\": 0.01");
        }
        assertFalse(words(read(all)).contains(UNKNOWN), words(read(all)));
        String serial = all.replace("\"collectorShare\": 0.01", "\"collectorShare\": null");
        assertTrue(words(read(serial)).contains(UNKNOWN + "garbage collectors."), words(read(serial)));
        String noJvm = serial.replace("\"compilerShare\": 0.01", "\"compilerShare\": null");
        assertFalse(words(read(noJvm)).contains(UNKNOWN), words(read(noJvm)));
    }

    @Test
    void whyThereIsNoProfileIsTold() {
        Profile failed = Profile.failed("the profiler did not start in node 8090");
        String text = RunText.of(MadeRun.profiled(MadeRun.GOOD.run(), "a-run", failed));
        assertTrue(text.contains("\n  there is no profile: the profiler did not start in node 8090\n"), text);
    }

    @Test
    void whereNobodyChoseCoresNodesAndLoadSharedThem() {
        assertEquals(
                List.of("nodes on any core, shared with the load"), RunText.where(MadeRun.GOOD.placed(null, null)));
        assertEquals(
                List.of("on box, loaded from here, through the network", "nodes on any core"),
                RunText.where(MadeRun.GOOD.placed(null, "here")));
    }

    @Test
    void rowsOfAListFitATerminalInEveryState() {
        String longest = "20261122-210624-compare-4-async-client-hot-keys-2";
        for (String id : List.of("a", longest.substring(0, 43), longest.substring(0, 44), longest)) {
            for (String row : rows(id)) {
                row.lines().forEach(line -> assertTrue(line.length() <= 80, line));
                assertTrue(row.startsWith(id), row);
                assertEquals(id.length() <= 43 ? 1 : 2, row.lines().count(), row);
            }
        }
    }

    private static List<String> rows(String id) {
        String[] faults = Collections.nCopies(13, "fault").toArray(new String[0]);
        double[] slow = {9.99, 9.99, 9.99, 9.99, 9.99};
        List<String> rows = new ArrayList<>();
        rows.add(RunText.line(MadeRun.GOOD.at(10_000_000).with(faults).run(id, slow)));
        rows.add(RunText.line(MadeRun.GOOD.lasting(2).run(id, slow)));
        rows.add(RunText.line(knee(id, 10_000_000)));
        rows.add(RunText.line(knee(id, null)));
        for (int sides : List.of(2, 4, 26)) {
            rows.add(ComparisonText.line(comparison(id, sides, null, Change.UNDECIDED)));
            rows.add(ComparisonText.line(comparison(id, sides, null, Change.BETTER, Change.WORSE)));
            rows.add(ComparisonText.line(comparison(id, sides, null)));
            rows.add(ComparisonText.line(comparison(id, sides, "node 8090 ended")));
        }
        return rows;
    }

    @Test
    void listTellsASearchThatFoundNoRateFromOneThatFailed() {
        assertTrue(RunText.line(knee("a-knee", 1000)).endsWith(" knee\n"));
        assertTrue(RunText.line(knee("a-knee", null)).endsWith(" none held\n"), RunText.line(knee("a-knee", null)));
        String ended =
                knee("a-knee", null).json().replaceFirst("\"problem\": \"[^\"]*\"", "\"problem\": \"a node ended\"");
        assertTrue(RunText.line(read(ended)).endsWith(" failed\n"), RunText.line(read(ended)));
    }

    private static Run knee(String id, Integer rate) {
        return read(MadeRun.GOOD.knee(id, rate).json().replace("\"sloMillis\": 50.0", "\"sloMillis\": 9999.0"));
    }

    /** @param verdicts none when the sides are not comparable */
    private static Comparison comparison(String id, int sides, String problem, Change... verdicts) {
        List<Comparison.Measured> measured = new ArrayList<>();
        for (int i = 0; i < sides; i++) {
            measured.add(new Comparison.Measured(
                    Character.toString('A' + i),
                    "a stage",
                    MadeRun.GOOD.at(10_000_000).placed(null, null),
                    List.of(),
                    List.of(),
                    List.of()));
        }
        List<Difference> figures = Stream.of(verdicts)
                .map(each -> new Difference(Figure.P50, null, null, 1.0, 0.9, 1.1, null, each, null))
                .toList();
        String refusal = verdicts.length == 0 ? "a smoke comparison is too short" : null;
        return new Comparison(
                Comparison.SCHEMA,
                id,
                "2026-11-01T00:00:00Z",
                problem,
                2,
                0.05,
                180.0,
                new Run.Engine("drop_in", "1"),
                null,
                new JsonObject(),
                measured,
                List.of(new Outcome("A", "B", refusal, "A sentence.", figures, List.of())),
                List.of());
    }

    private static Run read(String json) {
        return Run.GSON.fromJson(json, Run.class);
    }

    /** However its lines are broken. */
    private static String words(Run run) {
        return RunText.of(run).replaceAll("\\s+", " ");
    }
}
