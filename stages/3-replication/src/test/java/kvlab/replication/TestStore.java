package kvlab.replication;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import kvlab.node.NodeConfig;

final class TestStore {

    private TestStore() {}

    static VersionedStore open(Path data) throws IOException {
        String self = "http://127.0.0.1:1";
        return VersionedStore.open(
                new NodeConfig("127.0.0.1", 1, data, List.of(self), self, Map.of(), Map.of("store", "base")));
    }
}
