package kvlab.bench.estimate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import kvlab.bench.kept.Change;
import kvlab.bench.kept.Conditions;
import kvlab.bench.kept.Difference;
import kvlab.bench.kept.Figure;
import kvlab.bench.kept.Headline;
import kvlab.bench.kept.Outcome;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.Side;
import kvlab.bench.kept.Spread;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.load.Scale;

/** Says of each figure which of two sides is better, or why that cannot be said. docs/compare.md explains it for readers. */
public final class Judge {

    private static final String NOT_HELD = "rate-not-held";

    /** If a percentile of all windows is more than so many times that of a usual one, few of them have most slow requests. */
    private static final double RARE_PAUSES = 3;

    private final Side baseline;
    private final Side variant;
    private final NoiseRecord record;
    private final int sides;
    private final double same;
    private final List<Figure> figures;
    private final List<String> pauses = new ArrayList<>();

    private Judge(Side baseline, Side variant, NoiseRecord record, int sides, double same, List<Figure> figures) {
        this.baseline = baseline;
        this.variant = variant;
        this.record = record;
        this.sides = sides;
        this.same = same;
        this.figures = figures;
    }

    /**
     * Each of the later sides beside the first.
     *
     * @param record what was known of this machine's noise before
     * @param same the part by which two may differ and still are the same, 0.05 for 5 %
     */
    public static List<Outcome> judge(List<Side> sides, NoiseRecord record, double same) {
        return judge(sides, record, same, Figure.of(sides.get(0).runs().get(0).options()));
    }

    /** Some of its figures. */
    public static List<Outcome> judge(List<Side> sides, NoiseRecord record, double same, List<Figure> figures) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Side variant : sides.subList(1, sides.size())) {
            outcomes.add(new Judge(sides.get(0), variant, record, sides.size(), Math.log1p(same), figures).outcome());
        }
        return outcomes;
    }

    private Outcome outcome() {
        String refusal = refusal();
        List<Difference> differences = new ArrayList<>();
        for (Figure figure : figures) {
            differences.add(
                    refusal == null ? difference(figure) : Difference.refused(figure, baseline, variant, refusal));
        }
        String headline = refusal == null
                ? disturbed() + Headline.of(baseline, variant, differences, same)
                : "Not comparable: " + refusal + ".";
        return new Outcome(baseline.label(), variant.label(), refusal, headline, differences, caveats());
    }

    /** The warning that begins the headline if too few windows were quiet. */
    private String disturbed() {
        List<Estimate.Paired> lives = lives(baseline, variant);
        long disturbed = lives.stream().filter(Estimate.Paired::isDisturbed).count();
        return disturbed == 0
                ? ""
                : Outcome.DISTURBED + disturbed + " of " + lives.size()
                        + " lives: other programs, other guests or compilers took too much CPU time. ";
    }

    private Difference difference(Figure figure) {
        String lack = figure.lack(both());
        if (lack != null) {
            return Difference.refused(figure, baseline, variant, lack);
        }
        Spread known = figure.usuallyBetweenLives(both()).and(record.of(figure, both()));
        List<Estimate.Paired> lives = lives(baseline, variant);
        Estimate estimate = Estimate.of(figure, lives, known);
        if (estimate.isOfTooLittle()) {
            return Difference.refused(figure, baseline, variant, "too few windows have enough of it");
        }
        if (figure.isLatency()) {
            notePauses(
                    figure,
                    baseline,
                    estimate.baseline(),
                    lives.stream().map(Estimate.Paired::baseline).toList());
            notePauses(
                    figure,
                    variant,
                    estimate.variant(),
                    lives.stream().map(Estimate.Paired::variant).toList());
        }
        return decided(figure, estimate);
    }

    private Difference decided(Figure figure, Estimate estimate) {
        double log = estimate.log();
        double reach = estimate.reach(looks());
        Change verdict = verdict(figure, log, reach);
        // It is decided as soon as 1 is not in the interval, or the interval is in the band of the same.
        double width = Math.max(Math.abs(log), same - Math.abs(log));
        return new Difference(
                figure,
                Difference.Measured.of(estimate.baseline()),
                Difference.Measured.of(estimate.variant()),
                Math.exp(log),
                Math.exp(log - reach),
                Math.exp(log + reach),
                verdict == Change.UNDECIDED ? estimate.livesUntil(width, looks()) : null,
                verdict,
                null);
    }

    private Change verdict(Figure figure, double log, double reach) {
        if (Math.abs(log) + reach <= same) {
            return Change.SAME;
        }
        if (Math.abs(log) <= reach) {
            return Change.UNDECIDED;
        }
        return figure.isBetter(log) ? Change.BETTER : Change.WORSE;
    }

    /** How many differences the comparison looks at. */
    private int looks() {
        return Figure.of(baseline.runs().get(0).options()).size() * (sides - 1);
    }

    /** Of two sides, those lives that both have. */
    static List<Estimate.Paired> lives(Side baseline, Side variant) {
        int lives = Math.min(baseline.runs().size(), variant.runs().size());
        return IntStream.range(0, lives)
                .mapToObj(i -> Estimate.Paired.of(
                        baseline.runs().get(i), variant.runs().get(i)))
                .toList();
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
        if (Scale.isSmoke(first.load().seconds())) {
            return "a smoke comparison shows that everything works, and is too short for more";
        }
        if (baseline.isSpoilt() || variant.isSpoilt()) {
            return spoilt(first.load().rate());
        }
        int fewest = lives(baseline, variant).stream()
                .mapToInt(Estimate.Paired::rounds)
                .min()
                .orElse(0);
        return fewest < Estimate.FEWEST_ROUNDS
                ? fewest + " windows of a side in one life are too few; at least " + Estimate.FEWEST_ROUNDS
                        + " are needed"
                : null;
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
                    + side.runs().size() + " lives");
        }
        return side.title() + ": " + String.join(", ", told);
    }

    private List<String> caveats() {
        Set<String> words = new TreeSet<>(baseline.caveats());
        words.addAll(variant.caveats());
        List<String> caveats = new ArrayList<>();
        for (String word : words) {
            caveats.add(word + " in " + baseline.count(word) + " of "
                    + baseline.runs().size() + " lives of " + baseline.label() + " and in " + variant.count(word)
                    + " of " + variant.runs().size() + " of " + variant.label());
        }
        caveats.addAll(pauses);
        return List.copyOf(caveats);
    }

    /** Windows are compared one by one, and a pause that comes now and then shows in few of them. */
    private void notePauses(Figure figure, Side side, List<Double> usual, List<List<LoadWindow>> lives) {
        double most = RARE_PAUSES;
        String told = null;
        for (int i = 0; i < lives.size(); i++) {
            double all = figure.of(lives.get(i));
            if (all > most * usual.get(i)) {
                most = all / usual.get(i);
                told = "slow requests of " + side.label() + " came together: in life " + (i + 1) + ", "
                        + figure.label() + " of all windows is " + figure.text(all) + ", and of a usual one "
                        + figure.text(usual.get(i));
            }
        }
        if (told != null) {
            pauses.add(told);
        }
    }
}
