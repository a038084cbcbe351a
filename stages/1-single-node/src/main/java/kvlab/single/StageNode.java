package kvlab.single;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import kvlab.node.ComposedNode;
import kvlab.node.NodeConfig;

/** How the parts of stage 1 hang together. */
public final class StageNode extends ComposedNode {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final NodeConfig config;

    StageNode(NodeConfig config) {
        this.config = config;
    }

    @Override
    protected void open() throws IOException {
        EntityStore store = keep(EntityStore.open(config.data(), StoreVariant.of(config), EntityStore.FORMAT));
        EntityService service = new LocalEntityService(store);
        Map<String, Handler> handlers = Map.of(EntityServer.ENTITY, Handler.of(service));
        EntityServer server = new EntityServer(config.bind(), config.port(), handlers, PATIENCE);
        keep(server::stop);
        server.start();
    }
}
