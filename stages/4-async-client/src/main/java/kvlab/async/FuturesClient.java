package kvlab.async;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import kvlab.node.NodeConfig;
import kvlab.node.Setting;
import kvlab.replication.TooFewAcks;
import kvlab.sharding.PeerClient;
import kvlab.sharding.Topology;
import kvlab.sharding.WorkerPool;
import kvlab.single.Handler;

/**
 * Wrong, though it looks asynchronous: an executor asks all peers at the same time, with the blocking client, and a thread
 * waits with Future.get for one after the other. The request is faster, and takes more threads than before: one that
 * collects, and one for each peer.
 */
final class FuturesClient implements Client {

    static final Setting COLLECT =
            new Setting("collect", List.of("worker", "selector"), "which thread waits", "client=futures");

    private static final int WORKERS = 16;
    private static final int CALLERS = 32;

    private final boolean onSelector;
    private final WorkerPool workers = new WorkerPool(WORKERS);

    FuturesClient(NodeConfig config) {
        onSelector = config.setting(COLLECT.name()).equals("selector");
    }

    @Override
    public Transport transport(String peer, Topology topology) {
        return new BlockingTransport(new PeerClient(topology, peer), Executors.newFixedThreadPool(CALLERS));
    }

    /** Collects in the order of asking: a slow first replica hides that the others have long answered. */
    @Override
    public <T> CompletableFuture<List<T>> collect(int ack, boolean failFast, List<CompletableFuture<T>> promised) {
        List<T> answers = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        try {
            for (CompletableFuture<T> answer : promised) {
                try {
                    answers.add(answer.get());
                } catch (ExecutionException e) {
                    failures.add(e.getCause().getMessage());
                }
                if (answers.size() == ack) {
                    return CompletableFuture.completedFuture(answers);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failures.add("this node is stopping");
        }
        return CompletableFuture.failedFuture(new TooFewAcks(answers.size(), ack, failures));
    }

    @Override
    public Handler around(Handler handler) {
        return workers.handler(handler, request -> onSelector);
    }

    @Override
    public void close() {
        workers.close();
    }
}
