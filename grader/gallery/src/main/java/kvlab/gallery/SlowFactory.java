package kvlab.gallery;

import java.util.List;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.node.NodeFactory;
import kvlab.node.Setting;

/** A stage on a slow network: nothing is wrong with it, and the grader must not say so. */
public final class SlowFactory implements NodeFactory {

    private static final int MILLIS = 20;

    @Override
    public List<Setting> settings() {
        return List.of(new Setting("stage", List.of("1", "2", "3", "4", "5"), "which one"));
    }

    @Override
    public Node create(NodeConfig config) {
        return Front.slow(config, factory(config.setting("stage")), MILLIS);
    }

    private static NodeFactory factory(String stage) {
        return switch (stage) {
            case "1" -> new kvlab.single.StageFactory();
            case "2" -> new kvlab.sharding.StageFactory();
            case "3" -> new kvlab.replication.StageFactory();
            case "4" -> new kvlab.async.StageFactory();
            default -> new kvlab.eventloop.StageFactory();
        };
    }
}
