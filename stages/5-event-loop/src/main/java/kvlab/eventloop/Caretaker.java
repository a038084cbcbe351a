package kvlab.eventloop;

import java.io.Closeable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import one.nio.net.Selector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads for what a selector thread must not do, which is to wait. One looks after deadlines. Others connect: to a peer that
 * swallows connections this takes a second, and neither a deadline nor another peer may wait so long.
 */
final class Caretaker implements Closeable {

    private static final Logger log = LoggerFactory.getLogger(Caretaker.class);
    private static final int ROUND_MILLIS = 10;

    private final List<Peer> peers = new CopyOnWriteArrayList<>();
    private final Set<Peer> failed = new HashSet<>();
    private final ScheduledExecutorService deadlines =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "caretaker"));
    private final ExecutorService connectors = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> new Thread(task, "connector"));

    Caretaker() {
        deadlines.scheduleWithFixedDelay(this::round, ROUND_MILLIS, ROUND_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The executor never runs a task again that has thrown, and then no deadline is kept. Each peer is logged once. */
    private void round() {
        for (Peer peer : peers) {
            try {
                peer.expire();
            } catch (RuntimeException e) {
                if (failed.add(peer)) {
                    log.error("The deadlines of calls to {} are not kept", peer.member(), e);
                }
            }
        }
    }

    Peer care(Peer peer) {
        peers.add(peer);
        return peer;
    }

    /** Any that has asked a peer before. There is one: only a call that was made can have failed. */
    Selector selector() {
        return peers.get(0).selector();
    }

    /**
     * No more threads than peers: each connects once at a time.
     *
     * @param nanos how long to wait before it; not at all when negative
     */
    void connect(Runnable task, long nanos) {
        try {
            if (nanos > 0) {
                deadlines.schedule(() -> connect(task, 0), nanos, TimeUnit.NANOSECONDS);
            } else {
                connectors.execute(task);
            }
        } catch (RejectedExecutionException e) {
            // The node is stopping, and the clients are gone.
        }
    }

    @Override
    public void close() {
        deadlines.shutdownNow();
        connectors.shutdownNow();
    }
}
