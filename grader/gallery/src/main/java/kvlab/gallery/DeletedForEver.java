package kvlab.gallery;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import kvlab.single.EntityRequest;
import kvlab.single.EntityRequest.Method;
import kvlab.single.EntityService;
import one.nio.http.Response;

/** A tombstone that no PUT takes away. */
final class DeletedForEver implements EntityService {

    private final EntityService next;
    private final Set<String> deleted = ConcurrentHashMap.newKeySet();

    DeletedForEver(EntityService next) {
        this.next = next;
    }

    @Override
    public Response handle(EntityRequest request) throws IOException {
        String key = Changed.key(request);
        if (request.method() == Method.DELETE) {
            deleted.add(key);
        }
        return request.method() == Method.GET && deleted.contains(key)
                ? new Response(Response.NOT_FOUND)
                : next.handle(request);
    }
}
