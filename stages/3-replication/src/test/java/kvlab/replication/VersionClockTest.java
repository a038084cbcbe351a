package kvlab.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rule R7, with a computer whose clock shows what a test wants. */
class VersionClockTest {

    private static final long HOUR = 3_600_000_000L;

    @TempDir
    private Path data;

    private long time = 1_790_000_000_000_000L;
    private VersionedStore store;

    @BeforeEach
    void open() throws IOException {
        store = TestStore.open(data);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private VersionClock clock(int node) throws IOException {
        return new VersionClock(store, node, () -> time);
    }

    /** Without it, whoever writes through another node a little later would lose. */
    @Test
    void aVersionTellsTheTimeAndTheNode() throws IOException {
        long version = clock(5).next();
        assertEquals(time, version >> 10);
        assertEquals(5, version & 1023);
    }

    @Test
    void inTheSameInstantEveryVersionIsNew() throws IOException {
        VersionClock clock = clock(0);
        assertRising(clock, clock.next(), 1000);
    }

    @Test
    void noTwoNodesGiveTheSameVersionInTheSameInstant() throws IOException {
        assertTrue(clock(1).next() < clock(2).next());
    }

    @Test
    void aClockThatIsSetBackDoesNotTakeTheVersionsBack() throws IOException {
        VersionClock clock = clock(0);
        long before = clock.next();
        time -= HOUR;
        assertRising(clock, before, 1000);
    }

    @Test
    void afterARestartVersionsGoOn() throws IOException {
        long before = clock(0).next();
        restart();
        assertRising(clock(0), before, 1);
    }

    @Test
    void afterARestartWithTheClockSetBackVersionsGoOn() throws IOException {
        VersionClock clock = clock(0);
        long last = 0;
        for (int i = 0; i < 10_000; i++) {
            time += 50;
            last = clock.next();
        }
        for (int restarts = 0; restarts < 3; restarts++) {
            restart();
            time -= HOUR;
            clock = clock(0);
            // More of them than the time that is remembered has microseconds.
            last = assertRising(clock, last, 150_000);
        }
    }

    /** So that it may be killed at any moment. */
    @Test
    void noVersionIsBeyondTheTimeThatTheStoreRemembers() throws IOException {
        VersionClock clock = clock(0);
        for (int i = 0; i < 10_000; i++) {
            time += 50;
            assertTrue(clock.next() >> 10 <= store.clock());
        }
    }

    /** As a rule a restart takes longer than what the remembered time is ahead. */
    @Test
    void afterARestartVersionsTellTheTimeAgain() throws IOException {
        clock(0).next();
        restart();
        time += 200_000;
        assertEquals(time, clock(0).next() >> 10);
    }

    /** The clocks of other nodes show no more than the time, so a version that is ahead of it makes their writes lose. */
    @Test
    void afterACleanStopVersionsTellTheTimeAtOnce() throws IOException {
        VersionClock clock = clock(0);
        clock.next();
        clock.close();
        restart();
        time++;
        assertEquals(time, clock(0).next() >> 10);
    }

    @Test
    void aClockThatIsClosedTwiceAndAskedAgainGoesOn() throws IOException {
        VersionClock clock = clock(0);
        clock.close();
        long before = clock.next();
        clock.close();
        clock.close();
        long last = assertRising(clock, before, 1000);
        restart();
        assertRising(clock(0), last, 1);
    }

    @Test
    void afterACrashNoVersionIsAheadOfTheComputersClock() throws IOException {
        VersionClock.ofComputer(store, 0).next();
        restart();
        long version = VersionClock.ofComputer(store, 0).next();
        assertTrue(version >> 10 <= VersionClock.micros(), version + " is ahead");
    }

    /** The remembered time is an hour ahead, so the node must not wait for it. */
    @Test
    void afterACrashWithTheComputersClockSetBackVersionsGoOn() throws IOException {
        time = VersionClock.micros() + HOUR;
        long before = clock(0).next();
        restart();
        assertRising(VersionClock.ofComputer(store, 0), before, 1);
    }

    @Test
    void versionsOfManyThreadsAreAllDifferentAndRiseForEachOfThem() throws Exception {
        VersionClock clock = new VersionClock(store, 0, VersionClock::micros);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<List<Long>>> running = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                running.add(threads.submit(() -> {
                    List<Long> given = new ArrayList<>();
                    for (int n = 0; n < 5_000; n++) {
                        given.add(clock.next());
                    }
                    return given;
                }));
            }
            TreeSet<Long> all = new TreeSet<>();
            for (Future<List<Long>> each : running) {
                assertEquals(new ArrayList<>(new TreeSet<>(each.get())), each.get());
                all.addAll(each.get());
            }
            assertEquals(40_000, all.size());
        } finally {
            threads.shutdownNow();
        }
    }

    private void restart() throws IOException {
        store.close();
        store = TestStore.open(data);
    }

    private static long assertRising(VersionClock clock, long after, int count) throws IOException {
        long last = after;
        for (int i = 0; i < count; i++) {
            long next = clock.next();
            assertTrue(next > last, next + " after " + last);
            last = next;
        }
        return last;
    }
}
