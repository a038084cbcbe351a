package kvlab.bench.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import kvlab.bench.estimate.Judge;
import kvlab.bench.estimate.NoiseRecord;
import kvlab.bench.kept.Figure;
import kvlab.bench.kept.Outcome;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.Side;
import kvlab.bench.load.LoadWindow;

/**
 * The progress of a comparison: the figures of the life that is under way, and the intervals of all lives.
 *
 * @param head as life 1 of 2, round 5 of 8
 * @param sides a line for each
 * @param ratios a line for each side but the baseline
 */
public record SoFar(String head, List<String> sides, List<String> ratios) {

    private static final String BARS = "▁▂▃▄▅▆▇█";

    /** A line has room for more only if its figures are small. */
    private static final int MOST_BARS = 16;

    /**
     * @param lives all that have begun; the last of each side is under way
     * @param judged those that tell enough
     */
    static SoFar of(ComparePlan plan, NoiseRecord noise, List<Side> lives, List<Side> judged) {
        Run last = lives.get(0).last();
        int life = lives.get(0).runs().size();
        int round = last.windows().size();
        int planned = plan.plans().get(0).load().windows();
        String head = String.format(
                Locale.ROOT,
                "life %d%s, round %d of %d",
                life,
                life <= plan.lives() ? " of " + plan.lives() : "",
                round,
                Math.max(round, planned));
        List<Outcome> outcomes =
                judged.get(0).runs().isEmpty() ? List.of() : Judge.judge(judged, noise, plan.same(), shown(last));
        return new SoFar(
                head,
                lives.stream().map(side -> side(side, lives)).toList(),
                outcomes.stream()
                        .filter(outcome -> !ratios(outcome).isEmpty())
                        .map(outcome -> outcome.variant() + "/" + outcome.baseline() + "  " + ratios(outcome))
                        .toList());
    }

    /** Those that fit into a line. */
    private static List<Figure> shown(Run run) {
        return List.of(main(run), Figure.CPU);
    }

    private static Figure main(Run run) {
        return run.options().load().isClosedLoop() ? Figure.RATE : Figure.P50;
    }

    private static String side(Side side, List<Side> all) {
        Run run = side.last();
        String latency = run.options().load().isClosedLoop()
                ? ""
                : "p50 " + text(Figure.P50, run) + "  p99 " + text(Figure.P99, run) + "  ";
        return String.format(
                Locale.ROOT,
                "%-3s %7.0f/s  %sCPU %s  %s",
                side.label(),
                run.figures().requestsPerSecond(),
                latency,
                text(Figure.CPU, run),
                bars(side, all));
    }

    private static String text(Figure figure, Run run) {
        double value = figure.of(run);
        return value > 0 ? figure.text(value) : "-";
    }

    /** The main figure of each window, on the scale of all sides. */
    private static String bars(Side side, List<Side> all) {
        List<Double> shown =
                all.stream().flatMap(each -> ofWindows(each).stream()).toList();
        double least = shown.stream().mapToDouble(each -> each).min().orElse(0);
        double most = shown.stream().mapToDouble(each -> each).max().orElse(0);
        return ofWindows(side).stream()
                .map(each ->
                        most == least ? 0 : (int) Math.round((each - least) / (most - least) * (BARS.length() - 1)))
                .map(height -> BARS.substring(height, height + 1))
                .collect(Collectors.joining());
    }

    private static List<Double> ofWindows(Side side) {
        List<LoadWindow> windows = side.last().windows();
        return windows.subList(Math.max(0, windows.size() - MOST_BARS), windows.size()).stream()
                .map(main(side.last())::of)
                .toList();
    }

    /** As p50 1.27 (1.10 to 1.46), CPU 1.70 (1.62 to 1.79); empty if the two cannot be compared. */
    static String ratios(Outcome outcome) {
        return outcome.figures().stream()
                .filter(each -> each.ratio() != null)
                .map(each -> each.figure().label() + " " + each.ratioText() + " (" + each.intervalText() + ")")
                .collect(Collectors.joining(", "));
    }

    /** All of it, for a terminal. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(head));
        lines.addAll(sides);
        lines.addAll(ratios);
        return lines;
    }

    /** The same in one line. */
    public String line() {
        return ratios.isEmpty() ? head : head + ": " + String.join("; ", ratios);
    }
}
