package kvlab.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Ports of the loopback.
 *
 * <p>A port that is free now may be somebody else's by the time that a node, a second of starting later, listens on it: two
 * grades at the same time do take each other's. So whoever needs ports has a block of them, and listens on its first as long
 * as this JVM lives: that keeps the others out, and the system gives it back whatever the end is.
 *
 * <p>A process that is being started has copies of all sockets of this JVM for some milliseconds, until it closes them. What
 * listens when it is copied goes on listening there, though it was closed here: so nobody listens to find out whether a port
 * is free, and whoever needs one on which this JVM has listened waits for it.
 */
public final class Ports {

    /** Below what systems give to outgoing connections: a port from there may be gone before a node listens on it. */
    private static final int FIRST = 10_000;

    private static final int LAST = 30_000;

    /** More than a grade takes in all: what it was given once is its own to the end, also while the node is down. */
    private static final int BLOCK = 1_000;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final Ports OURS = new Ports();

    private final ServerSocket block = anyBlock();
    private int next = begin();

    private Ports() {}

    /** The first of so many ports in a row that nobody uses. They go round: what was given last is given again last. */
    public static int free(int count) {
        return OURS.take(count);
    }

    private synchronized int take(int count) {
        while (true) {
            if (next + count > block.getLocalPort() + BLOCK) {
                next = begin();
            }
            int first = next;
            next += count;
            if (IntStream.range(first, first + count).allMatch(Ports::isFree)) {
                return first;
            }
        }
    }

    private int begin() {
        return block.getLocalPort() + 1;
    }

    private static ServerSocket anyBlock() {
        while (true) {
            int number = ThreadLocalRandom.current().nextInt((LAST - FIRST) / BLOCK);
            try {
                return listen(FIRST + number * BLOCK);
            } catch (IOException e) {
                // It is somebody else's.
            }
        }
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Whether it is free, now or soon. */
    public static boolean becomesFree(int port) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!isFree(port)) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return true;
    }

    /** A socket that does not listen is in nobody's way, and cannot have a port on which somebody listens. */
    static boolean isFree(int port) {
        try (Socket socket = new Socket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
