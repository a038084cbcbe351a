package kvlab.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import kvlab.sharding.PeerClient;
import kvlab.sharding.PeerFailure;
import one.nio.http.Response;

/** The client of stages 2 and 3, on a thread of an executor: somebody waits, but not the one who asks. */
final class BlockingTransport implements Transport {

    private static final int STOP_SECONDS = 5;

    private final PeerClient peer;
    private final ExecutorService callers;

    BlockingTransport(PeerClient peer, ExecutorService callers) {
        this.peer = peer;
        this.callers = callers;
    }

    @Override
    public CompletableFuture<Response> ask(PeerRequest request) {
        return CompletableFuture.supplyAsync(() -> wait(request), callers);
    }

    private Response wait(PeerRequest request) {
        try {
            Response answer = peer.ask(request.method(), request.target(), request.body(), request.deadline());
            if (!request.limits().admit(answer.getBody().length)) {
                throw Limits.FULL;
            }
            return answer;
        } catch (PeerFailure e) {
            throw new CompletionException(e);
        }
    }

    @Override
    public void close() {
        // An interrupt ends every wait for a peer.
        callers.shutdownNow();
        try {
            callers.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        peer.close();
    }
}
