package kvlab.async;

import java.net.http.HttpClient;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import kvlab.http.Refusal;
import kvlab.node.NodeConfig;
import kvlab.node.Setting;
import kvlab.sharding.Topology;
import kvlab.single.Handler;
import one.nio.http.Response;

/**
 * As CompletableClient, but requests are served and answers handled by a pool of its own: its size is known. Requests that
 * wait for its threads are limited in number. Answers that wait are what those requests have asked for, so none is refused.
 */
final class OwnPoolClient implements Client {

    static final Setting POOL = new Setting("pool", List.of("2", "4", "6"), "how many threads", "client=own-pool");

    static final Setting QUEUE =
            new Setting("queue", List.of("1024", "64", "256", "4096"), "how many may wait", "client=own-pool");

    private static final int STOP_SECONDS = 5;

    private final ThreadPoolExecutor threads;
    private final Semaphore room;
    private final HttpClient client;

    OwnPoolClient(NodeConfig config) {
        int size = Integer.parseInt(config.setting(POOL.name()));
        AtomicInteger number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                size,
                size,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> new Thread(task, "pool-" + number.incrementAndGet()),
                new ThreadPoolExecutor.DiscardPolicy());
        room = new Semaphore(Integer.parseInt(config.setting(QUEUE.name())));
        client = JdkTransport.client(threads);
    }

    @Override
    public Transport transport(String peer, Topology topology) {
        return new JdkTransport(peer, topology.address(peer), client, threads);
    }

    @Override
    public Handler around(Handler handler) {
        return (request, answer) -> {
            if (!room.tryAcquire()) {
                throw new Refusal(
                        Response.SERVICE_UNAVAILABLE,
                        "more requests wait for this node's pool than it has room for; try again");
            }
            threads.execute(() -> {
                room.release();
                handler.handle(request, answer);
            });
        };
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
