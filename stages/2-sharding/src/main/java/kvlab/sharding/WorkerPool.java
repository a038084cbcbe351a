package kvlab.sharding;

import java.io.Closeable;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import kvlab.http.Refusal;
import kvlab.node.Exercise;
import kvlab.single.Answer;
import kvlab.single.EntityRequest;
import kvlab.single.Handler;
import one.nio.http.Response;

/**
 * Threads that may wait.
 *
 * <p>The problem: whoever asks a peer waits for it, and a selector thread that waits serves nobody meanwhile, not even the
 * peer that asks this node in the same moment: with all selector threads of both waiting for each other, neither answers.
 * So requests that have to ask are handed to threads of their own.
 *
 * <p>Requests may come faster than those threads get rid of them. A queue without limit would keep every one of them in
 * memory, and answer them when their clients have long given up. This one has a limit, and a client that comes when it is
 * reached is told so at once. The values of all these requests have a limit, too: the server's budget.
 */
public final class WorkerPool implements Closeable {

    private static final int QUEUE = 1024;

    /** An interrupt ends every wait for a peer. */
    private static final int STOP_SECONDS = 5;

    private final ThreadPoolExecutor threads;

    public WorkerPool(int size) {
        AtomicInteger number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                size,
                size,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(QUEUE),
                task -> new Thread(task, "worker-" + number.incrementAndGet()));
    }

    /** Serves a request on the thread that read it when that can be done without waiting, and on a worker otherwise. */
    public Handler handler(Handler handler, Predicate<EntityRequest> withoutWaiting) {
        return (request, answer) -> {
            if (withoutWaiting.test(request)) {
                handler.handle(request, answer);
            } else {
                execute(handler, request, answer);
            }
        };
    }

    @Exercise(value = "Hand the request to a worker; when there is no room for it, answer 503 at once", rule = "H8")
    private void execute(Handler handler, EntityRequest request, Answer answer) {
        try {
            threads.execute(() -> handler.handle(request, answer));
        } catch (RejectedExecutionException e) {
            String reason = "more requests wait for this node's workers than it has room for; try again";
            answer.send(new Refusal(Response.SERVICE_UNAVAILABLE, reason).response());
        }
    }

    /** What is queued is not served any more. Returns when no worker uses anything that its node closes next. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("a worker does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
