package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** A link between a client and a node that are sockets of the test. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class LinkStand {

    /** A few more connections than one link carries. */
    static final int MOST = Link.MOST_CONNECTIONS + 10;

    static final int MEBIBYTE = 1024 * 1024;
    static final int A_WHILE_MILLIS = 150;
    static final Duration FOREVER = Duration.ofHours(1);

    ServerSocket node;
    Links links;
    Link link;
    final Random random = new Random(1);
    private final List<Socket> sockets = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        node = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        links = Links.start(MOST);
        link = Link.open(links, 0, node.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        links.close();
        node.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    Socket dial() throws IOException {
        return dial(link);
    }

    Socket dial(Link link) throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), link.port());
        client.setTcpNoDelay(true);
        sockets.add(client);
        return client;
    }

    Socket answer() throws IOException {
        Socket served = node.accept();
        served.setTcpNoDelay(true);
        sockets.add(served);
        return served;
    }

    void assertDropped() throws IOException {
        try (Socket client = new Socket()) {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), link.port());
            assertThrows(SocketTimeoutException.class, () -> client.connect(address, A_WHILE_MILLIS / 10));
        }
    }

    static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    static CompletableFuture<Void> saying(Socket socket, byte[] bytes) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        socket.getOutputStream().write(bytes);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                LinkStand::start);
    }

    static void start(Runnable task) {
        new Thread(task).start();
    }

    static String hear(Socket socket, int length) throws IOException {
        return new String(heard(socket, length), StandardCharsets.US_ASCII);
    }

    static byte[] heard(Socket socket, int length) throws IOException {
        return socket.getInputStream().readNBytes(length);
    }

    byte[] noise(int length) {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        return noise;
    }

    static void assertSilent(Socket socket) throws IOException {
        socket.setSoTimeout(A_WHILE_MILLIS);
        assertThrows(SocketTimeoutException.class, socket.getInputStream()::read);
        socket.setSoTimeout(0);
    }

    static void assertReset(Socket socket) throws IOException {
        SocketException end = assertThrows(SocketException.class, socket.getInputStream()::read);
        assertEquals("Connection reset", end.getMessage());
    }

    static long millisSince(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }

    static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            assertFalse(Thread.interrupted(), "waited in vain");
        }
    }
}
