package kvlab.gallery;

import java.io.IOException;
import kvlab.node.Node;
import kvlab.node.NodeConfig;

/** Says that it is ready, and listens half a second later. */
final class ReadyTooEarly implements Node {

    private static final long LATE_MILLIS = 500;

    private final Node right;
    private final Thread late = new Thread(this::startLate, "late");

    ReadyTooEarly(NodeConfig config) {
        right = GalleryNode.reference(config);
    }

    @Override
    public void start() {
        late.start();
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
        // What is begun is not left behind.
        boolean interrupted = false;
        while (late.isAlive()) {
            try {
                late.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        right.stop();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
