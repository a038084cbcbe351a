package kvlab.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a student may quote of a comparison: one figure with its numbers, and what the others say. */
final class Headline {

    /** The figure that is told, if there is a choice: the tail is what users notice. */
    private static final List<Figure> FIRST = List.of(Figure.P99, Figure.P50, Figure.P90, Figure.P999, Figure.CPU);

    private Headline() {}

    static String of(Side baseline, Side variant, List<Difference> figures) {
        List<Difference> significant =
                figures.stream().filter(each -> each.verdict().isSignificant()).toList();
        String load = load(baseline.runs().get(0).options());
        return significant.isEmpty()
                ? nothing(baseline, variant, figures, load)
                : something(baseline, variant, significant, load);
    }

    private static String load(Run.Options options) {
        return "At " + options.rate() + " requests/s (" + options.op() + ")";
    }

    private static String something(Side baseline, Side variant, List<Difference> significant, String load) {
        Difference told = FIRST.stream()
                .flatMap(figure -> significant.stream().filter(each -> each.figure() == figure))
                .findFirst()
                .orElseThrow();
        return load + " " + variant.title() + " is " + told.verdict().label() + " at "
                + told.figure().label()
                + " than " + baseline.title() + ": " + text(told, told.variant()) + " against "
                + text(told, told.baseline()) + ", " + told.times() + "."
                + others("Better too", "Better, though", Change.BETTER, told, significant)
                + others("Worse too", "Worse, though", Change.WORSE, told, significant);
    }

    private static String text(Difference difference, Difference.Measured measured) {
        return difference.figure().text(measured.middle());
    }

    private static String others(
            String same, String contrary, Change change, Difference told, List<Difference> significant) {
        String names = significant.stream()
                .filter(each -> each != told && each.verdict() == change)
                .map(each -> each.figure().label())
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : " " + (told.verdict() == change ? same : contrary) + ": " + names + ".";
    }

    private static String nothing(Side baseline, Side variant, List<Difference> figures, String load) {
        String within = figures.stream()
                .filter(each -> each.noise() != null)
                .map(each -> String.format(Locale.ROOT, "%s %s", each.figure().label(), ratio(each.noise())))
                .collect(Collectors.joining(", "));
        if (within.isEmpty()) {
            return load + " neither " + baseline.title() + " nor " + variant.title() + " has a figure to compare.";
        }
        return load + " there is no significant change from " + baseline.title() + " to " + variant.title()
                + ": none larger than A against A may show here by chance (times: " + within + ").";
    }

    static String ratio(double ratio) {
        return String.format(Locale.ROOT, ratio < 10 ? "%.2f" : ratio < 1000 ? "%.0f" : ">999", ratio);
    }
}
