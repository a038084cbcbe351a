package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import kvlab.bench.reference.ReferenceLab;
import kvlab.bench.reference.ReferenceLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the notebooks of the labs tell, as they are committed. They are read and not run, which takes no Python. */
class LabStoriesTest {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));
    private static final Path REFERENCE = KIT.resolve("profiles/reference");
    private static final Pattern MEASURING = Pattern.compile("\\b(bench|compare|compareIfPossible|knee|grade)\\(");
    private static final Pattern RECORDED = Pattern.compile("\\brecorded(?:Run|Comparison|Knee)?\\(\"([^\"]+)\"\\)");
    private static final Pattern FOUND = Pattern.compile("\\bcourse\\(|" + RECORDED);
    private static final Pattern EXECUTED = Pattern.compile("(?s)<div class=\"highlight hl-java\"><pre>(.*?)</pre>");
    private static final Pattern DEFINITION =
            Pattern.compile("(?m)^\\s*(import|((public|final|static)\\s+)*(class|record|interface|enum))\\s");

    /** As 3-replication. */
    static List<String> labs() {
        return ReferenceLabs.all().stream().map(ReferenceLab::id).toList();
    }

    private record Cell(boolean isCode, List<String> tags, String source) {

        private static Cell of(JsonObject cell) {
            List<String> tags = new ArrayList<>();
            JsonElement own = cell.getAsJsonObject("metadata").get("tags");
            if (own != null) {
                own.getAsJsonArray().forEach(tag -> tags.add(tag.getAsString()));
            }
            StringBuilder source = new StringBuilder();
            cell.getAsJsonArray("source").forEach(line -> source.append(line.getAsString()));
            return new Cell(cell.get("cell_type").getAsString().equals("code"), tags, source.toString());
        }

        private String code() {
            return isCode ? source : "";
        }

        /** With its tags before it. */
        private String told() {
            return tags.stream().map(tag -> "[" + tag + "]\n").collect(Collectors.joining()) + source + "\n";
        }
    }

    private static List<Cell> cells(String lab) throws IOException, InterruptedException {
        List<Cell> cells = new ArrayList<>();
        for (JsonElement each : CommittedNotebooks.cells(lab)) {
            cells.add(Cell.of(each.getAsJsonObject()));
        }
        return cells;
    }

    private static String code(String lab) throws IOException, InterruptedException {
        return cells(lab).stream().map(Cell::code).collect(Collectors.joining("\n"));
    }

    /** What of the kit's own runs a notebook shows when it is run, as 3-replication/put-5000. */
    static Set<String> recorded(String lab) throws IOException, InterruptedException {
        return RECORDED.matcher(code(lab))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void eachLabHasItsNotebook() throws Exception {
        assertTrue(CommittedNotebooks.names().containsAll(labs()), () -> "labs: " + labs());
    }

    /** Whoever has seen a result has no guess any more, and a right way teaches little before the wrong one. */
    @ParameterizedTest
    @MethodSource("labs")
    void everyLabTellsTheWholeStoryInOrder(String lab) throws Exception {
        List<Cell> cells = cells(lab);
        assertEquals(
                List.of("parameters", "prediction", "conclusion"),
                cells.stream().flatMap(cell -> cell.tags().stream()).toList());
        String told = cells.stream().map(Cell::told).collect(Collectors.joining());
        int at = 0;
        for (String part : List.of(
                "# Lab ",
                "[parameters]",
                "## Predict",
                "[prediction]",
                "## The wrong way",
                "**Why it is wrong.**",
                "compare(",
                ".chart(\"changes\")",
                "## What the course found, and what the kit found",
                "course(\"" + lab + "\")",
                "recorded(\"" + lab + "/",
                "## Conclude",
                "[conclusion]",
                "## Check yourself")) {
            int found = told.indexOf(part, at);
            assertTrue(found >= 0, () -> lab + " lacks this, or has it too early: " + part);
            at = found + part.length();
        }
        String code = code(lab);
        assertTrue(code.contains(".shares(\"cpu\")") && code.contains(".flames(\"cpu\")"), code);
    }

    @ParameterizedTest
    @MethodSource("labs")
    void nothingIsMeasuredOrToldBeforeThePrediction(String lab) throws Exception {
        boolean isPredicted = false;
        for (Cell cell : cells(lab)) {
            isPredicted |= cell.tags().contains("prediction");
            boolean tells = MEASURING.matcher(cell.code()).find()
                    || FOUND.matcher(cell.code()).find();
            assertTrue(isPredicted || !tells, cell::source);
        }
    }

    @ParameterizedTest
    @MethodSource("labs")
    void importsAndDefinesNothing(String lab) throws Exception {
        String code = code(lab);
        assertFalse(DEFINITION.matcher(code).find(), code);
    }

    /** Whoever has written a stage measures that one. */
    @ParameterizedTest
    @MethodSource("labs")
    void stageOfTheLabIsNamedOnceAndMayBeOnesOwn(String lab) throws Exception {
        List<String> lines = code(lab).lines().filter(line -> !line.isEmpty()).toList();
        String first = lines.get(0);
        assertTrue(first.startsWith("var stage = \""), first);
        String stage = first.split("\"")[1];
        List<String> measuring =
                lines.stream().filter(line -> MEASURING.matcher(line).find()).toList();
        assertTrue(measuring.stream().anyMatch(line -> line.contains(", stage")), measuring.toString());
        assertTrue(measuring.stream().noneMatch(line -> line.contains(stage)), measuring.toString());
    }

    /** What a machine may lack, or a target never has, must not end a notebook. */
    @ParameterizedTest
    @MethodSource("labs")
    void whatNotEveryMachineCanIsOnlyTried(String lab) throws Exception {
        for (Cell cell : cells(lab)) {
            String code = cell.code();
            if (code.contains("link-delay") || code.contains("jdk=") || code.contains("--saturate")) {
                assertTrue(code.contains("compareIfPossible("), code);
            }
            // Over nodes: not every system tells the CPU time of a process, and not every cluster holds the rate.
            assertFalse(code.contains("chart(\"scaling"), code);
        }
    }

    @ParameterizedTest
    @MethodSource("labs")
    void whatItShowsOfTheKitIsRecorded(String lab) throws Exception {
        Set<String> recorded = recorded(lab);
        assertFalse(recorded.isEmpty(), "nothing");
        for (String id : recorded) {
            assertTrue(Files.isDirectory(REFERENCE.resolve(id)), id);
        }
    }

    /** A changed cell makes the report older than the notebook, and then the page has to say so. */
    @ParameterizedTest
    @MethodSource("labs")
    void executedReportIsOfThisNotebookOrSaysThatItIsOlder(String lab) throws Exception {
        String page = Files.readString(REFERENCE.resolve(lab).resolve("report.html"));
        List<String> executed = EXECUTED.matcher(page)
                .results()
                .map(cell -> text(cell.group(1)))
                .collect(Collectors.toCollection(ArrayList::new));
        // Below the parameters stands what ./lab said of them.
        assertEquals("var scale = \"quick\";", executed.remove(1));
        List<String> now = cells(lab).stream()
                .filter(Cell::isCode)
                .map(cell -> cell.source().strip())
                .toList();
        if (page.contains("<blockquote class=\"older\">")) {
            assertNotEquals(now, executed);
        } else {
            assertEquals(now, executed);
        }
    }

    private static String text(String html) {
        return html.replaceAll("<[^>]*>", "")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&")
                .strip();
    }
}
