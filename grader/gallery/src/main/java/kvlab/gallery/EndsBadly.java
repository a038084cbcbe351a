package kvlab.gallery;

import java.io.IOException;
import kvlab.node.Node;
import kvlab.node.NodeConfig;

/** Has done all its work, and then says that it failed. */
final class EndsBadly implements Node {

    private final Node right;

    EndsBadly(NodeConfig config) {
        right = GalleryNode.reference(config);
    }

    @Override
    public void start() throws IOException {
        right.start();
    }

    @Override
    public void stop() {
        right.stop();
        Runtime.getRuntime().halt(1);
    }
}
