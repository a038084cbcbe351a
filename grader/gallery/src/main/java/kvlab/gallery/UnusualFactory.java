package kvlab.gallery;

import java.util.List;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.node.NodeFactory;
import kvlab.node.Setting;

/** A right stage that answers slowly, or in other words than the kit's own. The grader must find nothing wrong with it. */
public final class UnusualFactory implements NodeFactory {

    private static final int MILLIS = 20;

    @Override
    public List<Setting> settings() {
        return List.of(
                new Setting("stage", List.of("1", "2", "3", "4", "5"), "which one"),
                new Setting("in", List.of("time", "words"), "slow answers, or answers in other words"));
    }

    @Override
    public Node create(NodeConfig config) {
        NodeFactory factory = factory(config.setting("stage"));
        return config.setting("in").equals("time")
                ? Front.slow(config, factory, MILLIS)
                : Front.answers(config, factory, OtherWords::of);
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
