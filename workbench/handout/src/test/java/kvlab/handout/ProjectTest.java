package kvlab.handout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectTest {

    @TempDir
    private Path directory;

    @Test
    void tellsWhichStageItIs() throws Exception {
        Project project = Project.at(project("mine", "stage=3-replication\nkit=0.1\n"));
        assertEquals("3-replication", project.stage());
        assertEquals("0.1", project.kit());
    }

    @Test
    void aFolderWithoutItsFileIsNone() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("other"));
        UsageException e = assertThrows(UsageException.class, () -> Project.at(folder));
        assertTrue(e.getMessage().endsWith("is no project of ./lab checkout: kvlab.properties is missing"));
    }

    @Test
    void aFileThatDoesNotSayTheStageIsRefused() throws IOException {
        Path folder = project("mine", "kit=0.1\n");
        UsageException e = assertThrows(UsageException.class, () -> Project.at(folder));
        assertTrue(e.getMessage().endsWith("kvlab.properties has no stage; ./lab checkout writes it"), e.getMessage());
    }

    @Test
    void theFingerprintIsThatOfTheSources() throws Exception {
        Project mine = Project.at(project("mine", "stage=3-replication\nkit=0.1\n"));
        Project copy = Project.at(project("copy", "stage=3-replication\nkit=0.2\n"));
        assertEquals(mine.fingerprint(), copy.fingerprint());

        Files.writeString(copy.folder().resolve("src/main/java/A.java"), "class A { }");
        assertNotEquals(mine.fingerprint(), copy.fingerprint());

        Files.writeString(copy.folder().resolve("src/main/java/A.java"), "class A {}");
        Files.move(copy.folder().resolve("src/main/java/A.java"), copy.folder().resolve("src/main/java/B.java"));
        assertNotEquals(mine.fingerprint(), copy.fingerprint());
    }

    private Path project(String name, String file) throws IOException {
        Path folder = directory.resolve(name);
        Files.createDirectories(folder.resolve("src/main/java"));
        Files.writeString(folder.resolve("src/main/java/A.java"), "class A {}");
        Files.writeString(folder.resolve(Project.FILE), file);
        return folder;
    }
}
