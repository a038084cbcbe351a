package kvlab.bench.load;

/**
 * What wrk2 sends at best. It opens the connections of a thread one after another, and a connection has no request due before
 * its turn has come: with 512 connections in 2 threads a load of 20 s comes to 97 % of its rate, however fast the server
 * is. So what was answered is held against what was due.
 *
 * @param rate requests a second that were asked for
 * @param due requests a second that were due, of a load in windows; null when the load was one
 */
public record Schedule(double rate, int connections, int threads, int seconds, Double due) {

    private static final double BETWEEN_CONNECTIONS = 0.005;
    private static final double CALIBRATION_SECONDS = 10;

    /** Of one load. */
    public Schedule(double rate, int connections, int threads, int seconds) {
        this(rate, connections, threads, seconds, null);
    }

    /** The same schedule of a load in windows. */
    public Schedule due(double perSecond) {
        return new Schedule(rate, connections, threads, seconds, perSecond);
    }

    /** The part of what was due that was answered, 0 to 1. wrk2's rate is rounded, and its threads end a little late. */
    public double held(double answeredPerSecond) {
        return Math.min(1, answeredPerSecond / duePerSecond());
    }

    public double duePerSecond() {
        if (due != null) {
            return due;
        }
        int each = connectionsOfAThread();
        double open = Math.min(each, Math.ceil(seconds / BETWEEN_CONNECTIONS));
        // The n-th, from 0, is open for n times 5 ms less than the load lasts.
        double secondsOpen = open * (seconds - BETWEEN_CONNECTIONS * (open - 1) / 2);
        return rate * secondsOpen / (each * (double) seconds);
    }

    /** wrk2 looks at what it reaches for so long before it measures. In windows it does not. */
    public double calibrationSeconds() {
        return due != null ? 0 : CALIBRATION_SECONDS + BETWEEN_CONNECTIONS * connectionsOfAThread();
    }

    private int connectionsOfAThread() {
        return (connections + threads - 1) / threads;
    }
}
