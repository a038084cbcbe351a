package kvlab.async;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Makes one promise of those of several replicas: the second of three things in which clients differ. */
interface Collector {

    /** @return {@code ack} answers, or more; broken with TooFewAcks */
    <T> CompletableFuture<List<T>> collect(int ack, List<CompletableFuture<T>> answers);
}
