package kvlab.async;

import java.net.http.HttpClient;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import kvlab.node.Setting;
import kvlab.sharding.Topology;

/**
 * Right: nobody waits. Peers are asked with sendAsync, and what is to be done with their answers is done by the thread that
 * brings them, one of the common pool. The HttpClient's own work goes there too: left alone it makes a pool of as many
 * threads as there is work at once, and on two cores they take most of the time to wake each other.
 *
 * <p>That pool is the trap. On a machine with two processors it has a parallelism of one, and before JDK 25 a
 * CompletableFuture takes that for no pool at all and starts a new thread for each step; the JDK's HttpClient completes
 * every answer by such a step. So unless told otherwise the parallelism is made two, which has to happen before the first
 * CompletableFuture of the JVM.
 */
final class CompletableClient implements Client {

    static final Setting PARALLELISM =
            new Setting("parallelism", List.of("2", "jvm"), "of the common pool: at least 2, or what the JVM makes it");

    private final HttpClient client = JdkTransport.client(ForkJoinPool.commonPool());

    @Override
    public Transport transport(String peer, Topology topology) {
        return new JdkTransport(peer, topology.address(peer), client, null);
    }
}
