package kvlab.async;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import kvlab.sharding.Topology;

/** The three parts of a client. */
record Wiring(Map<String, Transport> transports, Collector collector, Threads threads) {

    /** @param transport makes the one to a member, which is then bounded */
    static Wiring of(Topology topology, Function<String, Transport> transport, Collector collector, Threads threads) {
        Map<String, Transport> transports = new HashMap<>();
        for (String peer : topology.peers()) {
            transports.put(peer, new BoundedTransport(peer, transport.apply(peer)));
        }
        return new Wiring(transports, collector, threads);
    }

    void close() {
        threads.close();
        transports.values().forEach(Transport::close);
    }
}
