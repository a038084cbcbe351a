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
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvlab.cluster.Cluster;
import kvlab.cluster.ClusterNode;
import kvlab.cluster.ClusterSpec;
import kvlab.cluster.Ports;
import kvlab.cluster.StageProgram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Far more clients than a cluster can serve, each asking again as soon as it is answered: nodes of 128 MiB refuse what is
 * too much, do not run out of memory, and keep what they acknowledged. Clients that wait for their answers hold what is
 * under way to what they send at once; so they send more than the heap has room for, and a peer that hangs makes it stay.
 */
@Tag("slow")
@Isolated("right nodes under a load that takes both cores")
class OverloadTest {

    private static final boolean SOAK = Boolean.getBoolean("kvlab.soak");
    private static final long NANOS = TimeUnit.SECONDS.toNanos(SOAK ? 60 : 3);
    private static final int NODES = 3;
    private static final int CLIENTS = 256;
    private static final int HUNG = 2;
    private static final int KIB = 1024;

    /** Values of 1 MiB: a half of what a heap of 128 MiB has room for. */
    private static final int ROOM = 32;

    private static final int PATIENCE_MILLIS = 20_000;
    private static final Set<Integer> LEGAL = Set.of(201, 503, 504);
    private static final Map<String, String> FACTORIES = Map.of(
            "3", "kvlab.replication.StageFactory",
            "4", "kvlab.async.StageFactory",
            "5", "kvlab.eventloop.StageFactory");

    @TempDir
    private Path directory;

    static Stream<Arguments> overloads() {
        return SOAK
                ? Stream.of("3", "5", "4 client=completable", "4 client=own-pool")
                        .flatMap(node -> Stream.of(Arguments.of(node, 64), Arguments.of(node, 64 * KIB)))
                : Stream.of(Arguments.of("5", 64 * KIB));
    }

    static Stream<String> overloadsOfAPeer() {
        return SOAK ? Stream.of("3", "5", "4 client=completable", "4 client=own-pool") : Stream.of("3", "5");
    }

    @ParameterizedTest(name = "stage {0}, values of {1} bytes")
    @MethodSource("overloads")
    void whatWasAcknowledgedIsThereWhenItIsOver(String node, int bytes) throws Exception {
        List<String> settings = List.of();
        try (Cluster cluster = Cluster.start(spec(node, settings), directory.resolve("scratch"), new Unheard())) {
            overload(cluster, bytes, NODES);
        }
    }

    /** With a long deadline, since that is how long a request for the peer that hangs is kept. */
    @ParameterizedTest(name = "stage {0}")
    @MethodSource("overloadsOfAPeer")
    void whatWaitsForAPeerThatHangsIsBounded(String node) throws Exception {
        List<String> settings = List.of("deadline=5s");
        try (Cluster cluster = Cluster.start(spec(node, settings), directory.resolve("scratch"), new Unheard())) {
            cluster.nodes().get(HUNG).pause();
            overload(cluster, 1024 * KIB, 1);
        }
    }

    /** @param asked so many of the nodes have clients */
    private static void overload(Cluster cluster, int bytes, int asked) throws Exception {
        byte[] rest = new byte[bytes - Client.NUMBER];
        List<Client> clients = IntStream.range(0, CLIENTS)
                .mapToObj(i -> new Client(cluster.nodes().get(i % asked).port(), i, rest))
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
        cluster.nodes().get(HUNG).resume();
        clients.forEach(client -> assertEquals("", client.lost));
        Map<Integer, Integer> statuses = new TreeMap<>();
        clients.forEach(
                client -> client.statuses.forEach((status, count) -> statuses.merge(status, count, Integer::sum)));
        assertTrue(LEGAL.containsAll(statuses.keySet()), statuses.toString());
        int all = statuses.values().stream().mapToInt(Integer::intValue).sum();
        assertTrue(statuses.getOrDefault(201, 0) >= (asked == NODES ? all / 2 : ROOM), statuses.toString());
        for (Client client : clients) {
            client.requireAcknowledged();
        }
    }

    private ClusterSpec spec(String node, List<String> more) {
        String factory = FACTORIES.get(node.substring(0, 1));
        StageProgram program = new StageProgram("overloaded", System.getProperty("java.class.path"), factory);
        List<String> settings = new ArrayList<>(more);
        if (node.length() > 1) {
            settings.add(node.substring(2));
        }
        return new ClusterSpec(
                program, NODES, Ports.free(NODES), directory.resolve("data"), settings, ClusterSpec.DEFAULT_HEAP);
    }

    /** Writes one key again and again, with a number that rises. */
    private static final class Client {

        private static final int NUMBER = 10;

        private final int port;
        private final String target;
        private final byte[] rest;
        private final Map<Integer, Integer> statuses = new TreeMap<>();
        private int acknowledged;
        private String lost = "";

        /** @param rest of its values, after the number: one for all clients, whose own memory is not what is tested */
        Client(int port, int id, byte[] rest) {
            this.port = port;
            this.target = "/v0/entity?id=overload-" + id;
            this.rest = rest;
        }

        /** Until then, or until the node is gone. */
        void writeUntil(long end) {
            try {
                for (int number = 1; System.nanoTime() < end; ) {
                    number = writeUntil(end, number);
                }
            } catch (IOException e) {
                lost = e.toString();
            }
        }

        /** Over one connection, which a node that has no room for what comes may close once it has said so. */
        private int writeUntil(long end, int first) throws IOException {
            int number = first;
            try (Wire wire = new Wire(port)) {
                Answer answer;
                do {
                    answer = wire.ask("PUT", target, head(number), rest);
                    statuses.merge(answer.status, 1, Integer::sum);
                    if (answer.status == 201) {
                        acknowledged = number;
                    }
                    number++;
                } while (!answer.closes && System.nanoTime() < end);
            }
            return number;
        }

        private static byte[] head(int number) {
            return String.format("%0" + NUMBER + "d", number).getBytes(ISO_8859_1);
        }

        /** A write that was refused may show all the same, so what is there may be newer. */
        void requireAcknowledged() throws IOException {
            if (acknowledged == 0) {
                return;
            }
            try (Wire wire = new Wire(port)) {
                Answer answer = wire.ask("GET", target);
                long patience = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
                while (answer.status >= 503 && System.nanoTime() < patience) {
                    // What is under way is still too much.
                    answer = wire.ask("GET", target);
                }
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

        Answer ask(String method, String target, byte[]... value) throws IOException {
            int length = Arrays.stream(value).mapToInt(part -> part.length).sum();
            String head =
                    method + " " + target + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + length + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(ISO_8859_1));
            for (byte[] part : value) {
                socket.getOutputStream().write(part);
            }
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

    private record Answer(int status, byte[] body, boolean closes) {

        static Answer read(DataInputStream in) throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) in.readUnsignedByte());
            }
            String length = head.toString().replaceAll("(?s).*Content-Length: (\\d+).*", "$1");
            byte[] body = new byte[Integer.parseInt(length)];
            in.readFully(body);
            boolean closes = head.indexOf("\r\nConnection: close\r\n") > 0;
            return new Answer(Integer.parseInt(head.substring(9, 12)), body, closes);
        }
    }
}
