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
        Path mine = directory.resolve("mine");
        Path err = directory.resolve("err");
        ProcessBuilder command = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dkvlab.home=" + System.getProperty("kvlab.home"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Lab.class.getName(),
                        "checkout",
                        "1-single-node",
                        mine.toString())
                .redirectError(err.toFile());
        Path programs = Files.createDirectory(directory.resolve("no-programs"));
        command.environment().put("PATH", programs.toString());
        Process lab = command.start();
        List<String> told = lab.inputReader(StandardCharsets.UTF_8).lines().toList();
        assertEquals(0, lab.waitFor());
        assertEquals(
                List.of("lab: there is no first commit: there is no git on this machine"), Files.readAllLines(err));
        assertEquals(mine + ": 1-single-node, its exercises are open", told.get(0));
        assertTrue(Files.exists(mine.resolve("README.md")));
        assertTrue(Files.exists(mine.resolve("src/main/java/kvlab/single/StageNode.java")));
        assertFalse(Files.exists(mine.resolve(".git")));
    }
}
