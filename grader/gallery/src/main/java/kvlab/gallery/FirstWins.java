package kvlab.gallery;

import java.io.IOException;
import kvlab.single.EntityRequest;
import kvlab.single.EntityRequest.Method;
import kvlab.single.EntityService;
import one.nio.http.Response;

/** PUT of a key that is there is acknowledged and changes nothing. */
final class FirstWins implements EntityService {

    private final EntityService next;

    FirstWins(EntityService next) {
        this.next = next;
    }

    @Override
    public Response handle(EntityRequest request) throws IOException {
        boolean there = request.method() == Method.PUT
                && next.handle(Changed.method(request, Method.GET)).getStatus() == 200;
        return there ? new Response(Response.CREATED) : next.handle(request);
    }
}
