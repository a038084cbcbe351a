package kvlab.async;

import kvlab.sharding.Topology;

/**
 * Right, and fast: the selector thread that read the client's request writes to the peers, reads their answers and replies.
 * No thread hands work to another, and no thread waits.
 */
final class NioClient implements Client {

    private final Caretaker caretaker = new Caretaker();

    @Override
    public Transport transport(String peer, Topology topology) {
        return new NioTransport(peer, topology.address(peer), caretaker);
    }

    @Override
    public void close() {
        caretaker.close();
    }
}
