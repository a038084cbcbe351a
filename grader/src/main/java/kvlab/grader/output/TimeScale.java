package kvlab.grader.output;

import java.util.Arrays;
import java.util.List;

/**
 * Time on paper. The few operations to be shown may take a millisecond each and lie ten seconds apart, so a true scale
 * would show specks. Here every stretch between two of their ends gets a width that grows with the logarithm of its
 * length, and room for what is written there. The order is true; lengths are not, and the ticks say how long each is.
 */
final class TimeScale {

    /** @param width how much room it needs at least */
    record Span(long from, long until, double width) {}

    private static final double LEAST = 26;
    private static final double PER_DOUBLING = 9;
    private static final double SHORTEST = 100_000;

    private final long[] times;
    private final double[] places;

    TimeScale(List<Span> spans, double left, double right) {
        times = spans.stream()
                .flatMap(span -> List.of(span.from(), span.until()).stream())
                .mapToLong(Long::longValue)
                .sorted()
                .distinct()
                .toArray();
        double[] widths = new double[times.length - 1];
        for (int i = 0; i < widths.length; i++) {
            double doublings = Math.log(1 + (times[i + 1] - times[i]) / SHORTEST) / Math.log(2);
            widths[i] = LEAST + PER_DOUBLING * doublings;
        }
        spans.forEach(span -> widen(widths, place(span.from()), place(span.until()), span.width()));
        widen(widths, 0, widths.length, right - left);
        places = new double[times.length];
        places[0] = left;
        for (int i = 0; i < widths.length; i++) {
            places[i + 1] = places[i] + widths[i];
        }
    }

    private int place(long time) {
        return Arrays.binarySearch(times, time);
    }

    private static void widen(double[] widths, int from, int until, double least) {
        double sum = Arrays.stream(widths, from, until).sum();
        for (int i = from; i < until && sum < least; i++) {
            widths[i] *= least / sum;
        }
    }

    long[] ticks() {
        return times.clone();
    }

    boolean shows(long from, long until) {
        return until >= times[0] && from <= times[times.length - 1];
    }

    double right() {
        return places[places.length - 1];
    }

    double x(long time) {
        int i = place(time);
        if (i >= 0) {
            return places[i];
        }
        int next = -i - 1;
        if (next == 0 || next == times.length) {
            return next == 0 ? places[0] : right();
        }
        double part = (double) (time - times[next - 1]) / (times[next] - times[next - 1]);
        return places[next - 1] + part * (places[next] - places[next - 1]);
    }
}
