package kvlab.async;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import kvlab.node.NodeConfig;
import kvlab.sharding.PeerClient;
import kvlab.sharding.Topology;

/**
 * Right, and its code reads like that of stage 3: each call to a peer blocks a virtual thread of its own. While such a thread
 * waits, it costs some hundred bytes and no thread of the system, so there can be one for every call under way.
 */
final class VirtualClient implements Client {

    private static final int SINCE = 21;

    static void requireJdk(NodeConfig config) {
        int jdk = Runtime.version().feature();
        if (config.setting(SETTING.name()).equals("virtual") && jdk < SINCE) {
            throw new IllegalArgumentException(
                    "client=virtual needs JDK " + SINCE + " or newer; this node runs on JDK " + jdk);
        }
    }

    @Override
    public Transport transport(String peer, Topology topology) {
        return new BlockingTransport(new PeerClient(topology, peer), threadPerTask());
    }

    /** Executors.newVirtualThreadPerTaskExecutor(), which JDK 17 does not have: the kit is compiled for that one. */
    private static ExecutorService threadPerTask() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("JDK 21 has virtual threads", e);
        }
    }
}
