package kvlab.bench.text;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A text on its way to the disk. When that is full, Java says neither which file was written nor what to do. */
public final class TextFile {

    private TextFile() {}

    public static void write(Path file, String text) throws IOException {
        try {
            Files.writeString(file, text);
        } catch (FileSystemException e) {
            // It names the file.
            throw e;
        } catch (IOException e) {
            throw new IOException(
                    "cannot write " + file + ": " + e.getMessage()
                            + "; if its disk is full, make room: ./lab runs lists what may go",
                    e);
        }
    }
}
