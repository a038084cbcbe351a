package kvlab.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import one.nio.http.HttpServer;
import one.nio.http.HttpServerConfig;
import one.nio.http.HttpSession;
import one.nio.http.Request;
import one.nio.http.Response;
import one.nio.net.Session;
import one.nio.net.Socket;
import one.nio.server.AcceptorConfig;
import one.nio.server.SelectorThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * one-nio's server with a {@link ClientSession} for each connection. It keeps large values within a budget, and stops while
 * clients still connect.
 */
public abstract class ClientServer extends HttpServer {

    /** The largest value that a client may put. */
    public static final int VALUE_LIMIT = 1 << 20;

    private static final Logger log = LoggerFactory.getLogger(ClientServer.class);

    /** In a heap of 128 MiB, this is room for one value of 1 MiB from each of 64 clients, and a little more. */
    private static final int BUDGET = 66 << 20;

    private static final int CLOSE_ATTEMPTS = 10;

    /**
     * The bytes that all connections together may keep: values that have arrived in part, values of requests that have no answer
     * yet, and large responses that clients have not read yet. A client that needs more than is left is refused at once, and
     * all others are served.
     */
    final Semaphore budget = new Semaphore(BUDGET);

    final long patienceMillis;
    private final Set<ClientSession> clients = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

    /** @param patience the time that a client may take to send a request */
    protected ClientServer(String bind, int port, Duration patience) throws IOException {
        super(config(bind, port));
        this.patienceMillis = patience.toMillis();
    }

    /** One acceptor, and a selector for each core. Once a second, one-nio asks each session whether it is overdue. */
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

    /** An accepted socket of Java does not inherit this option from the one that listens. */
    @Override
    public HttpSession createSession(Socket socket) {
        socket.setNoDelay(true);
        ClientSession client = new ClientSession(socket, this);
        clients.add(client);
        return client;
    }

    /** one-nio does not close a connection that no selector has taken over yet; its client would wait for ever. */
    @Override
    public synchronized void stop() {
        stopping = true;
        acceptor.shutdown();
        for (SelectorThread thread : selectors) {
            insist(() -> thread.selector.forEach(Session::close));
        }
        insist(super::stop);
        clients.forEach(ClientSession::close);
    }

    /**
     * A connection to a peer may be added to a selector meanwhile. one-nio counts a selector's connections before it walks
     * over them, and fails if there is one more. Java fails to close a selector that receives one, but closes it.
     */
    private static void insist(Runnable closing) {
        for (int attempt = 0; attempt < CLOSE_ATTEMPTS; attempt++) {
            try {
                closing.run();
                return;
            } catch (RuntimeException e) {
                log.debug("A connection was added while all were being closed", e);
            }
        }
    }

    /** Any thread may call this. Only the first response to a request is sent, and only while its client is there. */
    protected static void respond(Request request, HttpSession session, Response response) {
        ((ClientSession) session).answer(request, response);
    }

    boolean isStopping() {
        return stopping;
    }

    void left(ClientSession client) {
        clients.remove(client);
    }
}
