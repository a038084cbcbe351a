package kvlab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Two sides differ always; the question is whether the same side, measured again, would have differed as much. All is done
 * with logarithms, so that a difference is a ratio and A to B is as far as B to A. docs/compare.md tells it for readers.
 */
final class Judge {

    private static final String NOT_HELD = "rate-not-held";
    private static final String TOO_SHORT = "too-short";

    private final Side baseline;
    private final Side variant;
    private final NoiseRecord record;
    private final List<Side> all;

    private Judge(Side baseline, Side variant, NoiseRecord record, List<Side> all) {
        this.baseline = baseline;
        this.variant = variant;
        this.record = record;
        this.all = all;
    }

    /**
     * Each of the later sides beside the first.
     *
     * @param record what was known of this machine's noise before
     */
    static List<Outcome> judge(List<Side> sides, NoiseRecord record) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Side variant : sides.subList(1, sides.size())) {
            outcomes.add(new Judge(sides.get(0), variant, record, sides).outcome());
        }
        return outcomes;
    }

    private Outcome outcome() {
        String refusal = refusal();
        List<Difference> figures = new ArrayList<>();
        for (Figure figure : Figure.values()) {
            figures.add(refusal == null ? difference(figure) : Difference.refused(figure, baseline, variant, refusal));
        }
        String headline =
                refusal == null ? Headline.of(baseline, variant, figures) : "Not comparable: " + refusal + ".";
        return new Outcome(baseline.label(), variant.label(), refusal, headline, figures, caveats());
    }

    private Difference difference(Figure figure) {
        String lack = figure.lack(both());
        if (lack != null) {
            return Difference.refused(figure, baseline, variant, lack);
        }
        Noise noise = Noise.of(ownSpread(figure), record.of(figure, both()));
        return Difference.of(figure, baseline, variant, noise, Figure.values().length * (all.size() - 1));
    }

    /** Of all sides that are comparable with these two: each shows the same machine at the same time. */
    private Spread ownSpread(Figure figure) {
        Conditions here = Conditions.of(baseline.runs().get(0));
        return Spread.sum(all.stream()
                .filter(side -> side == variant || side == baseline || !side.isSpoilt())
                .filter(side -> figure.lack(side.runs()) == null)
                .filter(side -> side.runs().stream()
                        .allMatch(run -> Conditions.of(run).difference(here).isEmpty()))
                .map(side -> Spread.of(NoiseRecord.logs(figure, side.runs())))
                .toList());
    }

    private List<Run> both() {
        List<Run> runs = new ArrayList<>(baseline.runs());
        runs.addAll(variant.runs());
        return runs;
    }

    /** In half a sentence; null when nothing speaks against comparing the two. */
    private String refusal() {
        Conditions first = Conditions.of(baseline.runs().get(0));
        for (Run run : both()) {
            String different = first.difference(Conditions.of(run)).orElse(null);
            if (different != null) {
                return different;
            }
        }
        if (baseline.count(TOO_SHORT) + variant.count(TOO_SHORT) > 0) {
            return tooShort(first);
        }
        if (baseline.isSpoilt() || variant.isSpoilt()) {
            return spoilt(first.rate());
        }
        return Math.min(baseline.runs().size(), variant.runs().size()) < 2
                ? "one run of a side shows no spread; give --pairs 2 or more"
                : null;
    }

    private static String tooShort(Conditions conditions) {
        return String.format(
                Locale.ROOT,
                "%s are too short: wrk2 takes the first %.1f s of each to calibrate itself",
                Scale.isSmoke(conditions.seconds()) ? "smoke runs" : "runs of " + conditions.seconds() + " s",
                conditions.schedule().calibrationSeconds());
    }

    private String spoilt(int rate) {
        boolean one = baseline.count(NOT_HELD) == baseline.runs().size();
        boolean other = variant.count(NOT_HELD) == variant.runs().size();
        if (one && other) {
            return "neither holds " + rate + " requests/s: " + reached(baseline) + ", " + reached(variant);
        }
        if (one && !variant.isSpoilt() || other && !baseline.isSpoilt()) {
            Side held = one ? variant : baseline;
            return "only " + held.title() + " holds " + rate + " requests/s; of them "
                    + reached(one ? baseline : variant) + ", and its latency is that of a queue that grew";
        }
        return faults(baseline) + (baseline.isSpoilt() && variant.isSpoilt() ? "; " : "") + faults(variant);
    }

    private static String reached(Side side) {
        double held = side.runs().stream().mapToDouble(Run::held).average().orElseThrow();
        return String.format(Locale.ROOT, "%s answered %.1f %%", side.title(), 100 * held);
    }

    /** As B (3-replication): rate-not-held in 1 of 2 runs. */
    private static String faults(Side side) {
        if (!side.isSpoilt()) {
            return "";
        }
        Set<String> told = new TreeSet<>();
        for (Lint.Fault fault : side.spoiling()) {
            told.add(fault.id() + " in " + side.count(fault.id()) + " of "
                    + side.runs().size() + " runs");
        }
        return side.title() + ": " + String.join(", ", told);
    }

    private List<String> caveats() {
        Set<String> words = new TreeSet<>(baseline.caveats());
        words.addAll(variant.caveats());
        return words.stream()
                .map(word -> word + " in " + baseline.count(word) + " of "
                        + baseline.runs().size() + " runs of " + baseline.label() + " and in " + variant.count(word)
                        + " of " + variant.runs().size() + " of " + variant.label())
                .toList();
    }
}
