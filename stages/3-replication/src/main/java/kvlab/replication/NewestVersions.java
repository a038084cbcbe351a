package kvlab.replication;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import kvlab.single.EntityStore;

/**
 * Spares most writes a look at the stored version, which costs nearly as much as the write.
 *
 * <p>Most writes come in order. So each group of keys remembers the newest version of any of its keys: a version above that is
 * newer than what its own key has. A node that starts again remembers nothing. Therefore the store keeps a ceiling that no
 * stored version exceeds, and each group begins there. The node's clock keeps its time in the same note.
 */
final class NewestVersions {

    private static final int GROUPS = 4096;

    /** No client can name this key, because an id is never empty. */
    private static final byte[] NOTES = {};

    private final EntityStore store;
    private final Group[] groups;
    private long clock;
    private volatile long ceiling;

    NewestVersions(EntityStore store) throws IOException {
        this.store = store;
        byte[] notes = store.get(NOTES);
        if (notes != null) {
            ByteBuffer numbers = ByteBuffer.wrap(notes);
            clock = numbers.getLong();
            ceiling = numbers.getLong();
        }
        groups = Stream.generate(() -> new Group(ceiling)).limit(GROUPS).toArray(Group[]::new);
    }

    /** The keys of a group share one lock: the group itself. */
    static final class Group {

        private long newest;

        private Group(long newest) {
            this.newest = newest;
        }

        boolean isBelow(long version) {
            return newest < version;
        }
    }

    Group group(byte[] key) {
        return groups[Math.floorMod(Arrays.hashCode(key), GROUPS)];
    }

    /** Must be called before the version is stored. The ceiling is raised far above it, because raising it is a write too. */
    void raise(Group group, long version) throws IOException {
        if (version > ceiling) {
            synchronized (this) {
                if (version > ceiling) {
                    long raised = version + Math.min(VersionClock.TEN_SECONDS, Long.MAX_VALUE - version);
                    note(clock, raised);
                    ceiling = raised;
                }
            }
        }
        group.newest = Math.max(group.newest, version);
    }

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
}
