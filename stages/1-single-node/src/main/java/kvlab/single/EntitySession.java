package kvlab.single;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import one.nio.net.Session;
import one.nio.net.Socket;
import one.nio.net.SocketClosedException;

/**
 * One connection of a client.
 *
 * <p>The problem: a selector thread serves many connections, so it can never wait for one of them. It is handed
 * whatever bytes have come: half a request line, a third of a value, sixteen requests and the beginning of a
 * seventeenth. It writes as much as the socket takes, which may be less than a reply. Whatever is left over has to be
 * remembered here, and a client decides how much that is; a server that remembers without limit is one that any client
 * can fill.
 *
 * <p>one-nio's own HttpSession takes bodies of up to 64 KiB with a Content-Length, forgets every header past the 256th
 * and decodes keys leniently. This one serves the rules E7, E8, E11 and S4: values of 1 MiB, sized or in chunks; keys
 * as bytes; a limit on all that is kept; a deadline for every request; and for each malformed one a reply that says
 * what is wrong, sent before the connection is closed.
 *
 * <p>Requests of one connection are answered one after another, in order. As long as one of them is not answered, or the
 * client does not take a reply, its next requests are not even read. All of this runs on the selector thread that the
 * connection belongs to, but for two things: a handler may answer later, on a thread of its own; and when a deadline has
 * passed, one-nio's cleanup thread comes and closes. So every entry is synchronized.
 */
final class EntitySession extends Session {

    private static final byte[] NOTHING = {};
    private static final int NO_EVENTS = 0;
    private static final String CLOSE = "Connection: close\r\n";
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

    /** A reply up to this size is copied behind its head, which saves a system call. */
    private static final int SMALL = 8 * 1024;

    /**
     * How long a refused client may go on sending. Closing at once would answer those bytes with a reset, and a reset
     * makes the client's system forget the reply that it has not read yet.
     */
    private static final long LINGER_MILLIS = 1_000;

    private final EntityServer server;

    /** Read, but not looked at: less than a head, or requests that wait for their turn. */
    private byte[] saved = NOTHING;

    /** The request whose body is arriving, if there is one. */
    private RequestHead head;

    private RequestBody body;

    /** The request that is with its handler, if there is one. */
    private Pending pending;

    /** Whether that handler has been called and has not come back; an answer of now is one on the same thread. */
    private boolean handing;

    /** After a refusal, whatever else comes is thrown away. */
    private boolean refused;

    /** Small replies that go out together, as soon as the requests that have come together are answered. */
    private byte[] replies = NOTHING;

    private int repliesLength;

    /** When the client's next step is overdue; 0 when it owes nothing. */
    private long deadline;

    /** What this session has taken of the server's byte budget. */
    private long held;

    EntitySession(Socket socket, EntityServer server) {
        super(socket);
        this.server = server;
    }

    @Override
    protected synchronized void processRead(byte[] buffer) throws IOException {
        if (queueHead != null) {
            // An event of before the reply was queued. To read now would make one-nio forget to go on writing.
            return;
        }
        if (pending != null) {
            listen(NO_EVENTS);
            return;
        }
        int length = saved.length;
        System.arraycopy(saved, 0, buffer, 0, length);
        try {
            length += read(buffer, length, window(buffer) - length);
        } catch (SocketClosedException e) {
            close();
            return;
        }
        consume(buffer, length);
    }

    /** Never more than the rest of the body and one head, so never more than one head is left over. */
    private int window(byte[] buffer) {
        return body == null ? RequestHead.LIMIT : Math.min(buffer.length, body.missing() + RequestHead.LIMIT);
    }

    @Override
    protected synchronized void processWrite() throws Exception {
        super.processWrite();
        if (queueHead == null && !refused) {
            deadline = 0;
        }
        byte[] next = saved;
        consume(next, next.length);
    }

    /** Serves the requests in the bytes from 0 to {@code to}, as far as they are complete, and remembers the rest. */
    private void consume(byte[] data, int to) throws IOException {
        int at = 0;
        try {
            while (!refused && !closing && queueHead == null && pending == null) {
                if (head == null) {
                    at = skipBlankLines(data, at, to);
                    int end = RequestHead.end(data, at, to);
                    if (end < 0 && to - at >= RequestHead.LIMIT) {
                        throw Refusal.headTooLarge();
                    } else if (end < 0) {
                        break;
                    }
                    begin(RequestHead.parse(data, at, end), end == to);
                    at = end;
                }
                at += body.take(data, at, to);
                if (!body.isComplete()) {
                    break;
                }
                answer();
            }
        } catch (Refusal refusal) {
            refuse(refusal);
        }
        flush();
        remember(data, at, to);
    }

    /** Some clients end a body with a line end that belongs to nothing. */
    private static int skipBlankLines(byte[] data, int from, int to) {
        int at = from;
        while (at < to && (data[at] == '\r' || data[at] == '\n')) {
            at++;
        }
        return at;
    }

    private void begin(RequestHead next, boolean nothingElseCame) throws Refusal, IOException {
        head = next;
        body = RequestBody.of(next);
        if (next.expectsContinue() && nothingElseCame) {
            flush();
            write(CONTINUE, 0, CONTINUE.length);
        }
    }

    private void answer() throws IOException {
        Body whole = body.whole();
        pending = new Pending(head, whole.size() > SMALL ? whole.size() : 0);
        head = null;
        body = null;
        deadline = 0;
        handing = true;
        server.handle(pending.request, whole, pending);
        handing = false;
    }

