package {package};

import java.io.IOException;
import kvlab.node.Node;
import kvlab.node.NodeConfig;

/** Yours, from here on. The README tells the task, docs/protocol.md every rule. */
final class StageNode implements Node {

    private final NodeConfig config;

    StageNode(NodeConfig config) {
        this.config = config;
    }

    @Override
    public void start() throws IOException {
        throw new UnsupportedOperationException(
                "S1: Serve http://" + config.bind() + ":" + config.port() + ", and return when GET /v0/status is 200");
    }

    @Override
    public void stop() {}
}
