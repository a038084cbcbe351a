package kvlab.replication;

import java.io.IOException;
import kvlab.sharding.Deadline;
import kvlab.sharding.PeerClient;
import kvlab.sharding.PeerFailure;
import kvlab.sharding.PeerReply;

/** A peer's store, as its {@link ReplicaService} lets others use it. */
record PeerReplica(PeerClient peer) implements Replica {

    private static final byte[] NOTHING = {};

    @Override
    public VersionedValue get(byte[] key, Deadline deadline) throws PeerFailure {
        PeerReply reply = peer.ask("GET", ReplicaService.target(key), NOTHING, deadline);
        String version = reply.header(ReplicaService.VERSION_HEADER);
        if (reply.status() == 404) {
            return version == null ? VersionedValue.ABSENT : VersionedValue.tombstone(number(version));
        }
        if (reply.status() != 200) {
            throw PeerFailure.status(peer.member(), reply.status());
        }
        return new VersionedValue(number(version), reply.body());
    }

    private long number(String version) throws PeerFailure {
        try {
            return Long.parseLong(version);
        } catch (NumberFormatException e) {
            throw PeerFailure.of(peer.member(), new IOException("its version is " + version, e));
        }
    }

    @Override
    public void put(byte[] key, VersionedValue value, Deadline deadline) throws PeerFailure {
        String target = ReplicaService.target(key, value.version());
        PeerReply reply = value.isTombstone()
                ? peer.ask("DELETE", target, NOTHING, deadline)
                : peer.ask("PUT", target, value.value(), deadline);
        if (reply.status() != 201 && reply.status() != 202) {
            throw PeerFailure.status(peer.member(), reply.status());
        }
    }
}
