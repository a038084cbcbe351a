package kvlab.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What one node is told when it starts.
 *
 * @param address where it listens
 * @param port likewise
 * @param member its own URL among the members; another port's when a link stands in front of the node
 * @param data its directory, which the node makes if it is missing
 * @param temporary a folder that is removed with the cluster
 * @param cluster the URLs of all members
 * @param via where to dial a member, as host:port, when that is not what its URL says
 * @param settings name=value
 */
public record NodeSpec(
        String address,
        int port,
        String member,
        Path data,
        Path temporary,
        List<String> cluster,
        Map<String, String> via,
        List<String> settings,
        String heap) {

    static final String LOOPBACK = "127.0.0.1";

    /** With these folders. */
    NodeSpec in(Path otherData, Path otherTemporary) {
        return new NodeSpec(address, port, member, otherData, otherTemporary, cluster, via, settings, heap);
    }

    /** Where clients reach it. */
    public String url() {
        return url(address, port);
    }

    static String url(String address, int port) {
        return "http://" + (address.contains(":") ? "[" + address + "]" : address) + ":" + port;
    }
}
