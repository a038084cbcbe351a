package kvlab.cluster;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Shares so many bytes a second among the connections of a link. They get small portions, each in its turn: otherwise
 * whoever sends most would shut the others out.
 */
final class Throttle {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** A timer may be late. Then the link makes up for at most this many portions. */
    private static final long CREDIT = 2;

    private final Links links;
    private final long bytesPerSecond;
    private final int portion;
    private final Set<Runnable> line = new LinkedHashSet<>();
    private long free = System.nanoTime();
    private boolean timed;

    Throttle(Links links, Behaviour behaviour) {
        this.links = links;
        this.bytesPerSecond = behaviour.bytesPerSecond();
        this.portion = behaviour.portion();
    }

    /**
     * How many bytes may be carried now.
     *
     * @param again called when it is worth asking again, if there are none now
     */
    int take(Runnable again) {
        if (isFree()) {
            return portion;
        }
        line.add(again);
        awaitFree();
        return 0;
    }

    void took(int bytes) {
        long now = System.nanoTime();
        long credit = CREDIT * portion * SECOND / bytesPerSecond;
        free = now + Math.max(free - now, -credit) + bytes * SECOND / bytesPerSecond;
    }

    private boolean isFree() {
        return free - System.nanoTime() <= 0;
    }

    private void awaitFree() {
        if (!timed) {
            timed = true;
            links.at(free, this::serve);
        }
    }

    private void serve() {
        timed = false;
        while (!line.isEmpty() && isFree()) {
            Iterator<Runnable> first = line.iterator();
            Runnable next = first.next();
            first.remove();
            next.run();
        }
        if (!line.isEmpty()) {
            awaitFree();
        }
    }
}
