package kvlab.gallery;

import java.io.IOException;
import kvlab.single.EntityRequest;
import kvlab.single.EntityRequest.Method;
import kvlab.single.EntityService;
import kvlab.single.Refusal;
import kvlab.single.Reply;

/** PUT of a key that is there is acknowledged and changes nothing. */
final class FirstWins implements EntityService {

    private final EntityService next;

    FirstWins(EntityService next) {
        this.next = next;
    }

    @Override
    public Reply handle(EntityRequest request) throws Refusal, IOException {
        boolean there = request.method() == Method.PUT
                && next.handle(Changed.method(request, Method.GET)).status() == 200;
        return there ? Reply.created() : next.handle(request);
    }
}
