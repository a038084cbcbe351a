package kvlab.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A way to a node that can be disturbed. Packet filters and traffic control would need root; a proxy on the loopback does
 * not, and knows where a connection begins and ends. Whoever dials the link's port talks to the node, and the link passes
 * on, delays, throttles, swallows or resets what is said. A behaviour holds for open and for new connections from the
 * moment that its method returns until the next one is chosen.
 */
public final class Link {

    /** A node that dials without end must not use up the files that the links of other nodes need. */
    public static final int MOST_CONNECTIONS = 1_000;

    private static final int BACKLOG = 1024;
    private static final long FULL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Links links;
    private final int port;
    private final InetSocketAddress node;
    private final Set<LinkConnection> connections = ConcurrentHashMap.newKeySet();
    private final Set<LinkConnection> left = ConcurrentHashMap.newKeySet();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicBoolean overrun = new AtomicBoolean();
    private Behaviour behaviour = Behaviour.PASS;
    private ServerSocketChannel acceptor;
    private SelectionKey key;

    /** Replaces the acceptor while the link refuses or drops connections; null otherwise. */
    private ShutPort shut;

    private Throttle up;
    private Throttle down;

    private Link(Links links, ServerSocketChannel acceptor, int nodePort) throws IOException {
        this.links = links;
        this.acceptor = acceptor;
        this.port = acceptor.socket().getLocalPort();
        this.node = new InetSocketAddress(InetAddress.getLoopbackAddress(), nodePort);
        renewThrottles();
        this.key = links.register(acceptor, this::accept);
        links.add(this);
        links.call(() -> key.interestOps(SelectionKey.OP_ACCEPT));
    }

    /** @param port 0 for any that is free */
    static Link open(Links links, int port, int nodePort) throws IOException {
        ServerSocketChannel acceptor = listener(port, BACKLOG);
        try {
            return new Link(links, acceptor, nodePort);
        } catch (IOException e) {
            acceptor.close();
            throw e;
        }
    }

    /** Shares the port with another listener, so that one can replace the other and no connection is refused meanwhile. */
    static ServerSocketChannel listener(int port, int backlog) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        try {
            return listener.setOption(StandardSocketOptions.SO_REUSEPORT, true)
                    .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), backlog);
        } catch (IOException e) {
            listener.close();
            throw e;
        }
    }

    /** Where to dial instead of the node. */
    public int port() {
        return port;
    }

    /** Carries everything at once; also what waited until now. */
    public void pass() {
        set(Behaviour.PASS);
    }

    /**
     * Each piece of data arrives that much later, in both directions, so that an answer comes twice as much later. Up to
     * 4 MiB of a connection are under way in each direction; who sends more has to wait.
     */
    public void delay(Duration delay) {
        set(Behaviour.delay(delay));
    }

    /** Open connections are reset, new ones as soon as they are there. */
    public void reset() {
        set(Behaviour.RESET);
    }

    /** Closes all open connections as a node would, even in the middle of an answer. New connections are carried. */
    public void hangUp() {
        links.call(() -> connections.forEach(LinkConnection::close));
    }

    /** Connections are accepted and stay open, and nothing is carried until the link does so again; not even an end. */
    public void blackHole() {
        set(Behaviour.BLACK_HOLE);
    }

    /** Acts like a host on which the node does not run: open connections are reset, new ones are refused. */
    public void refuse() {
        set(Behaviour.REFUSE);
    }

    /** Acts like a host that is gone: open connections are reset, new ones are neither accepted nor refused. */
    public void unreachable() {
        set(Behaviour.UNREACHABLE);
    }

    /** All connections share so many bytes a second in each direction, by turns. */
    public void throttle(int bytesPerSecond) {
        set(Behaviour.throttle(bytesPerSecond));
    }

    /** Carries at most this many bytes at a time, and the next piece a millisecond later. */
    public void inPieces(int bytes) {
        set(Behaviour.pieces(bytes));
    }

    /** How many connections are open now, without those that the dialling side has closed. */
    public int connections() {
        return connections.size() - left.size();
    }

    /** Counts also the connections that the node has still to close. */
    int carried() {
        return connections.size();
    }

    /** Whether connections were reset since the last call, because this link had too many. */
    public boolean takeOverrun() {
        return overrun.getAndSet(false);
    }

    /** How many were carried until now, both directions together. */
    public long bytes() {
        return bytes.get();
    }

    private void set(Behaviour next) {
        links.call(() -> {
            behaviour = next;
            try {
                listen();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            renewThrottles();
            connections.forEach(next.resets() ? LinkConnection::reset : LinkConnection::move);
        });
    }

    /** Opens what the behaviour needs at the port, and then closes what was there. */
    private void listen() throws IOException {
        if (behaviour.listens() ? shut == null : shut != null && shut.drops() == behaviour.drops()) {
            return;
        }
        List<SelectionKey> last = shut == null ? List.of(key) : shut.keys();
        if (behaviour.listens()) {
            shut = null;
            acceptor = listener(port, BACKLOG);
            key = links.register(acceptor, this::accept);
            key.interestOps(SelectionKey.OP_ACCEPT);
        } else {
            shut = ShutPort.open(links, port, behaviour.drops());
        }
        links.release(last);
        if (shut != null) {
            shut.shut();
        }
    }

    private void renewThrottles() {
        up = new Throttle(links, behaviour);
        down = new Throttle(links, behaviour);
    }

    private void accept() {
        try {
            for (SocketChannel client = acceptor.accept(); client != null; client = acceptor.accept()) {
                admit(client);
            }
        } catch (IOException e) {
            // This process may open no more files, and to ask again at once would be spinning.
            key.interestOps(0);
            links.at(System.nanoTime() + FULL_NANOS, () -> key.interestOps(SelectionKey.OP_ACCEPT));
        }
    }

    private void admit(SocketChannel client) {
        try {
            if (behaviour.resets()) {
                reset(client);
            } else if (connections.size() == MOST_CONNECTIONS) {
                overrun.set(true);
                reset(client);
            } else if (links.areFull()) {
                links.fullest().overrun.set(true);
                reset(client);
            } else {
                LinkConnection connection = new LinkConnection(this, links, client);
                connections.add(connection);
                connection.move();
            }
        } catch (IOException e) {
            reset(client);
        }
    }

    /** The other side sees an error instead of an end. */
    static void reset(SocketChannel channel) {
        try {
            if (channel.isOpen()) {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
        } catch (IOException e) {
            // It is broken already.
        }
        close(channel);
    }

    static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone all the same.
        }
    }

    /** The client has closed this connection. A paused node does not notice that. */
    void left(LinkConnection connection) {
        left.add(connection);
    }

    void ended(LinkConnection connection) {
        left.remove(connection);
        connections.remove(connection);
    }

    void carried(int count) {
        bytes.addAndGet(count);
    }

    InetSocketAddress node() {
        return node;
    }

    Behaviour behaviour() {
        return behaviour;
    }

    Throttle up() {
        return up;
    }

    Throttle down() {
        return down;
    }

    @Override
    public String toString() {
        return "link " + port + " to node " + node.getPort();
    }
}
