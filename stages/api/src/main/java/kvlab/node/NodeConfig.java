package kvlab.node;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a node is told when it starts.
 *
 * @param bind the address that it listens on
 * @param cluster the members' URLs. They are identities: placement hashes these texts and nothing else
 * @param self which of the members this node is
 * @param via where to dial a member, as host:port, when that is not what its URL says
 * @param settings a value for every {@link Setting} of the factory
 */
public record NodeConfig(
        String bind,
        int port,
        Path data,
        List<String> cluster,
        String self,
        Map<String, String> via,
        Map<String, String> settings) {

    public NodeConfig {
        cluster = List.copyOf(cluster);
        via = Map.copyOf(via);
        settings = Map.copyOf(settings);
    }

    public String setting(String name) {
        String value = settings.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the factory declares no setting " + name);
        }
        return value;
    }
}
