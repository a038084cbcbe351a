package kvlab.async;

import java.io.Closeable;
import java.util.concurrent.CompletableFuture;
import one.nio.http.Response;

/** Carries requests to one peer, and its answers back. */
public interface Transport extends Closeable {

    /** The promise is broken with a PeerFailure when there is no answer by the request's deadline. */
    CompletableFuture<Response> ask(PeerRequest request);

    @Override
    void close();
}
