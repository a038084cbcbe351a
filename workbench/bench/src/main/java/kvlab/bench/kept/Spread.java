package kvlab.bench.kept;

import java.util.Collection;
import java.util.List;

/**
 * How far figures that should be the same lie apart, as natural logarithms of them: a machine that is twice as slow makes
 * every latency twice as long, whether it was 1 ms or 100.
 *
 * @param squares the sum of the squared distances from the mean of their own kind
 * @param freedom how many of these distances are free: for each kind one less than there are
 */
public record Spread(double squares, double freedom) {

    public static final Spread NONE = new Spread(0, 0);

    /** @param logs of one kind */
    public static Spread of(List<Double> logs) {
        double mean = mean(logs);
        double squares =
                logs.stream().mapToDouble(each -> (each - mean) * (each - mean)).sum();
        return new Spread(squares, Math.max(0, logs.size() - 1));
    }

    static double mean(List<Double> logs) {
        return logs.stream().mapToDouble(each -> each).average().orElse(Double.NaN);
    }

    public static Spread sum(Collection<Spread> all) {
        return all.stream().reduce(NONE, Spread::and);
    }

    public Spread and(Spread other) {
        return new Spread(squares + other.squares, freedom + other.freedom);
    }

    /** The same, as if it were known from fewer. */
    public Spread atMost(double most) {
        return freedom <= most ? this : new Spread(squares * most / freedom, most);
    }

    /** The same, without what only chance can have made. */
    public Spread notNegative() {
        return new Spread(Math.max(0, squares), freedom);
    }

    /** The same, as if it had been seen at a usual time. */
    public Spread varyingBetween(double least, double most) {
        return new Spread(Math.max(least * freedom, Math.min(squares, most * freedom)), freedom);
    }

    public double variance() {
        return squares / freedom;
    }
}
