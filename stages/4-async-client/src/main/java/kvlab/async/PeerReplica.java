package kvlab.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import kvlab.replication.ReplicaService;
import kvlab.replication.VersionedValue;
import kvlab.sharding.PeerFailure;
import one.nio.http.Response;

/** A peer's store, over whatever transport carries the request. */
record PeerReplica(String member, Transport transport) implements Replica {

    private static final byte[] NOTHING = {};

    @Override
    public CompletableFuture<VersionedValue> get(byte[] key, Limits limits) {
        return transport
                .ask(new PeerRequest("GET", ReplicaService.target(key), NOTHING, limits))
                .thenApply(this::stored);
    }

    @Override
    public CompletableFuture<VersionedValue> put(byte[] key, VersionedValue value, Limits limits) {
        String target = ReplicaService.target(key, value.version());
        PeerRequest request = value.isTombstone()
                ? new PeerRequest("DELETE", target, NOTHING, limits)
                : new PeerRequest("PUT", target, value.value(), limits);
        return transport.ask(request).thenApply(answer -> written(answer, value));
    }

    private VersionedValue stored(Response answer) {
        try {
            return ReplicaService.stored(answer, member);
        } catch (PeerFailure e) {
            throw new CompletionException(e);
        }
    }

    private VersionedValue written(Response answer, VersionedValue value) {
        try {
            ReplicaService.requireWritten(answer, member);
            return value;
        } catch (PeerFailure e) {
            throw new CompletionException(e);
        }
    }
}
