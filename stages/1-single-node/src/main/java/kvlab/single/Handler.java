package kvlab.single;

import java.io.IOException;
import kvlab.http.Refusal;
import one.nio.http.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the requests of one path: each is answered once, before this returns or later, on this thread or another. A handler
 * may also refuse a request at once: it throws a {@link Refusal}, and sends no answer.
 */
public interface Handler {

    void handle(EntityRequest request, Answer answer);

    /** Asks the service on the calling thread, and answers when the service returns. */
    static Handler of(EntityService service) {
        Logger log = LoggerFactory.getLogger(service.getClass());
        return (request, answer) -> {
            Response response;
            try {
                response = service.handle(request);
            } catch (Refusal refusal) {
                response = refusal.response();
            } catch (IOException | RuntimeException | Error e) {
                // An Error too, such as an OutOfMemoryError: on a thread of a pool, no other code would answer.
                log.error("{} failed", request.method(), e);
                response = failed(e);
            }
            answer.send(response);
        };
    }

    /** The response after a failure that no rule expects. */
    static Response failed(Throwable e) {
        return new Refusal(Response.INTERNAL_ERROR, "this node failed: " + e.getMessage()).response();
    }
}
