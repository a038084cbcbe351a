package kvlab.async;

import java.util.concurrent.CompletableFuture;

/** A request on its way, and the promise of its answer. */
final class NioCall extends CompletableFuture<PeerAnswer> {

    private final PeerRequest request;

    NioCall(PeerRequest request) {
        this.request = request;
    }

    PeerRequest request() {
        return request;
    }

    boolean isOverdue() {
        return request.deadline().isOver();
    }
}
