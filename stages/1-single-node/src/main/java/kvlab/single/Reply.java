package kvlab.single;

import java.nio.charset.StandardCharsets;
import one.nio.http.Response;

/**
 * The answer to one request.
 *
 * @param headers further header lines, each with its line end
 */
public record Reply(int status, byte[] body, String headers) {

    private static final byte[] EMPTY = {};
    private static final Reply CREATED = new Reply(201, EMPTY, "");
    private static final Reply ACCEPTED = new Reply(202, EMPTY, "");
    private static final Reply NOT_FOUND = new Reply(404, EMPTY, "");

    public static Reply ok(byte[] value) {
        return new Reply(200, value, "");
    }

    public static Reply created() {
        return CREATED;
    }

    public static Reply accepted() {
        return ACCEPTED;
    }

    public static Reply notFound() {
        return NOT_FOUND;
    }

    public static Reply error(int status, String reason) {
        return error(status, reason, "");
    }

    static Reply methodNotAllowed(String allowed, String reason) {
        return error(405, reason, "Allow: " + allowed + "\r\n");
    }

    private static Reply error(int status, String reason, String headers) {
        byte[] text = (reason + "\n").getBytes(StandardCharsets.UTF_8);
        return new Reply(status, text, "Content-Type: text/plain; charset=utf-8\r\n" + headers);
    }

    /** Whether a node ever answers with it. */
    public static boolean isKnown(int status) {
        return statusLine(status) != null;
    }

    /** A new one for each client, because one-nio adds a header to it. */
    Response response() {
        Response response = new Response(statusLine(status), body);
        if (!headers.isEmpty()) {
            headers.lines().forEach(response::addHeader);
        }
        return response;
    }

    private static String statusLine(int status) {
        return switch (status) {
            case 200 -> "200 OK";
            case 201 -> "201 Created";
            case 202 -> "202 Accepted";
            case 400 -> "400 Bad Request";
            case 404 -> "404 Not Found";
            case 405 -> "405 Method Not Allowed";
            case 408 -> "408 Request Timeout";
            case 411 -> "411 Length Required";
            case 413 -> "413 Content Too Large";
            case 431 -> "431 Request Header Fields Too Large";
            case 500 -> "500 Internal Server Error";
            case 503 -> "503 Service Unavailable";
            case 504 -> "504 Gateway Timeout";
            default -> null;
        };
    }
}
