package kvlab.bench.lint;

import kvlab.bench.load.Options;
import kvlab.bench.load.Schedule;
import kvlab.bench.wrk2.Verified;

/**
 * The result of a load at a constant rate. A part that is null is unknown.
 *
 * @param schedule what was asked for; its rate is NaN if it is unknown
 * @param reached answers a second, of whatever kind
 * @param requests that were answered
 * @param bad answers of 400 and above
 * @param lost requests without an answer
 * @param settled whether JIT compilation and latency had come to rest before
 * @param compilerShare of the nodes' CPU time, like collectorShare
 * @param loadShare the part of the CPUs that it could use that the load generator kept busy
 * @param loadCpus whose they were
 * @param stolen the part of the machine's CPU time that other guests got
 * @param others the part of it that other programs of this machine took
 * @param closedLoop see {@link kvlab.bench.load.Load#isClosedLoop}
 */
public record Observed(
        Schedule schedule,
        double reached,
        long requests,
        long bad,
        long lost,
        Double p50Millis,
        Boolean settled,
        Double compilerShare,
        Double collectorShare,
        Double loadShare,
        Options.Cpus loadCpus,
        Double stolen,
        Double others,
        Verified verified,
        boolean closedLoop) {}
