package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartCommandTest {

    private static final String RUN = "20261122-030116-4-async-client-put";

    @Test
    void folderIsNamedAfterAllRuns() {
        assertEquals("a--b--c", ChartCommand.folderName(List.of("a", "b", "c")));
    }

    /** As on WSL, or in a terminal that has outlived its screen. */
    @Test
    void displayThatIsNotThereIsNotAskedFor(@TempDir Path home) throws Exception {
        BuiltKit.recorded(home, "3-replication/put-5000");
        Files.createSymbolicLink(home.resolve("workbench"), BuiltKit.REAL.resolve("workbench"));
        ProcessBuilder chart = new ProcessBuilder(LabProgram.command(home, "chart", "3-replication/put-5000"));
        chart.environment().put("DISPLAY", ":4711");
        Process process = chart.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        assertTrue(
                said.contains("lab: drew 10 charts, each as PNG and SVG, in the folder of this page for a browser:\n"),
                said);
        Path charts = home.resolve("profiles/charts/3-replication-put-5000-a2--3-replication-put-5000-b2");
        assertTrue(said.endsWith(charts.resolve("index.html") + "\n"), said);
        assertTrue(Files.exists(charts.resolve("latency.png")), said);
        pageHasTheAnswerAndEachChart(Files.readString(charts.resolve("index.html")));
    }

    private static void pageHasTheAnswerAndEachChart(String page) {
        String answer = "PUT at 5000 requests/s: B (3-replication) takes ";
        assertTrue(page.contains(">" + answer), page);
        assertTrue(page.indexOf(answer) < page.indexOf("<table"), page);
        assertEquals(10, page.split("<img alt=\"Chart: ", -1).length - 1);
        assertEquals(4, page.split("<iframe ", -1).length - 1);
    }

    /** Seven names of this length are more than a file system takes. */
    @Test
    void folderOfManyRunsIsNamedAfterTheFirst() {
        assertEquals(RUN + "--and-6-more", ChartCommand.folderName(Collections.nCopies(7, RUN)));
    }
}
