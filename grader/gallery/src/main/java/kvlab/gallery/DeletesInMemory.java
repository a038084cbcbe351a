package kvlab.gallery;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import kvlab.single.EntityRequest;
import kvlab.single.EntityService;
import kvlab.single.Refusal;
import kvlab.single.Reply;

/** A tombstone that a restart forgets, and what it hid is there again. */
final class DeletesInMemory implements EntityService {

    private final EntityService next;
    private final Set<String> deleted = ConcurrentHashMap.newKeySet();

    DeletesInMemory(EntityService next) {
        this.next = next;
    }

    @Override
    public Reply handle(EntityRequest request) throws Refusal, IOException {
        String key = Changed.key(request);
        switch (request.method()) {
            case DELETE -> {
                deleted.add(key);
                return Reply.accepted();
            }
            case PUT -> deleted.remove(key);
            default -> {
                if (deleted.contains(key)) {
                    return Reply.notFound();
                }
            }
        }
        return next.handle(request);
    }
}
