package kvlab.http;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import one.nio.http.Request;

/**
 * The value that a PUT carries, for one thread at a time. It stays in the pieces in which it arrived until a thread needs it
 * whole: an array of 1 MiB takes two of the 128 regions that G1 makes of a heap of 128 MiB, so if all waiting requests were
 * arrays, only half as many would fit. Each piece is taken from the server's budget, so a client that announces much and
 * sends little costs little.
 */
public final class Body {

    static final Body EMPTY = of(new byte[0]);

    private static final int PIECE = 32 * 1024;

    private final int size;
    private final Semaphore budget;
    private List<byte[]> pieces = new ArrayList<>(1);
    private int filled;
    private int taken;
    private byte[] whole;

    /** @param budget of all bodies together */
    Body(int size, Semaphore budget) {
        this.size = size;
        this.budget = budget;
    }

    public static Body of(byte[] bytes) {
        Body body = new Body(bytes.length, null);
        body.filled = bytes.length;
        body.whole = bytes;
        return body;
    }

    /** The body of a request that one-nio has parsed for a {@link ClientSession}. */
    public static Body of(Request request) {
        return ((IncomingRequest) request).body();
    }

    public int size() {
        return size;
    }

    boolean isComplete() {
        return filled == size;
    }

    int missing() {
        return size - filled;
    }

    /** Takes the bytes that belong to this body, and returns their number. */
    int take(byte[] data, int from, int to) {
        int count = Math.min(to - from, size - filled);
        for (int at = from; at < from + count; ) {
            int inPiece = filled % PIECE;
            if (inPiece == 0) {
                addPiece(Math.min(PIECE, size - filled));
            }
            byte[] piece = pieces.get(pieces.size() - 1);
            int copied = Math.min(from + count - at, piece.length - inPiece);
            System.arraycopy(data, at, piece, inPiece, copied);
            at += copied;
            filled += copied;
        }
        return count;
    }

    private void addPiece(int length) {
        if (!budget.tryAcquire(length)) {
            throw Refusal.overloaded();
        }
        taken += length;
        pieces.add(new byte[length]);
    }

    /** The whole value. One thread at a time may call this. */
    public byte[] bytes() {
        if (whole == null) {
            whole = pieces.size() == 1 ? pieces.get(0) : new byte[size];
            int at = 0;
            for (byte[] piece : pieces) {
                System.arraycopy(piece, 0, whole, at, piece.length);
                at += piece.length;
            }
            pieces = List.of();
        }
        return whole;
    }

    /** Gives back to the budget what this body has taken. */
    void release() {
        if (taken > 0) {
            budget.release(taken);
            taken = 0;
        }
    }
}
