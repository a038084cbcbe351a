package kvlab.bench.wrk2;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a script of wrk_scripts/ found wrong in answers. A fast 404 is no read. */
public record Verified(long missing, long wrong) {

    private static final Pattern LINE = Pattern.compile("(?m)^verify: missing=(\\d+) wrong=(\\d+)$");

    /** Of all loads in the text; null when the script does not check. */
    public static Verified parse(String output) {
        Verified sum = null;
        for (Matcher line = LINE.matcher(output); line.find(); ) {
            Verified one = new Verified(Long.parseLong(line.group(1)), Long.parseLong(line.group(2)));
            sum = sum == null ? one : new Verified(sum.missing + one.missing, sum.wrong + one.wrong);
        }
        return sum;
    }
}
