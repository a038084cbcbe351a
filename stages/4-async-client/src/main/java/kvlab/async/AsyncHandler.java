package kvlab.async;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import kvlab.http.Refusal;
import kvlab.node.Exercise;
import kvlab.replication.TooFewAcks;
import kvlab.sharding.Deadline;
import kvlab.single.Answer;
import kvlab.single.EntityRequest;
import kvlab.single.Handler;
import one.nio.http.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves requests whose replies come later. No thread waits for them: the thread that completes the promise sends the reply.
 *
 * <p>If threads waited, their number would limit how many requests are under way, and how much these keep in memory. Here the
 * {@link Limits} of each request do.
 */
final class AsyncHandler implements Handler {

    /** In bytes. An array for a value of 1 MiB takes 2 MiB of the heap, and there is a copy of it while it arrives. */
    private static final int ROOM = 16 << 20;

    private static final Logger log = LoggerFactory.getLogger(AsyncHandler.class);

    private final EntityService service;
    private final Duration deadline;
    private final Semaphore room = new Semaphore(ROOM);

    /** @param deadline how long a request may take */
    AsyncHandler(EntityService service, Duration deadline) {
        this.service = service;
        this.deadline = deadline;
    }

    @Override
    @Exercise(value = "Answer once the promise is kept or broken, and wait for nothing", rule = "A4")
    public void handle(EntityRequest request, Answer answer) {
        Limits limits = new Limits(Deadline.after(request.arrived(), deadline), room);
        promise(request, limits)
                .whenComplete((response, failure) ->
                        answer.send(failure == null ? response : failed(request, limits, failure)));
    }

    private CompletableFuture<Response> promise(EntityRequest request, Limits limits) {
        // The other half is for the answers of peers: newcomers would take it from those that need one answer more.
        if (room.availablePermits() < ROOM / 2 || !limits.admit(request.body().size())) {
            return CompletableFuture.failedFuture(Limits.FULL);
        }
        try {
            return service.handle(request, limits).whenComplete((response, failure) -> limits.end());
        } catch (RuntimeException | Error e) {
            limits.end();
            return CompletableFuture.failedFuture(e);
        }
    }

    private static Response failed(EntityRequest request, Limits limits, Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof TooFewAcks) {
            Refusal late = new Refusal(Response.GATEWAY_TIMEOUT, cause.getMessage());
            return (limits.wereReached() ? Limits.FULL : late).response();
        }
        if (cause instanceof Refusal refusal) {
            return refusal.response();
        }
        log.error("{} failed", request.method(), cause);
        return Handler.failed(cause);
    }
}
