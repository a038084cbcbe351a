package kvlab.wrk2;

import java.util.BitSet;

/**
 * How many requests a script gave to send, and which of them are HEAD.
 *
 * <p>The problem: a script returns one string, and may have put a whole pipeline into it. Each of its requests will be
 * answered, and unless it is known how many there are, a connection waits for an answer that nobody was asked for, or
 * takes the last one of this string for the first of the next. A mistake in the script has to be told before the load
 * begins, and where it is: sent as it is, it would look like a server that does not answer.
 */
final class Requests {

    private static final byte[] PROTOCOL = Ascii.bytes("HTTP/1.");
    private static final byte[] HEAD = Ascii.bytes("HEAD");
    private static final byte[] CONNECT = Ascii.bytes("CONNECT");

    /** What nearly every script sends, and is asked about anew for every string. */
    private static final Requests ONE = new Requests(1, new BitSet());

    private final int count;
    private final BitSet heads;

    private Requests(int count, BitSet heads) {
        this.count = count;
        this.heads = heads;
    }

    /** Looks at all bytes from {@code from} to {@code to}: they have to be whole requests, at least one. */
    static Requests in(byte[] data, int from, int to) throws MalformedRequest {
        return new Scanner(data, from, to).all();
    }

    int count() {
        return count;
    }

    /** Whether the answer to the request with this index, from 0, has no body whatever its headers say. */
    boolean isHead(int index) {
        return heads.get(index);
    }

    private static final class Scanner {

        private final byte[] data;
        private final int from;
        private final int to;
        private final Framing framing = new Framing();

        /** In a failure, this is where. */
        private int at;

        Scanner(byte[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
            at = from;
        }

        Requests all() throws MalformedRequest {
            int count = 0;
            BitSet heads = ONE.heads;
            try {
                for (skipEmptyLines(); at < to; skipEmptyLines()) {
                    if (request()) {
                        heads = heads == ONE.heads ? new BitSet() : heads;
                        heads.set(count);
                    }
                    count++;
                }
            } catch (Framing.Malformed e) {
                throw MalformedRequest.because(line(), column(), e);
            }
            if (count == 0) {
                throw MalformedRequest.empty();
            }
            return count == 1 && heads == ONE.heads ? ONE : new Requests(count, heads);
        }

        /** Before a request there may be some: scripts end a body with one. */
        private void skipEmptyLines() {
            while (at < to && (data[at] == '\r' || data[at] == '\n')) {
                at++;
            }
        }

        private boolean request() throws Framing.Malformed, MalformedRequest {
            boolean head = requestLine();
            framing.reset();
            while (header()) {}
            if (framing.isChunked()) {
                while (chunk()) {}
                while (trailer()) {}
            } else if (framing.length() > 0) {
                skip(framing.length(), "the body");
            }
            return head;
        }

        private boolean requestLine() throws Framing.Malformed, MalformedRequest {
            int start = at;
            while (at < to && (data[at] >= 'A' && data[at] <= 'Z' || data[at] == '-')) {
                at++;
            }
            int methodTo = at;
            if (methodTo == start || methodTo < to && data[methodTo] > ' ') {
                at = start;
                throw expected("a request's method such as GET (a body needs its Content-Length)");
            }
            int end = endOfLine("the rest of the request line");
            int target = Ascii.skipBlanks(data, methodTo, end);
            at = target;
            while (at < end && (data[at] & 0xff) > ' ' && data[at] != 0x7f) {
                at++;
            }
            int targetTo = at;
            if (!isTarget(start, methodTo, target, targetTo)) {
                at = target;
                throw expected("a path that begins with /");
            }
            at = Ascii.skipBlanks(data, targetTo, end);
            int version = at + PROTOCOL.length;
            if (at == targetTo
                    || end != version + 1
                    || !Ascii.agree(PROTOCOL, data, at, end)
                    || !Ascii.isDigit(data[version])) {
                throw expected("HTTP/1.1 and the end of the line");
            }
            nextLine(end);
            return is(HEAD, start, methodTo);
        }

        private boolean isTarget(int method, int methodTo, int target, int targetTo) {
            return targetTo > target
                    && (data[target] == '/'
                            || data[target] == '*'
                            || is(CONNECT, method, methodTo)
                            || Ascii.text(data, target, targetTo).contains("://"));
        }

        private boolean is(byte[] method, int start, int end) {
            return end - start == method.length && Ascii.agree(method, data, start, end);
        }

        private boolean header() throws Framing.Malformed, MalformedRequest {
            int end = endOfLine("the empty line behind the headers");
            if (end > at) {
                framing.header(data, at, end);
            }
            return nextLine(end);
        }

        private boolean trailer() throws Framing.Malformed, MalformedRequest {
            int end = endOfLine("the empty line behind the chunks");
            if (end > at) {
                framing.trailer(data, at, end);
            }
            return nextLine(end);
        }

        private boolean chunk() throws Framing.Malformed, MalformedRequest {
            int end = endOfLine("the last chunk, of size 0");
            long size = Framing.chunkSize(data, at, end);
            nextLine(end);
            if (size == 0) {
                return false;
            }
            skip(size, "the chunk");
            if (endOfLine("the end of a line behind the chunk") > at) {
                throw expected("the end of a line behind the chunk");
            }
            nextLine(at);
            return true;
        }

        private void skip(long length, String what) throws MalformedRequest {
            int present = to - at;
            if (length > present) {
                at = to;
                throw incomplete(what + " has " + present + " of " + length + " bytes");
            }
            at += (int) length;
        }

        /** The index of the line's end, without moving there. */
        private int endOfLine(String missing) throws MalformedRequest {
            int lineFeed = Ascii.indexOf('\n', data, at, to);
            if (lineFeed < 0) {
                at = to;
                throw incomplete(missing + " is missing");
            }
            return Ascii.trimReturn(data, at, lineFeed);
        }

        /** Moves behind the line that ends here. Returns whether there was anything in it. */
        private boolean nextLine(int end) {
            boolean empty = end == at;
            at = end + (data[end] == '\r' ? 2 : 1);
            return !empty;
        }

        private Framing.Malformed expected(String expected) {
            int lineFeed = Ascii.indexOf('\n', data, at, to);
            int end = Ascii.trimReturn(data, at, lineFeed < 0 ? to : lineFeed);
            return Framing.Malformed.found(data, at, end, expected);
        }

        private MalformedRequest incomplete(String missing) {
            return MalformedRequest.incomplete(line(), column(), missing);
        }

        private int line() {
            int line = 1;
            for (int i = from; i < at; i++) {
                line += data[i] == '\n' ? 1 : 0;
            }
            return line;
        }

        private int column() {
            int start = at;
            while (start > from && data[start - 1] != '\n') {
                start--;
            }
            return at - start + 1;
        }
    }
}
