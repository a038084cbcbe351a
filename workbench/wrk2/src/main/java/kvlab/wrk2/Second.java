package kvlab.wrk2;

/**
 * One second of the run. Latencies are those of the answers that came in it, in microseconds, from when their requests
 * were due; 0 when no answer came.
 *
 * @param second counted from 1
 */
record Second(int second, long sent, long answered, long errors, long p50, long p99, long max) {}
