package kvlab.bench.knee;

import java.io.IOException;

/**
 * Finds the highest rate that is held, on a server of which nobody knows anything. It doubles the rate until it is too
 * high, then halves what lies between, and asks once more for longer.
 *
 * <p>Probes lie, and in one direction: a neighbour on the machine can make a rate fail that is held, and little makes a
 * rate hold that is too high for as long as a probe lasts. So a rate has to fail twice before it counts as too high; and
 * what only seemed to hold, because its queue grew slowly, fails when it is confirmed.
 */
final class KneeSearch {

    private static final int GROWTH = 2;
    private static final int RETREAT = 4;
    private static final int LEAST = 10;
    private static final double CLOSE = 1.05;

    /** The first step down after a failed confirmation. Each later step is twice as large. */
    private static final double STEP_DOWN = 0.08;

    /** A confirmation takes longer than a probe, so they come less close. */
    private static final double CLOSE_ENOUGH = 1.1;

    private static final int DIGITS = 1000;

    private final Prober prober;
    private final int highest;

    /** Who asks the server. */
    interface Prober {

        /**
         * Whether the rate was held for as long as a probe lasts, or as a confirmation does.
         *
         * @param left how many probes will follow, as far as anybody knows, besides a confirmation
         */
        boolean holds(int rate, boolean confirmation, int left) throws IOException, InterruptedException;
    }

    /** @param highest no rate above it is tried */
    KneeSearch(Prober prober, int highest) {
        this.prober = prober;
        this.highest = highest;
    }

    /** Null when no rate is held; of those that are, one that is held for longer too. */
    Integer find(int first) throws IOException, InterruptedException {
        int low = Math.min(round(first), highest);
        int high = 0;
        while (!holds(low, 1 + halvings(1, RETREAT))) {
            if (low <= LEAST) {
                return null;
            }
            high = low;
            low = Math.max(LEAST, round(low / RETREAT));
        }
        while (high == 0 && low < highest) {
            int next = (int) Math.min((long) low * GROWTH, highest);
            if (holds(next, 1 + halvings(1, GROWTH))) {
                low = next;
            } else {
                high = next;
            }
        }
        return confirm(high == 0 ? low : between(low, high));
    }

    private int between(int held, int tooHigh) throws IOException, InterruptedException {
        int low = held;
        int high = tooHigh;
        for (int middle = middle(low, high); high > CLOSE * low && middle > low && middle < high; ) {
            if (holds(middle, halvings(low, high) - 1)) {
                low = middle;
            } else {
                high = middle;
            }
            middle = middle(low, high);
        }
        return low;
    }

    private static int middle(int low, int high) {
        return round((int) Math.sqrt((double) low * high));
    }

    /** How often what lies between has to be halved until it is small enough. */
    private static int halvings(double low, double high) {
        double times = Math.log(Math.log(high / low) / Math.log(CLOSE)) / Math.log(2);
        return (int) Math.max(0, Math.ceil(times));
    }

    private boolean holds(int rate, int left) throws IOException, InterruptedException {
        return prober.holds(rate, false, left) || prober.holds(rate, false, left);
    }

    private Integer confirm(int found) throws IOException, InterruptedException {
        int rate = found;
        int tooHigh = 0;
        for (double less = STEP_DOWN; rate >= 1; less *= 2) {
            if (prober.holds(rate, true, 0)) {
                return tooHigh == 0 ? rate : confirmBetween(rate, tooHigh);
            }
            tooHigh = rate;
            rate = round((int) (found * (1 - less)));
        }
        return null;
    }

    /** After a large step, the highest rate lies somewhere between. */
    private int confirmBetween(int held, int tooHigh) throws IOException, InterruptedException {
        int low = held;
        int high = tooHigh;
        while (high > CLOSE_ENOUGH * low && high > low + 1) {
            int middle = middle(low, high);
            if (prober.holds(middle, true, 0)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Three digits: more would promise what a probe cannot tell. */
    static int round(int rate) {
        int unit = 1;
        while (rate / unit >= DIGITS) {
            unit *= 10;
        }
        return rate / unit * unit;
    }
}
