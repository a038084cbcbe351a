package kvlab.async;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import kvlab.single.EntityRequest;

/** Answers, of bytes that come in any pieces. They are read as a node of the lab writes them. */
final class PeerReader {

    private static final int HEAD_LIMIT = 8 * 1024;

    private static final int STATUS_AT = "HTTP/1.1 ".length();

    /** Of 19 digits, those that are too many for a long make it negative. */
    private static final int LONGEST_NUMBER = 19;

    private static final byte[] LENGTH = "Content-Length: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] VERSION = "Version: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOTHING = {};

    private byte[] head = new byte[256];
    private int headLength;
    private byte[] body;
    private int bodyLength;
    private int status;
    private long version;

    /** Takes what belongs to the next answer, and returns how many bytes that was. */
    int take(byte[] data, int from, int to) throws IOException {
        int at = from;
        while (body == null && at < to) {
            at = takeLine(data, at, to);
        }
        if (body != null) {
            int count = Math.min(to - at, body.length - bodyLength);
            System.arraycopy(data, at, body, bodyLength, count);
            bodyLength += count;
            at += count;
        }
        return at - from;
    }

    private int takeLine(byte[] data, int from, int to) throws IOException {
        int at = from;
        while (at < to && data[at] != '\n') {
            at++;
        }
        boolean whole = at < to;
        int count = whole ? at + 1 - from : at - from;
        if (headLength + count > HEAD_LIMIT) {
            throw new IOException("the head of its answer has more than " + HEAD_LIMIT + " bytes");
        }
        if (headLength + count > head.length) {
            head = Arrays.copyOf(head, HEAD_LIMIT);
        }
        System.arraycopy(data, from, head, headLength, count);
        headLength += count;
        if (whole && endsHead()) {
            parse();
        }
        return from + count;
    }

    private boolean endsHead() {
        return headLength >= 4 && head[headLength - 2] == '\r' && head[headLength - 3] == '\n';
    }

    private void parse() throws IOException {
        status = (int) number(STATUS_AT);
        long length = header(LENGTH);
        version = Math.max(0, header(VERSION));
        if (length < 0) {
            throw new IOException("its answer does not say how long it is");
        }
        if (length > EntityRequest.VALUE_LIMIT) {
            // Whatever else has that port may announce more than this heap has room for.
            throw new IOException("its answer has " + length + " bytes, which is more than any value");
        }
        body = length == 0 ? NOTHING : new byte[(int) length];
    }

    /** -1 when there is no such header. */
    private long header(byte[] name) throws IOException {
        for (int line = 0; line < headLength; line++) {
            if (Arrays.equals(head, line, Math.min(line + name.length, headLength), name, 0, name.length)) {
                return number(line + name.length);
            }
            while (head[line] != '\n') {
                line++;
            }
        }
        return -1;
    }

    private long number(int from) throws IOException {
        long number = 0;
        int at = from;
        for (; at < headLength && head[at] >= '0' && head[at] <= '9'; at++) {
            number = 10 * number + head[at] - '0';
        }
        if (at == from || at - from > LONGEST_NUMBER || number < 0) {
            throw new IOException("its answer is not that of a node");
        }
        return number;
    }

    boolean isComplete() {
        return body != null && bodyLength == body.length;
    }

    PeerAnswer answer() {
        PeerAnswer answer = new PeerAnswer(status, version, body);
        headLength = 0;
        body = null;
        bodyLength = 0;
        return answer;
    }
}
