package kvlab.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import one.nio.http.HttpException;
import one.nio.http.HttpSession;
import one.nio.http.Request;
import one.nio.http.Response;
import one.nio.net.Socket;
import one.nio.net.SocketClosedException;

/**
 * One connection of a client: one-nio's session, and what the rules ask beyond it. one-nio finds the requests in the bytes
 * that arrive, and writes the responses. {@link IncomingRequest} refuses malformed ones. This class adds
 *
 * <ul>
 *   <li>E11: requests wait, as bytes, until the request before them is answered and the client has taken the response.
 *   <li>S4: a refusal reaches a client that is still sending, because the connection is not closed at once.
 *   <li>S4: a client that is slow to send a request, or to take a response, is given up after a while.
 *   <li>S5: large values are kept in pieces, and all of them together within a budget.
 * </ul>
 *
 * <p>All of this runs on the selector thread that the connection belongs to, with two exceptions: a handler may answer later
 * on a thread of its own, and one-nio's cleanup thread closes slow clients. So every entry is synchronized.
 */
final class ClientSession extends HttpSession {

    /** A larger value is written behind its head; a smaller one together with it, which saves a system call. */
    private static final int SMALL = 8 * 1024;

    /**
     * A refused client may go on sending until it pauses this long. Closing at once would answer its bytes with a reset, and a
     * reset makes the client's system drop the response that the client has not read yet.
     */
    private static final long LINGER_MILLIS = 1_000;

    /** A client may take this many times longer to read a response than to send a request. It may have others to read first. */
    private static final int READ_PATIENCE = 6;

    /** Ends one-nio's walk through the bytes that have arrived. */
    private static final HttpException WAIT = new HttpException("a request has to wait for its turn");

    private static final int NO_EVENTS = 0;
    private static final byte[] NOTHING = {};
    private static final byte[] INCOMPLETE = {0};
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

    private final ClientServer owner;

    /** The bytes of requests that wait for their turn, or of a line that has not arrived whole. */
    private byte[] saved = NOTHING;

    /** How many bytes one-nio is given. */
    private int given;

    /** Where in these bytes the first request begins that has to wait. */
    private int waitsFrom;

    private boolean consuming;

    /** After a refusal, everything that the client still sends is dropped. */
    private boolean refused;

    /** A refused client may not go on sending for longer. */
    private long refusedUntil;

    /** When the client's next step is overdue; 0 when it owes nothing. */
    private long deadline;

    ClientSession(Socket socket, ClientServer server) {
        super(socket, server);
        this.owner = server;
    }

