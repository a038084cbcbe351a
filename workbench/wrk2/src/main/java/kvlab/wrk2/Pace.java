package kvlab.wrk2;

/**
 * When a connection may send.
 *
 * <p>The problem: a client that waits for an answer before it sends again slows down with the server, and so never
 * measures how long others would have waited. Here the n-th request of a connection is due at start + n / rate, whatever
 * the server does; its latency counts from then. A connection that fell behind sends as soon as it is answered, yet no
 * more than twice its rate would have allowed since it was last on time: so wrk2 does.
 *
 * <p>Times are nanoseconds of one clock.
 */
final class Pace {

    private static final int CATCH_UP = 2;

    private final double nanosPerRequest;
    private final long start;

    private long answered;
    private boolean behind;
    private long behindSince;
    private long answeredBefore;

    /** @param rate requests a second */
    Pace(double rate, long start) {
        this.nanosPerRequest = 1e9 / rate;
        this.start = start;
    }

    /** When request number n is due, from 0. */
    long due(long n) {
        return start + (long) (n * nanosPerRequest);
    }

    /** How many requests were due before this moment. */
    long dueBefore(long now) {
        return now < start ? 0 : 1 + (long) ((now - start) / nanosPerRequest);
    }

    long answered() {
        return answered;
    }

    void answer() {
        answered++;
    }

    /** How long to wait with the next request; 0 when it may go. */
    long waitFrom(long now) {
        long due = due(answered);
        if (due > now) {
            behind = false;
            return due - now;
        }
        if (!behind) {
            behind = true;
            behindSince = now;
            answeredBefore = answered;
        }
        long next = behindSince + (long) ((answered - answeredBefore) * nanosPerRequest / CATCH_UP);
        return Math.max(0, next - now);
    }
}
