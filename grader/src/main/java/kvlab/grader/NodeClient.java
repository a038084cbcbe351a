package kvlab.grader;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A client of one node, with a connection that it keeps. An id is what stands in the URL, a character a byte: the check
 * encodes it.
 */
final class NodeClient {

    private static final int SHOWN = 60;

    /** How many late refusals a check may ask again. A node that is often late refuses more often than that. */
    static final int PARDONS = 2;

    /** A machine that starts several nodes at once may be busy for seconds. */
    static final List<Long> PAUSES_MILLIS = List.of(500L, 1_500L);

    /** A later refusal comes from a deadline. Among five nodes, stage 3 gives a peer 250 ms. */
    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

    private final String node;
    private final String host;
    private final int port;
    private final int patienceSeconds;
    private final AtomicInteger pardons;
    private final List<Wire> wires = new ArrayList<>();

    /** Closed from another thread when the node is killed under it. */
    private volatile Wire kept;

    NodeClient(String host, int port) {
        this(host, port, Wire.PATIENCE_SECONDS, new AtomicInteger(PARDONS));
    }

    /**
     * @param patienceSeconds how long an answer may take
     * @param pardons how many late refusals may be asked again, because the machine may have been busy
     */
    NodeClient(String host, int port, int patienceSeconds, AtomicInteger pardons) {
        this.node = "node " + port;
        this.host = host;
        this.port = port;
        this.patienceSeconds = patienceSeconds;
        this.pardons = pardons;
    }

    /** Returns a client of the same node with a connection of its own. */
    NodeClient another() {
        return new NodeClient(host, port, patienceSeconds, pardons);
    }

    String address() {
        return host + ":" + port;
    }

    Exchange put(String id, byte[] value) {
        return ask("PUT", "/v0/entity?id=" + id, value);
    }

    Exchange get(String id) {
        return ask("GET", "/v0/entity?id=" + id, new byte[0]);
    }

    Exchange delete(String id) {
        return ask("DELETE", "/v0/entity?id=" + id, new byte[0]);
    }

    /**
     * Asks on the connection of the request before, if there is one. The node may have closed it, because it was idle or after a
     * refusal, so the client then asks once more.
     */
    Exchange ask(String method, String target, byte[] value) {
        return pardoning(() -> askOnce(method, target, value));
    }

    /** A check that expects another answer than a late refusal may ask again. The machine may have been busy. */
    Exchange pardoning(Supplier<Exchange> request) {
        long start = System.nanoTime();
        Exchange seen = request.get();
        return isLate(seen, start)
                ? seen.withAgain(() -> pardons.getAndDecrement() > 0 ? inTheEnd(request) : seen)
                : seen;
    }

    private static boolean isLate(Exchange seen, long start) {
        return seen.isTooMuch() && System.nanoTime() - start > LATE_NANOS;
    }

    private static Exchange inTheEnd(Supplier<Exchange> request) {
        Exchange seen = null;
        for (long pause : PAUSES_MILLIS) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pause));
            long start = System.nanoTime();
            seen = request.get();
            if (!isLate(seen, start)) {
                break;
            }
        }
        return seen;
    }

    /** Asks once. The check has to accept a late refusal, too. */
    Exchange askOnce(String method, String target, byte[] value) {
        Wire wire = kept;
        if (wire == null) {
            return askOnNew(method, target, value);
        }
        Exchange seen = ask(wire, method, target, value);
        if (!seen.isUnheard()) {
            return seen;
        }
        Exchange again = askOnNew(method, target, value);
        return again.isAnswered() ? again : seen;
    }

    private Exchange askOnNew(String method, String target, byte[] value) {
        Wire wire = connect();
        kept = wire;
        return ask(wire, method, target, value);
    }

    private Exchange ask(Wire wire, String method, String target, byte[] value) {
        wire.send(request(method, target, value.length));
        if (value.length > 0) {
            wire.send(value);
        }
        Exchange exchange = wire.answer(label(method, target));
        if (exchange.closes()) {
            disconnect();
        }
        return exchange;
    }

    /** The head of a request, whose value has to follow. */
    String request(String method, String target, int length) {
        boolean hasValue = length > 0 || method.equals("PUT") || method.equals("POST") || method.equals("PATCH");
        return method + " " + target + " HTTP/1.1\r\nHost: " + host + ":" + port + "\r\n"
                + (hasValue ? "Content-Length: " + length + "\r\n\r\n" : "\r\n");
    }

    static String label(String method, String target) {
        StringBuilder label = new StringBuilder(method + " ");
        for (char c : target.toCharArray()) {
            label.append(c > ' ' && c < 0x7f ? String.valueOf(c) : String.format("<%02X>", (int) c));
        }
        return label.length() > SHOWN + 20
                ? label.substring(0, SHOWN) + "… (" + target.length() + " characters)"
                : label.toString();
    }

    /** The node's name, such as node 8080. */
    String name() {
        return node;
    }

    /** A connection for what no client would send. */
    Wire connect() {
        return connect(0);
    }

    /** @param room in bytes, for what comes before it is read; 0 leaves it to the system */
    Wire connect(int room) {
        Wire wire = Wire.open(node, host, port, patienceSeconds, room);
        synchronized (wires) {
            wires.removeIf(Wire::isClosed);
            wires.add(wire);
        }
        return wire;
    }

    void endOfCheck() {
        disconnect();
        pardons.set(PARDONS);
    }

    void disconnect() {
        kept = null;
        synchronized (wires) {
            wires.forEach(Wire::close);
            wires.clear();
        }
    }
}
