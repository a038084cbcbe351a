package kvlab.async;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import kvlab.replication.VersionedStore;
import kvlab.replication.VersionedValue;

/** This node's own store: it answers in microseconds, so its promises are kept before they are given. */
record LocalReplica(VersionedStore store) implements Replica {

    @Override
    public CompletableFuture<VersionedValue> get(byte[] key, Limits limits) {
        try {
            VersionedValue stored = store.get(key);
            return stored.isTombstone() || limits.admit(stored.value().length)
                    ? CompletableFuture.completedFuture(stored)
                    : CompletableFuture.failedFuture(Limits.FULL);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public CompletableFuture<VersionedValue> put(byte[] key, VersionedValue value, Limits limits) {
        try {
            store.put(key, value);
            return CompletableFuture.completedFuture(value);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
