package kvlab.replication;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import kvlab.node.ComposedNode;
import kvlab.node.NodeConfig;
import kvlab.sharding.Deadline;
import kvlab.sharding.PeerClient;
import kvlab.sharding.Topology;
import kvlab.sharding.WorkerPool;
import kvlab.single.EntityServer;
import kvlab.single.Handler;

/** How the parts of stage 3 hang together. */
public final class StageNode extends ComposedNode {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    static final int WORKERS = 8;

    private final NodeConfig config;

    StageNode(NodeConfig config) {
        this.config = config;
    }

    @Override
    protected void open() throws IOException {
        VersionedStore store = keep(VersionedStore.open(config));
        Topology topology = Topology.of(config);
        VersionClock clock =
                keep(VersionClock.ofComputer(store, topology.members().indexOf(topology.self())));
        Replica local = new LocalReplica(store);
        Map<String, Replica> replicas = new HashMap<>();
        topology.peers().forEach(peer -> replicas.put(peer, new PeerReplica(keep(new PeerClient(topology, peer)))));
        replicas.put(topology.self(), local);
        ReplicatedEntityService service = new ReplicatedEntityService(
                new Ranking(topology.members()), replicas, local, clock, Deadline.of(config));
        WorkerPool workers = keep(new WorkerPool(WORKERS));
        Map<String, Handler> handlers = Map.of(
                EntityServer.ENTITY, workers.handler(Handler.of(service), request -> service.isAlone()),
                ReplicaService.PATH, Handler.of(new ReplicaService(store)));
        EntityServer server = new EntityServer(config.bind(), config.port(), handlers, PATIENCE);
        keep(server::stop);
        server.start();
    }
}
