package kvlab.cluster;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * One direction of a connection. What one side said waits here, with the moment at which it came, until the other side
 * shall hear it; the end comes after all that was said before.
 */
final class Pipe {

    private static final int MOST_BYTES = 1024 * 1024;
    private static final int MOST_DELAYED_BYTES = 4 * MOST_BYTES;

    /** What a piece takes beside its bytes: of small ones, there may be many. */
    private static final int PIECE_BYTES = 128;

    private enum End {
        NONE,
        CLOSE,
        RESET
    }

    private record Piece(long arrived, ByteBuffer bytes) {}

    private final Link link;
    private final Links links;
    private final SocketChannel source;
    private final SocketChannel sink;
    private final Supplier<Throttle> throttle;
    private final Runnable again;

    private final Deque<Piece> pieces = new ArrayDeque<>();
    private int waiting;
    private End end = End.NONE;
    private long endArrived;
    private boolean endCarried;
    private boolean discarded;
    private boolean blocked;
    private boolean timed;
    private long timer;

    /** @param again called when there may be something to carry */
    Pipe(
            Link link,
            Links links,
            SocketChannel source,
            SocketChannel sink,
            Supplier<Throttle> throttle,
            Runnable again) {
        this.link = link;
        this.links = links;
        this.source = source;
        this.sink = sink;
        this.throttle = throttle;
        this.again = again;
    }

    /** What this direction waits for at the side that speaks. */
    int reading() {
        int most = link.behaviour().delayNanos() > 0 ? MOST_DELAYED_BYTES : MOST_BYTES;
        return end == End.NONE && !discarded && waiting < most ? SelectionKey.OP_READ : 0;
    }

    /** What it waits for at the side that listens. */
    int writing() {
        return blocked ? SelectionKey.OP_WRITE : 0;
    }

    void read() throws IOException {
        ByteBuffer buffer = links.buffer();
        int count = source.read(buffer);
        if (count < 0) {
            end(End.CLOSE);
        } else if (count > 0) {
            ByteBuffer bytes = ByteBuffer.allocate(count).put(buffer.flip()).flip();
            pieces.add(new Piece(System.nanoTime(), bytes));
            waiting += count + PIECE_BYTES;
        }
    }

    /** Nothing more is said, and the other side shall see that it was no proper end. */
    void breakOff() {
        end(End.RESET);
    }

    private void end(End how) {
        end = how;
        endArrived = System.nanoTime();
        endCarried = false;
    }

    /** Nobody listens any more. */
    void discard() {
        discarded = true;
        blocked = false;
        pieces.clear();
        waiting = 0;
    }

    /** Carries all that is due. */
    void carry() throws IOException {
        blocked = false;
        while (!pieces.isEmpty()) {
            if (!isDue(pieces.peek().arrived())) {
                return;
            }
            int allowed = throttle.get().take(again);
            if (allowed == 0 || !write(pieces.peek().bytes(), allowed)) {
                return;
            }
        }
        if (end != End.NONE && !endCarried && isDue(endArrived)) {
            endCarried = true;
            if (end == End.CLOSE && !discarded) {
                sink.shutdownOutput();
            }
        }
    }

    /** Whether the other side took what was allowed. */
    private boolean write(ByteBuffer bytes, int allowed) throws IOException {
        int limit = bytes.limit();
        bytes.limit(bytes.position() + Math.min(bytes.remaining(), allowed));
        int count = sink.write(bytes);
        blocked = bytes.hasRemaining();
        bytes.limit(limit);
        throttle.get().took(count);
        link.carried(count);
        waiting -= count;
        if (!bytes.hasRemaining()) {
            pieces.remove();
            waiting -= PIECE_BYTES;
        }
        return !blocked;
    }

    private boolean isDue(long arrived) {
        long due = arrived + link.behaviour().delayNanos();
        if (due - System.nanoTime() <= 0) {
            return true;
        }
        if (!timed || due - timer < 0) {
            timed = true;
            timer = due;
            links.at(due, this::onTime);
        }
        return false;
    }

    private void onTime() {
        timed = false;
        again.run();
    }

    boolean hasEnded() {
        return endCarried;
    }

    boolean wasBrokenOff() {
        return endCarried && end == End.RESET;
    }
}
