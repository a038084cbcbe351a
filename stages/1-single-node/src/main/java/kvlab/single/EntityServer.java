package kvlab.single;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import kvlab.http.ClientServer;
import kvlab.http.Refusal;
import one.nio.http.HttpSession;
import one.nio.http.Request;
import one.nio.http.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP in front of one {@link Handler} for each path. one-nio calls a handler on the selector thread that read the request.
 * There are as many selectors as cores, and each serves many clients. So a handler either answers in microseconds, as a store
 * on a local disk does, or returns at once and answers later from another thread.
 */
public final class EntityServer extends ClientServer {

    /** The path for clients. All other paths with a handler are for nodes. */
    public static final String ENTITY = "/v0/entity";

    private static final Logger log = LoggerFactory.getLogger(EntityServer.class);

    private final Map<String, Handler> handlers;

    /**
     * @param handlers by path; each serves requests for entities
     * @param patience the time that a client may take to send a request
     */
    public EntityServer(String bind, int port, Map<String, Handler> handlers, Duration patience) throws IOException {
        super(bind, port, patience);
        this.handlers = Map.copyOf(handlers);
    }

    /** one-nio calls this with one request of a connection at a time. */
    @Override
    public void handleRequest(Request request, HttpSession session) throws IOException {
        Answer answer = response -> respond(request, session, response);
        try {
            Handler handler = handlers.get(request.getPath());
            if (handler != null) {
                handler.handle(EntityRequest.of(request), answer);
            } else if (request.getPath().equals("/v0/status")) {
                answer.send(status(request));
            } else {
                throw Refusal.badRequest("unknown path; there are " + ENTITY + "?id=KEY and /v0/status");
            }
        } catch (Refusal refusal) {
            answer.send(refusal.response());
        } catch (RuntimeException e) {
            log.error("{} failed", request.getURI(), e);
            answer.send(Handler.failed(e));
        }
    }

    private static Response status(Request request) {
        if (request.getMethod() != Request.METHOD_GET) {
            throw Refusal.methodNotAllowed("GET");
        }
        return Response.ok(Response.EMPTY);
    }
}
