package kvlab.async;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import kvlab.node.ComposedNode;
import kvlab.node.NodeConfig;
import kvlab.replication.Ranking;
import kvlab.replication.ReplicaService;
import kvlab.replication.VersionClock;
import kvlab.replication.VersionedStore;
import kvlab.sharding.Deadline;
import kvlab.sharding.Topology;
import kvlab.single.EntityServer;
import kvlab.single.Handler;

/** How the parts of stage 4 hang together. */
public final class StageNode extends ComposedNode {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

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
        Wiring wiring = Client.of(config).wire(config, topology);
        keep(wiring::close);
        Map<String, Replica> replicas = new HashMap<>();
        wiring.transports().forEach((member, transport) -> replicas.put(member, new PeerReplica(member, transport)));
        replicas.put(topology.self(), new LocalReplica(store));
        ReplicatedEntityService service = new ReplicatedEntityService(
                new Ranking(topology.members()), replicas, wiring.collector(), clock, Deadline.of(config));
        Map<String, Handler> handlers = Map.of(
                EntityServer.ENTITY, wiring.threads().around(new AsyncHandler(service)),
                ReplicaService.PATH, Handler.of(new ReplicaService(store)));
        EntityServer server = EntityServer.create(config.bind(), config.port(), handlers, PATIENCE);
        keep(server::stop);
        server.start();
    }
}
