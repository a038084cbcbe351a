package kvlab.single;

import java.io.IOException;
import kvlab.node.Exercise;
import one.nio.http.Response;

/** The entities of this node's own store. */
public final class LocalEntityService implements EntityService {

    private final EntityStore store;

    public LocalEntityService(EntityStore store) {
        this.store = store;
    }

    @Override
    public Response handle(EntityRequest request) throws IOException {
        return switch (request.method()) {
            case GET -> get(request.key());
            case PUT -> put(request.key(), request.value());
            case DELETE -> delete(request.key());
        };
    }

    @Exercise(value = "Answer with the stored value; the empty value is a value, an absent one is not", rule = "E2")
    private Response get(byte[] key) throws IOException {
        byte[] value = store.get(key);
        return value == null ? new Response(Response.NOT_FOUND) : Response.ok(value);
    }

    @Exercise(value = "Store the value, replacing what was there, before you acknowledge it", rule = "E1")
    private Response put(byte[] key, byte[] value) throws IOException {
        store.put(key, value);
        return new Response(Response.CREATED);
    }

    @Exercise(value = "Delete the entity; deleting what is not there is a success too", rule = "E4")
    private Response delete(byte[] key) throws IOException {
        store.delete(key);
        return new Response(Response.ACCEPTED);
    }
}
