package kvlab.async;

import java.io.Closeable;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import kvlab.http.Refusal;
import kvlab.single.Answer;
import kvlab.single.EntityRequest;
import kvlab.single.Handler;
import one.nio.http.Response;

/**
 * Requests are served, and answers of peers handled, on threads that nothing else runs on. Clients' requests that wait for
 * them are limited in number; answers that wait are what those requests have asked for, and may never be turned away.
 */
final class OwnPool implements Closeable, Executor {

    private static final int STOP_SECONDS = 5;

    private final ThreadPoolExecutor threads;
    private final int queue;
    private final AtomicInteger waiting = new AtomicInteger();

    OwnPool(int size, int queue) {
        AtomicInteger number = new AtomicInteger();
        this.queue = queue;
        this.threads = new ThreadPoolExecutor(
                size,
                size,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> new Thread(task, "pool-" + number.incrementAndGet()),
                new ThreadPoolExecutor.DiscardPolicy());
    }

    void serve(Handler handler, EntityRequest request, Answer answer) {
        if (waiting.incrementAndGet() > queue) {
            waiting.decrementAndGet();
            throw new Refusal(
                    Response.SERVICE_UNAVAILABLE,
                    "more requests wait for this node's pool than it has room for; try again");
        }
        threads.execute(() -> {
            waiting.decrementAndGet();
            handler.handle(request, answer);
        });
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
