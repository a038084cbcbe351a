package kvlab.single;

import java.util.List;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.node.NodeFactory;
import kvlab.node.Setting;

/** Stage 1: one node that keeps everything. */
public final class StageFactory implements NodeFactory {

    @Override
    public List<Setting> settings() {
        return List.of(StoreVariant.SETTING);
    }

    @Override
    public Node create(NodeConfig config) {
        return new StageNode(config);
    }
}
