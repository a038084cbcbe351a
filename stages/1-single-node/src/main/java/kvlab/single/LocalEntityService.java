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
    @Exercise(
            value = "Answer GET, PUT and DELETE from the store; the empty value is a value, an absent one is not",
            rule = "E2")
    public Response handle(EntityRequest request) throws IOException {
        switch (request.method()) {
            case GET -> {
                byte[] value = store.get(request.key());
                return value == null ? new Response(Response.NOT_FOUND, Response.EMPTY) : Response.ok(value);
            }
            case PUT -> {
                store.put(request.key(), request.value());
                return new Response(Response.CREATED, Response.EMPTY);
            }
            default -> {
                store.delete(request.key());
                return new Response(Response.ACCEPTED, Response.EMPTY);
            }
        }
    }
}
