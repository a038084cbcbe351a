package kvlab.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import kvlab.replication.ReplicaService;
import kvlab.replication.VersionedValue;
import kvlab.sharding.Deadline;
import kvlab.sharding.PeerFailure;

/** A peer's store, over whatever transport carries the request. */
record PeerReplica(String member, Transport transport) implements Replica {

    private static final byte[] NOTHING = {};

    @Override
    public CompletableFuture<VersionedValue> get(byte[] key, Deadline deadline) {
        return transport
                .ask(new PeerRequest("GET", ReplicaService.target(key), NOTHING, deadline))
                .thenApply(this::value);
    }

    @Override
    public CompletableFuture<VersionedValue> put(byte[] key, VersionedValue value, Deadline deadline) {
        String target = ReplicaService.target(key, value.version());
        PeerRequest request = value.isTombstone()
                ? new PeerRequest("DELETE", target, NOTHING, deadline)
                : new PeerRequest("PUT", target, value.value(), deadline);
        return transport.ask(request).thenApply(answer -> acknowledged(answer, value));
    }

    private VersionedValue value(PeerAnswer answer) {
        if (answer.status() != 200 && answer.status() != 404) {
            throw new CompletionException(PeerFailure.status(member, answer.status()));
        }
        return new VersionedValue(answer.version(), answer.status() == 200 ? answer.body() : null);
    }

    private VersionedValue acknowledged(PeerAnswer answer, VersionedValue value) {
        if (answer.status() != 201 && answer.status() != 202) {
            throw new CompletionException(PeerFailure.status(member, answer.status()));
        }
        return value;
    }
}
