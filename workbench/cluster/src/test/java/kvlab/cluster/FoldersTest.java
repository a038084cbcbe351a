package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldersTest {

    private static final int TIMES = 5;
    private static final int FOLDERS = 100;
    private static final int REMOVERS = 4;

    @TempDir
    private Path folder;

    @Test
    void theNewestFileOfAllFoldersIsMeasured() throws Exception {
        assertEquals(0, Folders.lengthOfTheNewest(folder.resolve("none")));
        Path old = Files.writeString(folder.resolve("old"), "longer");
        Files.setLastModifiedTime(old, FileTime.fromMillis(0));
        Files.writeString(Files.createDirectories(folder.resolve("data/1")).resolve("log"), "new");

        assertEquals(3, Folders.lengthOfTheNewest(folder));
    }

    @Test
    void severalMayRemoveTheSame() throws Exception {
        ExecutorService removers = Executors.newFixedThreadPool(REMOVERS);
        try {
            for (int i = 0; i < TIMES; i++) {
                Path shared = folder.resolve("shared");
                for (int j = 0; j < FOLDERS; j++) {
                    Files.createFile(
                            Files.createDirectories(shared.resolve("data/" + j)).resolve("file"));
                }
                Callable<Void> removal = () -> {
                    Folders.remove(shared);
                    return null;
                };
                List<Callable<Void>> all = new ArrayList<>();
                for (int j = 0; j < REMOVERS; j++) {
                    all.add(removal);
                }
                for (Future<Void> each : removers.invokeAll(all)) {
                    each.get();
                }
                assertFalse(Files.exists(shared));
            }
        } finally {
            removers.shutdownNow();
        }
    }

    @Test
    void whatALinkLeadsToStays() throws Exception {
        Path elsewhere = Files.createFile(folder.resolve("elsewhere"));
        Path removed = Files.createDirectory(folder.resolve("removed"));
        Files.createSymbolicLink(removed.resolve("link"), elsewhere);
        Folders.remove(removed);
        assertFalse(Files.exists(removed));
        assertTrue(Files.exists(elsewhere));
    }
}
