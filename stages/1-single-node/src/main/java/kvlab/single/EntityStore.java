package kvlab.single;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import kvlab.node.DataDirectory;
import kvlab.node.Exercise;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * Entities on disk.
 *
 * <p>A write is in RocksDB's log, and with the operating system, before it is acknowledged; so it survives the death of
 * this process. It is not forced to the disk: that would take milliseconds a write, and only a power failure would
 * show the difference.
 */
public final class EntityStore implements Closeable {

    /** The format of stages 1 and 2: a value as its client put it. */
    public static final String FORMAT = "entities 1";

    static {
        RocksDB.loadLibrary();
    }

    private final Options options;
    private final WriteOptions writeOptions;
    private final RocksDB db;

    private EntityStore(Options options, WriteOptions writeOptions, RocksDB db) {
        this.options = options;
        this.writeOptions = writeOptions;
        this.db = db;
    }

    /** @param format what is stored there, and how: a directory with something else in it is refused */
    public static EntityStore open(Path data, StoreVariant variant, String format) throws IOException {
        Path directory = new DataDirectory(data).claim(format);
        Options options = new Options();
        variant.configure(options);
        try {
            RocksDB db = RocksDB.open(options, directory.toString());
            return new EntityStore(options, new WriteOptions(), db);
        } catch (RocksDBException e) {
            options.close();
            throw cannotOpen(data, e);
        }
    }

    private static IOException cannotOpen(Path data, RocksDBException e) {
        String reason = e.getMessage() == null ? "no reason given" : e.getMessage();
        boolean inUse = reason.startsWith("While lock file") || reason.contains("lock hold by current process");
        String what = inUse ? "is in use by another node" : "cannot be opened: " + reason;
        return new IOException("the data directory " + data + " " + what, e);
    }

    /** The value, or null when the key is absent. */
    @Exercise(value = "Read the value; a failure of RocksDB is an IOException that says what failed", rule = "E3")
    public byte[] get(byte[] key) throws IOException {
        try {
            return db.get(key);
        } catch (RocksDBException e) {
            throw cannot("read", e);
        }
    }

    /** Copies the beginning of the value, as much as there is room for, and returns its whole length; -1 when absent. */
    public int read(byte[] key, byte[] into) throws IOException {
        try {
            return db.get(key, into);
        } catch (RocksDBException e) {
            throw cannot("read the beginning of a value", e);
        }
    }

    @Exercise(value = "Store the value, replacing the one before, and return when RocksDB has it", rule = "E1")
    public void put(byte[] key, byte[] value) throws IOException {
        try {
            db.put(writeOptions, key, value);
        } catch (RocksDBException e) {
            throw cannot("write", e);
        }
    }

    @Exercise(value = "Delete the key; deleting an absent key is a success too", rule = "E4")
    public void delete(byte[] key) throws IOException {
        try {
            db.delete(writeOptions, key);
        } catch (RocksDBException e) {
            throw cannot("write", e);
        }
    }

    private static IOException cannot(String what, RocksDBException e) {
        return new IOException("RocksDB cannot " + what + ": " + e.getMessage(), e);
    }

    /** No thread may use the store any more: RocksDB would read memory that it has freed. */
    @Override
    public void close() {
        db.close();
        writeOptions.close();
        options.close();
    }

    boolean ownsNativeObjects() {
        return db.isOwningHandle() || writeOptions.isOwningHandle() || options.isOwningHandle();
    }
}
