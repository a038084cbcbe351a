package kvlab.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import kvlab.sharding.PeerFailure;
import one.nio.http.Response;

/**
 * Limits what is under way to one peer. A request is over as soon as enough others have answered, but what was asked of a
 * peer that hangs stays in memory until the deadline: at thousands of requests a second that is thousands of them, with their
 * values. Beyond the limit the peer counts as one that does not answer.
 */
final class BoundedTransport implements Transport {

    /** The permits that a request takes beside one for each byte of its value. */
    private static final int REQUEST = 7 * 1024;

    private final String member;
    private final Transport transport;

    /** For 1,024 requests without a value, or 6 with 1 MiB. */
    private final Semaphore room = new Semaphore(1024 * REQUEST);

    BoundedTransport(String member, Transport transport) {
        this.member = member;
        this.transport = transport;
    }

    @Override
    public CompletableFuture<Response> ask(PeerRequest request) {
        int permits = REQUEST + request.body().length;
        if (!room.tryAcquire(permits)) {
            return CompletableFuture.failedFuture(PeerFailure.busy(member));
        }
        return transport.ask(request).whenComplete((answer, failure) -> room.release(permits));
    }

    @Override
    public void close() {
        transport.close();
    }
}
