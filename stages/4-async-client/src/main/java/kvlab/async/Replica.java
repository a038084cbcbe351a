package kvlab.async;

import java.util.concurrent.CompletableFuture;
import kvlab.replication.VersionedValue;

/**
 * One of the places where an entity is kept, as in stage 3, but the call returns before there is an answer. Every promise
 * is kept or broken by the deadline.
 */
interface Replica {

    CompletableFuture<VersionedValue> get(byte[] key, Limits limits);

    /** The result is the value that was put. */
    CompletableFuture<VersionedValue> put(byte[] key, VersionedValue value, Limits limits);
}
