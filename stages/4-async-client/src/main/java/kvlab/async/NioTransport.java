package kvlab.async;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import one.nio.net.Selector;
import one.nio.server.SelectorThread;

/** To each peer, every selector thread has a way of its own, so that none meets another. */
final class NioTransport implements Transport {

    private final String member;
    private final InetSocketAddress address;
    private final Caretaker caretaker;
    private final Map<Selector, NioPeer> peers = new ConcurrentHashMap<>();

    NioTransport(String member, InetSocketAddress address, Caretaker caretaker) {
        this.member = member;
        this.address = address;
        this.caretaker = caretaker;
    }

    @Override
    public CompletableFuture<PeerAnswer> ask(PeerRequest request) {
        return peer().ask(request);
    }

    private NioPeer peer() {
        // On another thread a promise was broken, and the client's next request was waiting behind it.
        Selector own = Thread.currentThread() instanceof SelectorThread thread ? thread.selector : caretaker.selector();
        return peers.computeIfAbsent(
                own, selector -> caretaker.care(new NioPeer(member, address, selector, caretaker)));
    }

    @Override
    public void close() {
        peers.values().forEach(NioPeer::close);
    }
}
