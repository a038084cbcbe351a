package kvlab.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import kvlab.http.Refusal;
import kvlab.node.Exercise;
import kvlab.replication.TooFewAcks;
import kvlab.single.Answer;
import kvlab.single.EntityRequest;
import kvlab.single.Handler;
import one.nio.http.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves requests whose replies come later. No thread waits for them: the thread that completes the promise sends the reply.
 *
 * <p>If threads waited, their number would limit how many requests are under way. Here only a count does, and a request that
 * comes when the count is reached is refused at once.
 */
final class AsyncHandler implements Handler {

    /** The permits that a request takes beside one for each byte of its value. */
    private static final int REQUEST = 17 * 1024;

    private static final Logger log = LoggerFactory.getLogger(AsyncHandler.class);

    private final EntityService service;

    /** For 1,024 requests without a value, or 16 with 1 MiB. */
    private final Semaphore room = new Semaphore(1024 * REQUEST);

    AsyncHandler(EntityService service) {
        this.service = service;
    }

    @Override
    @Exercise(
            value = "Answer once the promise is kept or broken, and wait for nothing; 503 when there is no room",
            rule = "A6")
    public void handle(EntityRequest request, Answer answer) {
        int permits = REQUEST + request.body().size();
        if (!room.tryAcquire(permits)) {
            String reason = "more requests are under way than this node has room for; try again";
            answer.send(new Refusal(Response.SERVICE_UNAVAILABLE, reason).response());
            return;
        }
        promise(request).whenComplete((response, failure) -> {
            room.release(permits);
            answer.send(failure == null ? response : failed(request, failure));
        });
    }

    private CompletableFuture<Response> promise(EntityRequest request) {
        try {
            return service.handle(request);
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static Response failed(EntityRequest request, Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof TooFewAcks) {
            return new Refusal(Response.GATEWAY_TIMEOUT, cause.getMessage()).response();
        }
        if (cause instanceof Refusal refusal) {
            return refusal.response();
        }
        log.error("{} failed", request.method(), cause);
        return Handler.failed(cause);
    }
}
