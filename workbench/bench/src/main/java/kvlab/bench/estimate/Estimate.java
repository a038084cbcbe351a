package kvlab.bench.estimate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvlab.bench.kept.Difference;
import kvlab.bench.kept.Figure;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.Spread;
import kvlab.bench.load.LoadWindow;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * By how much a figure of one side differs from that of another, and how well that is known. All is done with logarithms: a
 * difference is then a ratio, and a slow moment makes 1 ms and 100 ms longer by the same part.
 *
 * <p>There are two sources of chance. Within a life, windows differ; between two lives, JVMs do: each compiles and places its
 * data in its own way. More windows help against the first one alone.
 *
 * @param baseline the figure in each life
 * @param variant the same of the other side
 * @param pieces of the life that has the fewest
 * @param log of the ratio
 * @param windowError variance of the mean of the lives, as far as windows tell
 * @param windowFreedom degrees of freedom that this variance is known with
 * @param between what lives differ by
 */
public record Estimate(
        List<Double> baseline,
        List<Double> variant,
        int pieces,
        double log,
        double windowError,
        double windowFreedom,
        Spread between) {

    /** This part of the differences is left out at either end, so that a few bad moments do not move the mean. */
    private static final double TRIMMED = 0.1;

    /** Below this, a variance says nothing. */
    public static final int FEWEST_ROUNDS = 4;

    /** The largest half-width, as a logarithm. JSON cannot hold the ends of a much wider interval. */
    private static final double MOST_REACH = 18;

    /** All intervals of a comparison together hold with this error: one of 20 comparisons is wrong about any of its figures. */
    private static final double ERROR = 0.05;

    /** With fewer rounds left, disturbed ones are used, too. */
    private static final double MOST_LEFT_OUT = 0.4;

    /** One life of two sides: windows that were neighbours in time have the same index. */
    record Paired(List<LoadWindow> baseline, List<LoadWindow> variant) {

        /** Without those that were disturbed, unless these are many. */
        static Paired of(Run baseline, Run variant) {
            int rounds = Math.min(baseline.windows().size(), variant.windows().size());
            List<Integer> quiet = new ArrayList<>();
            for (int i = 0; i < rounds; i++) {
                if (!baseline.windows().get(i).isDisturbed()
                        && !variant.windows().get(i).isDisturbed()) {
                    quiet.add(i);
                }
            }
            boolean enough = quiet.size() >= FEWEST_ROUNDS && quiet.size() >= (1 - MOST_LEFT_OUT) * rounds;
            List<LoadWindow> ofBaseline = new ArrayList<>();
            List<LoadWindow> ofVariant = new ArrayList<>();
            for (int i = 0; i < rounds; i++) {
                if (!enough || quiet.contains(i)) {
                    ofBaseline.add(baseline.windows().get(i));
                    ofVariant.add(variant.windows().get(i));
                }
            }
            return new Paired(ofBaseline, ofVariant);
        }

        int rounds() {
            return baseline.size();
        }

        /** Whether too few of its windows were quiet, so that others count, too. */
        boolean isDisturbed() {
            return Stream.concat(baseline.stream(), variant.stream()).anyMatch(LoadWindow::isDisturbed);
        }
    }

    /**
     * The figures of one life.
     *
     * @param baseline logarithm of the figure
     * @param pieces how many differences there were
     */
    private record OfLife(double baseline, double variant, double error, int pieces) {

        double log() {
            return variant - baseline;
        }

        double freedom() {
            return pieces - 2 * trimmed(pieces) - 1;
        }
    }

    /**
     * @param between what lives of such sides differed by before
     */
    static Estimate of(Figure figure, List<Paired> lives, Spread between) {
        List<OfLife> each = ofLives(figure, lives);
        double error = each.stream().mapToDouble(OfLife::error).sum() / each.size() / each.size();
        double freedom = each.stream().mapToDouble(OfLife::freedom).sum();
        return new Estimate(
                each.stream().map(life -> Math.exp(life.baseline)).toList(),
                each.stream().map(life -> Math.exp(life.variant)).toList(),
                each.stream().mapToInt(OfLife::pieces).min().orElseThrow(),
                each.stream().mapToDouble(OfLife::log).average().orElseThrow(),
                error,
                freedom,
                between.and(between(each, between.variance()).notNegative()));
    }

    /**
     * How far the lives lie apart, less what the windows explain: by chance that may be less than nothing. The more the windows
     * vary, the less this says, and the less it counts.
     */
    private static Spread between(List<OfLife> lives, double usual) {
        double mean = lives.stream().mapToDouble(OfLife::log).average().orElseThrow();
        double squares = lives.stream()
                .mapToDouble(life -> (life.log() - mean) * (life.log() - mean))
                .sum();
        double ofWindows = lives.stream().mapToDouble(OfLife::error).average().orElseThrow();
        double weight = Math.pow(usual / (usual + ofWindows), 2);
        int free = lives.size() - 1;
        return new Spread(weight * (squares - ofWindows * free), weight * free);
    }

    /**
     * How far its own lives lie apart.
     *
     * @param usual the variance that is to be expected
     */
    static Spread betweenLives(Figure figure, List<Paired> lives, double usual) {
        return between(ofLives(figure, lives), usual);
    }

    private static List<OfLife> ofLives(Figure figure, List<Paired> lives) {
        // The same way for all lives, or they would differ by that, too.
        int windows = lives.stream()
                .mapToInt(life -> Math.max(figure.windowsNeeded(life.baseline), figure.windowsNeeded(life.variant)))
                .max()
                .orElseThrow();
        return lives.stream().map(life -> ofLife(figure, life, windows)).toList();
    }

    /** One figure of both sides, from windows that were neighbours in time. */
    private record Neighbours(double baseline, double variant) {

        double difference() {
            return variant - baseline;
        }
    }

    /**
     * A trimmed mean of the differences of neighbours, and its error (Yuen).
     *
     * @param windows that are taken together
     */
    private static OfLife ofLife(Figure figure, Paired life, int windows) {
        List<List<LoadWindow>> baseline = Figure.pieces(life.baseline, windows);
        List<List<LoadWindow>> variant = Figure.pieces(life.variant, windows);
        int pieces = baseline.size();
        List<Neighbours> all = IntStream.range(0, pieces)
                .mapToObj(
                        i -> new Neighbours(Math.log(figure.of(baseline.get(i))), Math.log(figure.of(variant.get(i)))))
                .sorted(Comparator.comparingDouble(Neighbours::difference))
                .toList();
        int trimmed = trimmed(pieces);
        List<Neighbours> kept = all.subList(trimmed, pieces - trimmed);
        // Winsorized: those that are left out count as the nearest one that is not.
        List<Double> differences = new ArrayList<>();
        for (int i = 0; i < pieces; i++) {
            int nearest = Math.max(trimmed, Math.min(i, pieces - trimmed - 1));
            differences.add(all.get(nearest).difference());
        }
        double left = kept.size();
        return new OfLife(
                mean(kept, Neighbours::baseline),
                mean(kept, Neighbours::variant),
                Spread.of(differences).squares() / left / (left - 1),
                pieces);
    }

    private static double mean(List<Neighbours> all, ToDoubleFunction<Neighbours> figure) {
        return all.stream().mapToDouble(figure).average().orElse(Double.NaN);
    }

    /** At either end. */
    private static int trimmed(int pieces) {
        return pieces <= FEWEST_ROUNDS ? 0 : (int) Math.max(1, TRIMMED * pieces);
    }

    int lives() {
        return baseline.size();
    }

    /** Whether a life has too little to tell how much windows vary. */
    boolean isOfTooLittle() {
        return pieces < FEWEST_ROUNDS || !Double.isFinite(log + windowError);
    }

    /**
     * Half of the interval's width.
     *
     * @param looks how many differences are looked at: the more there are, the sooner one of them is large by chance
     */
    double reach(int looks) {
        return reach(looks, lives());
    }

    /** The same as it will be after so many lives that vary as these do. */
    private double reach(int looks, int lifeCount) {
        double ofWindows = windowError * lives() / lifeCount;
        double ofLives = between.variance() / lifeCount;
        double freedomOfWindows = windowFreedom * lifeCount / lives();
        double freedomOfLives = between.freedom() + lifeCount - lives();
        double all = ofWindows + ofLives;
        // Welch and Satterthwaite.
        double freedom = all * all / (ofWindows * ofWindows / freedomOfWindows + ofLives * ofLives / freedomOfLives);
        double quantile = TDistribution.of(Double.isNaN(freedom) ? windowFreedom : freedom)
                .inverseSurvivalProbability(ERROR / looks / 2);
        return Math.min(MOST_REACH, quantile * Math.sqrt(all));
    }

    /**
     * After how many lives the interval will be narrow enough.
     *
     * @param width half of it
     * @return 0 when even {@link Difference#MOST_TIMES} as many do not do
     */
    int livesUntil(double width, int looks) {
        for (int i = lives() + 1; i <= Difference.MOST_TIMES * lives(); i++) {
            if (reach(looks, i) <= width) {
                return i;
            }
        }
        return 0;
    }
}
