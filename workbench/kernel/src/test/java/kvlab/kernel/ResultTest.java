package kvlab.kernel;

import static kvlab.cluster.Markup.escaped;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.kept.Search;
import kvlab.bench.lint.Lint;
import kvlab.bench.page.FolderText;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is shown of runs that came with the kit. They are copied, since flame graphs are drawn beside them. */
@Tag("slow")
class ResultTest {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G'};

    @TempDir
    private Path home;

    private Result compared;

    @BeforeEach
    void copyRuns() throws Exception {
        copyRuns("profiled");
        copyRuns("recorded");
        compared = result("3-replication/put-5000");
    }

    /** Of once: those that come with the kit may be recorded anew. */
    private void copyRuns(String name) throws IOException {
        Path from =
                KIT.resolve("workbench/bench/src/test/resources/kvlab/bench").resolve(name);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path to = home.resolve(from.relativize(file));
                Files.createDirectories(to.getParent());
                Files.copy(file, to);
            }
        }
    }

    private Result result(String id) throws Exception {
        return Result.of(home, RunFolder.find(home, id));
    }

    @Tag("happy-path")
    @Test
    void comparisonShowsItsFiguresItsVerdictAndItsSentence() throws Exception {
        String sentence = ((Compared) compared).comparison().outcomes().get(0).headline();
        assertTrue(compared.html().contains("<p>" + escaped(sentence) + "</p>"), compared.html());
        assertTrue(compared.html().contains(">worse</td>"));
        assertTrue(compared.html().contains("⚠ compiling"));
        assertEquals(FolderText.of(RunFolder.find(home, "3-replication/put-5000")), compared.text());
    }

    @Test
    void unfairComparisonSaysThatThisIsAnAnswer() throws Exception {
        String html = result("3-replication/put-unfair").html();
        assertTrue(html.contains("Not comparable is an answer"), html);
        assertFalse(compared.html().contains("Not comparable is an answer"));
    }

    @Test
    void runShowsItsFigures() throws Exception {
        Result run = result("3-replication/put-5000/b2");
        assertTrue(run.html().contains("3-replication, 3 nodes"), run.html());
        assertTrue(run.html().contains("of what was due"));
    }

    /** The recorded runs are older than the choice of cores. */
    @Test
    void coresAndWhetherTheyWereSharedStandWithEachResult() throws Exception {
        onCores("compare.json");
        onCores("b2/run.json");
        for (String id : List.of("3-replication/put-5000", "3-replication/put-5000/b2")) {
            String html = result(id).html();
            assertTrue(html.contains("<p>nodes on cores 0,1, shared with the load</p>"), html);
        }
    }

    private void onCores(String name) throws IOException {
        Path file = home.resolve("profiles/reference/3-replication/put-5000").resolve(name);
        String cores = "\"options\":{\"cores\":{\"nodes\":\"0,1\",\"load\":null,\"shared\":true},";
        Files.writeString(
                file, Files.readString(file).replace("\"cores\":null,", "").replace("\"options\":{", cores));
    }

    @Test
    void pageBeginsWithTheAnswer() throws Exception {
        String page = page("3-replication/put-5000");
        String answer = page.substring(page.indexOf("font-weight:600"), page.indexOf("</p>"));
        assertTrue(answer.contains(">PUT at 5000 requests/s: B (3-replication) takes "), answer);
        assertTrue(answer.contains(" times the p50 (worse)"), answer);
        assertTrue(answer.contains(", compared with A (2-sharding)"), answer);
        assertEquals(4, page.split("<iframe ", -1).length - 1);
    }

    @Test
    void pageOfSeveralHasAHeadingForEachAndNoFlames() throws Exception {
        String page = page("3-replication/put-5000/a2", "3-replication/put-5000/b2");
        assertTrue(page.contains("<h2>3-replication/put-5000/a2</h2>"), page);
        assertTrue(page.contains("<h2>3-replication/put-5000/b2</h2>"), page);
        assertFalse(page.contains("<iframe "), page);
    }

    @Test
    void pageWithoutAProfileHasNoFlames() throws Exception {
        String page = page("3-replication/put-unfair");
        assertTrue(page.contains(": not comparable: the rate is 10000 on one side"), page);
        assertFalse(page.contains("Where the CPU time"), page);
    }

    @Test
    void pageSaysOnceWhyThereIsNoProfile() throws Exception {
        changeProfile("b2", profile -> profile.addProperty("problem", "perf events are forbidden"));
        assertEquals(1, page("3-replication/put-5000").split("perf events are forbidden", -1).length - 1);
    }

    private String page(String... ids) throws Exception {
        List<RunFolder> folders = new ArrayList<>();
        for (String id : ids) {
            folders.add(RunFolder.find(home, id));
        }
        Path style = Path.of("workbench/kernel/src/main/python/report.css");
        Files.createDirectories(home.resolve(style).getParent());
        Files.copy(KIT.resolve(style), home.resolve(style), StandardCopyOption.REPLACE_EXISTING);
        return ResultPage.of(home, folders, Map.of());
    }

    @Test
    void chartIsAPictureAndASentence() throws Exception {
        Chart chart = compared.chart("latency");
        assertArrayEquals(PNG, Arrays.copyOf(chart.png(), PNG.length));
        assertEquals(
                "Chart: How long requests took — put, 5,000/s: A: 2-sharding; B: 3-replication;"
                        + " across: percentile of the requests; upwards: latency, ms.",
                chart.text());
    }

    @Test
    void unknownChartNamesThoseThereAre() {
        LabFailure e = assertThrows(LabFailure.class, () -> compared.chart("moon"));
        assertTrue(
                e.getMessage().startsWith("there is no chart 'moon' of 3-replication/put-5000/a2, "), e.getMessage());
        assertTrue(e.getMessage().contains("there are latency, changes, "), e.getMessage());
    }

    @Test
    void allChartsHaveAltTexts() {
        String html = compared.charts().html();
        assertTrue(compared.chart("latency").html().startsWith("<p><img alt=\"Chart: How long requests took — "));
        assertEquals(compared.charts().charts().size(), html.split("<img alt=\"Chart: ", -1).length - 1);
    }

    @Test
    void flamesAreTwoSidesAndTwoDifferences() throws Exception {
        Flames flames = (Flames) compared.flames("cpu");
        assertEquals(4, flames.pages().size());
        assertEquals(4, flames.html().split("<iframe ", -1).length - 1);
        for (Flames.Page page : flames.pages()) {
            assertTrue(Files.size(page.file()) > 0);
            assertTrue(flames.text().contains(home.relativize(page.file()).toString()));
        }
    }

    @Test
    void pageInsideAPagePointsToNoOtherHost() throws IOException {
        Flames flames = (Flames) compared.flames("cpu");
        assertTrue(Files.readString(flames.pages().get(0).file()).contains("href='https:"));
        assertFalse(flames.html().matches("(?s).*(src|href)=['\"]?(&quot;)?https?:.*"));
    }

    @Test
    void sharesOfBothSidesAddUp() {
        Table shares = (Table) compared.shares("cpu");
        assertEquals(List.of("CPU time", "A share", "A µs", "B share", "B µs"), shares.head());
        List<String> all = shares.rows().get(shares.rows().size() - 1);
        assertEquals("in no sample", shares.rows().get(shares.rows().size() - 2).get(0));
        double sum = shares.rows().stream()
                .limit(shares.rows().size() - 1)
                .map(row -> row.get(2))
                .filter(figure -> !figure.equals("-"))
                .mapToDouble(Double::parseDouble)
                .sum();
        assertEquals(Double.parseDouble(all.get(2)), sum, 0.1);
    }

    @Test
    void movedIsToldFromTheBaselineToTheOther() throws Exception {
        Table moved = (Table) compared.moved("cpu");
        for (List<String> row : moved.rows()) {
            double difference = Double.parseDouble(row.get(3)) - Double.parseDouble(row.get(2));
            assertEquals(difference, Double.parseDouble(row.get(4)), 0.02, row.toString());
        }
        LabFailure e = assertThrows(
                LabFailure.class, () -> result("3-replication/put-5000/b2").moved("cpu"));
        assertTrue(e.getMessage().contains("expected a comparison"), e.getMessage());
    }

    @Test
    void withoutAProfileTheSentenceSaysHowToGetOne() throws Exception {
        Result without = result("3-replication/put-unfair");
        LabFailure e = assertThrows(LabFailure.class, () -> without.flames("cpu"));
        assertEquals(
                "run 3-replication/put-unfair/a1 has no profile of CPU time; --profile cpu makes one", e.getMessage());
        assertThrows(LabFailure.class, () -> compared.shares("heap"));
    }

    @Test
    void profileThatCouldNotBeMadeIsASentenceAndNoFailure() throws Exception {
        changeProfile("b2", profile -> profile.addProperty("problem", "the kernel lets nobody look"));
        String sentence = "There is no profile of 3-replication/put-5000: the kernel lets nobody look.";
        assertEquals(sentence, compared.shares("cpu").text());
        assertEquals(sentence, compared.flames("cpu").text());
        assertEquals(sentence, compared.moved("cpu").text());
        assertEquals("<p>" + sentence + "</p>\n", compared.shares("lock").html());
    }

    @Test
    void emptyProfileHasNoShares() throws Exception {
        changeProfile("a2", profile -> {
            JsonObject lock = profile.getAsJsonObject("events").getAsJsonObject("lock");
            lock.addProperty("perRequest", 0);
            lock.add("categories", new JsonArray());
        });
        List<List<String>> rows = ((Table) compared.shares("lock")).rows();
        assertEquals(
                List.of("all", "-", "-", "100.0 %"), rows.get(rows.size() - 1).subList(0, 4));
    }

    private void changeProfile(String run, Consumer<JsonObject> change) throws IOException {
        Path file = home.resolve("profiles/reference/3-replication/put-5000")
                .resolve(run)
                .resolve("run.json");
        JsonObject json = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        change.accept(json.getAsJsonObject("profile"));
        Files.writeString(file, json.toString());
    }

    @Test
    void rateBelowAKneeIsNeverMoreThanWhatIsAskedFor() throws Exception {
        assertEquals(700, knee("knee-1", 1000).below(2000));
        assertEquals(500, knee("knee-2", 1000).below(500));
        assertEquals(1, knee("knee-3", 1).below(500));
        KneeFound none = knee("knee-4", null);
        assertEquals(500, none.below(500));
        assertThrows(LabFailure.class, none::rate);
    }

    @Test
    void whatSpeaksAgainstAKneeStandsBelowItsAnswer() throws Exception {
        String html = knee("knee-5", 1000).html();
        assertTrue(
                html.contains("with p99 up to 50.00 ms.</p>\n<p>⚠ 33 % of the CPU time went to other guests.</p>\n"),
                html);
    }

    private KneeFound knee(String id, Integer rate) throws Exception {
        Run like = RunFolder.find(home, "3-replication/put-5000/b2").read();
        JsonObject knee = Run.GSON.toJsonTree(like).getAsJsonObject();
        knee.addProperty("id", id);
        knee.addProperty("problem", rate == null ? "no rate was held" : null);
        knee.getAsJsonObject("options").addProperty("rate", rate == null ? 500 : rate);
        knee.add("search", Run.GSON.toJsonTree(new Search(50, null, List.of(), rate, null)));
        List<Lint.Fault> faults = List.of(new Lint.Fault("neighbours", "33 % of the CPU time went to other guests."));
        knee.add("lint", Run.GSON.toJsonTree(faults));
        Path folder = Files.createDirectories(home.resolve("profiles/runs").resolve(id));
        Files.writeString(folder.resolve("run.json"), knee.toString());
        return (KneeFound) result(id);
    }

    @Test
    void chartThatCannotBeDrawnIsASentenceWhereItIsOnlyTried() {
        String sentence = Notebook.chartIfPossible("scaling", compared).text();
        assertTrue(
                sentence.startsWith("Not drawn: there is no chart 'scaling' of 3-replication/put-5000/a2, "), sentence);
        assertTrue(Notebook.chartIfPossible("latency", compared).text().startsWith("Chart: "));
    }
}
