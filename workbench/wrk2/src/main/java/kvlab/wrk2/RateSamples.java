package kvlab.wrk2;

import java.util.Arrays;

/** The rate of one thread's answers, sampled at intervals. */
final class RateSamples {

    private long[] samples = new long[64];
    private int count;
    private long since;
    private long answeredBefore;

    /** Forgets all samples; the next interval begins now. */
    void restart(long now, long answered) {
        count = 0;
        since = now;
        answeredBefore = answered;
    }

    void sample(long now, long answered) {
        if (count == samples.length) {
            samples = Arrays.copyOf(samples, 2 * count);
        }
        samples[count++] = (long) ((answered - answeredBefore) * 1e9 / (now - since));
        since = now;
        answeredBefore = answered;
    }

    long[] toArray() {
        return Arrays.copyOf(samples, count);
    }
}
