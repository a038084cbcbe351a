package kvlab.bench.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CategoryTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        [worker];java/lang/Thread.run;Profiler::recordSample                       | PROFILER
        [worker];jdk/internal/misc/Unsafe.park;LockTracer::UnsafeParkHook;Profiler::now | PROFILER
        [worker];jdk/internal/misc/Unsafe.park;LockTracer::UnsafeParkHook;Unsafe_Park;Parker::park;do_futex_[k] | SCHEDULING
        [C2 CompilerThread];start_thread;do_futex_[k]                              | COMPILER
        [GC Thread];start_thread;madvise_[k]                                       | COLLECTOR
        [VM Thread];VM_G1CollectForAllocation::doit;memcpy                         | COLLECTOR
        [worker];org/rocksdb/RocksDB.put;rocksdb::DB::Put;do_futex_[k]             | STORE
        [rocksdb:low];clone3;vfs_write_[k]                                         | STORE
        [worker];java/util/concurrent/locks/LockSupport.park;futex_wait_[k]        | SCHEDULING
        [NIO Selector];do_epoll_wait_[k];schedule_[k];finish_task_switch.isra.0_[k] | SCHEDULING
        [NIO Selector];epoll_wait;do_epoll_wait_[k];do_syscall_64_[k]              | NETWORK
        [worker];kvlab/sharding/PeerConnection.write;tcp_sendmsg_[k];memcpy_[k]    | NETWORK
        [worker];kvlab/single/Reply.head;exc_page_fault_[k]                        | KERNEL
        [HttpClient-Worker];kvlab/async/A.b;jdk/internal/net/http/Exchange.c;java/lang/String.d | HTTP_CLIENT
        [worker];java/util/concurrent/ThreadPoolExecutor.runWorker;kvlab/single/Reply.head;java/lang/String.d | KIT
        [NIO Selector];one/nio/server/SelectorThread.run;sun/nio/ch/EPoll.wait     | SERVER
        [NIO Cleanup];java/lang/Thread.run                                         | SERVER
        [ForkJoinPool.commonPool-worker];java/util/concurrent/ForkJoinPool.scan    | FUTURES
        [worker];kvlab/async/A.b;java/util/concurrent/CompletableFuture.complete   | FUTURES
        [worker];java/util/concurrent/ThreadPoolExecutor.getTask                   | WORKERS
        [worker];kvlab/sharding/WorkerPool.execute                                 | WORKERS
        [VM Periodic Tas];os::elapsed_counter                                      | OTHER
        """)
    void firstRuleThatHoldsDecides(String stack, Category expected) {
        assertEquals(expected, Category.of(Stack.of(ProfileEvent.CPU, "node-1;" + stack)));
    }

    /** Whoever waits for a lock is parked; that says nothing. */
    @Test
    void locksAreTheirsWhoTakeThem() {
        String stack = "node-1;[worker];java/util/concurrent/ThreadPoolExecutor.getTask;"
                + "java/util/concurrent/locks/LockSupport.park;java.util.concurrent.locks.ReentrantLock_[i]";
        assertEquals(Category.WORKERS, Category.of(Stack.of(ProfileEvent.LOCK, stack)));
    }

    @Test
    void replicationPutsIntoRocksAndWaitsForThreads() throws Exception {
        Map<String, Double> parts = categories("replication");
        assertTrue(
                parts.keySet().containsAll(Set.of("RocksDB", "scheduling", "kernel, network", "kvlab")),
                parts.toString());
        assertTrue(!parts.containsKey("java.net.http"), parts.toString());
        assertFewOthers(parts);
    }

    @Test
    void asyncClientIsSeenInItsProfile() throws Exception {
        Map<String, Double> parts = categories("async");
        assertTrue(
                parts.keySet().containsAll(Set.of("RocksDB", "java.net.http", "futures, their pool")),
                parts.toString());
        assertFewOthers(parts);
    }

    /** A table that leaves much to be guessed is no help. */
    private static void assertFewOthers(Map<String, Double> parts) {
        double all = parts.values().stream().mapToDouble(each -> each).sum();
        assertTrue(parts.getOrDefault("other", 0.0) < 0.05 * all, parts.toString());
    }

    private static Map<String, Double> categories(String recorded) throws IOException, URISyntaxException {
        return Breakdown.categories(ProfileEvent.CPU, stacks(recorded), 1);
    }

    /** The CPU samples of a real run, at 500 requests/s. */
    private static Stacks stacks(String recorded) throws IOException, URISyntaxException {
        return Stacks.read(Path.of(
                CategoryTest.class.getResource("stacks-" + recorded + ".txt.gz").toURI()));
    }
}
