package kvlab.bench.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import kvlab.cluster.Box;
import kvlab.cluster.Here;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class CpuTimesTest extends OnMadeProc {

    @Test
    void compilersAreToldFromTheOtherThreads() throws IOException {
        process(10, 100, 50);
        thread(10, 11, "C2 CompilerThre", 20, 5);
        thread(10, 12, "C1 CompilerThre", 1, 0);
        thread(10, 13, "NIO Selector #0", 70, 40);
        process(20, 10, 0);
        CpuTimes before = CpuTimes.of(machine, List.of(10L, 20L));
        process(10, 250, 100);
        thread(10, 11, "C2 CompilerThre", 30, 10);
        thread(10, 13, "NIO Selector #0", 190, 80);
        process(20, 110, 0);
        CpuUse use = CpuTimes.of(machine, List.of(10L, 20L)).since(before);
        assertEquals(3, use.seconds(), 1e-9);
        assertEquals(0.15, use.compilerSeconds(), 1e-9);
        assertEquals(0.05, use.compilerShare(), 1e-9);
    }

    @Test
    void collectorsAreToldFromTheOtherThreads() throws IOException {
        process(10, 100, 0);
        thread(10, 11, "C2 CompilerThre", 1, 0);
        thread(10, 12, "GC Thread#0", 10, 0);
        thread(10, 13, "G1 Main Marker", 0, 0);
        CpuTimes before = CpuTimes.of(machine, List.of(10L));
        process(10, 200, 0);
        thread(10, 12, "GC Thread#0", 20, 5);
        thread(10, 13, "G1 Main Marker", 4, 1);
        CpuUse use = CpuTimes.of(machine, List.of(10L)).since(before);
        assertEquals(0.2, use.collectorShare(), 1e-9);
        assertEquals(0, use.compilerShare(), 1e-9);
    }

    /** The serial collector works in the VM thread, as much else does. */
    @Test
    void whatACollectorWithoutAThreadOfItsOwnTakesIsUnknown() throws IOException {
        process(10, 100, 0);
        thread(10, 11, "C2 CompilerThre", 1, 0);
        thread(10, 12, "VM Thread", 10, 0);
        CpuTimes before = CpuTimes.of(machine, List.of(10L));
        process(10, 200, 0);
        thread(10, 12, "VM Thread", 60, 0);
        CpuUse use = CpuTimes.of(machine, List.of(10L)).since(before);
        assertTrue(Double.isNaN(use.collectorShare()));
        assertEquals(0, use.compilerShare(), 1e-9);
    }

    @Test
    void compilerThreadsComeAndGo() throws IOException {
        process(10, 100, 0);
        thread(10, 11, "C2 CompilerThre", 90, 0);
        CpuTimes before = CpuTimes.of(machine, List.of(10L));
        process(10, 200, 0);
        Files.delete(proc.resolve("10/task/11/stat"));
        thread(10, 12, "C2 CompilerThre", 25, 0);
        assertEquals(0.25, CpuTimes.of(machine, List.of(10L)).since(before).compilerShare(), 1e-9);
    }

    @Test
    void withoutProcNothingIsKnownAndWithoutCompilersOnlyTheTime() throws IOException {
        assertNull(CpuTimes.of(new Here(root.resolve("none")), List.of(10L)));
        process(10, 100, 0);
        CpuTimes before = CpuTimes.of(machine, List.of(10L));
        process(10, 200, 0);
        CpuUse use = CpuTimes.of(machine, List.of(10L)).since(before);
        assertEquals(1, use.seconds(), 1e-9);
        assertTrue(Double.isNaN(use.compilerShare()));
        assertTrue(Double.isNaN(use.collectorShare()));
    }

    @Test
    void nanosecondsCountWhereTheSystemTellsThem() throws IOException {
        process(10, 100, 50);
        thread(10, 11, "C2 CompilerThre", 20, 5);
        runTime(11, 255_000_000L);
        runTime(12, 1_249_000_000L);
        CpuTimes before = CpuTimes.of(machine, List.of(10L));
        process(10, 125, 54);
        runTime(11, 259_500_000L);
        runTime(12, 1_549_500_000L);
        CpuUse use = CpuTimes.of(machine, List.of(10L)).since(before);
        assertEquals(0.305, use.seconds(), 1e-9);
        assertEquals(0.0045, use.compilerSeconds(), 1e-9);
    }

    @Test
    void threadThatHasEndedTakesItsNanosecondsWithIt() throws IOException {
        process(10, 100, 50);
        runTime(11, 500_000_000L);
        runTime(12, 1_000_000_000L);
        CpuTimes before = CpuTimes.of(machine, List.of(10L));
        process(10, 140, 60);
        Files.delete(proc.resolve("10/task/11/schedstat"));
        runTime(12, 1_100_000_000L);
        assertEquals(0.5, CpuTimes.of(machine, List.of(10L)).since(before).seconds(), 1e-9);
    }

    /** Its numbers were read at two moments. */
    @Test
    void compilerThreadThatEndsMeanwhileIsNoTimeTravel() throws IOException {
        process(10, 100, 50);
        thread(10, 11, "C2 CompilerThre", 20, 5);
        runTime(11, 250_000_000L);
        runTime(12, 1_250_000_000L);
        CpuTimes before = CpuTimes.of(machine, List.of(10L));
        process(10, 101, 50);
        runTime(12, 1_260_000_000L);
        Files.delete(proc.resolve("10/task/11/schedstat"));
        CpuUse use = CpuTimes.of(machine, List.of(10L)).since(before);
        assertEquals(0.01, use.seconds(), 1e-9);
        assertEquals(0, use.compilerSeconds(), 1e-9);
        Files.writeString(proc.resolve("10/task/12/schedstat"), "");
        assertEquals(0.01, CpuTimes.of(machine, List.of(10L)).since(before).seconds(), 1e-9);
    }

    private void runTime(long thread, long nanos) throws IOException {
        Path folder = Files.createDirectories(proc.resolve("10/task/" + thread));
        Files.writeString(folder.resolve("schedstat"), nanos + " 4711 12\n");
    }

    /** A script around the JVM, which starts a helper that ends. */
    @Test
    void whatANodeHasStartedIsPartOfIt() throws IOException {
        process(10, 1, 1);
        child(20, 10, 100);
        thread(20, 21, "C2 CompilerThre", 50, 0);
        child(30, 20, 40);
        child(40, 1, 9000);
        CpuTimes before = CpuTimes.of(machine, List.of(10L));
        Files.delete(proc.resolve("30/stat"));
        endedChildren(20, 10, 300, 60);
        thread(20, 21, "C2 CompilerThre", 66, 0);
        CpuUse use = CpuTimes.of(machine, List.of(10L)).since(before);
        assertEquals(2.2, use.seconds(), 1e-9);
        assertEquals(0.16, use.compilerSeconds(), 1e-9);
    }

    private void child(long pid, long parent, long user) throws IOException {
        endedChildren(pid, parent, user, 0);
    }

    private void endedChildren(long pid, long parent, long user, long ended) throws IOException {
        process(pid, user, 0);
        String stat =
                pid + " (java) S " + parent + " 2 3 0 -1 4194304 5 6 7 8 " + user + " 0 " + ended + " 0 20 0 1 0 99\n";
        Files.writeString(proc.resolve(pid + "/stat"), stat);
    }

    @Test
    void idleServerCompilesNothing() {
        assertEquals(0, new CpuUse(0, 0, 0).compilerShare());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void workOfThisProcessIsSeen() {
        List<Long> self = List.of(ProcessHandle.current().pid());
        CpuTimes before = CpuTimes.of(Box.HERE, self);
        CpuUse use = new CpuUse(0, 0, 0);
        while (use.seconds() < 0.05) {
            use = CpuTimes.of(Box.HERE, self).since(before);
        }
        assertTrue(use.compilerSeconds() <= use.seconds());
    }
}
