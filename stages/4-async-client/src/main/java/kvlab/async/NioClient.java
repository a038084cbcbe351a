package kvlab.async;

import kvlab.node.NodeConfig;
import kvlab.sharding.Topology;

/**
 * Right, and fast: the selector thread that read the client's request writes to the peers, reads their answers and replies.
 * Nothing is handed from thread to thread, and nobody waits.
 */
final class NioClient implements Client {

    @Override
    public Wiring wire(NodeConfig config, Topology topology) {
        Caretaker caretaker = new Caretaker();
        return Wiring.of(
                topology,
                peer -> new NioTransport(peer, topology.address(peer), caretaker),
                QuorumCall.collector(FailFast.of(config)),
                new SelectorThreads());
    }
}
