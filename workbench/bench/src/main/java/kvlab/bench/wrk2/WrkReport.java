package kvlab.bench.wrk2;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text that wrk2 prints: of it, what tells how many answers a closed loop got, and how many of them are good. A fast
 * 404 or 503 is no win.
 *
 * @param requests those that were answered, in whatever way
 * @param bad answers of 400 and above
 * @param lost requests that got no answer: errors of sockets, and timeouts
 */
public record WrkReport(long requests, double requestsPerSecond, long bad, long lost) {

    private static final Pattern REQUESTS = Pattern.compile("(?m)^ *(\\d+) requests in ");
    private static final Pattern RATE = Pattern.compile("(?m)^Requests/sec: +([0-9.]+)$");
    private static final Pattern BAD = Pattern.compile("(?m)^ *Non-2xx or 3xx responses: (\\d+)$");
    private static final Pattern LOST =
            Pattern.compile("(?m)^ *Socket errors: connect (\\d+), read (\\d+), write (\\d+), timeout (\\d+)$");

    public static WrkReport parse(String output) throws IOException {
        Matcher requests = REQUESTS.matcher(output);
        Matcher rate = RATE.matcher(output);
        if (!requests.find() || !rate.find()) {
            throw new IOException("wrk2 printed no rate, but: " + output.strip());
        }
        long answered = Long.parseLong(requests.group(1));
        if (answered == 0) {
            throw new NothingAnsweredException(output);
        }
        return new WrkReport(answered, Double.parseDouble(rate.group(1)), bad(output), lost(output));
    }

    public static long bad(String output) {
        return sum(BAD, output);
    }

    public static long lost(String output) {
        return sum(LOST, output);
    }

    private static long sum(Pattern line, String output) {
        Matcher matcher = line.matcher(output);
        long sum = 0;
        if (matcher.find()) {
            for (int group = 1; group <= matcher.groupCount(); group++) {
                sum += Long.parseLong(matcher.group(group));
            }
        }
        return sum;
    }

    public double goodPerSecond() {
        return requestsPerSecond * (requests - bad) / requests;
    }

    public long others() {
        return bad + lost;
    }

    /** Good, bad and lost. */
    public long asked() {
        return requests + lost;
    }
}
