package kvlab.gallery;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.single.EntityServer;
import kvlab.single.EntityService;
import kvlab.single.EntityStore;
import kvlab.single.Handler;
import kvlab.single.LocalEntityService;
import kvlab.single.StoreVariant;

/** Stage 1 with something around its service. */
final class GalleryNode implements Node {

    /** One that has to be told of the end is Closeable. */
    interface Around {
        EntityService put(EntityService next) throws IOException;
    }

    private final NodeConfig config;
    private final Around around;
    private EntityStore store;
    private EntityService service;
    private EntityServer server;

    GalleryNode(NodeConfig config, Around around) {
        this.config = config;
        this.around = around;
    }

    static BrokenNode.Maker service(Around around) {
        return config -> new GalleryNode(config, around);
    }

    /** Stage 1 as it is. */
    static Node reference(NodeConfig config) {
        return new GalleryNode(config, next -> next);
    }

    @Override
    public synchronized void start() throws IOException {
        store = EntityStore.open(config.data(), StoreVariant.BASE, EntityStore.FORMAT);
        service = around.put(new LocalEntityService(store));
        server = new EntityServer(
                config.bind(), config.port(), Map.of(EntityServer.ENTITY, Handler.of(service)), Duration.ofSeconds(10));
        server.start();
    }

    @Override
    public synchronized void stop() {
        if (server == null) {
            return;
        }
        server.stop();
        try {
            if (service instanceof Closeable closeable) {
                closeable.close();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } finally {
            store.close();
            server = null;
        }
    }
}
