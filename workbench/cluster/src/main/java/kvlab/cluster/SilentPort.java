package kvlab.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A port at which the system drops every new connection without an answer, because the queue of the listener is full and
 * nothing is taken from it. Only the thread of the links uses it.
 */
final class SilentPort {

    /** Linux queues one connection more than the backlog says, other systems some more. */
    private static final int MOST_IN_QUEUE = 16;

    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Links links;
    private final InetSocketAddress address;
    private final List<SelectionKey> keys = new ArrayList<>();

    private SilentPort(Links links, int port) {
        this.links = links;
        this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** Listens beside the listener that has the port now. */
    static SilentPort open(Links links, int port) throws IOException {
        SilentPort silent = new SilentPort(links, port);
        silent.keys.add(links.register(Link.listener(port, 1), () -> {}));
        return silent;
    }

    /** Must be called when the other listener is closed. */
    void fill() throws IOException {
        for (int i = 0; i < MOST_IN_QUEUE; i++) {
            SocketChannel channel = SocketChannel.open();
            keys.add(links.register(channel, () -> {}));
            if (!channel.connect(address) && !connectsSoon(channel)) {
                return;
            }
        }
        throw new IOException("the queue of a listener is not full after " + MOST_IN_QUEUE + " connections");
    }

    private static boolean connectsSoon(SocketChannel channel) throws IOException {
        long start = System.nanoTime();
        while (!channel.finishConnect()) {
            if (System.nanoTime() - start > SOON_NANOS) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    void close() throws IOException {
        links.release(keys);
    }
}
