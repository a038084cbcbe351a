package kvlab.single;

import java.io.IOException;
import java.net.BindException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import one.nio.http.HttpServer;
import one.nio.http.HttpServerConfig;
import one.nio.http.HttpSession;
import one.nio.http.Request;
import one.nio.net.Session;
import one.nio.net.Socket;
import one.nio.server.AcceptorConfig;
import one.nio.server.SelectorThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP in front of one {@link Handler} for each path. A handler is called on the selector thread that read the request.
 * There are as many selectors as cores, and each serves many clients, so a handler either answers in microseconds, as a
 * store on a local disk does, or lets the thread go and answers later from another.
 */
public final class EntityServer extends HttpServer {

    /** Where clients find entities; whatever else has a handler is between nodes. */
    public static final String ENTITY = "/v0/entity";

    private static final Logger log = LoggerFactory.getLogger(EntityServer.class);

    /** Of a heap of 128 MiB: one value of 1 MiB for each of 64 clients, and a little more. */
    private static final long BUDGET = 66 << 20;

    /** Taking a reply may take so many times as long as sending a request: the client may have others to read first. */
    private static final int REPLY_PATIENCE = 6;

    private static final int CLOSE_ATTEMPTS = 10;

    private final Map<String, Handler> handlers;
    private final Duration patience;
    private final ByteBudget budget = new ByteBudget(BUDGET);
    private final Set<EntitySession> clients = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

    private EntityServer(String bind, int port, Map<String, Handler> handlers, Duration patience) throws IOException {
        super(config(bind, port));
        this.handlers = Map.copyOf(handlers);
        this.patience = patience;
    }

    /**
     * @param handlers by path; each serves requests for entities
     * @param patience how long a client may take to send a request
     */
    public static EntityServer create(String bind, int port, Map<String, Handler> handlers, Duration patience)
            throws IOException {
        try {
            return new EntityServer(bind, port, handlers, patience);
        } catch (BindException e) {
            throw new IOException("cannot listen on " + bind + ":" + port + ": " + e.getMessage(), e);
        }
    }

    private static HttpServerConfig config(String bind, int port) {
        AcceptorConfig acceptor = new AcceptorConfig();
        acceptor.address = bind;
        acceptor.port = port;
        HttpServerConfig config = new HttpServerConfig();
        config.acceptors = new AcceptorConfig[] {acceptor};
        config.selectors = Runtime.getRuntime().availableProcessors();
        config.keepAlive = 1000;
        return config;
    }

    /** Of Java's sockets, an accepted one does not have what one-nio sets for the one that listens. */
    @Override
    public EntitySession createSession(Socket socket) {
        socket.setNoDelay(true);
        EntitySession client = new EntitySession(socket, this);
        clients.add(client);
        return client;
    }

    /** one-nio alone would not close whom no selector has taken over yet, and its client would wait for ever. */
    @Override
    public synchronized void stop() {
        stopping = true;
        acceptor.shutdown();
        for (SelectorThread thread : selectors) {
            insist(() -> thread.selector.forEach(Session::close));
        }
        insist(super::stop);
        clients.forEach(EntitySession::close);
    }

    /**
     * Connections to peers still come meanwhile. one-nio counts a selector's before it walks over them, and fails if there
     * is one more; Java fails to close a selector that is just given one, which is closed all the same.
     */
    private static void insist(Runnable closing) {
        for (int attempt = 0; attempt < CLOSE_ATTEMPTS; attempt++) {
            try {
                closing.run();
                return;
            } catch (RuntimeException e) {
                log.debug("A connection has come while all were being closed", e);
            }
        }
    }

    void left(EntitySession client) {
        clients.remove(client);
    }

    /** one-nio calls this with one request of a connection at a time. */
    @Override
    public void handleRequest(Request request, HttpSession session) throws IOException {
        IncomingRequest incoming = (IncomingRequest) request;
        EntitySession client = (EntitySession) session;
        Answer answer = reply -> client.answer(request, reply);
        try {
            Handler handler = handlers.get(request.getPath());
            if (handler != null) {
                handler.handle(EntityRequest.of(incoming), answer);
            } else if (request.getPath().equals("/v0/status")) {
                answer.send(status(request));
            } else {
                throw Refusal.badRequest("unknown path; there are " + ENTITY + "?id=KEY and /v0/status");
            }
        } catch (Refusal refusal) {
            answer.send(refusal.reply());
        } catch (RuntimeException e) {
            log.error("{} failed", request.getURI(), e);
            answer.send(Reply.error(500, "this node failed: " + e.getMessage()));
        }
    }

    private static Reply status(Request request) throws Refusal {
        if (request.getMethod() != Request.METHOD_GET) {
            throw Refusal.methodNotAllowed("GET");
        }
        return Reply.ok(new byte[0]);
    }

    boolean isStopping() {
        return stopping;
    }

    ByteBudget budget() {
        return budget;
    }

    long requestPatienceMillis() {
        return patience.toMillis();
    }

    long replyPatienceMillis() {
        return REPLY_PATIENCE * patience.toMillis();
    }
}
