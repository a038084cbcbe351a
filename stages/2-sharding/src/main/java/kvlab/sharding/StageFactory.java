package kvlab.sharding;

import java.util.List;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.node.NodeFactory;
import kvlab.node.Setting;
import kvlab.single.StoreVariant;

/** Stage 2: every node keeps a part of the keys. */
public final class StageFactory implements NodeFactory {

    @Override
    public List<Setting> settings() {
        return List.of(StoreVariant.SETTING, Deadline.SETTING);
    }

    @Override
    public Node create(NodeConfig config) {
        return new StageNode(config);
    }
}
