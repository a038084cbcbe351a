package kvlab.sharding;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.single.EntityServer;
import kvlab.single.EntityStore;
import kvlab.single.Handler;
import kvlab.single.LocalEntityService;
import kvlab.single.StoreVariant;

/** How the parts of stage 2 hang together. */
public final class StageNode implements Node {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int WORKERS = 16;

    private final NodeConfig config;

    private EntityStore store;
    private Map<String, PeerClient> peers;
    private WorkerPool workers;
    private EntityServer server;

    StageNode(NodeConfig config) {
        this.config = config;
    }

    @Override
    public synchronized void start() throws IOException {
        store = EntityStore.open(config.data(), StoreVariant.of(config), EntityStore.FORMAT);
        LocalEntityService local = new LocalEntityService(store);
        Topology topology = Topology.of(config);
        peers = new HashMap<>();
        topology.peers().forEach(peer -> peers.put(peer, new PeerClient(topology, peer)));
        ShardedEntityService service = new ShardedEntityService(local, topology, peers, Deadline.of(config));
        workers = new WorkerPool(WORKERS);
        Map<String, Handler> handlers = Map.of(
                EntityServer.ENTITY, workers.handler(Handler.of(service), service::owns),
                ShardedEntityService.INTERNAL, Handler.of(local));
        try {
            server = EntityServer.create(config.bind(), config.port(), handlers, PATIENCE);
        } catch (IOException | RuntimeException e) {
            stop();
            throw e;
        }
        server.start();
    }

    @Override
    public synchronized void stop() {
        if (store == null) {
            return;
        }
        if (server != null) {
            server.stop();
            server = null;
        }
        workers.close();
        peers.values().forEach(PeerClient::close);
        store.close();
        store = null;
    }
}
