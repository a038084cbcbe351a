package kvlab.async;

import java.io.Closeable;
import java.util.concurrent.CompletableFuture;

/** Carries requests to one peer, and its answers back. */
interface Transport extends Closeable {

    /** The promise is broken with a PeerFailure when there is no answer by the request's deadline. */
    CompletableFuture<PeerAnswer> ask(PeerRequest request);

    @Override
    void close();
}
