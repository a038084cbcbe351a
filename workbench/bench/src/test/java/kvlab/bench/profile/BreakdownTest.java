package kvlab.bench.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import kvlab.bench.profile.Breakdown.Part;
import org.junit.jupiter.api.Test;

class BreakdownTest {

    private static final double SAME = 1e-9;

    /** Three milliseconds in RocksDB and one in the kit. */
    private static Stacks cpu() {
        Stacks stacks = new Stacks();
        stacks.addRecorded("[main tid=1];kvlab/A.b_[j];rocksdb::Put 2", 1, false, 1_000_000);
        stacks.addRecorded("[main tid=1];kvlab/A.c_[j];rocksdb::Put 1", 2, false, 1_000_000);
        stacks.addRecorded("[main tid=1];kvlab/A.b_[j] 1", 1, false, 1_000_000);
        return stacks;
    }

    @Test
    void samplesAreMicrosecondsOfARequest() {
        Breakdown breakdown = Breakdown.of(ProfileEvent.CPU, cpu(), 50);
        assertEquals("µs", breakdown.unit());
        assertEquals(80, breakdown.perRequest(), SAME);
        assertEquals(List.of(new Part("RocksDB", 0.75, 60), new Part("kvlab", 0.25, 20)), breakdown.categories());
        assertEquals(List.of(new Part("rocksdb::Put", 0.75, 60), new Part("kvlab.A.b", 0.25, 20)), breakdown.top());
    }

    @Test
    void workOfTheProfilerIsInNoShare() {
        Stacks stacks = cpu();
        stacks.addRecorded("[main tid=1];kvlab/A.b_[j];Profiler::recordSample 3", 1, false, 1_000_000);
        Breakdown breakdown = Breakdown.of(ProfileEvent.CPU, stacks, 50);
        assertEquals(140, breakdown.perRequest(), SAME);
        assertEquals(80, breakdown.ofServer(), SAME);
        assertEquals(List.of(new Part("RocksDB", 0.75, 60), new Part("kvlab", 0.25, 20)), breakdown.categories());
        assertEquals(List.of(new Part("rocksdb::Put", 0.75, 60), new Part("kvlab.A.b", 0.25, 20)), breakdown.top());
    }

    @Test
    void allocationsAreBytesOfARequestByClassAndPlace() {
        Stacks stacks =
                StacksTest.recorded(false, "[main tid=1];kvlab/A.b_[j];java/util/Arrays.copyOf_[j];byte[]_[i] 6000");
        Breakdown breakdown = Breakdown.of(ProfileEvent.ALLOC, stacks, 100);
        assertEquals("bytes", breakdown.unit());
        assertEquals(List.of(new Part("byte[] in kvlab.A.b", 1, 60)), breakdown.top());
    }

    @Test
    void locksAreMicrosecondsByLockAndWhoTakesIt() {
        Stacks stacks = StacksTest.recorded(
                false,
                "[worker-1 tid=1];java/util/concurrent/ArrayBlockingQueue.take_[j];"
                        + "java/util/concurrent/locks/ReentrantLock.lock_[j];jdk/internal/misc/Unsafe.park_[j];x.Lock_[i] 5000");
        assertEquals(
                List.of(new Part("x.Lock in java.util.concurrent.ArrayBlockingQueue.take", 1, 0.5)),
                Breakdown.of(ProfileEvent.LOCK, stacks, 10).top());
    }

    @Test
    void fifteenFramesAreKept() {
        Stacks stacks = new Stacks();
        for (int i = 0; i < 20; i++) {
            stacks.addRecorded("[main tid=1];frame" + (char) ('a' + i) + " " + (i + 1), 1, false, 1);
        }
        Breakdown breakdown = Breakdown.of(ProfileEvent.ALLOC, stacks, 1);
        assertEquals(15, breakdown.top().size());
        assertEquals("framet", breakdown.top().get(0).name());
    }

    @Test
    void whereNothingWasRecordedThereIsNothing() {
        Breakdown breakdown = Breakdown.of(ProfileEvent.LOCK, new Stacks(), 10);
        assertEquals(0, breakdown.perRequest());
        assertTrue(breakdown.categories().isEmpty());
    }
}
