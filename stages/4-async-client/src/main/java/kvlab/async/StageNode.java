package kvlab.async;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import kvlab.node.ComposedNode;
import kvlab.node.NodeConfig;
import kvlab.node.Setting;
import kvlab.replication.Ranking;
import kvlab.replication.ReplicaService;
import kvlab.replication.VersionClock;
import kvlab.replication.VersionedStore;
import kvlab.sharding.Deadline;
import kvlab.sharding.Topology;
import kvlab.single.EntityServer;
import kvlab.single.Handler;

/** How the parts of stages 4 and 5 hang together. */
public final class StageNode extends ComposedNode {

    public static final Setting FAIL_FAST =
            new Setting("fail-fast", List.of("on", "off"), "answer 504 as soon as there cannot be enough acks");

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final NodeConfig config;
    private final Function<NodeConfig, Client> clientOf;

    /** @param clientOf makes what asks peers, when the node starts: a client has threads */
    public StageNode(NodeConfig config, Function<NodeConfig, Client> clientOf) {
        this.config = config;
        this.clientOf = clientOf;
    }

    @Override
    protected void open() throws IOException {
        VersionedStore store = keep(VersionedStore.open(config));
        Topology topology = Topology.of(config);
        VersionClock clock =
                keep(VersionClock.ofComputer(store, topology.members().indexOf(topology.self())));
        Client client = clientOf.apply(config);
        Map<String, Replica> replicas = new HashMap<>();
        for (String peer : topology.peers()) {
            Transport transport = keep(new BoundedTransport(peer, client.transport(peer, topology)));
            replicas.put(peer, new PeerReplica(peer, transport));
        }
        // It is closed before its transports: then no thread asks a transport that is closed.
        keep(client);
        replicas.put(topology.self(), new LocalReplica(store));
        boolean failFast = config.setting(FAIL_FAST.name()).equals("on");
        ReplicatedEntityService service =
                new ReplicatedEntityService(new Ranking(topology.members()), replicas, client, failFast, clock);
        Map<String, Handler> handlers = Map.of(
                EntityServer.ENTITY, client.around(new AsyncHandler(service, Deadline.of(config))),
                ReplicaService.PATH, Handler.of(new ReplicaService(store)));
        EntityServer server = new EntityServer(config.bind(), config.port(), handlers, PATIENCE);
        keep(server::stop);
        server.start();
    }
}
