package kvlab.replication;

import java.io.IOException;
import kvlab.sharding.Deadline;
import kvlab.sharding.PeerFailure;

/** One of the places where an entity is kept: this node's store, or a peer. To return from a call is to acknowledge. */
interface Replica {

    VersionedValue get(byte[] key, Deadline deadline) throws PeerFailure, IOException;

    void put(byte[] key, VersionedValue value, Deadline deadline) throws PeerFailure, IOException;
}
