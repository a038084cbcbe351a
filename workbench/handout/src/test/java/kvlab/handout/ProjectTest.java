package kvlab.handout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import kvlab.cluster.Folders;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
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

    @Test
    void whatLiesElsewhereIsNotRead() throws Exception {
        Path other = project("other", "stage=3-replication\nkit=0.1\n");
        for (String linked : List.of("kvlab.properties", "src", "src/main", "src/main/java", "src/main/java/A.java")) {
            Path mine = project("mine", "stage=3-replication\nkit=0.1\n");
            Path link = mine.resolve(linked);
            Folders.remove(link);
            Files.createSymbolicLink(link, other.resolve(linked));
            UsageException e = assertThrows(UsageException.class, () -> Project.at(mine), linked);
            assertEquals(link + " is a symbolic link; remove it: nothing is read that lies elsewhere", e.getMessage());
            Folders.remove(mine);
        }
        assertEquals(1, Project.at(other).sources().size());
    }

    @Test
    void whatAnEditorKeepsIsNoSource() throws Exception {
        Project mine = Project.at(project("mine", "stage=3-replication\nkit=0.1\n"));
        String before = mine.fingerprint();
        Path folder = mine.folder().resolve("src/main/java");
        for (String name : List.of(".A.java.swp", "A.java~", "4913", "#A.java#", ".A.java", "notes.txt")) {
            Files.writeString(folder.resolve(name), "class Half");
        }
        Files.createSymbolicLink(folder.resolve(".#A.java"), Path.of("somebody@machine.123"));
        assertEquals(before, mine.fingerprint());
        assertEquals(
                List.of(folder.resolve("A.java")), Project.at(mine.folder()).sources());
    }

    /** As git's own settings, which name programs that the next git starts. */
    @Test
    void whatIsHiddenIsNoSource() throws Exception {
        Project mine = Project.at(project("mine", "stage=3-replication\nkit=0.1\n"));
        String before = mine.fingerprint();
        for (String name : List.of("src/main/resources/.git/config", "src/main/java/.idea/B.java")) {
            Path file = mine.folder().resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "class B {}");
        }
        assertEquals(before, mine.fingerprint());
    }

    /** Between the list of a folder and the look at its files. */
    @Test
    @Timeout(120)
    void whatAnEditorTakesAwayMeanwhileWasNeverThere() throws Exception {
        Path folder = project("mine", "stage=3-replication\nkit=0.1\n");
        Path java = folder.resolve("src/main/java");
        CompletableFuture<Void> saving = CompletableFuture.runAsync(() -> {
            try {
                for (int i = 0; i < 1000; i++) {
                    Files.writeString(java.resolve("4913"), "");
                    Files.writeString(java.resolve("A.java~"), "");
                    Files.createDirectory(java.resolve("more"));
                    Files.delete(java.resolve("4913"));
                    Files.delete(java.resolve("A.java~"));
                    Files.delete(java.resolve("more"));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        do {
            assertEquals(List.of(java.resolve("A.java")), Project.at(folder).sources());
        } while (!saving.isDone());
        saving.get();
    }

    private Path project(String name, String file) throws IOException {
        Path folder = directory.resolve(name);
        Files.createDirectories(folder.resolve("src/main/java"));
        Files.writeString(folder.resolve("src/main/java/A.java"), "class A {}");
        Files.writeString(folder.resolve(Project.FILE), file);
        return folder;
    }
}
