package kvlab.async;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.replication.Ranking;
import kvlab.replication.ReplicaService;
import kvlab.replication.VersionClock;
import kvlab.replication.VersionedStore;
import kvlab.sharding.Deadline;
import kvlab.sharding.Topology;
import kvlab.single.Handler;

/** How the parts of stage 4 hang together. */
public final class StageNode implements Node {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final NodeConfig config;

    private VersionedStore store;
    private VersionClock clock;
    private Wiring wiring;
    private kvlab.single.EntityServer server;

    StageNode(NodeConfig config) {
        this.config = config;
    }

    @Override
    public synchronized void start() throws IOException {
        store = VersionedStore.open(config);
        Topology topology = Topology.of(config);
        wiring = Client.of(config).wire(config, topology);
        try {
            EntityServer entities = new EntityServer(service(topology));
            Map<String, Handler> handlers = Map.of(
                    kvlab.single.EntityServer.ENTITY, wiring.threads().around(entities),
                    ReplicaService.PATH, Handler.of(new ReplicaService(store)));
            server = kvlab.single.EntityServer.create(config.bind(), config.port(), handlers, PATIENCE);
        } catch (IOException | RuntimeException e) {
            stop();
            throw e;
        }
        server.start();
    }

    private ReplicatedEntityService service(Topology topology) throws IOException {
        Map<String, Replica> replicas = new HashMap<>();
        wiring.transports().forEach((member, transport) -> replicas.put(member, new PeerReplica(member, transport)));
        replicas.put(topology.self(), new LocalReplica(store));
        clock = VersionClock.ofComputer(store, topology.members().indexOf(topology.self()));
        return new ReplicatedEntityService(
                new Ranking(topology.members()), replicas, wiring.collector(), clock, Deadline.of(config));
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
        wiring.close();
        if (clock != null) {
            clock.close();
            clock = null;
        }
        store.close();
        store = null;
    }
}
