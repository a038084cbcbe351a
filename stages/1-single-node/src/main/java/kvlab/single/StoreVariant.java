package kvlab.single;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import kvlab.node.NodeConfig;
import kvlab.node.Setting;
import org.rocksdb.Options;

/** A way to configure RocksDB. To add one: a class that implements this interface, and a line in the map. */
public interface StoreVariant {

    /** The first is what a node has when nothing is set. */
    Map<String, StoreVariant> ALL = all();

    Setting SETTING = new Setting("store", List.copyOf(ALL.keySet()), "how RocksDB is configured");

    void configure(Options options);

    private static Map<String, StoreVariant> all() {
        Map<String, StoreVariant> all = new LinkedHashMap<>();
        all.put("base", new BaseStore());
        all.put("tuned", new TunedStore());
        return all;
    }

    /** The one that the node was given. */
    static StoreVariant of(NodeConfig config) {
        return named(config.setting(SETTING.name()));
    }

    static StoreVariant named(String name) {
        return ALL.get(name);
    }
}
