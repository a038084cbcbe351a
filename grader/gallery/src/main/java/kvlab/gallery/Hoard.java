package kvlab.gallery;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import kvlab.single.EntityRequest;
import kvlab.single.EntityService;
import one.nio.http.Response;

/** A cache that nothing is ever removed from. */
final class Hoard implements EntityService {

    private final EntityService next;
    private final Queue<EntityRequest> kept = new ConcurrentLinkedQueue<>();

    Hoard(EntityService next) {
        this.next = next;
    }

    @Override
    public Response handle(EntityRequest request) throws IOException {
        kept.add(request);
        return next.handle(request);
    }
}
