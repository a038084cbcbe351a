package kvlab.wrk2;

/**
 * Where a message ends, and whether its connection goes on.
 *
 * <p>The problem: nothing marks the end of a message. It follows from headers that may come in any order and any case,
 * more than once, with values that contradict each other. Whoever reads one of them wrongly takes the rest of a body for
 * the next message, and from there on every answer for another's. So what is not clear is refused.
 *
 * <p>Requests and responses share these rules; each adds its own about messages without a body.
 */
final class Framing {

    private static final byte[] CONTENT_LENGTH = Ascii.bytes("content-length");
    private static final byte[] TRANSFER_ENCODING = Ascii.bytes("transfer-encoding");
    private static final byte[] CONNECTION = Ascii.bytes("connection");
    private static final byte[] CHUNKED = Ascii.bytes("chunked");
    private static final byte[] CLOSE = Ascii.bytes("close");
    private static final byte[] KEEP_ALIVE = Ascii.bytes("keep-alive");

    private long length;
    private boolean encoded;
    private boolean chunked;
    private boolean close;
    private boolean keepAlive;
    private boolean foldable;

    /** What came and what was expected; whoever was reading knows where, and passes it on with that. */
    static final class Malformed extends Exception {

        private static final long serialVersionUID = 1L;

        private Malformed(String message) {
            super(message, null, false, false);
        }

        static Malformed found(byte[] data, int from, int to, String expected) {
            return new Malformed("found " + Ascii.quote(data, from, to) + ", expected " + expected);
        }
    }

    Framing() {
        reset();
    }

    void reset() {
        length = -1;
        encoded = false;
        chunked = false;
        close = false;
        keepAlive = false;
        foldable = false;
    }

    /** What Content-Length says, or -1. */
    long length() {
        return length;
    }

    boolean isChunked() {
        return chunked;
    }

    /** Whether there is a Transfer-Encoding: then whatever Content-Length says does not count. */
    boolean isEncoded() {
        return encoded;
    }

    boolean saysClose() {
        return close;
    }

    boolean saysKeepAlive() {
        return keepAlive;
    }

    /** Takes a line that is not empty, without its end. Returns where its colon is, or -1 when it goes on with the last. */
    int header(byte[] line, int from, int to) throws Malformed {
        int colon = colon(line, from, to);
        if (colon < 0) {
            return colon;
        }
        int nameTo = Ascii.trimEnd(line, from, colon);
        switch (nameTo - from) {
            case 10 -> connection(line, from, nameTo, colon + 1, to);
            case 14 -> contentLength(line, from, nameTo, colon + 1, to);
            case 17 -> transferEncoding(line, from, nameTo, colon + 1, to);
            default -> {}
        }
        return colon;
    }

    /** A header that comes behind a chunked body: too late to decide anything. */
    int trailer(byte[] line, int from, int to) throws Malformed {
        return colon(line, from, to);
    }

    private int colon(byte[] line, int from, int to) throws Malformed {
        if (Ascii.isBlank(line[from])) {
            if (!foldable) {
                throw Malformed.found(line, from, to, "a header that is not continued on a line of its own");
            }
            return -1;
        }
        int colon = Ascii.indexOf(':', line, from, to);
        if (colon <= from) {
            throw Malformed.found(line, from, to, "a header, or an empty line behind the last");
        }
        foldable = true;
        return colon;
    }

    private void connection(byte[] line, int from, int nameTo, int valueFrom, int to) {
        if (Ascii.equalsIgnoreCase(CONNECTION, line, from, nameTo)) {
            close |= Ascii.listHas(CLOSE, line, valueFrom, to);
            keepAlive |= Ascii.listHas(KEEP_ALIVE, line, valueFrom, to);
            foldable = false;
        }
    }

    private void transferEncoding(byte[] line, int from, int nameTo, int valueFrom, int to) {
        if (Ascii.equalsIgnoreCase(TRANSFER_ENCODING, line, from, nameTo)) {
            encoded = true;
            chunked = Ascii.listEndsWith(CHUNKED, line, valueFrom, to);
            foldable = false;
        }
    }

    private void contentLength(byte[] line, int from, int nameTo, int valueFrom, int to) throws Malformed {
        if (!Ascii.equalsIgnoreCase(CONTENT_LENGTH, line, from, nameTo)) {
            return;
        }
        foldable = false;
        int start = valueFrom;
        while (start <= to) {
            int comma = Ascii.indexOf(',', line, start, to);
            int end = comma < 0 ? to : comma;
            int digits = Ascii.skipBlanks(line, start, end);
            long next = Ascii.decimal(line, digits, Ascii.trimEnd(line, digits, end));
            if (next < 0) {
                throw Malformed.found(line, from, to, "a length of at most 18 digits");
            } else if (length >= 0 && length != next) {
                throw Malformed.found(line, from, to, length + " as said before");
            }
            length = next;
            start = end + 1;
        }
    }

    /** Reads the line before a chunk; what follows a semicolon is of no interest. */
    static long chunkSize(byte[] line, int from, int to) throws Malformed {
        int semicolon = Ascii.indexOf(';', line, from, to);
        long size = Ascii.hexadecimal(line, from, Ascii.trimEnd(line, from, semicolon < 0 ? to : semicolon));
        if (size < 0) {
            throw Malformed.found(line, from, to, "the size of a chunk in at most 15 hexadecimal digits");
        }
        return size;
    }
}
