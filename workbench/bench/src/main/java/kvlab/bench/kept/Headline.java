package kvlab.bench.kept;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import kvlab.bench.load.Options;

/** The answer of a comparison in a few words, which may be quoted: what is better or worse, the same, or undecided. */
public final class Headline {

    private static final List<Figure> ASKED_FIRST = List.of(Figure.RATE, Figure.CPU, Figure.P50, Figure.P99);

    private Headline() {}

    /** @param same as a logarithm: sides that differ by less are the same */
    public static String of(Side baseline, Side variant, List<Difference> figures, double same) {
        String load = load(baseline.runs().get(0).options());
        List<String> sentences = new ArrayList<>();
        String different = different(figures);
        if (!different.isEmpty()) {
            sentences.add(variant.title() + " is " + different + ", compared with " + baseline.title() + ".");
        }
        String alike = names(figures, Change.SAME);
        if (!alike.isEmpty()) {
            String within = " the same within " + percent(same) + " %";
            sentences.add(
                    different.isEmpty()
                            ? baseline.title() + " and " + variant.title() + " are" + within + " at " + alike + "."
                            : "They are" + within + " at " + alike + ".");
        }
        String undecided = names(figures, Change.UNDECIDED);
        if (!undecided.isEmpty()) {
            sentences.add(
                    sentences.isEmpty()
                            ? "it is undecided whether " + baseline.title() + " and " + variant.title() + " differ: "
                                    + undecided + "."
                            : "Undecided: " + undecided + ".");
        }
        if (sentences.isEmpty()) {
            sentences.add("neither " + baseline.title() + " nor " + variant.title() + " has a figure to compare.");
        }
        return load + ": " + String.join(" ", sentences);
    }

    /** As: B (x) takes 2.24 times the CPU time (worse) and the same p50, compared with A (y); undecided: p99. */
    public static String brief(String baseline, String variant, List<Difference> figures) {
        List<Difference> first = figures.stream()
                .filter(each -> ASKED_FIRST.contains(each.figure()))
                .sorted(Comparator.comparingInt(each -> ASKED_FIRST.indexOf(each.figure())))
                .toList();
        List<String> decided = new ArrayList<>();
        for (boolean rate : new boolean[] {true, false}) {
            List<String> those = first.stream()
                    .filter(each -> isDecided(each.verdict()) && (each.figure() == Figure.RATE) == rate)
                    .map(Headline::times)
                    .toList();
            if (!those.isEmpty()) {
                decided.add((rate ? "reaches " : "takes ") + listed(those));
            }
        }
        String answer = decided.isEmpty()
                ? variant + " beside " + baseline
                : variant + " " + String.join(" and ", decided) + ", compared with " + baseline;
        return answer
                + named("undecided", first, Change.UNDECIDED)
                + named("not comparable", first, Change.NOT_COMPARABLE);
    }

    private static boolean isDecided(Change verdict) {
        return verdict == Change.SAME || verdict.isDifferent();
    }

    private static String times(Difference each) {
        return each.verdict() == Change.SAME
                ? "the same " + name(each)
                : each.ratioText() + " times the " + name(each) + " ("
                        + each.verdict().label() + ")";
    }

    private static String name(Difference each) {
        return each.figure() == Figure.CPU ? "CPU time" : each.figure().label();
    }

    private static String listed(List<String> parts) {
        int last = parts.size() - 1;
        return last == 0 ? parts.get(0) : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
    }

    private static String named(String what, List<Difference> figures, Change change) {
        List<String> names = figures.stream()
                .filter(each -> each.verdict() == change)
                .map(Headline::name)
                .toList();
        return names.isEmpty() ? "" : "; " + what + ": " + String.join(", ", names);
    }

    static String load(Options options) {
        return options.load().op().label().toUpperCase(Locale.ROOT) + " "
                + options.load().atRate();
    }

    private static String different(List<Difference> figures) {
        List<String> parts = new ArrayList<>();
        for (Change change : List.of(Change.BETTER, Change.WORSE)) {
            List<Difference> those =
                    figures.stream().filter(each -> each.verdict() == change).toList();
            if (!those.isEmpty()) {
                parts.add(change.label() + " at "
                        + those.stream().map(Headline::withFigures).collect(Collectors.joining(", ")));
            }
        }
        return String.join(", and ", parts);
    }

    private static String withFigures(Difference each) {
        Figure figure = each.figure();
        return figure.label() + " (" + each.variant().middleText(figure) + " against "
                + each.baseline().middleText(figure) + ", " + each.times() + ")";
    }

    private static String percent(double same) {
        return new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(100 * Math.expm1(same));
    }

    private static String names(List<Difference> figures, Change change) {
        return figures.stream()
                .filter(each -> each.verdict() == change)
                .map(each -> each.figure().label())
                .collect(Collectors.joining(", "));
    }
}
