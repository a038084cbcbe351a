package kvlab.bench;

import java.util.Locale;

/** Text for people, in 80 columns. */
public final class Sheet {

    private static final int WIDTH = 78;

    private final StringBuilder text = new StringBuilder();

    void add(String line, Object... figures) {
        text.append(String.format(Locale.ROOT, line, figures).stripTrailing()).append('\n');
    }

    /** Lines that are as they are to be. */
    void append(String lines) {
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

    public static String millis(double millis) {
        return millis >= 10_000
                ? String.format(Locale.ROOT, "%.1f s", millis / 1000)
                : String.format(Locale.ROOT, millis >= 100 ? "%.0f ms" : "%.2f ms", millis);
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
