package kvlab.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * The thread behind all links of a cluster. Eight nodes have 56 links with dozens of connections each; threads for every
 * connection would be thousands, and would disturb what is measured. So one thread waits for all sockets at once, and for
 * the moment at which the next piece is due. Links and connections are changed by this thread alone.
 */
final class Links implements AutoCloseable {

    /**
     * A node may dial all others without end. Each connection takes two of the files that this process may open, and links of
     * other clusters need some, too.
     */
    static final int MOST_CONNECTIONS = 3 * Link.MOST_CONNECTIONS;

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    /** System.nanoTime() may overflow: moments are compared by their difference. */
    private static final Comparator<Timer> EARLIEST = (a, b) -> Long.signum(a.due - b.due);

    private final Selector selector;
    private final Thread thread = new Thread(this::run, "links");
    private final Queue<Runnable> calls = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(EARLIEST);
    private final List<Link> all = new CopyOnWriteArrayList<>();
    private final int mostConnections;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private volatile boolean closing;
    private boolean ended;

    private record Timer(long due, Runnable action) {}

    private Links(Selector selector, int mostConnections) {
        this.selector = selector;
        this.mostConnections = mostConnections;
        thread.setDaemon(true);
    }

    /** @param mostConnections how many all links together carry */
    static Links start(int mostConnections) throws IOException {
        Links links = new Links(Selector.open(), mostConnections);
        links.thread.start();
        return links;
    }

    /** @param action what to do when the channel is ready for what its key will ask for */
    SelectionKey register(SelectableChannel channel, Runnable action) throws IOException {
        channel.configureBlocking(false);
        return channel.register(selector, 0, action);
    }

    /** Closes their channels at once: a channel that a selector knows keeps its port until the next selection. */
    void release(List<SelectionKey> keys) throws IOException {
        for (SelectionKey key : keys) {
            key.channel().close();
        }
        selector.selectNow(Links::act);
    }

    void add(Link link) {
        all.add(link);
    }

    boolean areFull() {
        return all.stream().mapToInt(Link::carried).sum() >= mostConnections;
    }

    /** The link whose connections leave no room for others. */
    Link fullest() {
        return Collections.max(all, Comparator.comparingInt(Link::carried));
    }

    /** Has the thread do it, and returns when it is done. */
    void call(Runnable action) {
        CompletableFuture.runAsync(action, this::submit).join();
    }

    private synchronized void submit(Runnable call) {
        if (ended) {
            throw new IllegalStateException("the links are closed");
        }
        calls.add(call);
        selector.wakeup();
    }

    /** Only for the thread itself. */
    void at(long due, Runnable action) {
        timers.add(new Timer(due, action));
    }

    /** What is read goes through here, one piece after the other. Only for the thread itself. */
    ByteBuffer buffer() {
        return buffer.clear();
    }

    private void run() {
        try {
            while (!closing) {
                select();
                runCalls();
                runTimers();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            end();
        }
    }

    private void select() throws IOException {
        if (timers.isEmpty()) {
            selector.select(Links::act);
            return;
        }
        long wait = timers.peek().due - System.nanoTime();
        if (wait <= 0) {
            selector.selectNow(Links::act);
        } else {
            // Rounded up: to wake before anything is due would be spinning.
            selector.select(Links::act, (wait + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
        }
    }

    private static void act(SelectionKey key) {
        ((Runnable) key.attachment()).run();
    }

    private void runCalls() {
        for (Runnable call = calls.poll(); call != null; call = calls.poll()) {
            call.run();
        }
    }

    private void runTimers() {
        long now = System.nanoTime();
        while (!timers.isEmpty() && timers.peek().due - now <= 0) {
            timers.poll().action.run();
        }
    }

    private void end() {
        try {
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            refuseCalls();
            runCalls();
        }
    }

    private synchronized void refuseCalls() {
        ended = true;
    }

    /** Closes every link and connection; the ports are free when this returns. Again is harmless. */
    @Override
    public void close() {
        closing = true;
        selector.wakeup();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
