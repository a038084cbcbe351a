package kvlab.async;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A peer that does to each connection what a test says. */
public final class ScriptedPeer implements Closeable {

    public static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nVersion: 7\r\n\r\nok";
    public static final String CREATED = "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";

    /** What it does to one; they are numbered from 0. */
    public interface Script {
        void serve(Connection connection, int number) throws Exception;
    }

    public record Request(String target, byte[] body) {}

    public record Connection(Socket socket, InputStream in) {

        public Request request() throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    throw new IOException("no more requests");
                }
                head.append((char) next);
            }
            String length = head.toString().replaceFirst("(?is).*Content-Length: ([0-9]+).*", "$1");
            byte[] body = in.readNBytes(length.length() == head.length() ? 0 : Integer.parseInt(length));
            return new Request(head.toString().split(" ")[1], body);
        }

        public void say(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        }

        /** As a process that dies. */
        public void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        public void hang() throws InterruptedException {
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    private final ServerSocket server;
    private final Script script;
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final Thread acceptor;

    public ScriptedPeer(Script script) throws IOException {
        this(0, script);
    }

    /** @param port 0 for any */
    public ScriptedPeer(int port, Script script) throws IOException {
        this.script = script;
        server = new ServerSocket();
        server.setReuseAddress(true);
        // So that a peer that does not read makes whoever writes to it wait soon.
        server.setReceiveBufferSize(4096);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        acceptor = thread(this::accept);
    }

    private void accept() throws Exception {
        for (int i = 0; ; i++) {
            Socket socket = server.accept();
            int number = i;
            socket.setTcpNoDelay(true);
            connections.add(socket);
            thread(() ->
                    script.serve(new Connection(socket, new BufferedInputStream(socket.getInputStream())), number));
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private Thread thread(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (Exception e) {
                        // The test is over, or the other side has closed: both end the script.
                    }
                },
                "scripted-peer");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return thread;
    }

    public String member() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    public int connections() {
        return connections.size();
    }

    @Override
    public void close() throws IOException {
        server.close();
        try {
            // The system goes on to accept until the thread that waits for it has noticed.
            acceptor.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        threads.forEach(Thread::interrupt);
        for (Socket socket : connections) {
            socket.close();
        }
    }
}
