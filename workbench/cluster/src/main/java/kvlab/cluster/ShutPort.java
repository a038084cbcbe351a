package kvlab.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A port that no connection reaches. The system refuses each one, or drops it without an answer, because the queue of a
 * listener is full and nothing is taken from it. Only the thread of the links uses it.
 */
final class ShutPort {

    /** Linux queues one connection more than the backlog says, other systems some more. */
    private static final int MOST_IN_QUEUE = 16;

    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Links links;
    private final InetSocketAddress address;
    private final boolean drops;
    private final List<SelectionKey> keys = new ArrayList<>();

    private ShutPort(Links links, int port, boolean drops) {
        this.links = links;
        this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.drops = drops;
    }

    /** Shares the port with the listener that has it now. */
    static ShutPort open(Links links, int port, boolean drops) throws IOException {
        ShutPort shut = new ShutPort(links, port, drops);
        if (drops) {
            shut.keys.add(links.register(Link.listener(port, 1), () -> {}));
        } else {
            // This socket does not listen. It keeps other programs from the port.
            SocketChannel holder = SocketChannel.open().setOption(StandardSocketOptions.SO_REUSEPORT, true);
            shut.keys.add(links.register(holder, () -> {}));
            holder.bind(shut.address);
        }
        return shut;
    }

    boolean drops() {
        return drops;
    }

    List<SelectionKey> keys() {
        return keys;
    }

    /** Shuts the port. The other listener must be closed before. */
    void shut() throws IOException {
        boolean full = !drops;
        for (int i = 0; !full && i < MOST_IN_QUEUE; i++) {
            SocketChannel channel = SocketChannel.open();
            keys.add(links.register(channel, () -> {}));
            full = !channel.connect(address) && !connectsSoon(channel);
        }
        if (!full) {
            throw new IOException("the queue of a listener is not full after " + MOST_IN_QUEUE + " connections");
        }
    }

    private static boolean connectsSoon(SocketChannel channel) throws IOException {
        long start = System.nanoTime();
        boolean over = false;
        // This thread may have stood still, so the channel is asked once more after that time.
        while (!channel.finishConnect()) {
            if (over) {
                return false;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            over = System.nanoTime() - start > SOON_NANOS;
        }
        return true;
    }
}
