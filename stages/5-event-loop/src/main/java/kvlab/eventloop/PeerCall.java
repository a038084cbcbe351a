package kvlab.eventloop;

import java.util.concurrent.CompletableFuture;
import kvlab.async.PeerRequest;
import one.nio.http.Response;

/** A request on its way, and the promise of its answer. */
final class PeerCall extends CompletableFuture<Response> {

    private final PeerRequest request;

    PeerCall(PeerRequest request) {
        this.request = request;
    }

    PeerRequest request() {
        return request;
    }

    boolean isOverdue() {
        return request.deadline().isOver();
    }
}
