package kvlab.bench;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a script of wrk_scripts/ found wrong in answers. A fast 404 is no read. */
public record Verified(long missing, long wrong) {

    private static final Pattern LINE = Pattern.compile("(?m)^verify: missing=(\\d+) wrong=(\\d+)$");

    /** Null when the script does not check. */
    static Verified parse(String output) {
        Matcher line = LINE.matcher(output);
        return line.find() ? new Verified(Long.parseLong(line.group(1)), Long.parseLong(line.group(2))) : null;
    }
}
