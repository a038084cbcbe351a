package kvlab.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that all connections together may keep from one event to the next: requests that have arrived in part, and large
 * responses that clients have not read yet. A heap of 128 MiB has room for 64 clients with 1 MiB each, and not for 200. A
 * client that needs more than is left is refused at once, and all others are served.
 */
final class ByteBudget {

    private final AtomicLong left;

    ByteBudget(long bytes) {
        this.left = new AtomicLong(bytes);
    }

    boolean tryTake(long bytes) {
        long before = left.getAndUpdate(now -> now >= bytes ? now - bytes : now);
        return before >= bytes;
    }

    void give(long bytes) {
        left.addAndGet(bytes);
    }

    long left() {
        return left.get();
    }
}
