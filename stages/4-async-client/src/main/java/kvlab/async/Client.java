package kvlab.async;

import java.io.Closeable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import kvlab.node.NodeConfig;
import kvlab.node.Setting;
import kvlab.sharding.Topology;
import kvlab.single.Handler;

/**
 * A way to ask peers. Clients differ in three things: how a request reaches a peer, how answers are collected, and on whose
 * threads a client's request is served. To add one: a class that implements this interface, and a line in the map.
 */
public interface Client extends Closeable {

    /** The first is what a node has when nothing is set. */
    Map<String, Function<NodeConfig, Client>> ALL = all();

    Setting SETTING = new Setting(
            "client",
            List.copyOf(ALL.keySet()),
            "how the node asks its peers; an event loop (nio) is stage 5-event-loop");

    private static Map<String, Function<NodeConfig, Client>> all() {
        Map<String, Function<NodeConfig, Client>> all = new LinkedHashMap<>();
        all.put("completable", config -> new CompletableClient());
        all.put("own-pool", OwnPoolClient::new);
        all.put("virtual", config -> new VirtualClient());
        all.put("futures", FuturesClient::new);
        return all;
    }

    /** The one that the node was given. */
    static Client of(NodeConfig config) {
        return ALL.get(config.setting(SETTING.name())).apply(config);
    }

    /** Carries requests to one peer. */
    Transport transport(String peer, Topology topology);

    /**
     * @param failFast whether to give up as soon as there cannot be enough answers, or when all have come; a client that
     *     waits for one answer after another cannot give up early
     * @return {@code ack} answers, or more; broken with TooFewAcks
     */
    default <T> CompletableFuture<List<T>> collect(int ack, boolean failFast, List<CompletableFuture<T>> answers) {
        return QuorumCall.collect(ack, failFast, answers);
    }

    /** By default the selector thread that read a request goes on with it: right if it never waits, and the least work. */
    default Handler around(Handler handler) {
        return handler;
    }

    /** Ends the threads that the client has started. Its transports are closed afterwards. */
    @Override
    default void close() {}
}
