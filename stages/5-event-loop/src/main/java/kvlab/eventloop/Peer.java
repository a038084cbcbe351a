package kvlab.eventloop;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import kvlab.async.PeerRequest;
import kvlab.node.Exercise;
import kvlab.sharding.PeerFailure;
import one.nio.http.Response;
import one.nio.net.Selector;
import one.nio.net.Socket;

/**
 * One selector thread's way to one peer: the calls that are to be sent, and the connection, which may come and go.
 *
 * <p>A call is only queued here. In its next round the selector finds that the connection can be written, and then all calls
 * that the clients of this round have caused go out in one piece.
 */
final class Peer {

    private static final int CONNECT_MILLIS = 1000;

    /**
     * A peer that is down refuses at once; to dial it for each of thousands of calls would take all of the time. After a failed
     * dial or a lost session, calls wait this long for the next dial.
     */
    static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final String member;
    private final InetSocketAddress address;
    private final Selector selector;
    private final Caretaker caretaker;
    private final Deque<PeerCall> waiting = new ConcurrentLinkedDeque<>();
    private final AtomicBoolean connecting = new AtomicBoolean();

    /** One at a time: the deadlines of a second one would be forgotten. */
    private final AtomicReference<PeerSession> session = new AtomicReference<>();

    private volatile long restUntil = System.nanoTime();
    private volatile boolean closed;

    Peer(String member, InetSocketAddress address, Selector selector, Caretaker caretaker) {
        this.member = member;
        this.address = address;
        this.selector = selector;
        this.caretaker = caretaker;
    }

    @Exercise(value = "Queue the call, and see to it that a session comes for it; wait for nothing", rule = "A4")
    CompletableFuture<Response> ask(PeerRequest request) {
        PeerCall call = new PeerCall(request);
        waiting.add(call);
        PeerSession connected = session.get();
        if (connected != null) {
            connected.wakeUp();
        } else {
            connect();
        }
        return call;
    }

    private void connect() {
        if (!closed && connecting.compareAndSet(false, true)) {
            caretaker.connect(this::open, restUntil - System.nanoTime());
        }
    }

    /** A session may have come since it was asked for. It is told of the calls that were queued meanwhile. */
    private void open() {
        PeerFailure failure = session.get() == null ? dial() : null;
        connecting.set(false);
        PeerSession ready = session.get();
        if (failure != null) {
            failWaiting(failure);
        } else if (closed) {
            close();
        } else if (ready != null) {
            ready.wakeUp();
        }
    }

    /** A one-nio socket keeps its thread waiting while it connects. */
    private PeerFailure dial() {
        try {
            Socket socket = Socket.createClientSocket();
            try {
                socket.setTimeout(CONNECT_MILLIS);
                socket.connect(address.getHostString(), address.getPort());
                socket.setTimeout(0);
                socket.setNoDelay(true);
                socket.setBlocking(false);
                PeerSession connected = new PeerSession(socket, this);
                session.set(connected);
                selector.register(connected);
                return null;
            } catch (IOException e) {
                socket.close();
                throw e;
            }
        } catch (IOException e) {
            rest();
            return PeerFailure.of(member, e);
        }
    }

    private void rest() {
        restUntil = System.nanoTime() + REST_NANOS;
    }

    /** Fails only the calls that are queued now. A call that is made after one of these failed waits for the next dial. */
    private void failWaiting(PeerFailure failure) {
        List<PeerCall> failed = new ArrayList<>();
        for (PeerCall call = waiting.poll(); call != null; call = waiting.poll()) {
            failed.add(call);
        }
        failed.forEach(call -> call.completeExceptionally(failure));
    }

    PeerCall next() {
        return waiting.poll();
    }

    boolean isIdle() {
        return waiting.isEmpty();
    }

    Selector selector() {
        return selector;
    }

    String member() {
        return member;
    }

    /** Puts calls at the head of the queue: they have waited longest. */
    void putBack(List<PeerCall> calls) {
        for (int i = calls.size() - 1; i >= 0; i--) {
            waiting.addFirst(calls.get(i));
        }
    }

    /** The session is over, and the next one sends the queued calls. A peer that closes every session is not dialled at once. */
    void lost(PeerSession lost) {
        rest();
        if (session.compareAndSet(lost, null) && !waiting.isEmpty()) {
            connect();
        }
    }

    /** Looks for calls that are overdue, in the queue and on the connection, and for queued calls without a connection. */
    void expire() {
        for (PeerCall call = waiting.peek(); call != null && call.isOverdue(); call = waiting.peek()) {
            if (waiting.remove(call)) {
                call.completeExceptionally(PeerFailure.late(member));
            }
        }
        PeerSession current = session.get();
        if (current != null && current.isOverdue()) {
            current.expire();
        }
        if (current == null && !waiting.isEmpty()) {
            connect();
        }
    }

    void close() {
        closed = true;
        PeerSession last = session.get();
        if (last != null) {
            last.close();
        }
        failWaiting(PeerFailure.lost(member));
    }
}
