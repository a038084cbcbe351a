package kvlab.grader;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.cluster.Ports;

/**
 * Listens where a member would, and notes which keys it is asked for. So one node is enough to find out whom it takes for
 * the owner of a key. Whoever asks is answered 404, as HTTP; what is not HTTP is heard, and the connection closed.
 */
final class PeerSink implements Closeable {

    private static final byte[] ABSENT =
            "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final Pattern KEY = Pattern.compile("key-[0-9a-f]{12}");
    /** The beginning of a request, however much of it has come. */
    private static final Pattern HTTP = Pattern.compile("[A-Z]*|[A-Z]+ ([/h].*)?", Pattern.DOTALL);

    private static final String END = "\r\n\r\n";
    private static final int BUFFER = 64 * 1024;
    private static final int BACKLOG = 1024;

    /** A node that never closes a connection must not use up the files of the checks beside this one. */
    static final int MOST_CONNECTIONS = 300;

    private final ServerSocket listener;
    private final Set<String> keys = ConcurrentHashMap.newKeySet();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean overrun;

    /** @param port on which the one before it may have listened */
    PeerSink(int port) throws IOException {
        if (!Ports.becomesFree(port)) {
            throw new IOException("port " + port + " is taken by another program");
        }
        listener = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
        background(this::accept);
    }

    Set<String> keys() {
        return keys;
    }

    /** Returns whether a node opened more connections at once than the sink carries. */
    boolean isOverrun() {
        return overrun;
    }

    private void accept() throws IOException {
        while (true) {
            Socket connection = listener.accept();
            if (connections.size() == MOST_CONNECTIONS) {
                overrun = true;
                connection.close();
                continue;
            }
            connections.add(connection);
            connection.setTcpNoDelay(true);
            background(() -> serve(connection));
        }
    }

    private void serve(Socket connection) throws IOException {
        byte[] buffer = new byte[BUFFER];
        String rest = "";
        try (connection) {
            InputStream in = connection.getInputStream();
            for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
                rest += new String(buffer, 0, count, StandardCharsets.ISO_8859_1);
                for (int end = rest.indexOf(END); end >= 0; end = rest.indexOf(END)) {
                    note(rest.substring(0, end));
                    rest = rest.substring(end + END.length());
                    connection.getOutputStream().write(ABSENT);
                }
                if (!HTTP.matcher(rest).matches()) {
                    note(rest);
                    return;
                }
            }
        } finally {
            connections.remove(connection);
        }
    }

    private void note(String text) {
        Matcher key = KEY.matcher(text);
        while (key.find()) {
            keys.add(key.group());
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void background(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // The node or the sink has closed.
                    }
                },
                "sink");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket connection : connections) {
                connection.close();
            }
        } catch (IOException e) {
            throw new IllegalStateException("closing a socket has failed", e);
        }
    }
}
