package kvlab.cluster;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
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
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
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
        // This socket does not listen. It keeps other programs from the port.
        SocketChannel holder = SocketChannel.open().setOption(StandardSocketOptions.SO_REUSEPORT, true);
        shut.keys.add(links.register(holder, () -> {}));
        holder.bind(shut.address);
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
        awaitRefusal();
        if (drops) {
            keys.add(links.register(Link.listener(address.getPort(), 1), () -> {}));
            fillQueue();
        }
    }

    /** A process that is being started has a copy of the other listener for some milliseconds (see {@link Ports}). */
    private void awaitRefusal() throws IOException {
        long start = System.nanoTime();
        while (System.nanoTime() - start < PATIENCE_NANOS) {
            try (SocketChannel channel = SocketChannel.open()) {
                channel.configureBlocking(false);
                connectsSoon(channel);
            } catch (ConnectException e) {
                return;
            } catch (SocketException e) {
                // The copy was closed just now.
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        throw new IOException("port " + address.getPort() + " has another listener");
    }

    private void fillQueue() throws IOException {
        for (int i = 0; i < MOST_IN_QUEUE; i++) {
            SocketChannel channel = SocketChannel.open();
            keys.add(links.register(channel, () -> {}));
            if (!connectsSoon(channel)) {
                return;
            }
        }
        throw new IOException("the queue of a listener is not full after " + MOST_IN_QUEUE + " connections");
    }

    private boolean connectsSoon(SocketChannel channel) throws IOException {
        channel.connect(address);
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
