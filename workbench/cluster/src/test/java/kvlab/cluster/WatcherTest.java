package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class WatcherTest {

    @TempDir
    private Path directory;

    @Test
    void nothingStaysWhenTheProgramThatStartedThemIsKilled() throws Exception {
        Path scratch = directory.resolve("scratch");
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Starter.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<ProcessHandle> nodes = new ArrayList<>();
        try (BufferedReader pids = program.inputReader()) {
            for (int i = 0; i < 3; i++) {
                nodes.add(ProcessHandle.of(Long.parseLong(pids.readLine())).orElseThrow());
            }
            assertEquals(3, nodes.stream().filter(ProcessHandle::isAlive).count());

            program.destroyForcibly();

            for (ProcessHandle node : nodes) {
                node.onExit().get(60, TimeUnit.SECONDS);
            }
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (Files.exists(scratch) && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertFalse(Files.exists(scratch), "temporary files are left over");
        assertTrue(Files.exists(directory.resolve("data")), "the data were not the watcher's to remove");
    }

    @Test
    void aNumberThatIsForgottenIsNotKilled() throws Exception {
        Process forgotten = new ProcessBuilder("sleep", "600").start();
        Process watched = new ProcessBuilder("sleep", "600").start();
        try (Watcher watcher = new Watcher(Files.createDirectories(directory.resolve("scratch")))) {
            watcher.watch(forgotten.pid());
            watcher.watch(watched.pid());
            watcher.forget(forgotten.pid());

            watcher.endOfPipe();

            assertTrue(watched.waitFor(60, TimeUnit.SECONDS));
            assertFalse(forgotten.waitFor(100, TimeUnit.MILLISECONDS));
        } finally {
            forgotten.destroyForcibly();
            watched.destroyForcibly();
        }
    }

    @Test
    void aWatcherThatIsNotNeededAnyMoreKillsNobody() throws Exception {
        Process node = new ProcessBuilder("sleep", "600").start();
        try {
            Watcher watcher = new Watcher(directory.resolve("scratch"));
            watcher.watch(node.pid());
            watcher.close();
            assertFalse(node.waitFor(100, TimeUnit.MILLISECONDS));
        } finally {
            node.destroyForcibly();
        }
    }

    /** Starts three nodes, tells their process ids, and waits for its end. */
    static final class Starter {

        private Starter() {}

        public static void main(String[] arguments) throws Exception {
            Path directory = Path.of(arguments[0]);
            NodeProgram stage = new StageProgram(
                    "1-single-node", System.getProperty("java.class.path"), "kvlab.single.StageFactory");
            ClusterSpec spec = new ClusterSpec(
                    stage, 3, Ports.free(3), directory.resolve("data"), List.of(), ClusterSpec.DEFAULT_HEAP);
            try (Cluster cluster = Cluster.start(spec, directory.resolve("scratch"), new Silent())) {
                cluster.nodes()
                        .forEach(node -> System.out.println(node.process().pid()));
                cluster.nodes().get(1).pause();
                cluster.awaitEnd();
            }
        }
    }
}
