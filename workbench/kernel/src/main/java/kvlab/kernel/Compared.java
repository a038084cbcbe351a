package kvlab.kernel;

import static kvlab.cluster.Markup.escaped;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.Difference;
import kvlab.bench.kept.Outcome;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.load.Options;
import kvlab.cluster.UsageException;

/** What was measured in turn, and which is better. */
public final class Compared extends Result {

    private final Comparison comparison;
    private final List<RunFolder> last;

    Compared(Path home, RunFolder folder) throws IOException, UsageException {
        super(home, folder);
        comparison = folder.comparison();
        last = folder.lastOfEachSide(home);
    }

    /** All figures, as compare.json has them. */
    public Comparison comparison() {
        return comparison;
    }

    @Override
    List<RunFolder> drawn() {
        return last;
    }

    @Override
    Comparison judged() {
        return comparison;
    }

    @Override
    public String html() {
        StringBuilder html = new StringBuilder();
        if (comparison.failed()) {
            html.append(Html.answer("Failed: " + comparison.problem()));
        }
        comparison.outcomes().forEach(outcome -> html.append(Html.answer(comparison.answer(outcome))));
        Options options = comparison.sides().get(0).options();
        html.append(Html.paragraph(String.format(
                Locale.ROOT,
                "%s %s, %s; %d connections",
                options.load().op().label(),
                options.load().atRate(),
                comparison.lengths(),
                options.load().connections())));
        html.append(Html.where(options));
        html.append(sides().html());
        comparison.outcomes().forEach(outcome -> outcome(html, outcome));
        if (!comparison.failed() && !comparison.comparable()) {
            html.append(
                    Html.paragraph("Not comparable is an answer, too: measured so, nobody can tell which is better."));
        }
        return html.append("<p><code>" + escaped(id()) + "</code></p>\n").toString();
    }

    private Table sides() {
        List<List<String>> rows = new ArrayList<>();
        for (Comparison.Measured side : comparison.sides()) {
            rows.add(List.of(side.label(), Sides.words(side.options()), side.answeredText()));
        }
        return new Table("", 2, List.of("", "measured", "answered"), rows);
    }

    private void outcome(StringBuilder html, Outcome outcome) {
        html.append(Html.paragraph(outcome.headline()));
        List<List<String>> rows = new ArrayList<>();
        for (Difference each : outcome.figures()) {
            rows.add(List.of(
                    each.figure().label(),
                    each.baseline().middleText(each.figure()),
                    each.variant().middleText(each.figure()),
                    each.ratioText(),
                    each.intervalText(),
                    each.verdict().label()));
        }
        String ratio = outcome.variant() + "/" + outcome.baseline();
        List<String> head = List.of("", outcome.baseline(), outcome.variant(), ratio, "95 % interval", "verdict");
        html.append(new Table("", 1, head, rows).html());
        comparison.wayOut(outcome).ifPresent(way -> html.append(Html.paragraph(way)));
        outcome.figures().stream()
                .filter(each -> outcome.comparable() && each.reason() != null)
                .forEach(each -> html.append(
                        Html.paragraph("⚠ " + each.figure().label() + " is not comparable: " + each.reason() + ".")));
        outcome.caveats().forEach(caveat -> html.append(Html.paragraph("⚠ " + caveat + ".")));
    }
}
