package kvlab.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Files that processes keep in memory and that no folder has, as memfd_create makes them: no process's own memory has them. */
final class MemoryFiles {

    private static final String NAME = "/memfd:";

    private MemoryFiles() {}

    /** Bytes of all that they hold open, each file once. */
    static long of(List<ProcessTable.Entry> processes) {
        long bytes = 0;
        Set<Object> known = new HashSet<>();
        for (ProcessTable.Entry process : processes) {
            Path folder = Path.of("/proc", Long.toString(process.pid()), "fd");
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
                for (Path file : files) {
                    bytes += bytes(file, known);
                }
            } catch (IOException e) {
                // It has ended, or is bwrap, which lets nobody look.
            }
        }
        return bytes;
    }

    private static long bytes(Path file, Set<Object> known) {
        try {
            boolean isNew = Files.readSymbolicLink(file).toString().startsWith(NAME)
                    && known.add(Files.getAttribute(file, "unix:ino"));
            return isNew ? Files.size(file) : 0;
        } catch (IOException e) {
            // Closed meanwhile.
            return 0;
        }
    }
}
