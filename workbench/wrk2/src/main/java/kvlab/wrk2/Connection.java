package kvlab.wrk2;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * One connection to the target: sends when its {@link Pace} allows, waits for the answers, reports their latency.
 *
 * <p>When the server ends it, it is made again. One that was idle is made when there is something to send; one on which an
 * answer was due, at once if it had brought any answer before, else after a pause that doubles, so that a dead server is
 * not asked a thousand times a second. The request that was lost stays due, and whatever time all that takes is part of its
 * latency.
 */
final class Connection extends Timer {

    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int MOST_DOUBLINGS = 7;

    private enum State {
        /** There is no socket; the timer tells when to make one. */
        CLOSED,
        CONNECTING,
        /** Nothing to send before the timer tells. */
        IDLE,
        /** A request is on its way, or its answers are. */
        BUSY
    }

    private final EventLoop loop;
    private final ResponseReader reader;

    private State state = State.CLOSED;
    private SocketChannel channel;
    private SelectionKey key;
    private Pace pace;
    private long begins;

    /** How often in a row it broke before it brought an answer; and whether this socket brought one. */
    private int failures;

    private boolean served;
    private boolean madeBefore;

    /** What is being sent, how many answers of it are missing, and which request of the schedule it is. */
    private ByteBuffer request;

    private int pending;
    private long number;

    /** When the request went out, or the connect began. */
    private long since;

    private boolean late;

    Connection(EventLoop loop, boolean keepResponses) {
        this.loop = loop;
        this.reader = new ResponseReader(keepResponses);
    }

    @Override
    void fire(long now) throws ScriptFailure {
        if (loop.isResting()) {
            return;
        }
        if (pace == null) {
            pace = new Pace(loop.ratePerConnection(), loop.isOnlyWindow() ? now : begins);
        }
        if (state == State.CLOSED) {
            connect(now);
        } else if (state == State.IDLE) {
            sendOrWait(now);
        }
    }

    /** Its schedule begins then, at request 0. It must not wait for the server. */
    void beginAnew(long at) {
        pace = null;
        begins = at;
        loop.fireAt(this, at);
    }

    /** Whether it waits for the server. */
    boolean isBusy() {
        return state == State.BUSY || state == State.CONNECTING;
    }

    /** An answer that comes later would be taken for that of another request. */
    void giveUp() {
        close();
        state = State.CLOSED;
        pending = 0;
    }

    // ---- making it

