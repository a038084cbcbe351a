package kvlab.bench.text;

import java.util.Locale;

/** Text for people, in 80 columns. */
public final class Sheet {

    private static final int WIDTH = 78;

    /** Leaves room for a rate and what it came to. */
    private static final int NAME_WIDTH = 43;

    /** Seconds from which on a time is told in hours. */
    private static final double HOURS = 2 * 3600;

    private final StringBuilder text = new StringBuilder();

    public void add(String line, Object... figures) {
        text.append(String.format(Locale.ROOT, line, figures).stripTrailing()).append('\n');
    }

    /** Lines that are as they are to be. */
    public void append(String lines) {
        text.append(lines);
    }

    /** Words as they come, and as many to a line as there is room for. */
    public void wrapped(String start, String sentence) {
        StringBuilder line = new StringBuilder(start);
        for (String word : sentence.split(" ")) {
            if (line.length() + word.length() > WIDTH) {
                text.append(line.toString().stripTrailing()).append('\n');
                line = new StringBuilder(" ".repeat(start.length()));
            }
            line.append(word).append(' ');
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    /**
     * Of a list. The name is what is typed next, so it is told whole: one that is too long stands on a line of its own.
     *
     * @param rate as 1000/s
     * @param what it came to, in 24 letters at most
     */
    public static String row(String name, String rate, String what) {
        boolean fits = name.length() <= NAME_WIDTH;
        String columns = String.format("%-" + NAME_WIDTH + "s %10s  %s", fits ? name : "", rate, what);
        return (fits ? "" : name + "\n") + columns.stripTrailing() + "\n";
    }

    public static String millis(double millis) {
        return millis >= 10_000
                ? String.format(Locale.ROOT, "%.1f s", millis / 1000)
                : String.format(Locale.ROOT, millis >= 100 ? "%.0f ms" : "%.2f ms", millis);
    }

    /** Roughly, as 40 s, 12 min or 6.5 h. */
    public static String time(double seconds) {
        if (seconds < 90) {
            return Math.max(10, Math.round(seconds / 10) * 10) + " s";
        }
        return seconds < HOURS
                ? Math.round(seconds / 60) + " min"
                : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
    }

    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    /** Microseconds or bytes of a request. */
    public static String number(double figure) {
        return String.format(Locale.ROOT, Math.abs(figure) >= 1000 ? "%.0f" : "%.2f", figure);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
