package kvlab.handin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.bench.kept.RunFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimeLinesTest {

    private static final String RUN = "20261120-101010-my-stage3-put";

    @TempDir
    private Path runs;

    private String page(Consumer<JsonObject> change) throws IOException {
        Student.recorded(runs, "b1", RUN, change);
        return page();
    }

    private String page() throws IOException {
        return TimeLines.page("Anna: " + RUN, RunFolder.in(runs).get(0));
    }

    private static int count(String what, String text) {
        return text.split(Pattern.quote(what), -1).length - 1;
    }

    @Test
    void nodesAndLoadAreDrawnSecondBySecond() throws Exception {
        String page = page(run -> {});
        assertEquals(5, count("<svg ", page));
        // Three nodes, thrice, wrk2, and all nodes, twice.
        assertEquals(12, count("<polyline ", page));
        assertTrue(page.contains("<h2>CPUs that garbage collectors kept busy</h2>"));
        assertTrue(page.contains("<h2>99th percentile in each second, ms</h2>"));
        assertTrue(page.contains("<span class=\"c2\">node 3</span>"));
        assertTrue(page.contains(">20 s</text>"), page);
        Matcher points = Pattern.compile("points=\"([^\"]*)\"").matcher(page);
        while (points.find()) {
            assertEquals(20, points.group(1).split(" ").length);
        }
        assertTrue(page.length() < 40_000, "characters: " + page.length());
    }

    @Test
    void titleIsTextAndNothingElseOfAHandInIsThere() throws Exception {
        Student.recorded(runs, "b1", RUN, run -> run.getAsJsonObject("options").addProperty("program", "<script>"));
        String page =
                TimeLines.page("<script>alert(1)</script>", RunFolder.in(runs).get(0));
        assertFalse(page.contains("<script"), page);
        assertTrue(page.contains("<title>&lt;script&gt;"));
        assertTrue(page.contains("content=\"default-src 'none'; style-src 'sha256-"));
        assertFalse(page.contains(" style=\""));
    }

    @Test
    void longRunHasNoMorePointsThanAScreenShows() throws Exception {
        String page = page(run -> {
            JsonArray seconds = run.getAsJsonObject("timeLine").getAsJsonArray("seconds");
            JsonObject second = seconds.get(0).getAsJsonObject();
            for (int i = 0; i < 10_000; i++) {
                seconds.add(second);
            }
        });
        assertTrue(page.contains(">10020 s</text>"));
        assertTrue(page.length() < 200_000, "characters: " + page.length());
    }

    @Test
    void manyNodesAreNotAllDrawn() throws Exception {
        String page = page(run -> run.getAsJsonObject("timeLine")
                .getAsJsonArray("seconds")
                .forEach(second -> second.getAsJsonObject().asMap().values().forEach(figure -> {
                    if (figure instanceof JsonArray nodes) {
                        for (int i = 0; i < 100; i++) {
                            nodes.add(1);
                        }
                    }
                })));
        assertTrue(page.contains(">node 16</span>"));
        assertFalse(page.contains(">node 17</span>"));
    }

    @Test
    void whatIsNoFigureIsNotDrawn() throws Exception {
        for (double figure : new double[] {-1, 1e300}) {
            String page = page(run -> run.getAsJsonObject("timeLine")
                    .getAsJsonArray("seconds")
                    .get(3)
                    .getAsJsonObject()
                    .addProperty("loadCores", figure));
            assertTrue(page.contains("<p>The rest cannot be drawn: a figure of second 4 is none</p>"), page);
            assertTrue(page.contains("<h2>Answers in each second</h2>"));
            assertFalse(page.contains("<h2>CPUs kept busy</h2>"));
        }
        String page = page(run -> run.getAsJsonObject("timeLine")
                .getAsJsonArray("seconds")
                .get(3)
                .getAsJsonObject()
                .remove("nodeCores"));
        assertTrue(page.contains("<p>The rest cannot be drawn: it is damaged: "), page);
    }

    @Test
    void runWithoutTimeLinesHasNoPage() throws Exception {
        Student.recorded(runs, "b1", RUN, run -> run.remove("timeLine"));
        Files.delete(runs.resolve(RUN).resolve("wrk2.json"));
        assertNull(page());
    }
}
