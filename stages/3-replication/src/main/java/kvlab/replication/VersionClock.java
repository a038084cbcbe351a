package kvlab.replication;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
 * has not reached yet; a node that starts again goes on from there if its computer's clock has been set back. Its versions
 * are then ahead of the other nodes', whose writes lose against them until their clocks have caught up: no clock that nobody
 * else is asked for can do better.
 */
public final class VersionClock {

    private static final int NODE_BITS = 10;

    /** As a difference of versions. */
    static final long TEN_SECONDS = 10_000_000L << NODE_BITS;

    /** Less than it takes to start again, so that versions of a restarted node are not ahead of everybody else's. */
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
}
