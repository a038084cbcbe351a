package kvlab.bench.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kvlab.bench.chart.RunCharts;
import kvlab.bench.kept.Change;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.Difference;
import kvlab.bench.kept.Outcome;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.Options;
import kvlab.bench.wrk2.Latency;
import kvlab.bench.wrk2.Verified;
import kvlab.bench.wrk2.WrkColumns;
import kvlab.bench.wrk2.WrkReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.knowm.xchart.XYChart;

/**
 * Runs that were recorded, fed through the parsers, lint, verdicts and charts once more: what comes of them is known. Those of
 * this test are of a busy machine; those that came with the kit are looked at too.
 */
class RecordedRunsTest {

    private static final double SAME = 1e-9;

    static List<RunFolder> runs() throws Exception {
        return all(RunFolder.Kind.RUN);
    }

    static List<RunFolder> comparisons() throws Exception {
        return all(RunFolder.Kind.COMPARISON);
    }

    private static List<RunFolder> all(RunFolder.Kind kind) throws Exception {
        List<RunFolder> all = new ArrayList<>(RunFolder.reference(recorded()));
        all.addAll(RunFolder.reference(Path.of(System.getProperty("kvlab.home"))));
        return all.stream().filter(folder -> folder.kind() == kind).toList();
    }

    private static Path recorded() throws URISyntaxException {
        return Path.of(
                RecordedRunsTest.class.getResource("/kvlab/bench/recorded").toURI());
    }

    @Test
    void theyAreAsTheyWereRecorded() throws Exception {
        assertEquals(List.of(), new Reference(recorded()).faults());
        assertEquals(
                6,
                RunFolder.reference(recorded()).stream()
                        .filter(folder -> folder.kind() == RunFolder.Kind.RUN)
                        .count());
    }

    @ParameterizedTest
    @MethodSource("runs")
    void textOfWrk2SaysWhatTheRunSays(RunFolder folder) throws Exception {
        Run run = folder.read();
        assertEquals(Optional.empty(), folder.edited());
        if (run.windows() != null) {
            return;
        }
        String text = Files.readString(folder.path().resolve("wrk2.txt"));
        WrkReport report = WrkReport.parse(text);
        assertEquals(run.figures().requests(), report.requests());
        assertEquals(run.figures().requestsPerSecond(), report.requestsPerSecond());
        assertEquals(run.figures().bad(), report.bad());
        assertEquals(run.figures().lost(), report.lost());
        assertEquals(run.figures().latency(), Latency.parse(text));
        assertEquals(run.figures().verified(), Verified.parse(text));
        WrkColumns columns = WrkColumns.parse(text).orElseThrow();
        assertEquals(run.options().load().threads(), columns.threads());
    }

    @ParameterizedTest
    @MethodSource("runs")
    void lintFindsTheSameFaults(RunFolder folder) throws Exception {
        Run run = folder.read();
        assertEquals(ids(run.lint()), ids(Lint.of(run.observed())));
    }

    /** How a fault is told may become clearer after it was recorded. */
    private static List<String> ids(List<Lint.Fault> faults) {
        return faults.stream().map(Lint.Fault::id).toList();
    }

