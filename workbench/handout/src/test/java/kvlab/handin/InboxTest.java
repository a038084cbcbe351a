package kvlab.handin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InboxTest {

    @TempDir
    private Path folder;

    /** As Moodle and Canvas deliver them. */
    @Test
    void zipsOfALearningPlatformAreFoundAndWhatElseIsThereIsTold() throws Exception {
        for (String file : List.of(
                "a.ZIP",
                "ben_7_file/solution.zip",
                "carl_8_file/solution.Zip",
                "carl_8_file/thesis.pdf",
                "dora_9_file/a.rar",
                "dora_9_file/b.7z",
                "dora_9_file/c.pdf",
                "dora_9_file/d.txt",
                "dora_9_file/e.txt",
                "frida.tar.gz",
                ".DS_Store",
                "Thumbs.db",
                "review/index.html",
                "earlier-review/index.html",
                "earlier-review/" + Output.LIST)) {
            Path path = folder.resolve(file);
            Files.createDirectories(path.getParent());
            Files.createFile(path);
        }
        Files.createDirectory(folder.resolve("emil_10_file"));
        Inbox inbox = Inbox.of(folder, folder.resolve("review"));
        assertEquals(
                List.of("a.ZIP", "ben_7_file/solution.zip", "carl_8_file/solution.Zip"),
                inbox.zips().stream().map(Inbox.Zip::name).toList());
        assertEquals(
                Map.of(
                        "carl_8_file/", "beside a zip there is thesis.pdf",
                        "dora_9_file/", "there is no zip in it, but a.rar, b.7z, c.pdf and 2 more",
                        "emil_10_file/", "there is nothing in it",
                        "frida.tar.gz", "it is no zip, which ./lab submit makes"),
                inbox.others().stream().collect(Collectors.toMap(Reviewed.Refused::file, Reviewed.Refused::reason)));
    }
}
