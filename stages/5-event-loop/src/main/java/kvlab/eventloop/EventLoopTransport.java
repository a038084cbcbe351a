package kvlab.eventloop;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import kvlab.async.PeerRequest;
import kvlab.async.Transport;
import one.nio.http.Response;
import one.nio.net.Selector;
import one.nio.server.SelectorThread;

/** Every selector thread has its own way to the peer, so that selector threads never wait for each other. */
final class EventLoopTransport implements Transport {

    private final String member;
    private final InetSocketAddress address;
    private final Caretaker caretaker;
    private final Map<Selector, Peer> peers = new ConcurrentHashMap<>();

    EventLoopTransport(String member, InetSocketAddress address, Caretaker caretaker) {
        this.member = member;
        this.address = address;
        this.caretaker = caretaker;
    }

    @Override
    public CompletableFuture<Response> ask(PeerRequest request) {
        return peer().ask(request);
    }

    private Peer peer() {
        // Another thread asks when it has broken a promise: the client's next request waited behind that one.
        Selector own = Thread.currentThread() instanceof SelectorThread thread ? thread.selector : caretaker.selector();
        return peers.computeIfAbsent(own, selector -> caretaker.care(new Peer(member, address, selector, caretaker)));
    }

    @Override
    public void close() {
        peers.values().forEach(Peer::close);
    }
}
