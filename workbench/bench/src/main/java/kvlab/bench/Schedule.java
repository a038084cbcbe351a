package kvlab.bench;

/**
 * What wrk2 sends at best. It opens the connections of a thread one after another, and a connection has no request due before
 * its turn has come: with 512 connections in 2 threads a load of 20 s comes to 97 % of its rate, however fast the server
 * is. So what was answered is held against what was due.
 *
 * @param rate requests a second that were asked for
 */
record Schedule(double rate, int connections, int threads, int seconds) {

    private static final double BETWEEN_CONNECTIONS = 0.005;
    private static final double CALIBRATION_SECONDS = 10;

    static Schedule of(Run.Options options) {
        return new Schedule(options.rate(), options.connections(), options.threads(), options.seconds());
    }

    /** The part of what was due that was answered, 0 to 1. */
    double held(double answeredPerSecond) {
        return answeredPerSecond / duePerSecond();
    }

    double duePerSecond() {
        int each = connectionsOfAThread();
        double open = Math.min(each, Math.ceil(seconds / BETWEEN_CONNECTIONS));
        // The n-th, from 0, is open for n times 5 ms less than the load lasts.
        double secondsOpen = open * (seconds - BETWEEN_CONNECTIONS * (open - 1) / 2);
        return rate * secondsOpen / (each * (double) seconds);
    }

    /** wrk2 looks at what it reaches for so long before it measures. */
    double calibrationSeconds() {
        return CALIBRATION_SECONDS + BETWEEN_CONNECTIONS * connectionsOfAThread();
    }

    private int connectionsOfAThread() {
        return (connections + threads - 1) / threads;
    }
}
