package kvlab.cluster;

import java.nio.file.Path;
import java.util.List;

/**
 * What one node is told when it starts.
 *
 * @param data its directory, which the node makes if it is missing
 * @param temporary a folder that is removed with the cluster
 * @param cluster the URLs of all members
 * @param settings name=value
 */
public record NodeSpec(int port, Path data, Path temporary, List<String> cluster, List<String> settings, String heap) {

    public String url() {
        return url(port);
    }

    static String url(int port) {
        return "http://127.0.0.1:" + port;
    }
}
