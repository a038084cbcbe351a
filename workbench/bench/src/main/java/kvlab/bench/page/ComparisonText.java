package kvlab.bench.page;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import kvlab.bench.kept.Change;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.Difference;
import kvlab.bench.kept.Outcome;
import kvlab.bench.load.Options;
import kvlab.bench.profile.ProfileText;
import kvlab.bench.text.Sheet;

/** A comparison for people, in 80 columns. */
final class ComparisonText {

    private static final String ROW = "  %-6s%11s %11s %7s  %-15s  %s";
    private static final int MOST_LABELS = 5;
    private static final int COMMAND_WIDTH = 60;

    private final Sheet sheet = new Sheet();
    private final Comparison comparison;

    private ComparisonText(Comparison comparison) {
        this.comparison = comparison;
    }

    /** One line of a list. */
    static String line(Comparison comparison) {
        String rate = comparison.sides().get(0).options().load().shortRate();
        return Sheet.row(comparison.id(), rate, String.format("%-9s %s", labels(comparison), state(comparison)));
    }

    private static String labels(Comparison comparison) {
        List<String> labels =
                comparison.sides().stream().map(Comparison.Measured::label).toList();
        return labels.size() <= MOST_LABELS
                ? String.join(" ", labels)
                : labels.get(0) + " … " + labels.get(labels.size() - 1);
    }

    private static String state(Comparison comparison) {
        if (comparison.failed()) {
            return "failed";
        }
        String verdicts = labels(comparison, Set.of(Change.BETTER, Change.WORSE));
        if (verdicts.isEmpty()) {
            return comparison.comparable()
                    ? labels(comparison, Set.of(Change.SAME, Change.UNDECIDED))
                    : Change.NOT_COMPARABLE.label();
        }
        return verdicts;
    }

    private static String labels(Comparison comparison, Set<Change> of) {
        return comparison.outcomes().stream()
                .flatMap(outcome -> outcome.figures().stream())
                .map(Difference::verdict)
                .filter(of::contains)
                .map(Change::label)
                .distinct()
                .collect(Collectors.joining(", "));
    }

    static String of(Comparison comparison) {
        ComparisonText text = new ComparisonText(comparison);
        text.head();
        if (comparison.failed()) {
            text.sheet.wrapped("  failed: ", comparison.problem());
        }
        comparison.outcomes().forEach(text::outcome);
        text.profiles();
        return text.sheet.toString();
    }

    private void head() {
        Options options = comparison.sides().get(0).options();
        sheet.add("%s %s, %s", options.load().op().label(), options.load().atRate(), comparison.lengths());
        sheet.add(
                "  %s; loaded by %s",
                options.load().words(), comparison.engine().name());
        RunText.where(sheet, options);
        sheet.add("");
        comparison.sides().forEach(this::side);
    }

    private void side(Comparison.Measured side) {
        Options options = side.options();
        StringBuilder what = new StringBuilder(program(options));
        what.append(options.nodes() == 1 ? ", 1 node" : ", " + options.nodes() + " nodes");
        options.settings().forEach(setting -> what.append(", ").append(setting));
        if (options.linkDelayMillis() > 0) {
            what.append(", links delayed by ").append(Sheet.millis(options.linkDelayMillis()));
        }
        if (options.jdk() != null) {
            what.append(", JDK ").append(options.jdk());
        }
        what.append(side.runs().isEmpty() ? "; no run" : "; answered " + side.answeredText());
        sheet.wrapped("  " + side.label() + "  ", what.toString());
    }

    /** A command by more than its name, since both sides may be called python3. */
    private static String program(Options options) {
        return options.command() == null ? options.program() : ProfileText.shortened(options.command(), COMMAND_WIDTH);
    }

    private void outcome(Outcome outcome) {
        sheet.add("");
        sheet.wrapped("  ", outcome.headline());
        sheet.add("");
        String ratio = outcome.variant() + "/" + outcome.baseline();
        sheet.add(ROW, "", outcome.baseline(), outcome.variant(), ratio, "95 % interval", "");
        outcome.figures().forEach(this::figure);
        sheet.add("");
        outcome.figures().stream()
                .filter(each -> outcome.comparable() && each.reason() != null)
                .forEach(each ->
                        sheet.wrapped("  ! ", each.figure().label() + " is not comparable: " + each.reason() + "."));
        outcome.caveats().forEach(caveat -> sheet.wrapped("  ! ", caveat + "."));
        comparison.wayOut(outcome).ifPresent(way -> sheet.wrapped("  ", way));
    }

    private void figure(Difference difference) {
        sheet.add(
                ROW,
                difference.figure().label(),
                difference.baseline().middleText(difference.figure()),
                difference.variant().middleText(difference.figure()),
                difference.ratioText(),
                difference.intervalText(),
                difference.verdict().label());
    }

    private void profiles() {
        for (Comparison.Profiled each : comparison.profiles()) {
            sheet.add("");
            String sides = "from A to " + each.variant();
            sheet.wrapped(
                    "  ",
                    each.problem() != null
                            ? "There is no profile of what moved " + sides + ": " + each.problem() + "."
                            : "What moved " + sides + " is told in " + each.folder()
                                    + "/ of the folder below. ./lab flames " + last("A") + " " + last(each.variant())
                                    + " draws it.");
        }
    }

    private String last(String label) {
        List<String> runs = comparison.sides().stream()
                .filter(side -> side.label().equals(label))
                .findFirst()
                .orElseThrow()
                .runs();
        return runs.get(runs.size() - 1);
    }
}
