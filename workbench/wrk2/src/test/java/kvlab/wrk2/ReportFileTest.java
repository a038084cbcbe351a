package kvlab.wrk2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFileTest {

    @TempDir
    private Path folder;

    @Test
    void newTextReplacesTheOld() throws IOException {
        Path file = folder.resolve("run.json");
        ReportFile.write(file, "a long first text");
        ReportFile.write(file, "second");
        assertEquals("second", Files.readString(file));
        assertEquals(1, files());
    }

    @Test
    void missingFolderIsNamed() throws IOException {
        Path file = folder.resolve("none/run.json");
        IOException failure = assertThrows(IOException.class, () -> ReportFile.write(file, "text"));
        assertEquals("cannot write " + file + ": there is no folder " + file.getParent(), failure.getMessage());
        assertEquals(0, files());
    }

    @Test
    void fileInPlaceOfTheFolderIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "text").resolve("run.json");
        IOException failure = assertThrows(IOException.class, () -> ReportFile.write(file, "text"));
        assertEquals("cannot write " + file + ": there is no folder " + file.getParent(), failure.getMessage());
    }

    @Test
    void failureLeavesNoPartBehind() throws IOException {
        Path file = folder.resolve("run.json");
        IOException failure = assertThrows(IOException.class, () -> ReportFile.write(file, "half \ud800"));
        assertTrue(failure.getMessage().startsWith("cannot write " + file + ": "), failure.getMessage());
        assertEquals(0, files());
    }

    @Test
    void folderInPlaceOfTheFileIsNamed() throws IOException {
        IOException failure = assertThrows(IOException.class, () -> ReportFile.write(folder, "text"));
        assertTrue(failure.getMessage().startsWith("cannot write " + folder + ": "), failure.getMessage());
    }

    @Test
    void linkStaysALink() throws IOException {
        Path target = Files.writeString(folder.resolve("target"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), target);
        ReportFile.write(link, "new");
        assertTrue(Files.isSymbolicLink(link));
        assertEquals("new", Files.readString(target));
    }

    private long files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        }
    }
}
