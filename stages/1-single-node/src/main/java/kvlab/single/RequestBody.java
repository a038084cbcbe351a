package kvlab.single;

import java.util.ArrayList;
import java.util.List;

/** A body while it arrives. It is kept in pieces as they come: a client that announces much and sends little costs little. */
abstract class RequestBody {

    static final int LIMIT = EntityRequest.VALUE_LIMIT;

    private static final byte[] EMPTY = {};
    private static final int PIECE = 32 * 1024;

    private final int expected;
    private final List<byte[]> full = new ArrayList<>(0);
    private byte[] piece = EMPTY;
    private int filled;
    private int size;

    private RequestBody(int expected) {
        this.expected = expected;
    }

    static RequestBody of(RequestHead head) throws Refusal {
        if (head.chunked()) {
            return new Chunked();
        }
        if (head.contentLength() > LIMIT) {
            throw Refusal.bodyTooLarge();
        }
        return new Sized((int) Math.max(0, head.contentLength()));
    }

    /** Takes what belongs to the body, and returns how many bytes that was. */
    abstract int take(byte[] data, int from, int to) throws Refusal;

    abstract boolean isComplete();

    /** How many bytes are known to be missing. */
    int missing() {
        return Math.max(0, expected - size);
    }

    int allocated() {
        return full.size() * PIECE + piece.length;
    }

    /** All of it, once it is complete. */
    Body whole() {
        if (size == 0) {
            return Body.EMPTY;
        }
        if (full.isEmpty() && filled == piece.length) {
            return Body.of(piece);
        }
        full.add(piece);
        return Body.of(full, size);
    }

    final void append(byte[] data, int from, int count) throws Refusal {
        if (size + count > LIMIT) {
            throw Refusal.bodyTooLarge();
        }
        for (int at = from; at < from + count; ) {
            if (filled == piece.length) {
                nextPiece();
            }
            int taken = Math.min(from + count - at, piece.length - filled);
            System.arraycopy(data, at, piece, filled, taken);
            at += taken;
            filled += taken;
            size += taken;
        }
    }

    private void nextPiece() {
        if (piece.length > 0) {
            full.add(piece);
        }
        piece = new byte[Math.min(PIECE, expected - size)];
        filled = 0;
    }

    private static final class Sized extends RequestBody {

        Sized(int expected) {
            super(expected);
        }

        @Override
        int take(byte[] data, int from, int to) throws Refusal {
            int count = Math.min(to - from, missing());
            append(data, from, count);
            return count;
        }

        @Override
        boolean isComplete() {
            return missing() == 0;
        }
    }

    /** Chunks: a size in hexadecimal on a line of its own, so many bytes, a line end; size 0 and a blank line end it. */
    private static final class Chunked extends RequestBody {

        /** Chunk extensions and trailers are skipped, but not for ever. */
        private static final int SKIP_LIMIT = 4 * 1024;

        private enum State {
            SIZE,
            EXTENSION,
            DATA,
            DATA_END,
            TRAILER,
            COMPLETE
        }

        private State state = State.SIZE;
        private int chunk;
        private int digits;
        private int trailerLine;
        private int skipped;

        Chunked() {
            super(LIMIT);
        }

        /** Only the client knows how many more chunks there are. */
        @Override
        int missing() {
            return 0;
        }

        @Override
        boolean isComplete() {
            return state == State.COMPLETE;
        }

        @Override
        int take(byte[] data, int from, int to) throws Refusal {
            int at = from;
            while (at < to && state != State.COMPLETE) {
                if (state == State.DATA) {
                    int count = Math.min(to - at, chunk);
                    append(data, at, count);
                    at += count;
                    chunk -= count;
                    if (chunk == 0) {
                        state = State.DATA_END;
                    }
                } else {
                    step(data[at++]);
                }
            }
            return at - from;
        }

        private void step(byte b) throws Refusal {
            switch (state) {
                case SIZE -> size(b);
                case EXTENSION -> {
                    if (b == '\n') {
                        endSize();
                    } else {
                        skip();
                    }
                }
                case DATA_END -> {
                    if (b == '\n') {
                        state = State.SIZE;
                    } else if (b != '\r') {
                        throw Refusal.badRequest("a chunk is longer than it says");
                    }
                }
                default -> trailer(b);
            }
        }

        private void size(byte b) throws Refusal {
            int digit = Character.digit(b, 16);
            if (digit >= 0) {
                chunk = chunk << 4 | digit;
                digits++;
                if (chunk > LIMIT) {
                    throw Refusal.bodyTooLarge();
                }
            } else if (digits == 0 || "\r\n; \t".indexOf(b) < 0) {
                throw Refusal.badRequest("a chunk does not begin with its size");
            } else if (b == '\n') {
                endSize();
            } else {
                state = State.EXTENSION;
            }
        }

        private void endSize() {
            state = chunk == 0 ? State.TRAILER : State.DATA;
            digits = 0;
            trailerLine = 0;
        }

        private void trailer(byte b) throws Refusal {
            skip();
            if (b == '\n') {
                if (trailerLine == 0) {
                    state = State.COMPLETE;
                }
                trailerLine = 0;
            } else if (b != '\r') {
                trailerLine++;
            }
        }

        private void skip() throws Refusal {
            if (++skipped > SKIP_LIMIT) {
                throw Refusal.badRequest("the chunks have more than " + SKIP_LIMIT + " bytes around them");
            }
        }
    }
}
