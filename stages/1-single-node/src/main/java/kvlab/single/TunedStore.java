package kvlab.single;

import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.Options;

/**
 * What a course report tuned for many small writes. Three of the six options are what RocksDB does anyway; the other
 * three move work from writing to reading.
 */
final class TunedStore implements StoreVariant {

    @Override
    public void configure(Options options) {
        new BaseStore().configure(options);
        // Every table file stays open: no file is opened during a read. Costs a descriptor and some memory a file.
        // RocksDB's default.
        options.setMaxOpenFiles(-1)
                // Several writers insert into the memtable at once. Needs the skip list. RocksDB's default.
                .setAllowConcurrentMemtableWrite(true)
                // A writer that waits for its group spins up to 100 µs before it sleeps: saves context switches, costs
                // CPU, which on two cores somebody else may have wanted. RocksDB's default.
                .setEnableWriteThreadAdaptiveYield(true)
                // No background thread merges files: writes have the disk and the CPU to themselves and are never
                // slowed down. In return files pile up; a read may look into all of them, and nothing deleted or
                // overwritten ever gives its space back.
                .setDisableAutoCompactions(true)
                // When files are merged after all, whole sorted runs are, rather than level by level: less is written,
                // more is read, and a merge may need the space of the store once more.
                .setCompactionStyle(CompactionStyle.UNIVERSAL)
                // Smaller files for little CPU. Values of random bytes do not shrink.
                .setCompressionType(CompressionType.LZ4_COMPRESSION);
    }
}
