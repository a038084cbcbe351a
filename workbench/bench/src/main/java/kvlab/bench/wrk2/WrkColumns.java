package kvlab.bench.wrk2;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The two lines under "Thread Stats" that wrk2 prints, as it prints them. They are misread more than anything else of it.
 *
 * @param threads of wrk2
 * @param latencyStdev with its unit
 * @param latencyWithin the column "+/- Stdev", in percent: the part that lies within one Stdev of Avg
 * @param ratePerThread answers a second of one thread, on an average
 * @param rateWithin as latencyWithin, of Req/Sec
 */
public record WrkColumns(
        int threads, String latencyStdev, String latencyWithin, String ratePerThread, String rateWithin) {

    private static final Pattern THREADS = Pattern.compile("(?m)^ *(\\d+) threads and ");
    private static final Pattern LATENCY =
            Pattern.compile("(?m)^ *Latency +[0-9.]++\\w+ +([0-9.]++\\w+) +[0-9.]++\\w+ +([0-9.]+)%$");
    private static final Pattern RATE =
            Pattern.compile("(?m)^ *Req/Sec +([0-9.]+[kMG]?) +[0-9.]+[kMG]? +[0-9.]+[kMG]? +([0-9.]+)%$");

    /** How to read them, for whoever sees them. */
    public static final String LEGEND = """
          Stdev      how far latencies lie apart; a few slow requests make it large,
                     so tell percentiles instead
          +/- Stdev  the part of the requests within one Stdev of Avg: no deviation
          Req/Sec    of one thread; the server's throughput is Requests/sec
        """;

    public static Optional<WrkColumns> parse(String output) {
        Matcher threads = THREADS.matcher(output);
        Matcher latency = LATENCY.matcher(output);
        Matcher rate = RATE.matcher(output);
        if (!threads.find() || !latency.find() || !rate.find()) {
            return Optional.empty();
        }
        return Optional.of(new WrkColumns(
                Integer.parseInt(threads.group(1)), latency.group(1), latency.group(2), rate.group(1), rate.group(2)));
    }
}
