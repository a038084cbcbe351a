package kvlab.async;

import java.util.List;
import kvlab.node.NodeConfig;
import kvlab.node.Setting;

/** Whether a request is given up as soon as it cannot succeed, or when all replicas have answered. */
final class FailFast {

    static final Setting SETTING =
            new Setting("fail-fast", List.of("on", "off"), "answer 504 as soon as there cannot be enough acks");

    private FailFast() {}

    static boolean of(NodeConfig config) {
        return config.setting(SETTING.name()).equals("on");
    }
}
