package kvlab.bench;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text that wrk2 prints: of it, what tells whether a closed loop found a server that answers. */
record WrkReport(double requestsPerSecond) {

    private static final Pattern RATE = Pattern.compile("(?m)^Requests/sec: +([0-9.]+)$");
    private static final Pattern ERRORS = Pattern.compile("(?m)^ *(Non-2xx or 3xx responses: .*|Socket errors: .*)$");

    /** Only the rate of answers that are good is worth something: a fast 404 is no win. */
    static WrkReport parse(String output) throws IOException {
        Matcher errors = ERRORS.matcher(output);
        if (errors.find()) {
            throw new IOException("the load met failures: " + errors.group(1).strip());
        }
        Matcher rate = RATE.matcher(output);
        if (!rate.find()) {
            throw new IOException("wrk2 printed no rate, but: " + output.strip());
        }
        return new WrkReport(Double.parseDouble(rate.group(1)));
    }
}
