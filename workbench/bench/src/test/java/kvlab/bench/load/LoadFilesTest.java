package kvlab.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import kvlab.bench.wrk2.Latency;
import kvlab.bench.wrk2.LatencyTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LoadFilesTest {

    @TempDir
    private Path folder;

    @Test
    void kitsOwnWritesFiguresAndCurveByItself() throws IOException {
        LoadFiles files = files(true);
        assertEquals(
                List.of("--json", folder + "/wrk2.json", "--hgrm", folder + "/wrk2.hgrm"), files.arguments("wrk2"));
        files.keep("wrk2", LatencyTest.PRINTED);
        assertEquals(LatencyTest.PRINTED, Files.readString(folder.resolve("wrk2.txt")));
        assertFalse(Files.exists(folder.resolve("wrk2.hgrm")));
        assertTrue(files.close().isEmpty());
    }

    @Test
    void curveOfARealOneIsCutOutOfItsText() throws IOException {
        LoadFiles files = files(false);
        assertEquals(List.of(), files.arguments("wrk2"));
        files.keep("wrk2", LatencyTest.PRINTED);
        assertEquals(Latency.table(LatencyTest.PRINTED).orElseThrow(), Files.readString(folder.resolve("wrk2.hgrm")));
    }

    /** As when the nodes' data, which filled the disk, are gone. */
    @Test
    void textThatCannotBeWrittenIsWrittenInTheEnd() throws IOException {
        Path text = Files.createDirectory(folder.resolve("wrk2.txt"));
        LoadFiles files = files(true);
        files.keep("wrk2", "what it printed");
        Files.delete(text);
        assertTrue(files.close().isEmpty());
        assertEquals("what it printed", Files.readString(text));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void fullDiskIsToldWithTheFileAndWhatToDo() throws IOException {
        Path text = Files.createSymbolicLink(folder.resolve("wrk2.txt"), Path.of("/dev/full"));
        LoadFiles files = files(true);
        files.keep("wrk2", "what it printed");
        String told = files.close().orElseThrow().getMessage();
        assertTrue(told.startsWith("cannot write " + text + ": "), told);
        assertTrue(told.endsWith("; if its disk is full, make room: ./lab runs lists what may go"), told);
        assertFalse(Files.exists(text, LinkOption.NOFOLLOW_LINKS));
    }

    /** On Ctrl-C wrk2 prints what it has while somebody else keeps the run. */
    @Test
    void whoCountsTheFilesWaitsForALoadThatEnds() throws Exception {
        LoadFiles files = files(true);
        files.begin();
        Thread measuring = new Thread(() -> {
            files.keep("wrk2", "what it printed");
            files.end();
        });
        measuring.start();
        assertTrue(files.close().isEmpty());
        assertEquals("what it printed", Files.readString(folder.resolve("wrk2.txt")));
        measuring.join();
    }

    @Test
    void nothingIsWrittenOnceTheFilesAreCounted() {
        LoadFiles files = new LoadFiles(folder, Place.HERE, true, 0);
        files.begin();
        assertTrue(files.close().isEmpty());
        files.keep("wrk2", "too late");
        assertFalse(Files.exists(folder.resolve("wrk2.txt")));
    }

    private LoadFiles files(boolean dropIn) {
        return new LoadFiles(folder, Place.HERE, dropIn, 60);
    }
}
