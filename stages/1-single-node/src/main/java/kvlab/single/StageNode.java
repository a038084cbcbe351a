package kvlab.single;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import kvlab.node.Node;
import kvlab.node.NodeConfig;

/** How the parts of stage 1 hang together. */
public final class StageNode implements Node {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final NodeConfig config;

    private EntityStore store;
    private EntityServer server;

    StageNode(NodeConfig config) {
        this.config = config;
    }

    @Override
    public synchronized void start() throws IOException {
        store = EntityStore.open(config.data(), StoreVariant.of(config), EntityStore.FORMAT);
        EntityService service = new LocalEntityService(store);
        try {
            server = EntityServer.create(
                    config.bind(), config.port(), Map.of(EntityServer.ENTITY, Handler.of(service)), PATIENCE);
        } catch (IOException e) {
            stop();
            throw e;
        }
        server.start();
    }

    @Override
    public synchronized void stop() {
        if (server != null) {
            server.stop();
            server = null;
        }
        if (store != null) {
            store.close();
            store = null;
        }
    }
}
