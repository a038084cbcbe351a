package kvlab.single;

import java.io.IOException;
import java.net.BindException;
import java.time.Duration;
import one.nio.net.Socket;
import one.nio.server.AcceptorConfig;
import one.nio.server.Server;
import one.nio.server.ServerConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP in front of an {@link EntityService}. A request is served on the selector thread that read it: a store on a
 * local disk answers in microseconds, and handing the request to another thread would cost more than that. There are as
 * many selectors as cores.
 */
public final class EntityServer extends Server {

    private static final Logger log = LoggerFactory.getLogger(EntityServer.class);

    /** Of a heap of 128 MiB: one value of 1 MiB for each of 64 clients, and some more. */
    private static final long BUDGET = 72 << 20;

    /** Taking a reply may take so many times as long as sending a request: the client may have others to read first. */
    private static final int REPLY_PATIENCE = 6;

    private static final int STOP_ATTEMPTS = 10;

    private final EntityService service;
    private final Duration patience;
    private final ByteBudget budget = new ByteBudget(BUDGET);

    private EntityServer(String bind, int port, EntityService service, Duration patience) throws IOException {
        super(config(bind, port));
        this.service = service;
        this.patience = patience;
    }

    /** @param patience how long a client may take to send a request */
    public static EntityServer create(String bind, int port, EntityService service, Duration patience)
            throws IOException {
        try {
            return new EntityServer(bind, port, service, patience);
        } catch (BindException e) {
            throw new IOException("cannot listen on " + bind + ":" + port + ": " + e.getMessage(), e);
        }
    }

    private static ServerConfig config(String bind, int port) {
        AcceptorConfig acceptor = new AcceptorConfig();
        acceptor.address = bind;
        acceptor.port = port;
        ServerConfig config = new ServerConfig();
        config.acceptors = new AcceptorConfig[] {acceptor};
        config.selectors = Runtime.getRuntime().availableProcessors();
        config.keepAlive = 1000;
        config.closeSessions = true;
        return config;
    }

    /** Of Java's sockets, an accepted one does not have what one-nio sets for the one that listens. */
    @Override
    public EntitySession createSession(Socket socket) {
        socket.setNoDelay(true);
        return new EntitySession(socket, this);
    }

    /** one-nio counts its sessions before it walks over them, and fails if one more has come meanwhile. */
    @Override
    public synchronized void stop() {
        for (int attempt = 1; ; attempt++) {
            try {
                super.stop();
                return;
            } catch (IndexOutOfBoundsException e) {
                if (attempt == STOP_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    Reply handle(RequestHead head, byte[] body) {
        try {
            return switch (head.path()) {
                case "/v0/entity" -> service.handle(EntityRequest.of(head, body));
                case "/v0/status" -> status(head);
                default -> throw Refusal.badRequest("unknown path; there are /v0/entity?id=KEY and /v0/status");
            };
        } catch (Refusal refusal) {
            return refusal.reply();
        } catch (IOException | RuntimeException e) {
            log.error("{} {} failed", head.method(), head.path(), e);
            return Reply.error(500, "this node failed: " + e.getMessage());
        }
    }

    private static Reply status(RequestHead head) throws Refusal {
        if (!head.method().equals("GET")) {
            throw Refusal.methodNotAllowed(head.method(), "GET");
        }
        return Reply.ok(new byte[0]);
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
