package kvlab.replication;

import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import kvlab.node.Exercise;

/**
 * Gives each write its version.
 *
 * <p>The problem: replicas compare versions to know which of two writes is newer. The computer's clock is nearly right for
 * that, and not quite: two writes can happen in the same instant, on one node or on two, and a clock that is corrected goes
 * back, also while the node is down.
 *
 * <p>So a version is the time in microseconds, but always more than the last one, and below it the number of the node: no
 * two writes have the same version, and every replica prefers the same one of two. The store remembers a time that the clock
 * has not reached yet, so that a node may crash at any moment; when the node starts again, it waits until its computer's
 * clock has passed that time. A node that is stopped leaves the time of its last version, and does not have to wait.
 *
 * <p>If the clock has been set back meanwhile, the node goes on from the remembered time. Its versions are then ahead of the
 * other nodes', whose writes lose against them until their clocks have caught up: a clock that asks no other node cannot do
 * better.
 */
public final class VersionClock implements Closeable {

    private static final int NODE_BITS = 10;

    /** As a difference of versions. */
    static final long TEN_SECONDS = 10_000_000L << NODE_BITS;

    /** How far the remembered time is ahead: a larger number means fewer writes of it, and a longer wait after a crash. */
    private static final long AHEAD_MICROS = 100_000;

    private final VersionedStore store;
    private final int node;
    private final LongSupplier time;
    private long last;
    private long remembered;

    /**
     * @param node a number that no other member has
     * @param time of the computer, in microseconds
     */
    public VersionClock(VersionedStore store, int node, LongSupplier time) throws IOException {
        if (node < 0 || node >= 1 << NODE_BITS) {
            throw new IllegalArgumentException(
                    "the node's number is " + node + "; expected one from 0 to " + ((1 << NODE_BITS) - 1));
        }
        this.store = store;
        this.node = node;
        this.time = time;
        this.last = store.clock();
        this.remembered = last;
    }

    /** Waits at most {@link #AHEAD_MICROS}, and only after a crash; a JVM usually takes longer to start again. */
    public static VersionClock ofComputer(VersionedStore store, int node) throws IOException {
        long gap = store.clock() - micros();
        while (gap >= 0 && gap <= AHEAD_MICROS) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(gap + 1));
            gap = store.clock() - micros();
        }
        return new VersionClock(store, node, VersionClock::micros);
    }

    public static long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    @Exercise(value = "Return a version that is larger than all that this clock gave before", rule = "R7")
    public synchronized long next() throws IOException {
        last = Math.max(last + 1, time.getAsLong());
        if (last >= remembered) {
            store.clock(last + AHEAD_MICROS);
            remembered = last + AHEAD_MICROS;
        }
        return last << NODE_BITS | node;
    }

    /** Must be called before the store is closed. */
    @Override
    public synchronized void close() {
        try {
            store.clock(last);
            remembered = last;
        } catch (IOException e) {
            // The node then waits when it starts again, as after a crash.
        }
    }
}
