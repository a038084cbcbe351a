package kvlab.bench;

/**
 * What a load at a constant rate came to, as far as anybody knows: what is null was not told.
 *
 * @param asked requests a second
 * @param reached answers a second, of whatever kind
 * @param requests that were answered
 * @param bad answers of 400 and above
 * @param lost requests without an answer
 * @param settled whether JIT compilation had come to rest before
 * @param compilerShare of the nodes' CPU time, like collectorShare
 * @param loadShare the part of the machine's CPUs that the load generator kept busy
 * @param stolen the part of the machine's CPU time that others got
 */
public record Observed(
        double asked,
        double reached,
        long requests,
        long bad,
        long lost,
        Double p50Millis,
        int seconds,
        int connections,
        Boolean settled,
        Double compilerShare,
        Double collectorShare,
        Double loadShare,
        Double stolen,
        Verified verified) {}
