package kvlab.sharding;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** For so many requests, and so many bytes of their values: a thousand requests of 1 MiB fit into no heap of 128 MiB. */
public final class Room {

    private final AtomicInteger requests;
    private final AtomicLong bytes;

    public Room(int requests, long bytes) {
        this.requests = new AtomicInteger(requests);
        this.bytes = new AtomicLong(bytes);
    }

    /** Whoever gets in has to leave. */
    public boolean enter(int size) {
        boolean oneMore = requests.decrementAndGet() >= 0;
        boolean asLarge = bytes.addAndGet(-size) >= 0;
        if (!oneMore || !asLarge) {
            leave(size);
        }
        return oneMore && asLarge;
    }

    public void leave(int size) {
        requests.incrementAndGet();
        bytes.addAndGet(size);
    }
}