    @Override
    protected synchronized void processRead(byte[] buffer) throws IOException {
        if (queueHead != null || closing) {
            // An event from before a late answer was queued. Reading now would make one-nio forget to go on writing.
            return;
        }
        if (handling != null) {
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
        saved = NOTHING;
        consume(buffer, length);
    }

    /** Never more than the rest of a body and one head, because a client decides how many requests come together. */
    private int window(byte[] buffer) {
        int missing = parsing == null ? 0 : ((IncomingRequest) parsing).body().missing();
        return Math.min(buffer.length, missing + IncomingRequest.HEAD_LIMIT);
    }

    private boolean isBusy() {
        return handling != null || queueHead != null || closing;
    }

    /** Handles the requests in these bytes as long as each is answered at once, and saves the rest. */
    private void consume(byte[] data, int length) throws IOException {
        if (refused) {
            linger();
        }
        if (refused || closing) {
            return;
        }
        consuming = true;
        try {
            int taken = takeBody(data, length);
            if (taken < length) {
                parse(taken == 0 ? data : Arrays.copyOfRange(data, taken, length), length - taken);
            }
        } catch (Refusal refusal) {
            refuse(refusal);
        } catch (HttpException e) {
            refuse(Refusal.badRequest(e.getMessage()));
        } finally {
            consuming = false;
        }
        if (!isBusy() && !refused) {
            expectMore();
        }
    }

    private void expectMore() {
        if (parsing == null && saved.length == 0) {
            deadline = 0;
        } else if (deadline == 0) {
            deadline = in(owner.patienceMillis);
        }
    }

    private int takeBody(byte[] data, int length) throws IOException {
        Body body = parsing == null ? Body.EMPTY : ((IncomingRequest) parsing).body();
        if (body.isComplete()) {
            return 0;
        }
        int taken = body.take(data, 0, length);
        if (body.isComplete()) {
            handleParsedRequest();
        }
        return taken;
    }

    private void parse(byte[] data, int length) throws IOException, HttpException {
        if (parsing != null) {
            IncomingRequest.requireHeaders(data, 0, length);
        }
        given = length;
        int processed;
        try {
            processed = processHttpBuffer(data, length);
        } catch (HttpException e) {
            if (e != WAIT) {
                throw e;
            }
            processed = waitsFrom;
        }
        if (processed < length) {
            saved = Arrays.copyOfRange(data, processed, length);
        }
        if (!isBusy() && saved.length >= IncomingRequest.HEAD_LIMIT) {
            throw IncomingRequest.headTooLarge();
        }
        if (parsing != null && parsing.getBody() == null) {
            ((IncomingRequest) parsing).requireHead();
        }
    }

    @Override
    protected Request parseRequest(byte[] buffer, int start, int length) throws HttpException {
        if (isBusy()) {
            waitsFrom = start;
            throw WAIT;
        }
        // Some clients end a body with an empty line that belongs to nothing.
        return length == 0 ? null : IncomingRequest.of(buffer, start, length, given);
    }

    @Override
    protected int startParsingRequestBody(String announced, byte[] buffer, int offset, int remaining)
            throws IOException, HttpException {
        IncomingRequest request = (IncomingRequest) parsing;
        request.requireHead();
        request.expectBody(announced, owner.budget);
        int taken = request.body().take(buffer, offset, offset + remaining);
        // one-nio compares these two to learn whether the body is complete.
        requestBodyOffset = 0;
        request.setBody(request.body().isComplete() ? NOTHING : INCOMPLETE);
        if (remaining == 0 && request.isHttp11() && "100-continue".equalsIgnoreCase(request.getHeader("Expect:"))) {
            write(CONTINUE, 0, CONTINUE.length);
            expectToBeRead();
        }
        return taken;
    }

    @Override
    protected synchronized void handleParsedRequest() throws IOException {
        if (parsing.getBody() == null) {
            ((IncomingRequest) parsing).requireHead();
        }
        deadline = 0;
        super.handleParsedRequest();
    }

    synchronized void answer(Request request, Response response) {
        if (handling != request || closing) {
            release(request);
            return;
        }
        try {
            sendResponse(response);
        } catch (IOException | RuntimeException | Error e) {
            handleException(e);
        }
    }

    @Override
    public synchronized void sendResponse(Response response) throws IOException {
        IncomingRequest request = (IncomingRequest) handling;
        request.body().release();
        server.incRequestsProcessed();
        if (response.getBody() == null) {
            // one-nio's shortest constructor. Without a length, the client would wait for a body.
            response.setBody(Response.EMPTY);
            response.addHeader("Content-Length: 0");
        }
        boolean keepAlive = request.keepAlive();
        if (!keepAlive || !request.isHttp11()) {
            response.addHeader(keepAlive ? "Connection: keep-alive" : "Connection: close");
        }
        writeResponse(response, request.getMethod() != Request.METHOD_HEAD);
        handling = null;
        if (!keepAlive) {
            scheduleClose();
        } else if (!consuming) {
            goOn();
        }
    }

    /** The bytes that wait here come first, then those that wait in the socket. */
    private void goOn() throws IOException {
        byte[] next = saved;
        saved = NOTHING;
        consume(next, next.length);
        if (!isBusy()) {
            listen(READABLE);
        }
    }

    /** Everything else that this client sends is dropped. */
    private void refuse(Refusal refusal) throws IOException {
        boolean hasBody = parsing == null || parsing.getMethod() != Request.METHOD_HEAD;
        release(parsing);
        parsing = null;
        saved = NOTHING;
        refused = true;
        server.incRequestsRejected();
        Response response = refusal.response();
        response.addHeader("Connection: close");
        writeResponse(response, hasBody);
        if (queueHead == null) {
            beginToLinger();
        }
    }

    private void beginToLinger() {
        refusedUntil = in(owner.patienceMillis);
        linger();
    }

    private void linger() {
        deadline = Math.min(refusedUntil, in(LINGER_MILLIS));
    }

    private static long in(long millis) {
        return System.currentTimeMillis() + millis;
    }

    @Override
    protected synchronized void writeResponse(Response response, boolean includeBody) throws IOException {
        byte[] value = response.getBody();
        if (!includeBody || value.length <= SMALL) {
            super.writeResponse(response, includeBody);
        } else if (owner.budget.tryAcquire(value.length)) {
            byte[] head = response.toBytes(false);
            write(new ArrayQueueItem(head, 0, head.length, 0).append(new LargeValue(value, owner.budget)));
        } else {
            Response overloaded = Refusal.overloaded().response();
            String connection = response.getHeader("Connection:");
            if (connection != null) {
                overloaded.addHeader("Connection: " + connection);
            }
            super.writeResponse(overloaded, true);
        }
        expectToBeRead();
    }

    private void expectToBeRead() {
        if (queueHead != null) {
            deadline = in(READ_PATIENCE * owner.patienceMillis);
        }
    }

    @Override
    protected synchronized void processWrite() throws Exception {
        super.processWrite();
        if (queueHead != null || closing) {
            return;
        }
        deadline = 0;
        if (refused) {
            beginToLinger();
        } else if (handling == null) {
            goOn();
        }
    }

    /** one-nio asks every second, and closes each session that is not active. */
    @Override
    public synchronized int checkStatus(long now, long keepAlive) {
        if (deadline == 0 || now < deadline) {
            return ACTIVE;
        }
        if (refused || closing || queueHead != null) {
            return STALE;
        }
        try {
            refuse(new Refusal(Response.REQUEST_TIMEOUT, "the request took too long to arrive"));
        } catch (IOException e) {
            log.debug("A slow client is gone: {}", getRemoteHost(), e);
            return STALE;
        }
        return ACTIVE;
    }

    /** A handler catches its own failures, so an exception of input and output means that the client went away. */
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
        if (selector == null || owner.isStopping()) {
            closeNow();
        } else {
            closing = true;
            SelectorTask.run(selector, this::closeNow);
        }
    }

    /** A request that has no answer yet keeps its room in the budget: its value stays in memory until then. */
    private synchronized void closeNow() {
        super.close();
        release(parsing);
        owner.left(this);
    }

    private static void release(Request request) {
        if (request != null) {
            ((IncomingRequest) request).body().release();
        }
    }
}
