package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told before anything is started. */
class TargetOptionsTest {

    @TempDir
    private Path home;

    private final StringWriter err = new StringWriter();

    @BeforeEach
    void buildKit() throws IOException {
        BuiltKit.in(home);
    }

    @Test
    void targetIsAUrl() {
        assertRefused("--target box: expected ssh://user@box or ssh://user@box:22", "--rate", "1", "--target", "box");
        assertRefused(
                "--target ssh://-oProxyCommand=x: expected ssh://user@box or ssh://user@box:22",
                "--rate",
                "1",
                "--target",
                "ssh://-oProxyCommand=x");
    }

    @Test
    void loadIsHereOrOnTheTarget() {
        assertRefused("--load-on is for a target box; give --target too", "--rate", "1", "--load-on", "target");
        assertRefused("--load-on there: expected here or target", "--rate", "1", "--load-on", "there");
    }

    @Test
    void saturationHasNoTarget() {
        assertRefused(
                "--target is for a load at a constant rate, and not for --saturate",
                "--saturate",
                "--target",
                "ssh://box");
    }

    @Test
    void coresThatThereAreNotAreNamed() {
        assertRefused("--cores x: expected numbers of cores, as 0,1 or 0-3", "--rate", "1", "--cores", "x");
    }

    /** As on macOS; the second sentence tells that nothing was started. */
    @Test
    void withoutTasksetASentenceSaysSo() throws Exception {
        ProcessBuilder lab =
                new ProcessBuilder(LabProgram.command(home, "bench", "1-single-node", "--rate", "1", "--keys", "0"));
        lab.environment().put("PATH", home.toString());
        Process process = lab.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(Lab.USAGE, process.waitFor(), said);
        assertTrue(
                said.endsWith("lab: there is no taskset where the nodes run, so they and the load run on any core\n"
                        + "lab: --keys 0: expected a number from 1 to 1000000000\n"),
                said);
    }

    private void assertRefused(String sentence, String... options) {
        String[] all = Stream.concat(Stream.of("bench", "1-single-node"), Stream.of(options))
                .toArray(String[]::new);
        int exit = Lab.commandLine(home, new PrintWriter(new StringWriter()), new PrintWriter(err))
                .execute(all);
        assertEquals("lab: " + sentence, err.toString().lines().reduce("", (first, second) -> second));
        assertEquals(Lab.USAGE, exit);
    }
}
