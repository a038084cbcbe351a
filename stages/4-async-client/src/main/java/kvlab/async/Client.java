package kvlab.async;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import kvlab.node.NodeConfig;
import kvlab.node.Setting;
import kvlab.sharding.Topology;

/**
 * A way to ask peers: how requests are carried, how answers are collected, and whose threads run it all. To add one: a
 * class that implements this interface, and a line in the map.
 */
interface Client {

    /** The first is what a node has when nothing is set. */
    Map<String, Client> ALL = all();

    Setting SETTING = new Setting("client", List.copyOf(ALL.keySet()), "how peers are asked");

    /** What it takes of a node's life: made when the node starts, closed when it stops. */
    Wiring wire(NodeConfig config, Topology topology);

    private static Map<String, Client> all() {
        Map<String, Client> all = new LinkedHashMap<>();
        all.put("completable", new CompletableClient());
        all.put("own-pool", new OwnPoolClient());
        all.put("virtual", new VirtualClient());
        all.put("futures", new FuturesClient());
        all.put("nio", new NioClient());
        return all;
    }

    /** The one that the node was given. */
    static Client of(NodeConfig config) {
        return ALL.get(config.setting(SETTING.name()));
    }
}
