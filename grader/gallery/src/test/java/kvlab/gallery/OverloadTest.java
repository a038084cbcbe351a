package kvlab.gallery;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvlab.cluster.Cluster;
import kvlab.cluster.ClusterNode;
import kvlab.cluster.ClusterSpec;
import kvlab.cluster.NodeListener;
import kvlab.cluster.NodeProcess;
import kvlab.cluster.Ports;
import kvlab.cluster.StageProgram;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Far more clients than a cluster can serve, each asking again as soon as it is answered: nodes of 128 MiB refuse what is
 * too much, do not run out of memory, and keep what they acknowledged.
 */
class OverloadTest {

    private static final boolean SOAK = Boolean.getBoolean("kvlab.soak");
    private static final long NANOS = TimeUnit.SECONDS.toNanos(SOAK ? 60 : 3);
    private static final int NODES = 3;
    private static final int CLIENTS = 256;
    private static final int PATIENCE_MILLIS = 10_000;
    private static final Set<Integer> LEGAL = Set.of(201, 503, 504);

    @TempDir
    private Path directory;

    static Stream<Arguments> overloads() {
        return SOAK
                ? Stream.of("3", "4 client=nio", "4 client=completable", "4 client=own-pool")
                        .flatMap(node -> Stream.of(Arguments.of(node, 64), Arguments.of(node, 64 << 10)))
                : Stream.of(Arguments.of("4 client=nio", 64 << 10));
    }

    @ParameterizedTest(name = "stage {0}, values of {1} bytes")
    @MethodSource("overloads")
    void whatWasAcknowledgedIsThereWhenItIsOver(String node, int bytes) throws Exception {
        try (Cluster cluster = Cluster.start(spec(node), directory.resolve("scratch"), new Unheard())) {
            List<Client> clients = IntStream.range(0, CLIENTS)
                    .mapToObj(i -> new Client(cluster.nodes().get(i % NODES).port(), i, bytes))
                    .toList();
            ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
            try {
                long end = System.nanoTime() + NANOS;
                List<Future<?>> all = new ArrayList<>();
                clients.forEach(client -> all.add(threads.submit(() -> client.writeUntil(end))));
                for (Future<?> each : all) {
                    each.get();
                }
            } finally {
                threads.shutdownNow();
            }
            for (ClusterNode each : cluster.nodes()) {
                assertTrue(
                        each.process().isAlive(),
                        each.port() + ": " + each.process().lastLines());
            }
            Set<Integer> statuses = new TreeSet<>();
            clients.forEach(client -> statuses.addAll(client.statuses));
            assertTrue(LEGAL.containsAll(statuses), statuses.toString());
            assertTrue(statuses.contains(201), statuses.toString());
            for (Client client : clients) {
                client.requireAcknowledged();
            }
        }
    }

    private ClusterSpec spec(String node) {
        boolean last = node.startsWith("4");
        String factory = last ? "kvlab.async.StageFactory" : "kvlab.replication.StageFactory";
        StageProgram program = new StageProgram("overloaded", System.getProperty("java.class.path"), factory);
        List<String> settings = last ? List.of(node.substring(2)) : List.of();
        return new ClusterSpec(
                program, NODES, Ports.free(NODES), directory.resolve("data"), settings, ClusterSpec.DEFAULT_HEAP);
    }

    /** Writes one key again and again, with a number that rises. */
    private static final class Client {

        private static final int NUMBER = 10;

        private final int port;
        private final String target;
        private final int bytes;
        private final Set<Integer> statuses = new TreeSet<>();
        private int acknowledged;

        Client(int port, int id, int bytes) {
            this.port = port;
            this.target = "/v0/entity?id=overload-" + id;
            this.bytes = bytes;
        }

        Void writeUntil(long end) throws IOException {
            try (Wire wire = new Wire(port)) {
                for (int number = 1; System.nanoTime() < end; number++) {
                    int status = wire.ask("PUT", target, value(number)).status;
                    statuses.add(status);
                    if (status == 201) {
                        acknowledged = number;
                    }
                }
            }
            return null;
        }

        private byte[] value(int number) {
            byte[] value = new byte[bytes];
            Arrays.fill(value, (byte) 'v');
            byte[] head = String.format("%0" + NUMBER + "d", number).getBytes(ISO_8859_1);
            System.arraycopy(head, 0, value, 0, NUMBER);
            return value;
        }

        /** A write that was refused may show all the same, so what is there may be newer. */
        void requireAcknowledged() throws IOException {
            if (acknowledged == 0) {
                return;
            }
            try (Wire wire = new Wire(port)) {
                Answer answer = wire.ask("GET", target, new byte[0]);
                assertEquals(200, answer.status, target);
                int number = Integer.parseInt(new String(answer.body, 0, NUMBER, ISO_8859_1));
                assertTrue(number >= acknowledged, target + " has " + number + " and not " + acknowledged);
            }
        }
    }

    private static final class Wire implements Closeable {

        private final Socket socket;
        private final DataInputStream in;

        Wire(int port) throws IOException {
            socket = new Socket("127.0.0.1", port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
            in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        }

        Answer ask(String method, String target, byte[] value) throws IOException {
            byte[] head = (method + " " + target + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + value.length
                            + "\r\n\r\n")
                    .getBytes(ISO_8859_1);
            byte[] request = Arrays.copyOf(head, head.length + value.length);
            System.arraycopy(value, 0, request, head.length, value.length);
            socket.getOutputStream().write(request);
            try {
                return Answer.read(in);
            } catch (SocketTimeoutException e) {
                throw new IOException(method + " " + target + " was not answered in " + PATIENCE_MILLIS + " ms", e);
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** What nodes say is told when one has died. */
    private static final class Unheard implements NodeListener {

        @Override
        public void said(NodeProcess node, String line) {
            // Kept by the node itself.
        }

        @Override
        public void ended(NodeProcess node) {
            // Seen in the end.
        }
    }

    private record Answer(int status, byte[] body) {

        static Answer read(DataInputStream in) throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) in.readUnsignedByte());
            }
            String length = head.toString().replaceAll("(?s).*Content-Length: (\\d+).*", "$1");
            byte[] body = new byte[Integer.parseInt(length)];
            in.readFully(body);
            return new Answer(Integer.parseInt(head.substring(9, 12)), body);
        }
    }
}