    private synchronized void answered(Pending answered, Reply reply) {
        if (pending != answered || !socket.isOpen()) {
            return;
        }
        try {
            finish(reply);
            if (!handing) {
                goOn();
            }
        } catch (IOException | RuntimeException e) {
            handleException(e);
        }
    }

    private void finish(Reply reply) throws IOException {
        RequestHead request = pending.request;
        pending = null;
        if (request.keepAlive()) {
            send(reply, request.http10() ? "Connection: keep-alive\r\n" : "", request);
        } else {
            send(reply, CLOSE, request);
            flush();
            scheduleClose();
        }
    }

    /** After a late answer: what the client has sent meanwhile was left in the socket, or is saved here. */
    private void goOn() throws IOException {
        if (socket.isOpen() && queueHead == null) {
            listen(READABLE);
        }
        byte[] next = saved;
        consume(next, next.length);
    }

    private void refuse(Refusal refusal) throws IOException {
        send(refusal.reply(), CLOSE, head);
        head = null;
        body = null;
        pending = null;
        saved = NOTHING;
        refused = true;
        deadline = System.currentTimeMillis() + LINGER_MILLIS;
    }

    private void send(Reply reply, String connection, RequestHead request) throws IOException {
        boolean large = reply.body().length > SMALL;
        if (large && !hold(reply.body().length)) {
            send(Refusal.overloaded().reply(), connection, request);
            return;
        }
        byte[] first = reply.head(connection);
        byte[] value = request != null && request.method().equals("HEAD") ? NOTHING : reply.body();
        if (large) {
            flush();
            write(first, 0, first.length);
            int written = queueHead == null ? Math.max(0, socket.write(value, 0, value.length)) : 0;
            if (written < value.length) {
                write(new RestOfReply(value, written));
            }
            return;
        }
        gather(first, value);
        if (repliesLength > SMALL) {
            flush();
        }
    }

    private void gather(byte[] first, byte[] value) {
        int length = repliesLength + first.length + value.length;
        if (length > replies.length) {
            replies = Arrays.copyOf(replies, repliesLength == 0 ? length : 2 * length);
        }
        System.arraycopy(first, 0, replies, repliesLength, first.length);
        System.arraycopy(value, 0, replies, repliesLength + first.length, value.length);
        repliesLength = length;
    }

    /** A write costs more than all that went before it, so many small replies are one. */
    private void flush() throws IOException {
        if (repliesLength > 0) {
            byte[] written = replies;
            int length = repliesLength;
            replies = NOTHING;
            repliesLength = 0;
            write(written, 0, length);
        }
    }

    /** What has to be kept until the next event, and until when. */
    private void remember(byte[] data, int at, int to) throws IOException {
        if (!socket.isOpen()) {
            return;
        }
        if (refused || at == to) {
            saved = NOTHING;
        } else if (data != saved || at > 0) {
            saved = Arrays.copyOfRange(data, at, to);
        }
        int incoming = saved.length + (body == null ? 0 : body.allocated()) + (pending == null ? 0 : pending.held);
        if (deadline == 0 && queueHead != null) {
            deadline = System.currentTimeMillis() + server.replyPatienceMillis();
        } else if (deadline == 0 && pending == null && (head != null || incoming > 0)) {
            deadline = System.currentTimeMillis() + server.requestPatienceMillis();
        }
        if (!hold(incoming + queued()) && incoming > 0) {
            refuse(Refusal.overloaded());
            // A client that has sent everything causes no other event.
            flush();
            hold(0);
        }
    }

    private long queued() {
        long bytes = 0;
        for (QueueItem item = queueHead; item != null; item = item.next()) {
            bytes += item.remaining();
        }
        return bytes;
    }

    /** Takes so many bytes of the budget in place of those that it has, unless they are not to be had. */
    private boolean hold(long bytes) {
        long more = bytes - held;
        if (more > 0 && !server.budget().tryTake(more)) {
            return false;
        }
        if (more < 0) {
            server.budget().give(-more);
        }
        held = bytes;
        return true;
    }

    /** one-nio asks every second, and closes whatever is not active. */
    @Override
    public synchronized int checkStatus(long now, long keepAlive) {
        if (deadline == 0 || now < deadline) {
            return ACTIVE;
        }
        if (!refused && !closing && queueHead == null) {
            try {
                send(Refusal.tooSlow().reply(), CLOSE, head);
                flush();
            } catch (IOException e) {
                log.debug("A slow client is gone: {}", getRemoteHost(), e);
            }
        }
        return STALE;
    }

    /** The service catches its own failures: an exception of input and output is a client that went away. */
    @Override
    public void handleException(Throwable e) {
        if (e instanceof IOException) {
            log.debug("A client is gone", e);
            close();
        } else {
            super.handleException(e);
        }
    }

    /** Late answers and one-nio's cleanup close on threads of their own; see {@link SelectorTask}. */
    @Override
    public synchronized void close() {
        if (selector == null || server.isStopping()) {
            closeNow();
        } else {
            closing = true;
            SelectorTask.run(selector, this::closeNow);
        }
    }

    private synchronized void closeNow() {
        super.close();
        hold(0);
        server.left(this);
    }

    /** A request that is with its handler. Whoever answers it again, or after the client has gone, is not heard. */
    private final class Pending implements Answer {

        private final RequestHead request;
        private final int held;

        Pending(RequestHead request, int held) {
            this.request = request;
            this.held = held;
        }

        @Override
        public void send(Reply reply) {
            answered(this, reply);
        }
    }
}
