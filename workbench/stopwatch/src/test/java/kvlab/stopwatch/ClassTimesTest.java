package kvlab.stopwatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A JVM of its own runs two test classes, as Surefire does. */
@Tag("slow")
class ClassTimesTest {

    private static final double BUSY_SECONDS = 0.3;

    @TempDir
    private Path module;

    @Test
    @EnabledOnOs(OS.LINUX)
    void aRunOfTestsLeavesTheCostOfEachClass() throws Exception {
        Process tests = java(module, Run.class).start();
        assertEquals(0, tests.waitFor());
        ModuleTimes times = ModuleTimes.read(module.resolve("target/test-times.tsv"));
        assertEquals(
                Set.of(StartsTwoNodes.class.getName(), Idle.class.getName()),
                times.classes().keySet());
        Cost nodes = times.classes().get(StartsTwoNodes.class.getName());
        assertTrue(nodes.cpu() > BUSY_SECONDS, nodes.toString());
        assertTrue(nodes.wall() > BUSY_SECONDS && times.wall() > nodes.wall(), times.toString());
        assertEquals(3, nodes.jvms(), "two nodes and the child of one");
        assertEquals(1, nodes.clusters());
        Cost idle = times.classes().get(Idle.class.getName());
        assertEquals(0, idle.jvms());
        assertEquals(0, idle.clusters());
        assertTrue(idle.cpu() < nodes.cpu() / 2, times.toString());
    }

    /** What Surefire does. */
    static final class Run {

        private Run() {}

        public static void main(String[] arguments) {
            LauncherFactory.create()
                    .execute(LauncherDiscoveryRequestBuilder.request()
                            .selectors(selectClass(StartsTwoNodes.class), selectClass(Idle.class))
                            .build());
        }
    }

    static final class StartsTwoNodes {

        @Test
        void startsThem() throws Exception {
            for (int node = 1; node <= 2; node++) {
                Process process = java(
                                Path.of("."),
                                Node.class,
                                "" + (node == 1),
                                "--cluster",
                                "http://a",
                                "--data",
                                "data/" + node)
                        .start();
                assertEquals(0, process.waitFor());
            }
        }
    }

    static final class Idle {

        @Test
        void doesNothing() {}
    }

    static final class Node {

        private Node() {}

        public static void main(String[] arguments) throws Exception {
            if (Boolean.parseBoolean(arguments[0])) {
                java(Path.of("."), Node.class, "false").start().waitFor();
            } else {
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
                while (ProcessTree.cpuSeconds() < BUSY_SECONDS && System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    private static ProcessBuilder java(Path directory, Class<?> main, String... arguments) throws IOException {
        ProcessBuilder java = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName());
        java.command().addAll(List.of(arguments));
        return java.directory(directory.toFile()).inheritIO();
    }
}
