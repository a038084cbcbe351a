package {package};

import java.util.List;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.node.NodeFactory;
import kvlab.node.Setting;

/** All that ./lab knows of this stage: its settings, and how a node of it is made. */
public final class StageFactory implements NodeFactory {

    @Override
    public List<Setting> settings() {
        return List.of();
    }

    @Override
    public Node create(NodeConfig config) {
        return new StageNode(config);
    }
}
