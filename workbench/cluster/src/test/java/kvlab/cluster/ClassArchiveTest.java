package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ClassArchiveTest {

    @TempDir
    private Path folder;

    @Test
    void aJvmTakesTheHttpClientFromTheArchiveWhateverItsClassPathIs() throws Exception {
        Path archive = ClassArchive.in(folder.resolve("new")).orElseThrow();
        Path log = folder.resolve("classes.log");
        String classPath = ClassArchive.ownClasses();
        Process node = new ProcessBuilder(
                        Jvm.own().java().toString(),
                        "-XX:SharedArchiveFile=" + archive,
                        "-Xlog:class+load:file=" + log,
                        "-cp",
                        folder + ":" + classPath,
                        Rehearsal.class.getName())
                .inheritIO()
                .start();
        assertEquals(0, node.waitFor());
        List<String> clients = Files.readAllLines(log).stream()
                .filter(line -> line.contains(" jdk.internal.net.http.HttpClientImpl "))
                .toList();
        assertEquals(1, clients.size(), clients.toString());
        assertTrue(clients.get(0).contains("shared objects file"), clients.get(0));
    }

    @Test
    void itIsMadeOnceAndKept() throws Exception {
        Path archive = ClassArchive.in(folder).orElseThrow();
        var made = Files.getLastModifiedTime(archive);
        assertEquals(Optional.of(archive), ClassArchive.in(folder));
        assertEquals(made, Files.getLastModifiedTime(archive));
    }

    @Test
    void whereItCannotBeKeptNodesStartWithoutIt() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        assertEquals(Optional.empty(), ClassArchive.in(file));
    }
}
