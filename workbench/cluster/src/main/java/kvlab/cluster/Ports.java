package kvlab.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Ports of the loopback. */
public final class Ports {

    /** Below what systems give to outgoing connections: a port from there may be gone before a node listens on it. */
    private static final int FIRST = 10_000;

    private static final int LAST = 30_000;

    private Ports() {}

    /** The first of so many ports in a row that nobody uses. */
    public static int free(int count) {
        while (true) {
            int first = ThreadLocalRandom.current().nextInt(FIRST, LAST - count);
            if (IntStream.range(first, first + count).allMatch(Ports::isFree)) {
                return first;
            }
        }
    }

    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
