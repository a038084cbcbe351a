package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** ./lab checkout as a process of its own. */
@Timeout(60)
@Tag("whole-kit")
class CheckoutCommandTest {

    @TempDir
    private Path directory;

    @Test
    void onAMachineWithoutGitThereIsAProjectAndNoFirstCommit() throws Exception {
        Path mine = directory.resolve("my stage");
        Path err = directory.resolve("err");
        Path kit = Path.of(System.getProperty("kvlab.home"));
        ProcessBuilder command = new ProcessBuilder(
                        LabProgram.command(kit, "checkout", "1-single-node", mine.toString()))
                .redirectError(err.toFile());
        Path programs = Files.createDirectory(directory.resolve("no-programs"));
        command.environment().put("PATH", programs.toString());
        Process lab = command.start();
        List<String> told = lab.inputReader(StandardCharsets.UTF_8).lines().toList();
        assertEquals(0, lab.waitFor());
        assertEquals(
                List.of("lab: there is no first commit: there is no git on this machine"), Files.readAllLines(err));
        assertEquals(mine + ": 1-single-node, its exercises are open", told.get(0));
        assertEquals("  ./lab grade '" + mine + "' --watch", told.get(2), "it is to be pasted into a terminal");
        assertTrue(Files.exists(mine.resolve("README.md")));
        assertTrue(Files.exists(mine.resolve("src/main/java/kvlab/single/StageNode.java")));
        assertFalse(Files.exists(mine.resolve(".git")));
    }
}
