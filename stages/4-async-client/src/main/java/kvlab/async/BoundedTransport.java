package kvlab.async;

import java.util.concurrent.CompletableFuture;
import kvlab.sharding.PeerFailure;
import kvlab.sharding.Room;
import one.nio.http.Response;

/**
 * Limits what is under way to one peer. A request is over as soon as enough others have answered, but what was asked of a
 * peer that hangs stays in memory until the deadline: at thousands of requests a second that is thousands of them, with their
 * values. Beyond the limit the peer counts as one that does not answer.
 */
final class BoundedTransport implements Transport {

    private final String member;
    private final Transport transport;
    private final Room room = new Room(1024, 6 << 20);

    BoundedTransport(String member, Transport transport) {
        this.member = member;
        this.transport = transport;
    }

    @Override
    public CompletableFuture<Response> ask(PeerRequest request) {
        int size = request.body().length;
        if (!room.enter(size)) {
            return CompletableFuture.failedFuture(PeerFailure.busy(member));
        }
        return transport.ask(request).whenComplete((answer, failure) -> room.leave(size));
    }

    @Override
    public void close() {
        transport.close();
    }
}
