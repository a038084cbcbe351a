package kvlab.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("slow")
@Timeout(30)
class ProgramTest extends OnASmallMachine {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(300);

    @Test
    void bothOutputsAreRead() {
        machine.program("bin/two", "echo out; echo err >&2");
        Program.Answer answer = ask("two", LONG);
        assertTrue(answer.good());
        assertEquals("out\nerr\n", answer.output());
    }

    @Test
    void failureNamesTheExitCodeAndTheFirstLine() {
        machine.program("bin/bad", "echo; echo JAVA_HOME is wrong; echo more; exit 3");
        Program.Answer answer = ask("bad", LONG);
        assertFalse(answer.good());
        assertEquals("exit 3: JAVA_HOME is wrong", answer.problem());
    }

    @Test
    void missingProgram() {
        Program.Answer answer = ask("absent", LONG);
        assertTrue(answer.problem().startsWith("cannot be started: "), answer.problem());
        assertFalse(answer.problem().contains(folder.toString()), answer.problem());
    }

    @Test
    void questionsForTheTerminalFindNobody() {
        machine.program("bin/asks", "read answer || echo nobody");
        assertEquals("nobody\n", ask("asks", LONG).output());
    }

    @Test
    void hangingProgramIsGivenUpWithItsChildren() throws IOException {
        machine.program("bin/hangs", "sleep 600 & echo $! > child; echo $$ > parent; wait");
        // Given up once both have started: the limit would be a race on a slow machine.
        Program.Answer answer = ask("hangs", Duration.ofSeconds(2));
        assertEquals("did not end within 2.0 s", answer.problem());
        assertGone("child");
        assertGone("parent");
    }

    @Test
    void silentProgramThatClosedItsOutputIsGivenUp() {
        machine.program("bin/closed", "exec >&- 2>&-; while :; do :; done");
        assertEquals("did not end within 0.3 s", ask("closed", SHORT).problem());
    }

    @Test
    void floodIsCut() {
        machine.program("bin/flood", "while :; do echo 0123456789012345678901234567890123456789; done");
        Program.Answer answer = ask("flood", LONG);
        assertEquals("printed more than 64 KiB", answer.problem());
        assertTrue(answer.output().length() <= Program.LONGEST_OUTPUT + 1);
    }

    private Program.Answer ask(String name, Duration limit) {
        Map<String, String> environment = Map.of("PATH", "/usr/bin:/bin");
        return new Program(folder, environment, limit)
                .ask(List.of(folder.resolve("bin").resolve(name).toString()));
    }

    private void assertGone(String file) throws IOException {
        long pid = Long.parseLong(Files.readString(folder.resolve(file)).strip());
        while (runs(pid) && !Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
        assertFalse(runs(pid), file + " still runs");
    }

    /** A killed process whose parent died first may stay listed until init buries it; it has no command any more. */
    private static boolean runs(long pid) {
        return ProcessHandle.of(pid).flatMap(handle -> handle.info().command()).isPresent();
    }
}
