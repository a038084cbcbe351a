package kvlab.bench;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** What came of one operation: the windows as they were, and the middle of them. */
public record SaturationResult(
        Workload.Method method, WarmUp.Reached ceilingWarm, WarmUp.Reached stageWarm, List<Pair> pairs) {

    /** Above it, a figure would be that of a server that refuses. */
    private static final double ACCEPTED_OTHERS = 0.01;

    /** Two windows, one right after the other. */
    public record Pair(Window ceiling, Window stage) {

        double ratio() {
            return stage.goodPerSecond() / ceiling.goodPerSecond();
        }
    }

    /** Why there is no figure, in one sentence; empty when there is one. */
    public Optional<String> refusal() {
        return refusal("HTTP alone", othersShare(Pair::ceiling))
                .or(() -> refusal("the stage", othersShare(Pair::stage)));
    }

    private Optional<String> refusal(String name, double others) {
        return others <= ACCEPTED_OTHERS
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%s: no figure: of what %s was asked, %.1f %% went wrong; %.0f %% is accepted",
                        method,
                        name,
                        100 * others,
                        100 * ACCEPTED_OTHERS));
    }

    /** Over all windows: what was not answered as it should be. */
    double othersShare(Function<Pair, Window> side) {
        long others = 0;
        long asked = 0;
        for (Pair pair : pairs) {
            others += side.apply(pair).report().others();
            asked += side.apply(pair).report().asked();
        }
        return (double) others / asked;
    }

    double median(ToDoubleFunction<Pair> figure) {
        double[] sorted = pairs.stream().mapToDouble(figure).sorted().toArray();
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    double ratio() {
        return median(Pair::ratio);
    }

    double lowestRatio() {
        return pairs.stream().mapToDouble(Pair::ratio).min().orElseThrow();
    }

    double highestRatio() {
        return pairs.stream().mapToDouble(Pair::ratio).max().orElseThrow();
    }
}
