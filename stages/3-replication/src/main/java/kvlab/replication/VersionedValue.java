package kvlab.replication;

import java.nio.ByteBuffer;

/**
 * What a replica keeps for a key: the last thing that it heard of. A delete is kept too, as a tombstone: a replica that
 * forgot the key instead could not be told from one that has missed the delete and still has the value.
 *
 * @param version larger means newer; 0 when the key was never written
 * @param value null for a tombstone
 */
public record VersionedValue(long version, byte[] value) {

    /** The version, and a byte that tells a tombstone from the empty value. */
    static final int HEAD = Long.BYTES + 1;

    static final VersionedValue ABSENT = new VersionedValue(0, null);

    private static final byte VALUE = 1;
    private static final byte TOMBSTONE = 0;

    public static VersionedValue tombstone(long version) {
        return new VersionedValue(version, null);
    }

    public boolean isTombstone() {
        return value == null;
    }

    byte[] encoded() {
        int length = value == null ? 0 : value.length;
        ByteBuffer bytes = ByteBuffer.allocate(HEAD + length).putLong(version);
        bytes.put(value == null ? TOMBSTONE : VALUE);
        return value == null ? bytes.array() : bytes.put(value).array();
    }

    static VersionedValue decoded(byte[] encoded) {
        ByteBuffer bytes = ByteBuffer.wrap(encoded);
        long version = bytes.getLong();
        if (bytes.get() == TOMBSTONE) {
            return tombstone(version);
        }
        byte[] value = new byte[bytes.remaining()];
        bytes.get(value);
        return new VersionedValue(version, value);
    }

    /** The beginning of what is stored is enough. */
    static long version(byte[] head) {
        return ByteBuffer.wrap(head).getLong();
    }
}
