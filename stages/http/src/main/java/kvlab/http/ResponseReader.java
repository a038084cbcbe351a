package kvlab.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import one.nio.http.Response;

/**
 * Reads the responses of a peer from bytes that come in any pieces, one response after another. A peer is a node, and a node
 * writes responses in one of the many ways that HTTP allows: with a Content-Length and without chunks. After an exception the connection has to be closed.
 */
public final class ResponseReader {

    private static final int HEAD_LIMIT = 8 * 1024;
    private static final String VERSION = "HTTP/1.1 ";
    private static final int STATUS_DIGITS = 3;
    private static final String LENGTH = "Content-Length:";
    private static final byte[] NOTHING = {};

    private final int bodyLimit;
    private byte[] head = new byte[256];
    private int headLength;

    /** Null until the head is complete. */
    private Response response;

    private byte[] body = NOTHING;
    private int bodyLength;

    /** @param bodyLimit a response that announces more bytes is refused: another program may have the peer's port by now */
    public ResponseReader(int bodyLimit) {
        this.bodyLimit = bodyLimit;
    }

    /** Takes the bytes that belong to the next response, and returns how many these were. */
    public int take(byte[] data, int from, int to) throws IOException {
        int at = from;
        while (response == null && at < to) {
            at = takeLine(data, at, to);
        }
        int count = Math.min(to - at, body.length - bodyLength);
        System.arraycopy(data, at, body, bodyLength, count);
        bodyLength += count;
        return at + count - from;
    }

    private int takeLine(byte[] data, int from, int to) throws IOException {
        int end = from;
        while (end < to && data[end] != '\n') {
            end++;
        }
        boolean isComplete = end < to;
        int count = (isComplete ? end + 1 : end) - from;
        if (headLength + count > HEAD_LIMIT) {
            throw new IOException("the head of its answer has more than " + HEAD_LIMIT + " bytes");
        }
        if (headLength + count > head.length) {
            head = Arrays.copyOf(head, HEAD_LIMIT);
        }
        System.arraycopy(data, from, head, headLength, count);
        headLength += count;
        if (isComplete && headLength >= 4 && head[headLength - 2] == '\r' && head[headLength - 3] == '\n') {
            parse(new String(head, 0, headLength, StandardCharsets.ISO_8859_1));
        }
        return from + count;
    }

    private void parse(String text) throws IOException {
        String[] lines = text.split("\n");
        try {
            int status = Integer.parseInt(lines[0], VERSION.length(), VERSION.length() + STATUS_DIGITS, 10);
            if (status < 100 || !lines[0].startsWith(VERSION)) {
                throw new NumberFormatException(lines[0]);
            }
            Response parsed = new Response(lines[0].substring(VERSION.length()).stripTrailing());
            for (int i = 1; i < lines.length - 1; i++) {
                parsed.addHeader(lines[i].stripTrailing());
            }
            int length = Integer.parseInt(parsed.getHeader(LENGTH));
            body = new byte[Objects.checkIndex(length, bodyLimit + 1)];
            response = parsed;
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new IOException("its answer is not that of a node", e);
        }
    }

    public boolean isComplete() {
        return response != null && bodyLength == body.length;
    }

    /** The response that is complete. What comes afterwards belongs to the next one. */
    public Response next() {
        Response complete = response;
        complete.setBody(body);
        headLength = 0;
        response = null;
        body = NOTHING;
        bodyLength = 0;
        return complete;
    }
}
