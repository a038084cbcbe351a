package kvlab.replication;

import java.io.IOException;
import kvlab.sharding.Deadline;

/** This node's own store. */
record LocalReplica(VersionedStore store) implements Replica {

    @Override
    public VersionedValue get(byte[] key, Deadline deadline) throws IOException {
        return store.get(key);
    }

    @Override
    public void put(byte[] key, VersionedValue value, Deadline deadline) throws IOException {
        store.put(key, value);
    }
}
