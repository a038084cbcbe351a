package kvlab.gallery;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import kvlab.node.Node;
import kvlab.node.NodeConfig;

/** Waits, when it is stopped, for something that does not come. */
final class DoesNotStop implements Node {

    private final Node right;
    private final CountDownLatch never = new CountDownLatch(1);

    DoesNotStop(NodeConfig config) {
        right = GalleryNode.reference(config);
    }

    @Override
    public void start() throws IOException {
        right.start();
    }

    @Override
    public void stop() {
        try {
            never.await();
        } catch (InterruptedException e) {
            // The nearest thing to a SIGKILL that there is inside a JVM, which has to go on.
            right.stop();
            Thread.currentThread().interrupt();
        }
    }
}
