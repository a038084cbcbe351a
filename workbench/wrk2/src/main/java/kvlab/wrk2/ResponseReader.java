package kvlab.wrk2;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Reads the answers of one connection, as their bytes come.
 *
 * <p>The problem: a read brings whatever has arrived, which may be half a status line, or five answers and the
 * beginning of a sixth. The thread that reads also sends requests on time for all its other connections, so it can
 * neither wait for the rest nor leave garbage behind for the collector to stop it for. This reader goes on where the
 * last bytes ended, looks at lines where they lie, and copies only a line that is cut in two.
 *
 * <p>It knows what is due from the request: an answer to HEAD looks as if a body followed. Interim answers (1xx) are
 * passed over, but for 101, behind which there is no HTTP any more. The caller says {@link #next} before every answer,
 * and {@link #endOfStream} when the server has closed: an answer without any length ends only there.
 */
final class ResponseReader {

    /** Of status line and headers together, of a chunk's size with its extensions, or of all trailers. */
    static final int HEAD_LIMIT = 64 * 1024;

    /** Only what is kept for a script is limited. */
    static final int BODY_LIMIT = 64 * 1024 * 1024;

    /** Beyond this, a body's memory is given back: a connection may never see another as large. */
    private static final int KEPT = 1024 * 1024;

    private static final byte[] NOTHING = {};
    private static final byte[] PROTOCOL = Ascii.bytes("HTTP/1.");
    private static final String STATUS_LINE = "a status line such as 'HTTP/1.1 200 OK'";

    private enum Part {
        STATUS,
        HEADERS,
        SIZED_BODY,
        BODY_UNTIL_CLOSE,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILERS,
        END
    }

    /** In the order in which they came, trailers last. */
    record Header(String name, String value) {}

    private final boolean keeps;
    private final List<Header> headers = new ArrayList<>();
    private final Framing framing = new Framing();
    private byte[] body = NOTHING;
    private int bodyLength;

    private Part part;
    private boolean answersHead;
    private boolean started;
    private int status;
    private boolean http10;

    /** Of the body or the chunk. */
    private long missing;

    private int headLength;

    /** A line whose end has not come yet. */
    private byte[] saved = NOTHING;

    private int savedLength;

    /** @param keeps whether headers and bodies are wanted, as a script with a response() does */
    ResponseReader(boolean keeps) {
        this.keeps = keeps;
        next(false);
    }

    /** Forgets the answer that was read, complete or not, and waits for another. */
    void next(boolean answerToHead) {
        answersHead = answerToHead;
        started = false;
        savedLength = 0;
        bodyLength = 0;
        if (body.length > KEPT) {
            body = NOTHING;
        }
        beginHead();
    }

    private void beginHead() {
        part = Part.STATUS;
        status = 0;
        headLength = 0;
        headers.clear();
        framing.reset();
    }

    /** Takes bytes up to the end of this answer at most, and returns the index of the first that it did not take. */
    int feed(byte[] data, int from, int to) throws MalformedResponse {
        int at = from;
        try {
            while (at < to && part != Part.END) {
                at = switch (part) {
                    case SIZED_BODY, BODY_UNTIL_CLOSE, CHUNK -> takeBody(data, at, to);
                    default -> takeLine(data, at, to);
                };
            }
        } catch (Framing.Malformed e) {
            throw MalformedResponse.because(e);
        }
        return at;
    }

    /** The server has closed. Returns whether this answer is complete; if not, it never will be. */
    boolean endOfStream() {
        if (part == Part.BODY_UNTIL_CLOSE) {
            part = Part.END;
        }
        return isComplete();
    }

    boolean isComplete() {
        return part == Part.END;
    }

    /** Whether anything has come of it. Empty lines, which some servers send behind a body, are nothing. */
    boolean isStarted() {
        return started;
    }

    /** From here on, all is about an answer that is complete. */
    int status() {
        return status;
    }

    /** Whether the connection may be used for another request. */
    boolean keepAlive() {
        boolean ended = !isBodiless() && !framing.isChunked() && (framing.isEncoded() || framing.length() < 0);
        return !ended && status != 101 && !framing.saysClose() && (!http10 || framing.saysKeepAlive());
    }

    /** A view that {@link #next} empties. */
    List<Header> headers() {
        return Collections.unmodifiableList(headers);
    }

    /** Its first {@link #bodyLength} bytes, valid until {@link #next}. */
    byte[] body() {
        return body;
    }

    int bodyLength() {
        return bodyLength;
    }

    private int takeLine(byte[] data, int from, int to) throws Framing.Malformed, MalformedResponse {
        int lineFeed = Ascii.indexOf('\n', data, from, to);
        int end = lineFeed < 0 ? to : lineFeed + 1;
        headLength += end - from;
        if (headLength > HEAD_LIMIT) {
            throw MalformedResponse.headTooLarge(HEAD_LIMIT);
        }
        if (lineFeed >= 0 && savedLength == 0) {
            line(data, from, Ascii.trimReturn(data, from, lineFeed));
            return end;
        }
        save(data, from, end);
        if (lineFeed < 0) {
            beginningOfLine();
        } else {
            int length = savedLength - 1;
            savedLength = 0;
            line(saved, 0, Ascii.trimReturn(saved, 0, length));
        }
        return end;
    }

    private void save(byte[] data, int from, int to) {
        int length = savedLength + to - from;
        if (length > saved.length) {
            saved = Arrays.copyOf(saved, Math.max(256, Math.max(length, 2 * saved.length)));
        }
        System.arraycopy(data, from, saved, savedLength, to - from);
        savedLength = length;
    }

    /** Something else than HTTP may never send a line's end, and would be waited for in vain. */
    private void beginningOfLine() throws Framing.Malformed {
        boolean onlyReturn = savedLength == 1 && saved[0] == '\r';
        if (part == Part.STATUS && !onlyReturn) {
            started = true;
            if (!Ascii.agree(PROTOCOL, saved, 0, savedLength)) {
                throw Framing.Malformed.found(saved, 0, savedLength, STATUS_LINE);
            }
        } else if (part == Part.CHUNK_END && !onlyReturn) {
            chunkEnd(saved, 0, savedLength);
        }
    }

    private void line(byte[] data, int from, int to) throws Framing.Malformed, MalformedResponse {
        switch (part) {
            case STATUS -> statusLine(data, from, to);
            case HEADERS -> header(data, from, to);
            case CHUNK_SIZE -> chunkSize(data, from, to);
            case CHUNK_END -> chunkEnd(data, from, to);
            case TRAILERS -> trailer(data, from, to);
            default -> throw new IllegalStateException(part + " has no lines");
        }
    }

    private void statusLine(byte[] data, int from, int to) throws Framing.Malformed {
        if (from == to) {
            return;
        }
        started = true;
        int version = from + PROTOCOL.length;
        if (to - version < 2
                || !Ascii.agree(PROTOCOL, data, from, to)
                || !Ascii.isDigit(data[version])
                || data[version + 1] != ' ') {
            throw Framing.Malformed.found(data, from, to, STATUS_LINE);
        }
        int digits = Ascii.skipBlanks(data, version + 1, to);
        int end = digits + 3;
        long number = end > to ? -1 : Ascii.decimal(data, digits, end);
        if (number < 100 || end < to && data[end] != ' ') {
            throw Framing.Malformed.found(data, from, to, STATUS_LINE);
        }
        http10 = data[version] == '0';
        status = (int) number;
        part = Part.HEADERS;
    }

    private void header(byte[] data, int from, int to) throws Framing.Malformed, MalformedResponse {
        if (from == to) {
            endOfHead();
        } else {
            keep(data, from, framing.header(data, from, to), to);
        }
    }

    private void trailer(byte[] data, int from, int to) throws Framing.Malformed {
        if (from == to) {
            part = Part.END;
        } else {
            keep(data, from, framing.trailer(data, from, to), to);
        }
    }

    private void keep(byte[] data, int from, int colon, int to) {
        if (!keeps) {
            return;
        }
        int valueFrom = Ascii.skipBlanks(data, colon < 0 ? from : colon + 1, to);
        String value = Ascii.text(data, valueFrom, Ascii.trimEnd(data, valueFrom, to));
        if (colon < 0) {
            int last = headers.size() - 1;
            Header begun = headers.get(last);
            headers.set(last, new Header(begun.name, begun.value + ' ' + value));
        } else {
            headers.add(new Header(Ascii.text(data, from, Ascii.trimEnd(data, from, colon)), value));
        }
    }

    private void endOfHead() throws MalformedResponse {
        if (status < 200 && status != 101) {
            beginHead();
        } else if (isBodiless()) {
            part = Part.END;
        } else if (framing.isChunked()) {
            part = Part.CHUNK_SIZE;
            headLength = 0;
        } else if (framing.isEncoded() || framing.length() < 0) {
            part = Part.BODY_UNTIL_CLOSE;
            missing = Long.MAX_VALUE;
        } else {
            missing = framing.length();
            part = missing == 0 ? Part.END : Part.SIZED_BODY;
            if (keeps && missing > BODY_LIMIT) {
                throw MalformedResponse.bodyTooLarge(BODY_LIMIT);
            }
        }
    }

    private boolean isBodiless() {
        return answersHead || status == 204 || status == 304 || status == 101;
    }

    private void chunkSize(byte[] data, int from, int to) throws Framing.Malformed {
        missing = Framing.chunkSize(data, from, to);
        part = missing == 0 ? Part.TRAILERS : Part.CHUNK;
        headLength = 0;
    }

    private void chunkEnd(byte[] data, int from, int to) throws Framing.Malformed {
        if (from < to) {
            throw Framing.Malformed.found(data, from, to, "the end of a line behind a chunk");
        }
        part = Part.CHUNK_SIZE;
        headLength = 0;
    }

    private int takeBody(byte[] data, int from, int to) throws MalformedResponse {
        int length = (int) Math.min(missing, to - from);
        if (keeps) {
            keepBody(data, from, length);
        }
        missing -= length;
        if (missing == 0) {
            part = part == Part.CHUNK ? Part.CHUNK_END : Part.END;
        }
        return from + length;
    }

    private void keepBody(byte[] data, int from, int length) throws MalformedResponse {
        if (length > BODY_LIMIT - bodyLength) {
            throw MalformedResponse.bodyTooLarge(BODY_LIMIT);
        }
        int needed = bodyLength + length;
        if (needed > body.length) {
            body = Arrays.copyOf(body, Math.max(needed, Math.min(2 * body.length, BODY_LIMIT)));
        }
        System.arraycopy(data, from, body, bodyLength, length);
        bodyLength = needed;
    }
}
