package kvlab.cli;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.cluster.UsageException;

/** Times as people write them: 5ms, 60s, 7m, 2h; a number alone means seconds. */
final class Times {

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h|)");

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
}
