package kvlab.async;

import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import kvlab.http.SelectorTask;
import kvlab.sharding.PeerFailure;
import one.nio.net.Selector;
import one.nio.net.Session;
import one.nio.net.Socket;
import one.nio.net.SocketClosedException;

/**
 * A connection to a peer, served by the same selector thread as the clients whose requests go over it. Requests are sent
 * without waiting for the answers to those before them; answers come in the same order.
 *
 * <p>So a request that is overdue takes the connection with it: whatever has been sent after it waits behind it.
 */
final class NioSession extends Session {

    private final NioPeer peer;
    private final PeerWriter writer;
    private final PeerReader reader = new PeerReader();
    private final Queue<NioCall> sent = new ConcurrentLinkedQueue<>();

    /** Whether the selector has been asked to say when the connection can be written, as it is from the beginning. */
    private final AtomicBoolean awake = new AtomicBoolean(true);

    private final Object gate = new Object();
    private volatile boolean over;

    NioSession(Socket socket, NioPeer peer) {
        super(socket, READABLE | WRITEABLE);
        this.peer = peer;
        this.writer = new PeerWriter(peer, sent);
    }

    /** There is something to send: to be called after it has been queued. */
    void wakeUp() {
        if (awake.compareAndSet(false, true)) {
            tell(READABLE | WRITEABLE);
        }
    }

    /** A selector must not be told anything of a connection that somebody closes in the same moment. */
    private void tell(int events) {
        synchronized (gate) {
            if (!over) {
                listen(events);
            }
        }
    }

    @Override
    protected void processWrite() throws IOException {
        if (over || !writer.write(socket)) {
            return;
        }
        tell(READABLE);
        awake.set(false);
        if (!peer.isIdle()) {
            wakeUp();
        }
    }

    @Override
    protected void processRead(byte[] buffer) throws IOException {
        if (over) {
            return;
        }
        int length = socket.read(buffer, 0, buffer.length, 0);
        for (int at = 0; at < length; ) {
            at += reader.take(buffer, at, length);
            if (reader.isComplete()) {
                answered(reader.answer());
            }
        }
    }

    private void answered(PeerAnswer answer) throws IOException {
        NioCall call = sent.poll();
        if (call == null) {
            throw new IOException("it answers what nobody asked");
        }
        call.complete(answer);
    }

    /** Only the first can be: they all have the same time. */
    boolean isOverdue() {
        NioCall first = sent.peek();
        return first != null && first.isOverdue();
    }

    /** one-nio would close a connection that is idle. */
    @Override
    public int checkStatus(long now, long keepAlive) {
        return ACTIVE;
    }

    @Override
    public void handleException(Throwable e) {
        if (e instanceof IOException failure && !(e instanceof SocketClosedException)) {
            close(PeerFailure.of(peer.member(), failure));
            return;
        }
        if (!(e instanceof IOException)) {
            log.error("The connection to {} failed", peer.member(), e);
        }
        close();
    }

    @Override
    public void close() {
        close(PeerFailure.lost(peer.member()));
    }

    private void close(PeerFailure reason) {
        List<NioCall> broken = end();
        super.close();
        lost(broken, reason);
    }

    /** For the caretaker: what closes a connection is its selector's thread alone; see {@link SelectorTask}. */
    void expire() {
        Selector own = selector;
        List<NioCall> broken = end();
        if (own != null) {
            SelectorTask.run(own, super::close);
        }
        lost(broken, PeerFailure.late(peer.member()));
    }

    /** From here on nothing is read that could be taken for the answer to one of these. */
    private synchronized List<NioCall> end() {
        synchronized (gate) {
            over = true;
        }
        List<NioCall> broken = List.copyOf(sent);
        sent.clear();
        return broken;
    }

    /** Promises are broken without any lock: what follows takes the locks of clients. */
    private void lost(List<NioCall> broken, PeerFailure reason) {
        peer.lost(this);
        broken.forEach(call -> call.completeExceptionally(reason));
    }
}
