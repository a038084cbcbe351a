package kvlab.async;

import java.net.http.HttpClient;
import java.util.List;
import kvlab.node.NodeConfig;
import kvlab.node.Setting;
import kvlab.sharding.Topology;
import kvlab.single.Handler;

/** As CompletableClient, but requests are served and answers handled by a pool of its own: its size is known. */
final class OwnPoolClient implements Client {

    static final Setting POOL = new Setting("pool", List.of("2", "4", "6"), "how many threads", "client=own-pool");

    static final Setting QUEUE =
            new Setting("queue", List.of("1024", "64", "256", "4096"), "how many may wait", "client=own-pool");

    private final OwnPool pool;
    private final HttpClient client;

    OwnPoolClient(NodeConfig config) {
        pool = new OwnPool(
                Integer.parseInt(config.setting(POOL.name())), Integer.parseInt(config.setting(QUEUE.name())));
        client = JdkTransport.client(pool);
    }

    @Override
    public Transport transport(String peer, Topology topology) {
        return new JdkTransport(peer, topology.address(peer), client, pool);
    }

    @Override
    public Handler around(Handler handler) {
        return (request, answer) -> pool.serve(handler, request, answer);
    }

    @Override
    public void close() {
        pool.close();
    }
}
