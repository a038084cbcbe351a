package kvlab.node;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A node that is made of parts: a store, a server, whatever else has to be closed. When it stops they are closed, the last
 * one first. The same happens when one of them cannot be opened, so a node that failed to start leaves nothing behind.
 */
public abstract class ComposedNode implements Node {

    private final Deque<Closeable> parts = new ArrayDeque<>();

    /** Opens all parts, and keeps each of them as soon as it is open. */
    protected abstract void open() throws IOException;

    protected final <T extends Closeable> T keep(T part) {
        parts.push(part);
        return part;
    }

    @Override
    public final synchronized void start() throws IOException {
        try {
            open();
        } catch (IOException | RuntimeException | Error e) {
            stop();
            throw e;
        }
    }

    @Override
    public final synchronized void stop() {
        Closeable last = parts.poll();
        if (last == null) {
            return;
        }
        try {
            last.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            // The other parts are closed also when this one fails.
            stop();
        }
    }
}
