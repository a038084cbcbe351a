package kvlab.single;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the requests of one path: each is answered once, before this returns or later, on this thread or another. */
public interface Handler {

    void handle(EntityRequest request, Answer answer);

    /** Asks the service on the thread that calls, and answers when it returns. */
    static Handler of(EntityService service) {
        Logger log = LoggerFactory.getLogger(service.getClass());
        return (request, answer) -> {
            Reply reply;
            try {
                reply = service.handle(request);
            } catch (Refusal refusal) {
                reply = refusal.reply();
            } catch (IOException | RuntimeException | Error e) {
                // Also when there is no memory for it: on another thread than the selector's, nobody else would answer.
                log.error("{} failed", request.method(), e);
                reply = Reply.error(500, "this node failed: " + e.getMessage());
            }
            answer.send(reply);
        };
    }
}
