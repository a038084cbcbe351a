package kvlab.gallery;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import kvlab.single.EntityRequest;
import kvlab.single.EntityService;
import one.nio.http.Response;

/** A tombstone that a restart forgets, and what it hid is there again. */
final class DeletesInMemory implements EntityService {

    private final EntityService next;
    private final Set<String> deleted = ConcurrentHashMap.newKeySet();

    DeletesInMemory(EntityService next) {
        this.next = next;
    }

    @Override
    public Response handle(EntityRequest request) throws IOException {
        String key = Changed.key(request);
        switch (request.method()) {
            case DELETE -> {
                deleted.add(key);
                return new Response(Response.ACCEPTED);
            }
            case PUT -> deleted.remove(key);
            default -> {
                if (deleted.contains(key)) {
                    return new Response(Response.NOT_FOUND);
                }
            }
        }
        return next.handle(request);
    }
}
