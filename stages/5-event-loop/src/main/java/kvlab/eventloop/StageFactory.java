package kvlab.eventloop;

import java.util.List;
import kvlab.async.StageNode;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.node.NodeFactory;
import kvlab.node.Setting;
import kvlab.sharding.Deadline;
import kvlab.single.StoreVariant;

/** Stage 5: stage 4, with peers that are asked on the selector threads that read the clients' requests. */
public final class StageFactory implements NodeFactory {

    @Override
    public List<Setting> settings() {
        return List.of(StoreVariant.SETTING, Deadline.SETTING, StageNode.FAIL_FAST);
    }

    @Override
    public Node create(NodeConfig config) {
        return new StageNode(config, asked -> new EventLoopClient());
    }
}
