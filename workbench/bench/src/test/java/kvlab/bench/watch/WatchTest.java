package kvlab.bench.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.List;
import kvlab.cluster.Box;
import kvlab.cluster.Here;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Counters as Linux has them, looked at when the test says so. */
class WatchTest extends OnMadeProc {

    private static final long KIT = ProcessHandle.current().pid();

    /** Which is there on the real machine too. */
    private static final long LOAD = KIT;

    @Test
    void collectorsArePartOfWhatANodeTakes() throws Exception {
        try (Watch watch = new Watch(machine, List.of(10L), machine)) {
            watch.loadedBy(LOAD);
            machine(1000, 0);
            process(LOAD, 0, 0);
            process(10, 100, 0);
            thread(10, 11, "C2 CompilerThre", 0, 0);
            thread(10, 12, "GC Thread#0", 50, 0);
            watch.look();
            machine(1200, 20);
            process(LOAD, 5, 0);
            process(10, 300, 0);
            thread(10, 12, "GC Thread#0", 100, 0);
            watch.look();
            TimeLine.Second second = watch.stop().seconds().get(0);
            double cores = second.nodeCores().get(0);
            double collecting = second.nodeCollectorCores().get(0);
            assertTrue(cores > 0);
            assertEquals(0.25, collecting / cores, 0.01, second.toString());
            assertEquals(0.1, second.stolen());
            assertEquals(List.of(2.0), second.nodeMiB());
        }
    }

    /** The script that starts a server is not the server: 2 MiB each, and the server does the work. */
    @Test
    void whatANodeHasStartedIsPartOfIt() throws Exception {
        try (Watch watch = new Watch(machine, List.of(10L), machine)) {
            watch.loadedBy(LOAD);
            machine(1000, 0);
            process(LOAD, 0, 0);
            process(10, 0, 0);
            process(20, 100, 0);
            String server = Files.readString(proc.resolve("20/stat"));
            Files.writeString(proc.resolve("20/stat"), server.replace(" S 1 ", " S 10 "));
            watch.look();
            process(LOAD, 200, 0);
            process(20, 200, 0);
            watch.look();
            TimeLine.Second second = watch.stop().seconds().get(0);
            assertEquals(2, second.loadCores() / second.nodeCores().get(0), 0.01, second.toString());
            assertEquals(List.of(4.0), second.nodeMiB());
        }
    }

    /** From one window of load to the next: what is seen second by second may begin in the one and end in the other. */
    @Test
    void disturbanceIsThatBetweenTwoMoments() throws Exception {
        try (Watch watch = new Watch(machine, List.of(10L), machine)) {
            assertEquals(List.of(), watch.since(watch.mark()).seconds(), "there are no counters yet");
            watch.loadedBy(LOAD);
            machine(1000, 0);
            process(LOAD, 0, 0);
            process(10, 100, 0);
            Watch.Look begin = watch.mark();
            machine(1200, 20);
            watch.look();
            machine(1400, 60);
            assertEquals(0.15, watch.since(begin).stolen(), 1e-3);
            assertEquals(List.of(), watch.since(null).seconds());
            assertEquals(0.15, watch.timeLine().stolen(), 1e-3, "a window is part of what was seen");
            watch.forgetLast();
            assertEquals(List.of(), watch.timeLine().seconds());
        }
    }

    /** As with one core; what such a collector takes is part of a thread that does other things too. */
    @Test
    void collectorWithoutAThreadOfItsOwnIsUnknown() throws Exception {
        try (Watch watch = new Watch(machine, List.of(10L), machine)) {
            watch.loadedBy(LOAD);
            machine(1000, 0);
            process(LOAD, 0, 0);
            process(10, 100, 0);
            thread(10, 11, "C2 CompilerThre", 0, 0);
            thread(10, 12, "VM Thread", 50, 0);
            watch.look();
            watch.look();
            assertNull(watch.stop().seconds().get(0).nodeCollectorCores());
        }
    }

    /** Of 400 ticks programs take 260: 100 of them the node, 40 the load, 20 the kit, and the rest is somebody else's. */
    @Test
    void whatIsNeitherNodesNorLoadNorKitIsOfOtherPrograms() throws Exception {
        try (Watch watch = new Watch(machine, List.of(10L), machine)) {
            watch.loadedBy(70);
            programs(1000, 5000);
            process(70, 0, 0);
            process(KIT, 0, 0);
            process(10, 100, 0);
            watch.look();
            programs(1260, 5140);
            process(70, 40, 0);
            process(KIT, 20, 0);
            process(10, 200, 0);
            watch.look();
            TimeLine timeLine = watch.stop();
            assertEquals(0.25, timeLine.seconds().get(0).others());
            assertEquals(0.25, timeLine.others());
        }
    }

    /** There the kit has helpers that nobody counts. */
    @Test
    void onAnotherMachineOtherProgramsAreUnknown() throws Exception {
        Box there = new Here(root.resolve("there"));
        try (Watch watch = new Watch(machine, List.of(10L), there)) {
            watch.loadedBy(70);
            programs(1000, 5000);
            process(10, 100, 0);
            process(KIT, 0, 0);
            process(70, 0, 0);
            Files.move(
                    proc.resolve("70"),
                    Files.createDirectories(root.resolve("there/proc")).resolve("70"));
            watch.look();
            programs(1260, 5140);
            watch.look();
            TimeLine timeLine = watch.stop();
            assertNull(timeLine.seconds().get(0).others());
            assertTrue(Double.isNaN(timeLine.others()));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void ownMachineIsWatched() throws Exception {
        try (Watch watch = new Watch(Box.HERE, List.of(LOAD), Box.HERE)) {
            watch.loadedBy(LOAD);
            watch.look();
            watch.look();
            TimeLine.Second second = watch.stop().seconds().get(0);
            // This JVM itself is the node; with one core its collector has no thread of its own.
            boolean serial = ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .anyMatch(collector -> collector.getName().equals("Copy"));
            assertEquals(serial, second.nodeCollectorCores() == null, second.toString());
            assertTrue(second.nodeMiB().get(0) > 10, second.toString());
        }
    }

    private void machine(long idle, long stolen) throws IOException {
        Files.writeString(proc.resolve("stat"), "cpu  0 0 0 " + (idle - stolen) + " 0 0 0 " + stolen + " 0 0\n");
    }

    private void programs(long ticks, long idle) throws IOException {
        Files.writeString(proc.resolve("stat"), "cpu  " + ticks + " 0 0 " + idle + " 0 0 0 0 0 0\n");
    }
}
