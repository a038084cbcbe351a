package kvlab.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What to start.
 *
 * @param data where each node gets a directory named after its port
 * @param settings name=value, given to every node
 */
public record ClusterSpec(
        NodeProgram program, int nodes, int firstPort, Path data, List<String> settings, String heap) {

    public static final String DEFAULT_HEAP = "128m";

    private static final int LAST_PORT = 65535;

    public ClusterSpec {
        settings = List.copyOf(settings);
    }

    public void validate() throws UsageException {
        if (nodes < 1 || nodes > 64) {
            throw UsageException.of("--nodes " + nodes + ": expected a number from 1 to 64");
        }
        if (firstPort < 1 || firstPort + nodes - 1 > LAST_PORT) {
            throw UsageException.of("--port " + firstPort + ": expected a number from 1 to " + (LAST_PORT - nodes + 1));
        }
    }

    public List<Integer> ports() {
        return IntStream.range(firstPort, firstPort + nodes).boxed().toList();
    }

    public List<String> urls() {
        return ports().stream().map(NodeSpec::url).toList();
    }

    NodeSpec node(int port, Path scratch) {
        String name = Integer.toString(port);
        return new NodeSpec(port, data.resolve(name), scratch.resolve("tmp-" + name), urls(), settings, heap);
    }
}
