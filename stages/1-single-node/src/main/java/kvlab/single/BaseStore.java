package kvlab.single;

import org.rocksdb.Options;

/** RocksDB as it comes, less two things that it does when it opens. */
final class BaseStore implements StoreVariant {

    @Override
    public void configure(Options options) {
        options.setCreateIfMissing(true)
                // With paranoid checks RocksDB stops at the first inconsistency that it meets. Without, it goes on:
                // after a crash, a damaged record in the middle of its log is skipped without a word, and what came
                // later is there.
                .setParanoidChecks(false)
                // On open, RocksDB reads properties of its files to plan compactions better. A large store opens
                // faster without; the first compactions may choose worse.
                .setSkipStatsUpdateOnDbOpen(true);
    }
}
