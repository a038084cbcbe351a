package kvlab.bench.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Points of a curve, from left to right. */
public record Curve(double[] x, double[] y) {

    /** More of them nobody sees, and an SVG becomes large. */
    private static final int ENOUGH = 60;

    public static Curve of(List<Double> x, List<Double> y) {
        return new Curve(array(x), array(y));
    }

    /** One point for each second, from 1 on. */
    public static Curve overTime(List<Double> seconds) {
        double[] x = new double[seconds.size()];
        Arrays.setAll(x, i -> i + 1);
        return new Curve(x, array(seconds));
    }

    private static double[] array(List<Double> list) {
        return list.stream().mapToDouble(Double::doubleValue).toArray();
    }

    int size() {
        return x.length;
    }

    double highest() {
        return Arrays.stream(y).max().orElse(0);
    }

    double lowest() {
        return Arrays.stream(y).min().orElse(0);
    }

    double last() {
        return x[x.length - 1];
    }

    /** The same curve with fewer points, which lie evenly where x is logarithmic; both ends stay. */
    Curve thinned() {
        if (x.length <= ENOUGH) {
            return this;
        }
        List<Double> fewerX = new ArrayList<>();
        List<Double> fewerY = new ArrayList<>();
        double step = Math.log(last() / x[0]) / (ENOUGH - 1);
        double next = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < x.length; i++) {
            if (Math.log(x[i] / x[0]) >= next || i == x.length - 1) {
                fewerX.add(x[i]);
                fewerY.add(y[i]);
                next = Math.log(x[i] / x[0]) + step;
            }
        }
        return of(fewerX, fewerY);
    }
}
