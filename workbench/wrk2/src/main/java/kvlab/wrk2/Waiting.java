package kvlab.wrk2;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;

/**
 * How an event loop waits for its sockets and for its next timer at once, and so how late a request goes out. Java's
 * selectors wait whole milliseconds; on a machine that answers in a tenth of one, that is most of what would be measured.
 */
abstract class Waiting implements AutoCloseable {

    static final long MILLI = 1_000_000;

    private final Selector selector;

    Waiting(Selector selector) {
        this.selector = selector;
    }

    /** As precise as this system allows. */
    static Waiting precise() throws IOException {
        PollWaiting poll = PollWaiting.open();
        return poll == null ? new AlarmWaiting(Selector.open()) : poll;
    }

    final Selector selector() {
        return selector;
    }

    /** The moment for a timer that should fire so many nanoseconds from now. */
    long wakeAt(long now, long nanos) {
        return now + nanos;
    }

    /** Waits until a socket is ready or the moment has come, and hands over what is ready. */
    abstract void select(Consumer<SelectionKey> ready, long now, long at) throws IOException;

    @Override
    public void close() throws IOException {
        selector.close();
    }
}
