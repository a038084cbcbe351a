package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class ReasonTest {

    @TempDir
    private Path folder;

    @Test
    void nameOfAFileIsNoReason() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        Path absent = folder.resolve("absent");
        assertEquals(absent + ": there is no such file or folder", of(() -> Files.readString(absent)));
        assertEquals(file + ": it is there already", of(() -> Files.createDirectories(file)));
        assertEquals(file + ": it is no folder", of(() -> Files.newDirectoryStream(file)));
        assertEquals(folder + ": the folder is not empty", of(() -> Files.delete(folder)));
        assertEquals("/kit: permission denied", Reason.of(new AccessDeniedException("/kit")));
        assertEquals("/kit: FileSystemException", Reason.of(new FileSystemException("/kit")));
    }

    @Test
    void reasonThatIsToldIsKept() {
        assertEquals(
                "/kit: No space left on device",
                Reason.of(new FileSystemException("/kit", null, "No space left on device")));
        assertEquals("port 8090 is taken", Reason.of(new IOException("port 8090 is taken")));
    }

    @Test
    void whatSaysNothingIsNamed() {
        assertEquals("IOException", Reason.of(new IOException()));
    }

    private static String of(Executable failing) {
        return Reason.of(assertThrows(FileSystemException.class, failing));
    }
}
