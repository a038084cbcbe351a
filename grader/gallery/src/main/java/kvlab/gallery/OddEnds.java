package kvlab.gallery;

import java.io.IOException;
import java.util.function.Consumer;
import kvlab.node.Node;
import kvlab.node.NodeConfig;

/**
 * Stage 1 with a wrong start or end.
 *
 * @param before what it does with its configuration before it starts
 * @param end what it does in place of a stop
 */
record OddEnds(NodeConfig config, Node right, Before before, Consumer<Node> end) implements Node {

    interface Before {
        void act(NodeConfig config) throws IOException;
    }

    static BrokenNode.Maker starting(Before before) {
        return config -> new OddEnds(config, GalleryNode.reference(config), before, Node::stop);
    }

    static BrokenNode.Maker ending(Consumer<Node> end) {
        return config -> new OddEnds(config, GalleryNode.reference(config), ignored -> {}, end);
    }

    @Override
    public void start() throws IOException {
        before.act(config);
        right.start();
    }

    @Override
    public void stop() {
        end.accept(right);
    }
}
