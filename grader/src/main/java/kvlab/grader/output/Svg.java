package kvlab.grader.output;

import static kvlab.cluster.Markup.escaped;

import java.util.Locale;

/** The few shapes of a picture; how they look is up to the classes of a style sheet. */
final class Svg {

    private final StringBuilder shapes = new StringBuilder();

    void text(String style, double x, double y, String text) {
        add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>%n", style, x, y, escaped(text));
    }

    void line(String style, double x1, double y1, double x2, double y2) {
        add("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n", style, x1, y1, x2, y2);
    }

    /** @param title shown under a pointer */
    void rectangle(String style, double x, double y, double width, double height, String title) {
        add(
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"3\"><title>%s</title></rect>%n",
                style, x, y, width, height, escaped(title));
    }

    void arrow(String style, double x1, double y1, double x2, double y2) {
        int ahead = x1 <= x2 ? 1 : -1;
        add(
                "<path class=\"%s\" d=\"M%.1f %.1f C%.1f %3$.1f %.1f %.1f %.1f %6$.1f\"/>%n",
                style, x1, y1, x1 + 24 * ahead, x2 - 30 * ahead, y2, x2 - 6 * ahead);
        add("<path class=\"%s-tip\" d=\"M%.1f %.1f l%d -4 v8 z\"/>%n", style, x2, y2, -8 * ahead);
    }

    String picture(double width, double height, String title) {
        return String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s\">%n%s</svg>",
                width,
                height,
                escaped(title),
                shapes);
    }

    private void add(String format, Object... values) {
        shapes.append(String.format(Locale.ROOT, format, values));
    }
}
