package kvlab.grader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ThreadDumpTest {

    private static final String DUMP = """
            17.0.15 (17.0.15+6 mixed mode):

            "own waits" #1 prio=5 os_prio=0 cpu=1.25ms elapsed=9.1s tid=0x00000001 nid=0x1 waiting  [0x0]
               java.lang.Thread.State: TIMED_WAITING (parking)
                at jdk.internal.misc.Unsafe.park(java.base@17.0.15/Native Method)
                - parking to wait for  <0x00000000f80b3048> (a java.util.concurrent.CompletableFuture$Signaller)
                at java.util.concurrent.CompletableFuture.get(java.base@17.0.15/CompletableFuture.java:2072)
                at its.Service.get(Service.java:12)
                at java.lang.Thread.run(java.base@17.0.15/Thread.java:840)

            "pool is idle" #2 prio=5 os_prio=0 cpu=1.25ms elapsed=9.1s tid=0x00000002 nid=0x2 waiting  [0x0]
               java.lang.Thread.State: WAITING (parking)
                at jdk.internal.misc.Unsafe.park(java.base@17.0.15/Native Method)
                at java.util.concurrent.ThreadPoolExecutor.getTask(java.base@17.0.15/ThreadPoolExecutor.java:1062)
                at java.lang.Thread.run(java.base@17.0.15/Thread.java:840)

            "selector is idle" #3 prio=5 os_prio=0 cpu=1.25ms elapsed=9.1s tid=0x00000003 nid=0x3 runnable  [0x0]
               java.lang.Thread.State: RUNNABLE
                at sun.nio.ch.EPoll.wait(java.base@17.0.15/Native Method)
                at one.nio.server.SelectorThread.run(SelectorThread.java:67)

            "own works" #4 prio=5 os_prio=0 cpu=1.25ms elapsed=9.1s tid=0x00000004 nid=0x4 runnable  [0x0]
               java.lang.Thread.State: RUNNABLE
                at org.rocksdb.RocksDB.put(Native Method)
                at its.Store.put(Store.java:71)

            "own reads" #5 prio=5 os_prio=0 cpu=1.25ms elapsed=9.1s tid=0x00000005 nid=0x5 runnable  [0x0]
               java.lang.Thread.State: RUNNABLE
                at sun.nio.ch.SocketDispatcher.read0(java.base@17.0.15/Native Method)
                at its.Peer.read(Peer.java:3)

            "VM Thread" os_prio=0 cpu=24.25ms elapsed=9.1s tid=0x00000006 nid=0x6 runnable
            """;

    @Test
    void aThreadWaitsWhenItDoesSoInCodeOfTheNodesOwn() {
        Set<String> found = ThreadDump.parse(DUMP).values().stream()
                .map(each -> each.thread() + ": " + each.place())
                .collect(Collectors.toSet());
        assertEquals(
                Set.of("own waits: its.Service.get(Service.java:12)", "own reads: its.Peer.read(Peer.java:3)"), found);
    }
}
