package kvlab.gallery;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.node.NodeFactory;
import kvlab.node.Setting;

/** A node behind something that changes or delays what goes in or comes out. */
final class Front implements Node {

    /** Ends the text of an answer after which the connection is closed. */
    static final String LAST = "\0last";

    private static final int BACKLOG = 256;

    /** What fills this is a large value, and nobody changes those. */
    private static final int BUFFER = 16 * 1024;

    private static final NodeFactory FIRST = new kvlab.single.StageFactory();

    private final NodeConfig config;
    private final UnaryOperator<String> requests;
    private final UnaryOperator<String> answers;
    private final boolean waitsForHead;
    private final NodeFactory factory;
    private final Object turn = new Object();
    private Node behind;
    private int portBehind;
    private ServerSocket listener;

    private Front(
            NodeConfig config,
            NodeFactory factory,
            UnaryOperator<String> requests,
            UnaryOperator<String> answers,
            boolean waitsForHead) {
        this.config = config;
        this.factory = factory;
        this.requests = requests;
        this.answers = answers;
        this.waitsForHead = waitsForHead;
    }

    /** Nothing is wrong with it, but each way takes that long. */
    static Node slow(NodeConfig config, NodeFactory factory, int millis) {
        UnaryOperator<String> later = text -> {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return text;
        };
        return new Front(config, factory, later, later, false);
    }

    /** A right node whose answers are rewritten. */
    static Node answers(NodeConfig config, NodeFactory factory, UnaryOperator<String> change) {
        return new Front(config, factory, UnaryOperator.identity(), change, false);
    }

    static BrokenNode.Maker requests(UnaryOperator<String> change) {
        return config -> new Front(config, FIRST, change, UnaryOperator.identity(), false);
    }

    static BrokenNode.Maker answers(UnaryOperator<String> change) {
        return config -> new Front(config, FIRST, UnaryOperator.identity(), change, false);
    }

    /** The first head of a connection is read to its end before anybody else's is looked at. */
    static BrokenNode.Maker oneAtATime() {
        return config -> new Front(config, FIRST, UnaryOperator.identity(), UnaryOperator.identity(), true);
    }

    @Override
    public void start() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            portBehind = free.getLocalPort();
        }
        behind = factory.create(new NodeConfig(
                config.bind(), portBehind, config.data(), config.cluster(), config.self(), config.via(), settings()));
        behind.start();
        listener = new ServerSocket(config.port(), BACKLOG, InetAddress.getByName(config.bind()));
        background(this::accept);
    }

    private Map<String, String> settings() {
        return factory.settings().stream().collect(Collectors.toMap(Setting::name, Setting::defaultValue));
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            client.setTcpNoDelay(true);
            background(() -> serve(client));
        }
    }

    private void serve(Socket client) throws IOException {
        try (client;
                Socket server = new Socket(config.bind(), portBehind)) {
            server.setTcpNoDelay(true);
            background(() -> {
                try (server) {
                    if (waitsForHead) {
                        synchronized (turn) {
                            server.getOutputStream().write(head(client.getInputStream()));
                        }
                    }
                    pump(client.getInputStream(), server.getOutputStream(), requests);
                }
            });
            if (pump(server.getInputStream(), client.getOutputStream(), answers)) {
                client.shutdownOutput();
                server.shutdownOutput();
                // A connection that is closed with bytes unread is reset, and the client may lose the answer.
                client.getInputStream().transferTo(OutputStream.nullOutputStream());
            }
        }
    }

    private static byte[] head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        String end = "";
        while (!end.equals("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.write(next);
            end = (end.length() < 4 ? end : end.substring(1)) + (char) next;
        }
        return head.toByteArray();
    }

    /** Returns true after an answer that is the last one on its connection. */
    private static boolean pump(InputStream in, OutputStream out, UnaryOperator<String> change) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
            if (count == BUFFER) {
                out.write(buffer);
            } else {
                String changed = change.apply(new String(buffer, 0, count, ISO_8859_1));
                boolean isLast = changed.endsWith(LAST);
                String said = isLast ? changed.substring(0, changed.length() - LAST.length()) : changed;
                out.write(said.getBytes(ISO_8859_1));
                if (isLast) {
                    return true;
                }
            }
        }
        return false;
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void background(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // One side is gone, and so goes the other.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void stop() {
        try {
            if (listener != null) {
                listener.close();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        if (behind != null) {
            behind.stop();
        }
    }
}
