package kvlab.gallery;

import java.io.IOException;
import kvlab.node.Node;
import kvlab.node.NodeConfig;

/** Says that it is ready, and listens half a second later. */
final class ReadyTooEarly implements Node {

    private static final long LATE_MILLIS = 500;

    private final Node right;

    ReadyTooEarly(NodeConfig config) {
        right = GalleryNode.reference(config);
    }

    @Override
    public void start() {
        new Thread(this::startLate, "late").start();
    }

    private void startLate() {
        try {
            Thread.sleep(LATE_MILLIS);
            right.start();
        } catch (InterruptedException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void stop() {
        right.stop();
    }
}
