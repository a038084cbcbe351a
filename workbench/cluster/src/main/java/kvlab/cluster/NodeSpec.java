package kvlab.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What one node is told when it starts.
 *
 * @param port where it listens
 * @param member its own URL among the members; another port's when a link stands in front of the node
 * @param data its directory, which the node makes if it is missing
 * @param temporary a folder that is removed with the cluster
 * @param cluster the URLs of all members
 * @param via where to dial a member, as host:port, when that is not what its URL says
 * @param settings name=value
 */
public record NodeSpec(
        int port,
        String member,
        Path data,
        Path temporary,
        List<String> cluster,
        Map<String, String> via,
        List<String> settings,
        String heap) {

    NodeSpec withCluster(List<String> members) {
        return new NodeSpec(port, member, data, temporary, members, via, settings, heap);
    }

    /** Where clients reach it. */
    public String url() {
        return url(port);
    }

    static String url(int port) {
        return "http://127.0.0.1:" + port;
    }
}
