package kvlab.gallery;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import kvlab.single.EntityRequest;
import kvlab.single.EntityRequest.Method;
import kvlab.single.EntityService;
import kvlab.single.Refusal;
import kvlab.single.Reply;

/** A tombstone that no PUT takes away. */
final class DeletedForEver implements EntityService {

    private final EntityService next;
    private final Set<String> deleted = ConcurrentHashMap.newKeySet();

    DeletedForEver(EntityService next) {
        this.next = next;
    }

    @Override
    public Reply handle(EntityRequest request) throws Refusal, IOException {
        String key = Changed.key(request);
        if (request.method() == Method.DELETE) {
            deleted.add(key);
        }
        return request.method() == Method.GET && deleted.contains(key) ? Reply.notFound() : next.handle(request);
    }
}
