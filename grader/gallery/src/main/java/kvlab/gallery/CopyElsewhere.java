package kvlab.gallery;

import java.io.IOException;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.single.EntityRequest.Method;
import kvlab.single.EntityService;
import kvlab.single.EntityStore;
import kvlab.single.LocalEntityService;
import kvlab.single.StoreVariant;
import one.nio.http.Response;

/** Has a second store beside its directory, where it looks for what is not in the first. */
final class CopyElsewhere implements Node {

    private final NodeConfig config;
    private final Node node;
    private EntityStore copy;

    CopyElsewhere(NodeConfig config) {
        this.config = config;
        this.node = new GalleryNode(config, next -> both(next, new LocalEntityService(copy)));
    }

    private static EntityService both(EntityService first, EntityService second) {
        return request -> {
            Response reply = first.handle(request);
            return request.method() != Method.GET || reply.getStatus() == 404 ? second.handle(request) : reply;
        };
    }

    @Override
    public synchronized void start() throws IOException {
        copy = EntityStore.open(
                config.data().resolveSibling(config.data().getFileName() + "-copy"),
                StoreVariant.BASE,
                EntityStore.FORMAT);
        node.start();
    }

    @Override
    public synchronized void stop() {
        node.stop();
        if (copy != null) {
            copy.close();
            copy = null;
        }
    }
}
