package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
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
        ProcessBuilder chart = new ProcessBuilder(LabProgram.command(home, "chart", "3-replication/put-5000"));
        chart.environment().put("DISPLAY", ":4711");
        Process process = chart.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        assertTrue(said.contains("/latency.png\n"), said);
    }

    /** Seven names of this length are more than a file system takes. */
    @Test
    void folderOfManyRunsIsNamedAfterTheFirst() {
        assertEquals(RUN + "--and-6-more", ChartCommand.folderName(Collections.nCopies(7, RUN)));
    }
}
