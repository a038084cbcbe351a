package kvlab.handout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void repository() throws Exception {
        NeedsGit.require();
        Git.lines(folder, "init", "-q");
    }

    @Test
    void warningIsNoAnswer() throws Exception {
        Git.lines(folder, "config", "core.autocrlf", "true");
        Git.lines(folder, "config", "core.safecrlf", "warn");
        Files.writeString(folder.resolve("a.txt"), "one\ntwo\n");
        assertEquals(List.of(), Git.lines(folder, "add", "-A"));
        assertEquals(List.of("a.txt"), Git.lines(folder, "ls-files"));
    }

    @Test
    void failureIsToldInItsOwnWords() {
        IOException e = assertThrows(IOException.class, () -> Git.lines(folder, "show", "nothing"));
        assertTrue(e.getMessage().startsWith("git show failed: fatal: "), e.getMessage());
    }
}
