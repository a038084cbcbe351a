package kvlab.async;

import java.util.concurrent.CompletableFuture;
import kvlab.single.EntityRequest;
import one.nio.http.Response;

/** Answers requests for entities, as the service of the earlier stages does, but may promise the reply instead. */
interface EntityService {

    CompletableFuture<Response> handle(EntityRequest request, Limits limits);
}
