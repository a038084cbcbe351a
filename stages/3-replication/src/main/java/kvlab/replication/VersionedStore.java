package kvlab.replication;

import java.io.Closeable;
import java.io.IOException;
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
 */
public final class VersionedStore implements Closeable {

    private final EntityStore store;
    private final NewestVersions newest;

    private VersionedStore(EntityStore store) throws IOException {
        this.store = store;
        this.newest = new NewestVersions(store);
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
        byte[] encoded = value.encoded();
        NewestVersions.Group group = newest.group(key);
        synchronized (group) {
            if (group.isBelow(value.version()) || isNewer(key, value.version())) {
                newest.raise(group, value.version());
                store.put(key, encoded);
            }
        }
    }

    private boolean isNewer(byte[] key, long version) throws IOException {
        byte[] head = new byte[VersionedValue.HEAD];
        return store.read(key, head) < 0 || version > VersionedValue.version(head);
    }

    /** The time that the node's clock may have reached when it last ran; 0 when it never did. */
    long clock() {
        return newest.clock();
    }

    void clock(long time) throws IOException {
        newest.clock(time);
    }

    @Override
    public void close() {
        store.close();
    }
}
