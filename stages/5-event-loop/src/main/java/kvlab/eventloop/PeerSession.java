package kvlab.eventloop;

import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import kvlab.async.Limits;
import kvlab.http.ClientServer;
import kvlab.http.ResponseReader;
import kvlab.http.SelectorTask;
import kvlab.node.Exercise;
import kvlab.sharding.PeerFailure;
import one.nio.http.Response;
import one.nio.net.Selector;
import one.nio.net.Session;
import one.nio.net.Socket;
import one.nio.net.SocketClosedException;

/**
 * A connection to a peer, served by the same selector thread as the clients whose requests go over it. Requests are sent
 * without waiting for the answers to those before them; answers come in the same order.
 *
 * <p>So a request that is overdue takes the connection with it: all that was sent after it waits behind it.
 */
final class PeerSession extends Session {

    private final Peer peer;
    private final PeerWriter writer;
    private final ResponseReader reader = new ResponseReader(ClientServer.VALUE_LIMIT);
    private final Queue<PeerCall> sent = new ConcurrentLinkedQueue<>();

    /** Whether the selector has been asked to say when the connection can be written, as it is from the beginning. */
    private final AtomicBoolean awake = new AtomicBoolean(true);

    private final Object gate = new Object();
    private volatile boolean over;

    PeerSession(Socket socket, Peer peer) {
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

    /** A selector must not be told anything about a connection that another thread closes in the same moment. */
    private void tell(int events) {
        synchronized (gate) {
            if (!over) {
                listen(events);
            }
        }
    }

    /** Between the last look at the queue and the moment in which the selector may be told again, a call may have come. */
    @Override
    @Exercise(
            value = "Write what is queued, listen for nothing but answers when all is written, and forget no call",
            rule = "A2")
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
    @Exercise(value = "Read what has come, and hand every complete response to the oldest call in sent", rule = "A2")
    protected void processRead(byte[] buffer) throws IOException {
        if (over) {
            return;
        }
        int length = socket.read(buffer, 0, buffer.length, 0);
        for (int at = 0; at < length; ) {
            at += reader.take(buffer, at, length);
            if (reader.isComplete()) {
                answered(reader.next());
            }
        }
    }

    private void answered(Response answer) throws IOException {
        PeerCall call = sent.poll();
        if (call == null) {
            throw new IOException("it answers a request that was not sent");
        }
        if (call.request().limits().admit(answer.getBody().length)) {
            call.complete(answer);
        } else {
            call.completeExceptionally(Limits.FULL);
        }
        if ("close".equals(answer.getHeader("Connection:"))) {
            leave();
        }
    }

    /** The peer will not hear what it was sent after that request. */
    private void leave() {
        List<PeerCall> unheard = end();
        super.close();
        peer.putBack(unheard);
        peer.lost(this);
    }

    /** Only the first call can be: they all have the same time. */
    boolean isOverdue() {
        PeerCall first = sent.peek();
        return first != null && first.isOverdue();
    }

    /** one-nio would close a connection that is idle. */
    @Override
    public int checkStatus(long now, long keepAlive) {
        return ACTIVE;
    }

    @Override
    public void handleException(Throwable e) {
        if (e instanceof SocketClosedException) {
            close();
        } else if (e instanceof IOException failure) {
            close(PeerFailure.of(peer.member(), failure));
        } else {
            // This node is at fault and not the peer. The client's answer names the fault.
            log.error("The connection to {} failed", peer.member(), e);
            close(e);
        }
    }

    @Override
    public void close() {
        close(PeerFailure.lost(peer.member()));
    }

    private void close(Throwable reason) {
        List<PeerCall> broken = end();
        super.close();
        lost(broken, reason);
    }

    /** For the caretaker. Only the selector's own thread may close the connection; see {@link SelectorTask}. */
    @Exercise(value = "End the session, have its selector close it, and fail its calls as late", rule = "R12")
    void expire() {
        Selector own = selector;
        List<PeerCall> broken = end();
        if (own != null) {
            SelectorTask.run(own, super::close);
        }
        lost(broken, PeerFailure.late(peer.member()));
    }

    /** From now on nothing is read or written: one-nio's process holds the same lock. */
    private synchronized List<PeerCall> end() {
        synchronized (gate) {
            over = true;
        }
        List<PeerCall> broken = List.copyOf(sent);
        sent.clear();
        return broken;
    }

    /** Calls fail outside of gate: the code that runs then takes the locks of clients. */
    private void lost(List<PeerCall> broken, Throwable reason) {
        peer.lost(this);
        broken.forEach(call -> call.completeExceptionally(reason));
    }
}
