package kvlab.single;

import java.io.IOException;
import java.util.Arrays;
import one.nio.net.Session;
import one.nio.net.Socket;

/** What a client has not taken of a large reply yet: in pieces, each of which is let go as soon as it is written. */
final class RestOfReply extends Session.QueueItem {

    private static final int PIECE = 32 * 1024;

    private final byte[][] pieces;
    private int current;
    private int written;
    private int remaining;

    RestOfReply(byte[] value, int from) {
        remaining = value.length - from;
        pieces = new byte[(remaining + PIECE - 1) / PIECE][];
        for (int i = 0; i < pieces.length; i++) {
            int at = from + i * PIECE;
            pieces[i] = Arrays.copyOfRange(value, at, Math.min(at + PIECE, value.length));
        }
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
        return total;
    }
}