    @ParameterizedTest
    @MethodSource("comparisons")
    void verdictsFollowFromTheInterval(RunFolder folder) throws Exception {
        double same = 1 + folder.comparison().same();
        for (Outcome outcome : folder.comparison().outcomes()) {
            for (Difference each : outcome.figures()) {
                assertEquals(each.ratio() == null, each.low() == null, outcome.headline());
                switch (each.verdict()) {
                    case BETTER, WORSE -> {
                        boolean better = each.verdict() == Change.BETTER;
                        assertEquals(better, each.figure().isBetter(Math.log(each.low())), outcome.headline());
                        assertEquals(better, each.figure().isBetter(Math.log(each.high())), outcome.headline());
                    }
                    case SAME -> assertTrue(each.low() >= 1 / same && each.high() <= same, outcome.headline());
                    case UNDECIDED -> assertTrue(each.low() <= 1 && each.high() >= 1, outcome.headline());
                    case NOT_COMPARABLE -> assertEquals(null, each.ratio(), outcome.headline());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("comparisons")
    void verdictsComeFromTheWindowsThatAreRecorded(RunFolder folder) throws Exception {
        Path home = folder.path().startsWith(recorded()) ? recorded() : Path.of(System.getProperty("kvlab.home"));
        List<Outcome> outcomes = new Reference(home).outcomes(folder);
        List<Outcome> recorded = folder.comparison().outcomes();
        for (int i = 0; i < outcomes.size(); i++) {
            assertEquals(outcomes.get(i).headline(), recorded.get(i).headline());
            assertEquals(outcomes.get(i).caveats(), recorded.get(i).caveats());
            for (int j = 0; j < outcomes.get(i).figures().size(); j++) {
                Difference now = outcomes.get(i).figures().get(j);
                Difference then = recorded.get(i).figures().get(j);
                assertEquals(now.verdict(), then.verdict());
                assertEquals(now.lives(), then.lives());
                if (now.low() != null) {
                    assertEquals(now.low(), then.low(), SAME * now.low());
                    assertEquals(now.high(), then.high(), SAME * now.high());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("comparisons")
    void headlineTellsTheVerdictsAndNoOthers(RunFolder folder) throws Exception {
        for (Outcome outcome : folder.comparison().outcomes()) {
            if (!outcome.comparable()) {
                assertEquals("Not comparable: " + outcome.refusal() + ".", outcome.headline());
                continue;
            }
            Set<String> told = words(outcome.headline());
            for (Difference each : outcome.figures()) {
                if (each.verdict().isDifferent()) {
                    assertTrue(told.contains(each.figure().label()), outcome.headline());
                    String verdict = each.verdict().label();
                    assertTrue(outcome.headline().toLowerCase(Locale.ROOT).contains(verdict), outcome.headline());
                }
            }
        }
    }

    private static Set<String> words(String sentence) {
        return Stream.of(sentence.split("[ (]"))
                .map(word -> word.replaceFirst("[.,:]+$", ""))
                .collect(Collectors.toSet());
    }

    @Test
    void whatTheVerdictsAre() throws Exception {
        List<Outcome> outcomes = new ArrayList<>();
        for (RunFolder folder : comparisons()) {
            if (folder.path().startsWith(recorded())) {
                outcomes.addAll(folder.comparison().outcomes());
            }
        }
        assertEquals(
                "the rate is 10000 on one side and 5000 on the other",
                outcomes.get(1).refusal());
        assertTrue(outcomes.get(0).figures().stream()
                .filter(figure -> figure.ratio() != null)
                .allMatch(figure -> figure.verdict() == Change.UNDECIDED));
    }

    @ParameterizedTest
    @MethodSource("comparisons")
    void everyComparisonCanBeDrawn(RunFolder folder) throws Exception {
        List<RunFolder> drawn = new ArrayList<>();
        for (Comparison.Measured side : folder.comparison().sides()) {
            String last = side.runs().get(side.runs().size() - 1);
            drawn.addAll(runs().stream().filter(run -> run.id().equals(last)).toList());
        }
        Map<String, XYChart> charts = RunCharts.of(drawn, folder.comparison(), 50.0);
        Options options = drawn.get(0).read().options();
        boolean inWindows = options.load().windowSeconds() != null;
        Set<String> figures = options.load().isClosedLoop()
                ? Set.of("windows-rate", "windows-cpu")
                : inWindows
                        ? Set.of("latency", "windows-p50", "windows-cpu")
                        : Set.of("latency", "throughput", "latency-over-time");
        assertTrue(
                charts.keySet().containsAll(Set.of("cpu", "memory")),
                charts.keySet().toString());
        assertTrue(charts.keySet().containsAll(figures), charts.keySet().toString());
        boolean alike = drawn.size() == 2
                && drawn.get(0).read().difference(drawn.get(1).read()).isEmpty();
        assertEquals(alike, charts.containsKey("changes"));
        for (XYChart chart : charts.values()) {
            assertFalse(chart.getSeriesCollection().isEmpty());
        }
    }

    @Test
    void textOfWrk2IsExplained() throws Exception {
        RunFolder run = RunFolder.reference(recorded()).get(1);
        assertTrue(run.wrk2().contains("Req/Sec    of one thread"), run.wrk2());
        assertTrue(Stream.of(WrkColumns.LEGEND.split("\n")).allMatch(line -> line.length() <= 80));
    }
}
