package kvlab.bench.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.bench.load.Schedule;
import kvlab.bench.load.Wrk2;
import kvlab.bench.wrk2.Latency;
import kvlab.bench.wrk2.Verified;
import kvlab.bench.wrk2.WrkReport;

/**
 * Output of wrk2 in a report. It may be incomplete, and the command may be missing.
 *
 * @param line where it begins
 * @param rate requests a second that were asked for; null when the text does not tell
 */
public record QuotedLoad(int line, Integer rate, String text) {

    private static final String FIGURE = "\\d+(?:\\.\\d+)?";

    private static final Pattern DECORATION = Pattern.compile("^[>\\s]+|\\s+$");

    /** The lines of a load in their order: whatever does not come later than the one before belongs to another load. */
    private static final List<Pattern> LANDMARKS = List.of(
            Pattern.compile("^Running \\S+ test @ "),
            Pattern.compile("^\\d+ threads? and \\d+ connections?$"),
            Pattern.compile("^Thread Stats "),
            Pattern.compile("^Latency Distribution(?!.*Uncorrected)( \\(.*)?$"),
            Pattern.compile("^50(\\.0+)?% +" + FIGURE + "(us|ms|s|m|h)$"),
            Pattern.compile("^\\d+ requests in " + FIGURE + "(us|ms|s|m|h)\\b"),
            Pattern.compile("^Requests/sec: +" + FIGURE));

    private static final Pattern UNCORRECTED = Pattern.compile("^Latency Distribution.*Uncorrected");
    private static final Pattern RATE =
            Pattern.compile("(?:^|[\\s`\"'(>|])(?:-R|--rate)[ =]*[\"']?(" + FIGURE + ")([kKmMgG]?)(?![\\w.]*\\w)");
    private static final Pattern SIZE = Pattern.compile("(?m)^(\\d+) threads? and (\\d+) connections?");
    private static final Pattern LASTED = Pattern.compile("(?m)^\\d+ requests in (" + FIGURE + ")(us|ms|s|m|h)");
    private static final Pattern WAS_TO_LAST = Pattern.compile("(?m)^Running (" + FIGURE + ")(us|ms|s|m|h) test @ ");
    private static final Pattern ANSWERED = Pattern.compile("(?m)^(\\d+) requests in ");
    private static final Pattern REACHED = Pattern.compile("(?m)^Requests/sec: +(" + FIGURE + ")");

    private static final Map<String, Integer> TIMES = Map.of("", 1, "k", 1000, "m", 1_000_000, "g", 1_000_000_000);

    /** @param usualRate for outputs without a command; null if it is unknown */
    public static List<QuotedLoad> in(String file, Integer usualRate) {
        return new Reading(usualRate).of(file);
    }

    /** Line by line. */
    private static final class Reading {

        private final Integer usualRate;
        private final List<QuotedLoad> loads = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private int begun;
        private int last = LANDMARKS.size();
        private boolean uncorrected;
        private Integer rate;
        private Integer next;

        Reading(Integer usualRate) {
            this.usualRate = usualRate;
        }

        List<QuotedLoad> of(String file) {
            String[] lines = file.split("\\R", -1);
            for (int i = 0; i < lines.length; i++) {
                read(i + 1, DECORATION.matcher(lines[i]).replaceAll(""));
            }
            end();
            return loads;
        }

        private void read(int number, String line) {
            Matcher asked = RATE.matcher(line);
            while (asked.find()) {
                next = (int) Math.min(
                        Wrk2.BEYOND_REACH,
                        Double.parseDouble(asked.group(1))
                                * TIMES.get(asked.group(2).toLowerCase(Locale.ROOT)));
            }
            uncorrected |= UNCORRECTED.matcher(line).find();
            int landmark = landmark(line);
            if (landmark >= 0) {
                if (landmark <= last) {
                    end();
                    begun = number;
                    rate = next == null ? usualRate : next;
                    next = null;
                }
                last = landmark;
                uncorrected = false;
            }
            if (begun > 0 && !uncorrected) {
                text.append(line).append('\n');
            }
        }

        /** Its number, or -1. */
        private int landmark(String line) {
            for (int i = 0; i < LANDMARKS.size(); i++) {
                if (LANDMARKS.get(i).matcher(line).find()) {
                    boolean printedTwice =
                            uncorrected && LANDMARKS.get(i).pattern().startsWith("^50");
                    return printedTwice ? -1 : i;
                }
            }
            return -1;
        }

        private void end() {
            if (begun > 0) {
                loads.add(new QuotedLoad(begun, rate, text.toString()));
            }
            text.setLength(0);
            last = LANDMARKS.size();
        }
    }

    /** Those that the text decides. */
    public List<Lint.Fault> faults() {
        Matcher size = SIZE.matcher(text);
        int seconds = seconds();
        // The time that wrk2 spends on opening connections is a part of a duration that has to be known.
        boolean known = size.find() && seconds > 0;
        int threads = known ? Integer.parseInt(size.group(1)) : 1;
        int connections = known ? Integer.parseInt(size.group(2)) : 1;
        double asked = rate == null ? Double.NaN : rate;
        return Lint.of(new Observed(
                new Schedule(asked, connections, threads, seconds, known ? null : (Double) asked),
                number(REACHED),
                (long) number(ANSWERED),
                Double.isNaN(number(ANSWERED)) ? 0 : WrkReport.bad(text),
                WrkReport.lost(text),
                Latency.percentiles(text).get(50.0),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                Verified.parse(text),
                false));
    }

    private double number(Pattern figure) {
        Matcher matcher = figure.matcher(text);
        return matcher.find() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
    }

    private int seconds() {
        for (Pattern time : List.of(LASTED, WAS_TO_LAST)) {
            Matcher matcher = time.matcher(text);
            if (matcher.find()) {
                return (int) Math.round(Latency.millis(matcher.group(1), matcher.group(2)) / 1000);
            }
        }
        return 0;
    }

    /** As "line 12, 10000 requests/s". */
    public String title() {
        return "line " + line + ", " + (rate == null ? "rate unknown" : rate + " requests/s");
    }
}
