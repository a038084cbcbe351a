package kvlab.bench.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentTest {

    @TempDir
    private Path folder;

    @Test
    void systemWithoutALibraryIsNamed() {
        IOException e = assertThrows(IOException.class, () -> Agent.unpack(folder, "SunOS", "sparcv9"));
        assertEquals(
                "async-profiler has no library for SunOS on sparcv9; it has for Linux on amd64 and"
                        + " aarch64, and macOS",
                e.getMessage());
    }

    @Test
    void programThatIsNoJvmIsLeftAlone() throws Exception {
        Process program = new ProcessBuilder("sleep", "60").start();
        try {
            Agent agent = Agent.unpack(folder);
            assertEquals(Optional.empty(), agent.record(8090, program.pid(), EnumSet.of(ProfileEvent.CPU)));
            assertTrue(program.isAlive());
        } finally {
            program.destroy();
        }
    }

    @Test
    void jvmBehindAScriptIsFoundAndTheReasonOfARefusalTold() throws Exception {
        Process script = new ProcessBuilder("sh", "-c", javaThatWaits() + " & wait").start();
        try {
            script.getInputStream().read();
            Agent agent = Agent.unpack(folder);
            EnumSet<ProfileEvent> events = EnumSet.of(ProfileEvent.ALLOC);
            Recording recording = agent.record(8090, script.pid(), events).orElseThrow();
            IOException e = assertThrows(IOException.class, () -> recording.start(events));
            assertEquals("the profiler did not start in node 8090: Profiler already started", e.getMessage());
            recording.stop();
        } finally {
            script.descendants().forEach(ProcessHandle::destroy);
            script.destroy();
        }
    }

    /** It says a word when it runs, and then does nothing until it is stopped. */
    private static String javaThatWaits() {
        return "'" + Path.of(System.getProperty("java.home"), "bin", "java") + "' -cp '"
                + System.getProperty("java.class.path") + "' "
                + Waiting.class.getName().replace("$", "\\$");
    }

    /** A program. */
    static final class Waiting {

        private Waiting() {}

        public static void main(String[] arguments) throws InterruptedException {
            System.out.println("ready");
            Thread.currentThread().join();
        }
    }
}
