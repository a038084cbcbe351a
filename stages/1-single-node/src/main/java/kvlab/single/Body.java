package kvlab.single;

import java.util.List;

/**
 * What a PUT carries, for one thread at a time. It stays in the pieces in which it came until somebody needs it whole: an
 * array of 1 MiB takes two of the 128 regions that G1 makes of a heap of 128 MiB, so of requests that wait for a thread only
 * half as many would fit.
 */
public final class Body {

    static final Body EMPTY = of(new byte[0]);

    private final int size;
    private List<byte[]> pieces;
    private byte[] whole;

    private Body(int size, List<byte[]> pieces, byte[] whole) {
        this.size = size;
        this.pieces = pieces;
        this.whole = whole;
    }

    public static Body of(byte[] bytes) {
        return new Body(bytes.length, List.of(), bytes);
    }

    /** @param pieces of which the last need not be full */
    static Body of(List<byte[]> pieces, int size) {
        return new Body(size, pieces, null);
    }

    public int size() {
        return size;
    }

    byte[] bytes() {
        if (whole == null) {
            byte[] bytes = new byte[size];
            int at = 0;
            for (byte[] piece : pieces) {
                int length = Math.min(piece.length, size - at);
                System.arraycopy(piece, 0, bytes, at, length);
                at += length;
            }
            whole = bytes;
            pieces = List.of();
        }
        return whole;
    }
}
