package kvlab.eventloop;

import kvlab.async.Client;
import kvlab.async.Transport;
import kvlab.sharding.Topology;

/**
 * How far can it go? Stage 4 asks peers with a client that has threads of its own, so each answer is handed from thread to
 * thread, and each of these threads has to be woken. Here the selector thread that read the client's request also
 * writes to the peers, reads their answers and replies. No thread hands work to another, and none waits while peers answer.
 */
final class EventLoopClient implements Client {

    private final Caretaker caretaker = new Caretaker();

    @Override
    public Transport transport(String peer, Topology topology) {
        return new EventLoopTransport(peer, topology.address(peer), caretaker);
    }

    @Override
    public void close() {
        caretaker.close();
    }
}
