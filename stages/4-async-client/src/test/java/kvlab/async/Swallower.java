package kvlab.async;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** An address from which nothing comes back, not even that it refuses: as many wait to be accepted as can. */
public final class Swallower implements Closeable {

    private static final int TRIED_MILLIS = 100;

    private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final List<Socket> waiting = new ArrayList<>();

    public Swallower() throws IOException {
        try {
            while (true) {
                Socket socket = new Socket();
                waiting.add(socket);
                socket.connect(new InetSocketAddress("127.0.0.1", server.getLocalPort()), TRIED_MILLIS);
            }
        } catch (SocketTimeoutException e) {
            // It is full.
        }
    }

    public String member() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : waiting) {
            socket.close();
        }
        server.close();
    }
}
