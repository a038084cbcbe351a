package kvlab.async;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import kvlab.sharding.PeerFailure;
import one.nio.net.Selector;
import one.nio.net.Socket;

/**
 * One selector thread's way to one peer: the requests that are to be sent, and the connection, which may come and go.
 *
 * <p>A request is only queued here. The selector finds in its next round that the connection can be written, and then all
 * that the clients of this round have asked for goes out in one piece.
 */
final class NioPeer {

    private static final int CONNECT_MILLIS = 1000;

    /**
     * A peer that is down refuses at once; to dial it for each of thousands of requests would take all of the time. Between
     * two dials requests are queued, so this is how much later they fail, or are answered because the peer is back.
     */
    static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final String member;
    private final InetSocketAddress address;
    private final Selector selector;
    private final Caretaker caretaker;
    private final Queue<NioCall> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean connecting = new AtomicBoolean();

    /** One at a time: of a second one, nobody would look after the deadlines. */
    private final AtomicReference<NioSession> session = new AtomicReference<>();

    private volatile long restUntil = System.nanoTime();
    private volatile boolean closed;

    NioPeer(String member, InetSocketAddress address, Selector selector, Caretaker caretaker) {
        this.member = member;
        this.address = address;
        this.selector = selector;
        this.caretaker = caretaker;
    }

    CompletableFuture<PeerAnswer> ask(PeerRequest request) {
        NioCall call = new NioCall(request);
        waiting.add(call);
        NioSession connected = session.get();
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

    /** Whoever found no session may be late, and there is one by now; it has to be told what was queued. */
    private void open() {
        PeerFailure failure = session.get() == null ? dial() : null;
        connecting.set(false);
        NioSession connected = session.get();
        if (failure != null) {
            failWaiting(failure);
        } else if (closed) {
            close();
        } else if (connected != null) {
            connected.wakeUp();
        }
    }

    /** Of one-nio's sockets, connecting one keeps the thread waiting. */
    private PeerFailure dial() {
        try {
            Socket socket = Socket.createClientSocket();
            try {
                socket.setTimeout(CONNECT_MILLIS);
                socket.connect(address.getHostString(), address.getPort());
                socket.setTimeout(0);
                socket.setNoDelay(true);
                socket.setBlocking(false);
                NioSession connected = new NioSession(socket, this);
                session.set(connected);
                selector.register(connected);
                return null;
            } catch (IOException e) {
                socket.close();
                throw e;
            }
        } catch (IOException e) {
            restUntil = System.nanoTime() + REST_NANOS;
            return PeerFailure.of(member, e);
        }
    }

    /** Fails only the calls that are queued now. A call that is made after one of these failed waits for the next dial. */
    private void failWaiting(PeerFailure failure) {
        List<NioCall> failed = new ArrayList<>();
        for (NioCall call = waiting.poll(); call != null; call = waiting.poll()) {
            failed.add(call);
        }
        failed.forEach(call -> call.completeExceptionally(failure));
    }

    NioCall next() {
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

    /** The session is over; whoever still waits is asked for again over a new one. */
    void lost(NioSession lost) {
        if (session.compareAndSet(lost, null) && !waiting.isEmpty()) {
            connect();
        }
    }

    /** Breaks the promises whose time is over. */
    void expire() {
        for (NioCall call = waiting.peek(); call != null && call.isOverdue(); call = waiting.peek()) {
            if (waiting.remove(call)) {
                call.completeExceptionally(PeerFailure.late(member));
            }
        }
        NioSession connected = session.get();
        if (connected != null && connected.isOverdue()) {
            connected.expire();
        }
        if (connected == null && !waiting.isEmpty()) {
            connect();
        }
    }

    void close() {
        closed = true;
        NioSession connected = session.get();
        if (connected != null) {
            connected.close();
        }
        failWaiting(PeerFailure.lost(member));
    }
}