    private void connect(long now) throws ScriptFailure {
        if (madeBefore) {
            loop.tally().reconnects.add(1);
        }
        madeBefore = true;
        state = State.CONNECTING;
        served = false;
        since = now;
        try {
            channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            boolean atOnce = channel.connect(loop.address());
            key = channel.register(loop.selector(), atOnce ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
            if (atOnce) {
                connected();
            }
        } catch (IOException e) {
            broken(loop.tally().connectErrors, e);
        }
    }

    private void finishConnect() throws ScriptFailure {
        try {
            if (channel.finishConnect()) {
                key.interestOps(SelectionKey.OP_READ);
                connected();
            }
        } catch (IOException e) {
            broken(loop.tally().connectErrors, e);
        }
    }

    private void connected() throws ScriptFailure {
        reader.next(false);
        sendOrWait(System.nanoTime());
    }

    /** Whatever the selector found. */
    void ready() throws ScriptFailure {
        if (state == State.CONNECTING) {
            finishConnect();
            return;
        }
        if (key.isValid() && key.isWritable()) {
            write();
        }
        if (key.isValid() && key.isReadable()) {
            read();
        }
    }

    // ---- sending

    private void sendOrWait(long now) throws ScriptFailure {
        if (loop.isResting()) {
            state = State.IDLE;
            return;
        }
        long wait = pace.waitFrom(now);
        if (wait > 0) {
            state = State.IDLE;
            loop.fireAfter(this, now, wait);
        } else {
            send();
        }
    }

    private void send() throws ScriptFailure {
        request = loop.nextRequest(request);
        state = State.BUSY;
        pending = loop.plan().pipeline().count();
        number = pace.answered();
        late = false;
        reader.next(nextIsHead());
        loop.tally().sent.add(pending);
        since = System.nanoTime();
        write();
    }

    /** An answer to HEAD has no body, whatever its head says. */
    private boolean nextIsHead() {
        Requests pipeline = loop.plan().pipeline();
        return pipeline.count() == 1 ? request.get(0) == 'H' : pipeline.isHead(pipeline.count() - pending);
    }

    private void write() throws ScriptFailure {
        try {
            channel.write(request);
            boolean unsent = request.hasRemaining();
            if (unsent != ((key.interestOps() & SelectionKey.OP_WRITE) != 0)) {
                key.interestOps(unsent ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
            }
        } catch (IOException e) {
            broken(loop.tally().writeErrors, e);
            return;
        }
        if (isDone()) {
            sendOrWait(System.nanoTime());
        }
    }

    /** A server may answer before it has read the whole request. */
    private boolean isDone() {
        return state == State.BUSY && pending == 0 && !request.hasRemaining();
    }

    // ---- receiving

    private void read() throws ScriptFailure {
        try {
            int length = loop.read(channel);
            if (length < 0) {
                ended();
            } else {
                take(loop.received(), length);
            }
        } catch (IOException | MalformedResponse e) {
            broken(loop.tally().readErrors, e);
        }
    }

    /** Looks at all that came before it sends again: what came before a request was sent is no answer to it. */
    private void take(byte[] received, int length) throws ScriptFailure, MalformedResponse {
        for (int at = 0; at < length; ) {
            at = reader.feed(received, at, length);
            if (pending == 0 && reader.isStarted()) {
                throw MalformedResponse.unasked();
            }
            if (reader.isComplete()) {
                boolean goesOn = reader.keepAlive();
                answered();
                if (!goesOn) {
                    makeAgain(0);
                    return;
                }
                reader.next(pending > 0 && nextIsHead());
            }
        }
        if (isDone()) {
            sendOrWait(System.nanoTime());
        }
    }

    /** The server has closed, which completes an answer that has no length. */
    private void ended() throws ScriptFailure {
        if (state == State.IDLE) {
            makeAgain(pace == null ? 0 : pace.waitFrom(System.nanoTime()));
        } else if (pending > 0 && !reader.endOfStream()) {
            broken(loop.tally().readErrors, new EOFException("the server closed a connection while an answer was due"));
        } else {
            if (pending > 0) {
                answered();
            }
            makeAgain(0);
        }
    }

    private void answered() throws ScriptFailure {
        long now = System.nanoTime();
        served = true;
        failures = 0;
        loop.count(reader);
        pace.answer();
        pending--;
        if (pending == 0 || !loop.plan().onlyLastOfBatch()) {
            loop.record(now - pace.due(number), now - since);
        }
    }

    // ---- what goes wrong

    /** Counts a request that waits too long, once. A connect that does is given up. */
    void checkTimeout(long now, long timeout) {
        if (now - since <= timeout) {
            return;
        }
        if (state == State.CONNECTING) {
            broken(loop.tally().connectErrors, new SocketTimeoutException());
        } else if (state == State.BUSY && pending > 0 && !late) {
            late = true;
            loop.tally().timeouts.add(1);
        }
    }

    private void broken(Tally.Counter kind, Exception e) {
        kind.add(1);
        loop.trouble(e);
        long pause = served ? 0 : FIRST_PAUSE << Math.min(failures++, MOST_DOUBLINGS);
        makeAgain(pause);
    }

    private void makeAgain(long pause) {
        close();
        state = State.CLOSED;
        pending = 0;
        loop.fireAfter(this, System.nanoTime(), pause);
    }

    void close() {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                // It is gone either way.
            }
        }
    }

    // ---- what it did

    long dueBefore(long now) {
        return pace == null ? 0 : pace.dueBefore(now);
    }

    /** Requests that were sent and not answered yet. */
    int open() {
        return pending;
    }
}
