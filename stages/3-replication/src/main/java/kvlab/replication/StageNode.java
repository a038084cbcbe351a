package kvlab.replication;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.sharding.Deadline;
import kvlab.sharding.PeerClient;
import kvlab.sharding.Topology;
import kvlab.sharding.WorkerPool;
import kvlab.single.EntityServer;
import kvlab.single.Handler;

/** How the parts of stage 3 hang together. */
public final class StageNode implements Node {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    static final int WORKERS = 8;

    private final NodeConfig config;

    private VersionedStore store;
    private VersionClock clock;
    private Map<String, PeerClient> peers;
    private WorkerPool workers;
    private EntityServer server;

    StageNode(NodeConfig config) {
        this.config = config;
    }

    @Override
    public synchronized void start() throws IOException {
        store = VersionedStore.open(config);
        Topology topology = Topology.of(config);
        peers = new HashMap<>();
        topology.peers().forEach(peer -> peers.put(peer, new PeerClient(topology, peer)));
        workers = new WorkerPool(WORKERS);
        try {
            ReplicatedEntityService service = service(topology);
            Map<String, Handler> handlers = Map.of(
                    EntityServer.ENTITY, workers.handler(Handler.of(service), request -> service.isAlone()),
                    ReplicaService.PATH, Handler.of(new ReplicaService(store)));
            server = EntityServer.create(config.bind(), config.port(), handlers, PATIENCE);
        } catch (IOException | RuntimeException e) {
            stop();
            throw e;
        }
        server.start();
    }

    private ReplicatedEntityService service(Topology topology) throws IOException {
        Replica local = new LocalReplica(store);
        Map<String, Replica> replicas = new HashMap<>();
        peers.forEach((member, peer) -> replicas.put(member, new PeerReplica(peer)));
        replicas.put(topology.self(), local);
        clock = VersionClock.ofComputer(store, topology.members().indexOf(topology.self()));
        return new ReplicatedEntityService(
                new Ranking(topology.members()), replicas, local, clock, Deadline.of(config));
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
        if (clock != null) {
            clock.close();
            clock = null;
        }
        store.close();
        store = null;
    }
}
