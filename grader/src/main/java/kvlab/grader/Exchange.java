package kvlab.grader;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A request and what came back: an answer, or in words what came instead.
 *
 * @param status 0 when there is no answer
 * @param headers by their names in lower case
 * @param trouble empty when there is an answer
 * @param again repeats the request; null if the check has to accept this answer
 */
record Exchange(
        String node,
        String request,
        int status,
        Map<String, String> headers,
        byte[] body,
        String trouble,
        Supplier<Exchange> again) {

    static final String REFUSED = "connection refused";

    private static final int SHOWN = 60;
    private static final byte[] NOTHING = {};

    static Exchange without(String node, String request, String trouble) {
        return new Exchange(node, request, 0, Map.of(), NOTHING, trouble, null);
    }

    Exchange withAgain(Supplier<Exchange> repetition) {
        return new Exchange(node, request, status, headers, body, trouble, repetition);
    }

    boolean isAnswered() {
        return trouble.isEmpty();
    }

    /** Nobody listened: the node knows nothing of it. */
    boolean isRefused() {
        return trouble.equals(REFUSED);
    }

    /** The node closed the connection before it said anything. */
    boolean isUnheard() {
        return trouble.equals("connection closed") || trouble.equals("connection reset");
    }

    /** The node closed the connection before its answer was whole. */
    boolean isCutOff() {
        return trouble.startsWith("connection closed") || trouble.equals("connection reset");
    }

    /** 502, 503 or 504: it was more than the node, or its peer, could do in time. */
    boolean isTooMuch() {
        return status >= 502 && status <= 504;
    }

    /** A refusal that came so late that the machine may have been busy. */
    boolean isLate() {
        return again != null;
    }

    boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    boolean closes() {
        return !isAnswered()
                || headers.getOrDefault("connection", "")
                        .toLowerCase(Locale.ROOT)
                        .contains("close");
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** What was observed and from whom, as a sentence. */
    @Override
    public String toString() {
        return isAnswered()
                ? node + " answered " + request + " with " + status + " and " + shown(body)
                : node + ", asked " + request + ": " + trouble;
    }

    /** In one line. */
    static String shown(byte[] bytes) {
        if (bytes.length == 0) {
            return "an empty body";
        }
        String size = bytes.length == 1 ? "1 byte" : bytes.length + " bytes";
        for (byte b : bytes) {
            if (bytes.length > 4 * SHOWN || b < ' ' && b != '\n' && b != '\r') {
                return size;
            }
        }
        String text = new String(bytes, StandardCharsets.US_ASCII)
                .strip()
                .replace("\r", "\\r")
                .replace("\n", "\\n");
        return size + ", '" + (text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text) + "'";
    }
}
