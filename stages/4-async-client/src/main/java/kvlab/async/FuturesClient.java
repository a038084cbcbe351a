package kvlab.async;

import java.util.List;
import java.util.concurrent.Executors;
import kvlab.node.NodeConfig;
import kvlab.node.Setting;
import kvlab.sharding.PeerClient;
import kvlab.sharding.Topology;
import kvlab.sharding.WorkerPool;

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

    @Override
    public Wiring wire(NodeConfig config, Topology topology) {
        boolean onSelector = config.setting(COLLECT.name()).equals("selector");
        Threads threads = onSelector ? new SelectorThreads() : new WorkerThreads(new WorkerPool(WORKERS));
        return Wiring.of(
                topology,
                peer -> new BlockingTransport(new PeerClient(topology, peer), Executors.newFixedThreadPool(CALLERS)),
                new InTurn(),
                threads);
    }
}
