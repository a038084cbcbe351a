package kvlab.replication;

import kvlab.sharding.Deadline;
import kvlab.sharding.PeerClient;
import kvlab.sharding.PeerFailure;
import one.nio.http.Response;

/** A peer's store, as its {@link ReplicaService} lets others use it. */
record PeerReplica(PeerClient peer) implements Replica {

    private static final byte[] NOTHING = {};

    @Override
    public VersionedValue get(byte[] key, Deadline deadline) throws PeerFailure {
        return ReplicaService.stored(peer.ask("GET", ReplicaService.target(key), NOTHING, deadline), peer.member());
    }

    @Override
    public void put(byte[] key, VersionedValue value, Deadline deadline) throws PeerFailure {
        String target = ReplicaService.target(key, value.version());
        Response answer = value.isTombstone()
                ? peer.ask("DELETE", target, NOTHING, deadline)
                : peer.ask("PUT", target, value.value(), deadline);
        ReplicaService.requireWritten(answer, peer.member());
    }
}
