package kvlab.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import kvlab.http.Refusal;
import kvlab.node.Exercise;
import kvlab.replication.TooFewAcks;
import kvlab.sharding.Room;
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

    private static final Logger log = LoggerFactory.getLogger(AsyncHandler.class);

    private final EntityService service;
    private final Room room = new Room(1024, 16 << 20);

    AsyncHandler(EntityService service) {
        this.service = service;
    }

    @Override
    @Exercise(
            value = "Answer once the promise is kept or broken, and wait for nothing; 503 when there is no room",
            rule = "A6")
    public void handle(EntityRequest request, Answer answer) {
        int size = request.body().size();
        if (!room.enter(size)) {
            String reason = "more requests are under way than this node has room for; try again";
            answer.send(new Refusal(Response.SERVICE_UNAVAILABLE, reason).response());
            return;
        }
        promise(request).whenComplete((response, failure) -> {
            room.leave(size);
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
