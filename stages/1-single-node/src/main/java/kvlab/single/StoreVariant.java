package kvlab.single;

import java.util.Locale;
import java.util.stream.Stream;
import kvlab.node.NodeConfig;
import kvlab.node.Setting;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.Options;

/** A way to configure RocksDB. The first is what a node has when nothing is set. */
public enum StoreVariant {

    /** RocksDB as it comes, less two things that it does when it opens. */
    BASE {
        @Override
        void configure(Options options) {
            options.setCreateIfMissing(true)
                    // With paranoid checks, RocksDB stops at the first inconsistency that it meets. Without them, it
                    // skips a damaged record in the middle of its log after a crash, and keeps what came later.
                    .setParanoidChecks(false)
                    // On open, RocksDB reads properties of its files to plan compactions better. A large store opens
                    // faster without; the first compactions may choose worse.
                    .setSkipStatsUpdateOnDbOpen(true);
        }
    },

    /**
     * A course report chose these options for many small writes. Three of the six are RocksDB's defaults; the other three move
     * work from writing to reading.
     */
    TUNED {
        @Override
        void configure(Options options) {
            BASE.configure(options);
            // RocksDB's default: every table file stays open, which costs a descriptor and some memory for each.
            options.setMaxOpenFiles(-1)
                    // RocksDB's default: several writers insert into the memtable at once. Needs the skip list.
                    .setAllowConcurrentMemtableWrite(true)
                    // RocksDB's default: a writer that waits for its group spins up to 100 µs before it sleeps. That
                    // saves context switches, and costs CPU time that others may need on two cores.
                    .setEnableWriteThreadAdaptiveYield(true)
                    // No background thread merges files, so no write is slowed down. But files pile up, a read may
                    // look into all of them, and no space is ever given back.
                    .setDisableAutoCompactions(true)
                    // A merge takes whole sorted runs, not level by level: less is written, more is read, and it may
                    // need the space of the store once more.
                    .setCompactionStyle(CompactionStyle.UNIVERSAL)
                    // Smaller files for little CPU time. Values of random bytes do not shrink.
                    .setCompressionType(CompressionType.LZ4_COMPRESSION);
        }
    };

    public static final Setting SETTING =
            new Setting("store", Stream.of(values()).map(StoreVariant::text).toList(), "how RocksDB is configured");

    abstract void configure(Options options);

    private String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one that the node was given. */
    public static StoreVariant of(NodeConfig config) {
        return valueOf(config.setting(SETTING.name()).toUpperCase(Locale.ROOT));
    }
}
