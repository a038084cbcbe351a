package kvlab.sharding;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A peer that answers as a test says, byte by byte: what no node would do, and what a network makes of it. */
final class ScriptedPeer implements AutoCloseable {

    /** What happens on each connection; they are numbered from 0. */
    interface Script {
        void serve(Socket socket, InputStream in, int connection) throws Exception;
    }

    private final ServerSocket server;
    private final Script script;
    private final List<Socket> connections = new CopyOnWriteArrayList<>();

    ScriptedPeer(Script script) throws IOException {
        this.script = script;
        server = new ServerSocket();
        // So that a peer that does not read makes whoever writes to it wait soon.
        server.setReceiveBufferSize(4096);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        thread(this::accept);
    }

    private void accept() throws Exception {
        for (int i = 0; ; i++) {
            Socket socket = server.accept();
            int number = i;
            socket.setTcpNoDelay(true);
            connections.add(socket);
            if (server.isClosed()) {
                socket.close();
            }
            thread(() -> script.serve(socket, new BufferedInputStream(socket.getInputStream()), number));
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static void thread(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (Exception e) {
                        // The test has closed a socket, or the other side has: both end the script.
                    }
                },
                "scripted-peer");
        thread.setDaemon(true);
        thread.start();
    }

    PeerClient client() {
        String member = member();
        return new PeerClient(new Topology(List.of(member), member, Map.of()), member);
    }

    String member() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    int connections() {
        return connections.size();
    }

    /** What a peer does that ends, by itself or not. */
    void closeConnections() throws IOException {
        for (Socket socket : connections) {
            socket.close();
        }
    }

    /** Reads one request and returns its body. */
    static byte[] request(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("no more requests");
            }
            head.append((char) next);
        }
        return in.readNBytes(Integer.parseInt(head.toString().replaceFirst("(?s).*Content-Length: ([0-9]+).*", "$1")));
    }

    static byte[] reply(String headers, byte[] body) {
        byte[] head =
                ("HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\n" + headers + "\r\n").getBytes(ISO_8859_1);
        byte[] reply = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, reply, head.length, body.length);
        return reply;
    }

    @Override
    public void close() throws IOException {
        server.close();
        closeConnections();
    }
}
