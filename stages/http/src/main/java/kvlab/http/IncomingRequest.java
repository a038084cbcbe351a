package kvlab.http;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import one.nio.http.HttpException;
import one.nio.http.Request;
import one.nio.http.Response;

/**
 * A request of one-nio that refuses a malformed head, keeps the URI as the bytes that the client sent, a character each, and
 * keeps its body in pieces.
 */
final class IncomingRequest extends Request {

    /** The largest head: URI and headers. */
    static final int HEAD_LIMIT = 16 * 1024;

    /** one-nio forgets the headers after these. */
    private static final int MAX_HEADERS = 256;

    private static final int DELETE = 127;
    private static final String CONNECTION = "Connection:";

    /** A token of RFC 9110. */
    private static final Pattern METHOD = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    private static final byte[] VERSION = " HTTP/1.1".getBytes(StandardCharsets.ISO_8859_1);

    private Body body = Body.EMPTY;

    private IncomingRequest(int method, String uri, boolean http11) {
        super(method, uri, http11);
    }

    /**
     * Reads the first line.
     *
     * @param end of the bytes that have arrived
     */
    static IncomingRequest of(byte[] buffer, int start, int length, int end) throws HttpException {
        if (buffer[start + length] != '\r') {
            throw new HttpException("a line does not end with CR and LF");
        }
        requireHeaders(buffer, start + length + 2, end);
        int versionAt = start + length - VERSION.length;
        int space = start;
        while (space < versionAt && buffer[space] != ' ') {
            space++;
        }
        byte minor = buffer[start + length - 1];
        boolean isHttp = space + 1 < versionAt && buffer[space + 1] == '/' && (minor == '1' || minor == '0');
        for (int i = 0; isHttp && i < VERSION.length - 1; i++) {
            isHttp = buffer[versionAt + i] == VERSION[i];
        }
        for (int i = space + 1; isHttp && i < versionAt; i++) {
            isHttp = buffer[i] < 0 || buffer[i] > ' ';
        }
        if (!isHttp) {
            throw new HttpException("the first line is not METHOD /PATH HTTP/1.1");
        }
        String uri = new String(buffer, space + 1, versionAt - space - 1, StandardCharsets.ISO_8859_1);
        return new IncomingRequest(method(buffer, start, space - start), uri, minor == '1');
    }

    private static int method(byte[] buffer, int start, int length) throws HttpException {
        String name = new String(buffer, start, length, StandardCharsets.ISO_8859_1);
        switch (name) {
            case "GET":
                return METHOD_GET;
            case "PUT":
                return METHOD_PUT;
            case "DELETE":
                return METHOD_DELETE;
            case "HEAD":
                return METHOD_HEAD;
            default:
                if (!METHOD.matcher(name).matches()) {
                    throw new HttpException("the method is not a word");
                }
                return 0;
        }
    }

    /**
     * Refuses bytes that another program may read as the end of a line, or not as what one-nio makes of them. This looks at all
     * lines from here up to the empty one.
     */
    static void requireHeaders(byte[] data, int from, int to) throws HttpException {
        int line = from;
        for (int i = from; i < to; i++) {
            byte b = data[i];
            if (b == '\n') {
                if (i == line || data[i - 1] != '\r') {
                    throw new HttpException("a line does not end with CR and LF");
                }
                if (i == line + 1) {
                    return;
                }
                line = i + 1;
            } else if (b == '\r' ? i + 1 < to && data[i + 1] != '\n' : b < ' ' && b != '\t' || b == DELETE) {
                throw new HttpException("a header has a byte that is no printable ASCII");
            }
        }
    }

    /** Refuses a head that is too large, and one that two programs may read in two ways. */
    void requireHead() {
        int size = getURI().length();
        int lengths = 0;
        String[] headers = getHeaders();
        for (int i = 0; i < getHeaderCount(); i++) {
            String header = headers[i];
            if (!hasName(header)) {
                throw Refusal.badRequest("a header is not NAME: VALUE");
            }
            if (header.regionMatches(true, 0, "Transfer-Encoding:", 0, 18)) {
                throw new Refusal(Response.LENGTH_REQUIRED, "this node takes a body with a Content-Length only");
            }
            lengths += header.regionMatches(true, 0, "Content-Length:", 0, 15) ? 1 : 0;
            size += header.length();
        }
        if (lengths > 1) {
            throw Refusal.badRequest("there are two Content-Lengths");
        }
        if (size > HEAD_LIMIT || getHeaderCount() == MAX_HEADERS) {
            throw headTooLarge();
        }
    }

    private static boolean hasName(String header) {
        int at = 0;
        while (at < header.length() && header.charAt(at) != ':') {
            if (header.charAt(at) <= ' ') {
                return false;
            }
            at++;
        }
        return at > 0 && at < header.length();
    }

    /** Begins the body whose length was announced. */
    void expectBody(String announced, Semaphore budget) throws HttpException {
        int length = announced.isEmpty() ? -1 : 0;
        for (int i = 0; length >= 0 && i < announced.length(); i++) {
            int digit = announced.charAt(i) - '0';
            length = digit < 0 || digit > 9 ? -1 : Math.min(10 * length + digit, ClientServer.VALUE_LIMIT + 1);
        }
        if (length < 0) {
            throw new HttpException("the Content-Length is not a number");
        }
        if (length > ClientServer.VALUE_LIMIT) {
            throw new Refusal(
                    Response.REQUEST_ENTITY_TOO_LARGE,
                    "the value is larger than " + ClientServer.VALUE_LIMIT + " bytes");
        }
        body = new Body(length, budget);
    }

    /** A request may have several Connection headers, each with several options. */
    boolean keepAlive() {
        boolean keeps = isHttp11();
        String[] headers = getHeaders();
        for (int i = 0; i < getHeaderCount(); i++) {
            if (headers[i].regionMatches(true, 0, CONNECTION, 0, CONNECTION.length())) {
                String options = headers[i].substring(CONNECTION.length()).toLowerCase(Locale.ROOT);
                if (options.contains("close")) {
                    return false;
                }
                keeps |= options.contains("keep-alive");
            }
        }
        return keeps;
    }

    Body body() {
        return body;
    }

    static Refusal headTooLarge() {
        String reason = "the request line and the headers have more than 16 KiB or 255 lines";
        return new Refusal("431 Request Header Fields Too Large", reason);
    }
}
