package kvlab.handout;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kvlab.cluster.Folders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@Timeout(60)
class ChangesTest {

    @TempDir
    private Path folder;

    private Path sources;
    private Project project;

    @BeforeEach
    void project() throws Exception {
        sources = Files.createDirectories(folder.resolve("src/main/java"));
        Files.writeString(sources.resolve("A.java"), "class A {}");
        project = new Project(folder, "1-single-node", "0.1");
    }

    @Test
    void whatIsSavedInOneGoIsOneChange() throws Exception {
        try (Changes changes = new Changes(project)) {
            Files.writeString(sources.resolve("A.java"), "class A { }");
            Files.writeString(sources.resolve("B.java"), "class B {}");
            Files.delete(sources.resolve("B.java"));
            changes.await();
            CompletableFuture<Void> next = waiting(changes);
            assertThrows(TimeoutException.class, () -> next.get(1, TimeUnit.SECONDS));
            Files.writeString(sources.resolve("A.java"), "class A {}");
            next.get();
        }
    }

    @Test
    void aNewFolderIsWatchedToo() throws Exception {
        try (Changes changes = new Changes(project)) {
            Path more = Files.createDirectory(sources.resolve("more"));
            changes.await();
            Files.writeString(more.resolve("C.java"), "class C {}");
            changes.await();
        }
    }

    /** Vim tries whether it can make a file, and git takes folders away. */
    @Test
    void whatIsGoneAgainWhenItIsLookedAtDoesNoHarm() throws Exception {
        try (Changes changes = new Changes(project)) {
            CompletableFuture<Void> next = waiting(changes);
            for (int i = 0; i < 1000; i++) {
                if (next.isDone()) {
                    next.get();
                    next = waiting(changes);
                }
                Path more = Files.createDirectory(sources.resolve("more"));
                Files.writeString(sources.resolve("4913"), "");
                Files.delete(sources.resolve("4913"));
                Files.delete(more);
            }
            next.get();
        }
    }

    /** As when another branch is checked out. */
    @Test
    void sourcesThatAreGoneForAMomentAreWatchedAgain() throws Exception {
        try (Changes changes = new Changes(project)) {
            Folders.remove(folder.resolve("src"));
            changes.await();
            Files.createDirectories(sources);
            Files.writeString(sources.resolve("A.java"), "class A {}");
            changes.await();
            CompletableFuture<Void> next = waiting(changes);
            assertThrows(TimeoutException.class, () -> next.get(1, TimeUnit.SECONDS));
            Files.writeString(sources.resolve("A.java"), "class A { }");
            next.get();
        }
    }

    @Test
    void aChangeIsKnownBeforeItIsAwaited() throws Exception {
        try (Changes changes = new Changes(project)) {
            assertFalse(changes.hasCome());
            Files.writeString(sources.resolve("A.java"), "class A { }");
            while (!changes.hasCome()) {
                Thread.onSpinWait();
            }
            changes.await();
            assertFalse(changes.hasCome());
        }
    }

    private static CompletableFuture<Void> waiting(Changes changes) {
        return CompletableFuture.runAsync(() -> {
                    try {
                        changes.await();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                })
                .orTimeout(60, TimeUnit.SECONDS);
    }
}
