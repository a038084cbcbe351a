package kvlab.replication;

import java.util.List;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.node.NodeFactory;
import kvlab.node.Setting;
import kvlab.sharding.Deadline;
import kvlab.single.StoreVariant;

/** Stage 3: every key is kept by several nodes. */
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
