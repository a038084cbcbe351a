package kvlab.sharding;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import kvlab.node.ComposedNode;
import kvlab.node.NodeConfig;
import kvlab.single.EntityServer;
import kvlab.single.EntityStore;
import kvlab.single.Handler;
import kvlab.single.LocalEntityService;
import kvlab.single.StoreVariant;

/** How the parts of stage 2 hang together. */
public final class StageNode extends ComposedNode {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int WORKERS = 16;

    private final NodeConfig config;

    StageNode(NodeConfig config) {
        this.config = config;
    }

    @Override
    protected void open() throws IOException {
        EntityStore store = keep(EntityStore.open(config.data(), StoreVariant.of(config), EntityStore.FORMAT));
        LocalEntityService local = new LocalEntityService(store);
        Topology topology = Topology.of(config);
        Map<String, PeerClient> peers = new HashMap<>();
        topology.peers().forEach(peer -> peers.put(peer, keep(new PeerClient(topology, peer))));
        ShardedEntityService service = new ShardedEntityService(local, topology, peers, Deadline.of(config));
        WorkerPool workers = keep(new WorkerPool(WORKERS));
        Map<String, Handler> handlers = Map.of(
                EntityServer.ENTITY, workers.handler(Handler.of(service), service::owns),
                ShardedEntityService.INTERNAL, Handler.of(local));
        EntityServer server = new EntityServer(config.bind(), config.port(), handlers, PATIENCE);
        keep(server::stop);
        server.start();
    }
}
