package kvlab.http;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import one.nio.net.Session;
import one.nio.net.Socket;

/**
 * A large value on its way to a client. The part that the client has not taken yet is kept in pieces, and each piece is let
 * go as soon as it is written.
 */
final class LargeValue extends Session.QueueItem {

    private static final int PIECE = 32 * 1024;

    private final Semaphore budget;
    private final int taken;
    private byte[][] pieces;
    private int current;
    private int written;
    private int remaining;

    /** @param budget from which the bytes of the value are taken already */
    LargeValue(byte[] value, Semaphore budget) {
        this.budget = budget;
        this.taken = value.length;
        this.remaining = value.length;
        this.pieces = new byte[][] {value};
    }

    @Override
    public int remaining() {
        return remaining;
    }

    @Override
    public int write(Socket socket) throws IOException {
        int total = 0;
        while (remaining > 0) {
            byte[] piece = pieces[current];
            int count = socket.write(piece, written, piece.length - written);
            if (count <= 0) {
                break;
            }
            total += count;
            remaining -= count;
            written += count;
            if (written == piece.length) {
                pieces[current++] = null;
                written = 0;
            }
        }
        if (remaining > 0 && pieces.length == 1) {
            split();
        }
        return total;
    }

    private void split() {
        byte[] value = pieces[0];
        byte[][] rest = new byte[(remaining + PIECE - 1) / PIECE][];
        for (int i = 0; i < rest.length; i++) {
            int at = written + i * PIECE;
            rest[i] = Arrays.copyOfRange(value, at, Math.min(at + PIECE, value.length));
        }
        pieces = rest;
        written = 0;
    }

    /** one-nio calls this once: when the value is written, or when its connection is closed. */
    @Override
    public void release() {
        budget.release(taken);
    }
}
