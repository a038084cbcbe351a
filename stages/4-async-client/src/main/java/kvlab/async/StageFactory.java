package kvlab.async;

import java.util.List;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.node.NodeFactory;
import kvlab.node.Setting;
import kvlab.sharding.Deadline;
import kvlab.single.StoreVariant;

/** Stage 4: all replicas are asked at once, and nobody waits for them. */
public final class StageFactory implements NodeFactory {

    private static final String PARALLELISM = "java.util.concurrent.ForkJoinPool.common.parallelism";

    @Override
    public List<Setting> settings() {
        return List.of(
                StoreVariant.SETTING,
                Deadline.SETTING,
                Client.SETTING,
                StageNode.FAIL_FAST,
                CompletableClient.PARALLELISM,
                OwnPoolClient.POOL,
                OwnPoolClient.QUEUE,
                FuturesClient.COLLECT);
    }

    /** The common pool reads the property once, when it is first used; nothing has used it yet. */
    @Override
    public Node create(NodeConfig config) {
        VirtualClient.requireJdk(config);
        boolean tooSmall = Runtime.getRuntime().availableProcessors() <= 2;
        if (tooSmall && config.setting(CompletableClient.PARALLELISM.name()).equals("2")) {
            System.setProperty(PARALLELISM, "2");
        }
        return new StageNode(config, Client::of);
    }
}
