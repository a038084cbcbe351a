package kvlab.bench;

import org.apache.commons.statistics.distribution.FDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * By how much do two sides differ that are the same? Two runs each say little about it: by chance they may lie close
 * together. What earlier comparisons on this machine showed helps, but days differ. So the record counts as much as ten
 * runs do and no more, and it does not count at all when today is plainly noisier than it.
 *
 * @param spread what is known of it
 * @param recorded how much of that is from the record
 */
record Noise(Spread spread, double recorded) {

    /**
     * One in 20 comparisons of A with A may be called different; so much is aimed at. The rest is for what no sample shows:
     * that a machine has worse moments than the logarithm makes up for.
     */
    private static final double ERROR = 0.03;

    /** Today is noisier than the record when chance alone would show so much less often than this. */
    private static final double BY_CHANCE = 0.05;

    /** Student's t falls fast up to ten degrees of freedom, and hardly any more beyond them. */
    private static final double MOST_RECORDED = 10;

    /** Nobody should care for less. */
    static final double WORTH_TELLING = Math.log(1.02);

    static Noise of(Spread own, Spread record) {
        Spread known = record.atMost(MOST_RECORDED);
        if (known.freedom() == 0 || isNoisier(own, known)) {
            return new Noise(own, 0);
        }
        return new Noise(own.and(known), known.freedom());
    }

    private static boolean isNoisier(Spread today, Spread record) {
        if (today.freedom() == 0 || today.squares() == 0) {
            return false;
        }
        double ratio = today.variance() / record.variance();
        return FDistribution.of(today.freedom(), record.freedom()).survivalProbability(ratio) < BY_CHANCE;
    }

    /**
     * The difference of logarithms that is more than noise.
     *
     * @param looks how many differences are looked at: the more there are, the sooner one of them is large by chance
     */
    double reach(int runsOfOne, int runsOfOther, int looks) {
        double quantile = TDistribution.of(spread.freedom()).inverseSurvivalProbability(ERROR / looks / 2);
        double ofMeans = spread.deviation() * Math.sqrt(1.0 / runsOfOne + 1.0 / runsOfOther);
        return Math.max(quantile * ofMeans, WORTH_TELLING);
    }
}
