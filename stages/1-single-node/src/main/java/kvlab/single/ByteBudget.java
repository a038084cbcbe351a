package kvlab.single;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes all sessions together may keep from one event to the next: requests that have come in part, large
 * replies that clients have not taken yet. A heap of 128 MiB has room for 64 clients with 1 MiB each, and not for 200;
 * so whoever wants more than is left is refused, at once and alone, and everybody else is served.
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
