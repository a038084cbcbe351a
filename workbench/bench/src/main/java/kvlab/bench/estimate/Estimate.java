package kvlab.bench.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
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
 * @param log of the ratio
 * @param windowError variance of the mean of the lives, as far as windows tell
 * @param windowFreedom degrees of freedom that this variance is known with
 * @param lives how many there were
 * @param between what lives differ by
 */
public record Estimate(double log, double windowError, double windowFreedom, int lives, Spread between) {

    /** This part of the differences is left out at either end, so that a few bad moments do not move the mean. */
    private static final double TRIMMED = 0.2;

    /** Below this, a variance says nothing. */
    public static final int FEWEST_ROUNDS = 4;

    /** The largest half-width, as a logarithm. JSON cannot hold the ends of a much wider interval. */
    private static final double MOST_REACH = 18;

    /** With fewer degrees of freedom in a life, its error means nothing. */
    private static final double FEWEST_FREEDOM = 1.5;

    private static final int RESAMPLES = 300;

    /** Drawn together: the clock of CPU time moves in steps, and what a window lacks by that, its neighbour has too much. */
    private static final int BLOCK = 2;

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
    }

    /** What one life shows. */
    private record OfLife(double log, double error, double freedom) {}

    /**
     * @param between what lives of such sides differed by before
     */
    static Estimate of(Figure figure, List<Paired> lives, Spread between) {
        List<OfLife> each = ofLives(figure, lives);
        double mean = each.stream().mapToDouble(OfLife::log).average().orElseThrow();
        double error = each.stream().mapToDouble(OfLife::error).sum() / each.size() / each.size();
        double freedom = each.stream().mapToDouble(OfLife::freedom).sum();
        return new Estimate(
                mean,
                error,
                freedom,
                each.size(),
                between.and(between(each, between.variance()).notNegative()));
    }

    /**
     * How far the lives lie apart, less what the windows explain: by chance that may be less than nothing. The more the windows
     * vary, the less this says, and the less it counts.
     */
    private static Spread between(List<OfLife> lives, double usual) {
        double mean = lives.stream().mapToDouble(OfLife::log).average().orElseThrow();
        double squares = lives.stream()
                .mapToDouble(life -> (life.log - mean) * (life.log - mean))
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
        boolean together = lives.stream()
                .anyMatch(life ->
                        figure.needsMoreThanAWindow(life.baseline()) || figure.needsMoreThanAWindow(life.variant()));
        return lives.stream()
                .map(life -> together ? ofAll(figure, life) : ofEach(figure, life))
                .toList();
    }

    /** A trimmed mean of the differences of neighbours, and its error (Yuen). */
    private static OfLife ofEach(Figure figure, Paired life) {
        int rounds = life.rounds();
        double[] differences = IntStream.range(0, rounds)
                .mapToDouble(i -> Math.log(figure.of(life.variant.get(i)) / figure.of(life.baseline.get(i))))
                .sorted()
                .toArray();
        int trimmed = (int) (TRIMMED * rounds);
        double mean =
                Arrays.stream(differences, trimmed, rounds - trimmed).average().orElseThrow();
        Arrays.fill(differences, 0, trimmed, differences[trimmed]);
        Arrays.fill(differences, rounds - trimmed, rounds, differences[rounds - trimmed - 1]);
        Spread winsorized = Spread.of(Arrays.stream(differences).boxed().toList());
        int left = rounds - 2 * trimmed;
        return new OfLife(mean, winsorized.squares() / left / (left - 1), left - 1);
    }

    /** The figure of all windows together, because one has too little. Drawing rounds anew gives its error. */
    private static OfLife ofAll(Figure figure, Paired life) {
        Figure.Sum baseline = figure.sum(life.baseline);
        Figure.Sum variant = figure.sum(life.variant);
        int rounds = life.rounds();
        int[] once = new int[rounds];
        Arrays.fill(once, 1);
        int block = rounds < BLOCK * BLOCK * FEWEST_ROUNDS ? 1 : BLOCK;
        int blocks = rounds / block;
        Random random = new Random(rounds);
        List<Double> drawn = new ArrayList<>();
        for (int i = 0; i < RESAMPLES; i++) {
            int[] times = new int[rounds];
            random.ints(blocks, 0, rounds).forEach(first -> {
                for (int j = first; j < first + block; j++) {
                    times[j % rounds]++;
                }
            });
            drawn.add(Math.log(variant.of(times) / baseline.of(times)));
        }
        drawn.removeIf(log -> !Double.isFinite(log));
        // A draw repeats blocks, which makes it vary by less than new ones would; and it may be a round too short.
        double error = Spread.of(drawn).variance() * blocks / (blocks - 1) * (blocks * block) / rounds;
        double windows = Math.min(blocks, Math.min(baseline.windows(once), variant.windows(once)));
        return new OfLife(Math.log(variant.of(once) / baseline.of(once)), error, Math.max(1, windows - 1));
    }

    /** Whether so few windows have the slow requests that to draw them again gives no error. */
    boolean restsOnAFewMoments() {
        return windowFreedom < FEWEST_FREEDOM * lives;
    }

    /**
     * Half of the interval's width.
     *
     * @param looks how many differences are looked at: the more there are, the sooner one of them is large by chance
     */
    double reach(int looks) {
        return reach(looks, lives);
    }

    /** The same as it will be after so many lives that vary as these do. */
    private double reach(int looks, int lifeCount) {
        double ofWindows = windowError * lives / lifeCount;
        double ofLives = between.variance() / lifeCount;
        double freedomOfWindows = windowFreedom * lifeCount / lives;
        double freedomOfLives = between.freedom() + lifeCount - lives;
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
        for (int i = lives + 1; i <= Difference.MOST_TIMES * lives; i++) {
            if (reach(looks, i) <= width) {
                return i;
            }
        }
        return 0;
    }
}
