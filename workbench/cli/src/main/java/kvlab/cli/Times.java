package kvlab.cli;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.cluster.UsageException;

/** Times as people write them: 5ms, 60s, 7m, 2h; a number alone means seconds. */
final class Times {

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h|)");

    private static final Pattern LATENCY = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,3})?)(ms|s)");
    private static final double MILLIS_IN_SECOND = 1000;

    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "", Duration.ofSeconds(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1));

    private Times() {}

    static Duration of(String option, String text) throws UsageException {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw UsageException.of(option + " " + text + ": expected a time, as 5ms, 60s or 7m");
        }
        return UNITS.get(time.group(2)).multipliedBy(Long.parseLong(time.group(1)));
    }

    /** A time that something may take. */
    static Duration most(String option, String text) throws UsageException {
        Duration time = of(option, text);
        if (time.isZero()) {
            throw UsageException.of(option + " " + text + ": expected a time above 0, as 60s or 7m");
        }
        return time;
    }

    /** A latency in milliseconds, with its unit: a number alone means seconds elsewhere, and nobody has those in mind here. */
    static double slo(String text) throws UsageException {
        Matcher latency = LATENCY.matcher(text);
        double millis = latency.matches()
                ? Double.parseDouble(latency.group(1)) * (latency.group(2).equals("s") ? MILLIS_IN_SECOND : 1)
                : 0;
        if (millis == 0) {
            throw UsageException.of("--slo " + text + ": expected a time above 0 and its unit, as 50ms");
        }
        return millis;
    }
}
