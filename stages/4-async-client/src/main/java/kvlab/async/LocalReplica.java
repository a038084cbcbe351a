package kvlab.async;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import kvlab.replication.VersionedStore;
import kvlab.replication.VersionedValue;
import kvlab.sharding.Deadline;

/** This node's own store: it answers in microseconds, so its promises are kept before they are given. */
record LocalReplica(VersionedStore store) implements Replica {

    @Override
    public CompletableFuture<VersionedValue> get(byte[] key, Deadline deadline) {
        try {
            return CompletableFuture.completedFuture(store.get(key));
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public CompletableFuture<VersionedValue> put(byte[] key, VersionedValue value, Deadline deadline) {
        try {
            store.put(key, value);
            return CompletableFuture.completedFuture(value);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
