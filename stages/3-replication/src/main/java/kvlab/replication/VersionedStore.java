package kvlab.replication;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import kvlab.node.Exercise;
import kvlab.node.NodeConfig;
import kvlab.single.EntityStore;
import kvlab.single.StoreVariant;

/**
 * Entities with their versions.
 *
 * <p>The problem: writes reach a replica in any order. One that was sent first may come last: its coordinator was slow, or
 * tries again. If the replica took whatever comes, the older write would win there and the newer one elsewhere, for ever.
 * So it takes only what is newer than what it has. To look and then to write are two steps, and between them another
 * thread may write the same key: so both happen under a lock. A key shares its lock with a few others, by its hash.
 *
 * <p>To look costs nearly as much as to write, and is hardly ever needed: most writes come in order. So a lock knows the
 * newest version that any of its keys ever had. What is newer than that is newer than what its own key has.
 */
public final class VersionedStore implements Closeable {

    private static final int LOCKS = 4096;

    /** No client can name it: an id is never empty. */
    private static final byte[] NOTES = {};

    private final EntityStore store;
    private final Lock[] locks;

    private long clock;

    /** No version that was ever stored is above it. */
    private volatile long ceiling;

    private VersionedStore(EntityStore store) throws IOException {
        this.store = store;
        byte[] notes = store.get(NOTES);
        if (notes != null) {
            ByteBuffer numbers = ByteBuffer.wrap(notes);
            clock = numbers.getLong();
            ceiling = numbers.getLong();
        }
        locks = Stream.generate(() -> new Lock(ceiling)).limit(LOCKS).toArray(Lock[]::new);
    }

    public static VersionedStore open(NodeConfig config) throws IOException {
        EntityStore store = EntityStore.open(config.data(), StoreVariant.of(config), "versioned entities 1");
        try {
            return new VersionedStore(store);
        } catch (IOException e) {
            store.close();
            throw e;
        }
    }

    public VersionedValue get(byte[] key) throws IOException {
        byte[] stored = store.get(key);
        return stored == null ? VersionedValue.ABSENT : VersionedValue.decoded(stored);
    }

    @Exercise(value = "Store what is newer than what is there, and nothing else", rule = "R8")
    public void put(byte[] key, VersionedValue value) throws IOException {
        long version = value.version();
        byte[] encoded = value.encoded();
        Lock lock = lock(key);
        synchronized (lock) {
            if (version > lock.newest || isNewer(key, version)) {
                raiseCeiling(version);
                store.put(key, encoded);
                lock.newest = Math.max(lock.newest, version);
            }
        }
    }

    private boolean isNewer(byte[] key, long version) throws IOException {
        byte[] head = new byte[VersionedValue.HEAD];
        return store.read(key, head) < 0 || version > VersionedValue.version(head);
    }

    private Lock lock(byte[] key) {
        return locks[Math.floorMod(Arrays.hashCode(key), LOCKS)];
    }

    /** Far above, so that it is seldom written. Until a restarted node meets versions above it, it looks each time. */
    private void raiseCeiling(long version) throws IOException {
        if (version > ceiling) {
            synchronized (this) {
                if (version > ceiling) {
                    long raised = version + Math.min(VersionClock.TEN_SECONDS, Long.MAX_VALUE - version);
                    note(clock, raised);
                    ceiling = raised;
                }
            }
        }
    }

    /** The time that the node's clock may have reached when it last ran; 0 when it never did. */
    synchronized long clock() {
        return clock;
    }

    synchronized void clock(long time) throws IOException {
        note(time, ceiling);
        clock = time;
    }

    private void note(long time, long highest) throws IOException {
        byte[] notes = new byte[2 * Long.BYTES];
        ByteBuffer.wrap(notes).putLong(time).putLong(highest);
        store.put(NOTES, notes);
    }

    @Override
    public void close() {
        store.close();
    }

    private static final class Lock {

        private long newest;

        Lock(long newest) {
            this.newest = newest;
        }
    }
}
