package kvlab.single;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A request up to the blank line, read from bytes. Of the headers only the four that say where the body ends and what
 * becomes of the connection are kept; the others are checked for their form and forgotten.
 */
final class RequestHead {

    /** A head that is longer is refused, however many lines it has: an id of 1 KiB, percent-encoded, takes 3. */
    static final int LIMIT = 16 * 1024;

    private static final int UNSET = -1;

    private String method;
    private String path;
    private Query query;
    private boolean http10;
    private boolean keepAlive;
    private long contentLength = UNSET;
    private boolean chunked;
    private boolean expectsContinue;

    private RequestHead() {}

    /** Where the head that begins at {@code from} is over, or -1 while it is not. */
    static int end(byte[] data, int from, int to) {
        for (int i = from; i < to - 1; i++) {
            if (data[i] == '\n') {
                if (data[i + 1] == '\n') {
                    return i + 2;
                }
                if (data[i + 1] == '\r' && i + 2 < to && data[i + 2] == '\n') {
                    return i + 3;
                }
            }
        }
        return -1;
    }

    static RequestHead parse(byte[] data, int from, int end) throws Refusal {
        RequestHead head = new RequestHead();
        int lineEnd = lineEnd(data, from);
        head.requestLine(data, from, from + length(data, from, lineEnd));
        for (int at = lineEnd + 1; at < end; at = lineEnd + 1) {
            lineEnd = lineEnd(data, at);
            int length = length(data, at, lineEnd);
            if (length > 0) {
                head.header(data, at, at + length);
            }
        }
        if (head.chunked && head.contentLength != UNSET) {
            throw Refusal.badRequest("Content-Length and Transfer-Encoding exclude each other");
        }
        return head;
    }

    private static int lineEnd(byte[] data, int from) {
        int at = from;
        while (data[at] != '\n') {
            at++;
        }
        return at;
    }

    private static int length(byte[] data, int from, int lineEnd) {
        return lineEnd > from && data[lineEnd - 1] == '\r' ? lineEnd - 1 - from : lineEnd - from;
    }

    private void requestLine(byte[] data, int from, int to) throws Refusal {
        int first = UNSET;
        int second = UNSET;
        for (int i = from; i < to; i++) {
            byte c = data[i];
            if (c == ' ' && second == UNSET) {
                second = first == UNSET ? UNSET : i;
                first = first == UNSET ? i : first;
            } else if (c >= 0 && c <= ' ' || c == 0x7f || first == UNSET && !isToken(c)) {
                throw Refusal.badRequest("the request line has a character that it cannot have");
            }
        }
        if (first == from || second == UNSET) {
            throw Refusal.badRequest("the request line is not METHOD TARGET HTTP/1.1");
        }
        method = text(data, from, first);
        target(text(data, first + 1, second));
        switch (text(data, second + 1, to)) {
            case "HTTP/1.1" -> keepAlive = true;
            case "HTTP/1.0" -> http10 = true;
            default -> throw Refusal.badRequest("only HTTP/1.1 and HTTP/1.0 are served");
        }
    }

    private void target(String target) throws Refusal {
        String local = target;
        if (target.startsWith("http://")) {
            int slash = target.indexOf('/', "http://".length());
            local = slash < 0 ? "/" : target.substring(slash);
        }
        if (!local.startsWith("/")) {
            throw Refusal.badRequest("the target of a request begins with /");
        }
        int mark = local.indexOf('?');
        path = mark < 0 ? local : local.substring(0, mark);
        query = new Query(mark < 0 ? "" : local.substring(mark + 1));
    }

    private void header(byte[] data, int from, int to) throws Refusal {
        int colon = from;
        while (colon < to && isToken(data[colon])) {
            colon++;
        }
        if (colon == from || colon == to || data[colon] != ':') {
            throw Refusal.badRequest("a header line is not NAME: VALUE");
        }
        for (int i = colon; i < to; i++) {
            if (data[i] >= 0 && data[i] < ' ' && data[i] != '\t' || data[i] == 0x7f) {
                throw Refusal.badRequest("a header has a character that it cannot have");
            }
        }
        if (is("content-length", data, from, colon)) {
            contentLength(value(data, colon + 1, to));
        } else if (is("transfer-encoding", data, from, colon)) {
            transferEncoding(value(data, colon + 1, to));
        } else if (is("connection", data, from, colon)) {
            connection(value(data, colon + 1, to));
        } else if (is("expect", data, from, colon)) {
            expectsContinue = value(data, colon + 1, to).equals("100-continue");
        }
    }

    private void contentLength(String value) throws Refusal {
        long length = value.isEmpty() ? UNSET : 0;
        for (int i = 0; i < value.length() && length != UNSET; i++) {
            int digit = value.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                length = UNSET;
            } else if (length < Integer.MAX_VALUE) {
                length = 10 * length + digit;
            }
        }
        if (length == UNSET) {
            throw Refusal.badRequest("Content-Length is '" + value + "'; expected a number of bytes");
        }
        if (contentLength != UNSET && contentLength != length) {
            throw Refusal.badRequest("two values of Content-Length");
        }
        contentLength = length;
    }

    private void transferEncoding(String value) throws Refusal {
        if (http10 || chunked || !value.equals("chunked")) {
            throw Refusal.badRequest(
                    "Transfer-Encoding is '" + value + "'; only chunked is served, and only to HTTP/1.1");
        }
        chunked = true;
    }

    private void connection(String value) {
        List<String> options =
                Arrays.stream(value.split(",")).map(String::strip).toList();
        if (options.contains("close")) {
            keepAlive = false;
        } else if (options.contains("keep-alive")) {
            keepAlive = true;
        }
    }

    private static boolean is(String name, byte[] data, int from, int to) {
        if (to - from != name.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            // Setting this bit makes an upper-case letter lower-case, and leaves the hyphen alone.
            if ((data[from + i] | 0x20) != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static String value(byte[] data, int from, int to) {
        return text(data, from, to).strip().toLowerCase(Locale.ROOT);
    }

    /** A character is a byte. */
    private static String text(byte[] data, int from, int to) {
        return new String(data, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private static boolean isToken(byte c) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c >= '0' && c <= '9'
                || c > 0 && "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
    }

    String method() {
        return method;
    }

    String path() {
        return path;
    }

    Query query() {
        return query;
    }

    boolean http10() {
        return http10;
    }

    boolean keepAlive() {
        return keepAlive;
    }

    /** -1 when the request does not say. */
    long contentLength() {
        return contentLength;
    }

    boolean chunked() {
        return chunked;
    }

    boolean expectsContinue() {
        return expectsContinue;
    }
}
