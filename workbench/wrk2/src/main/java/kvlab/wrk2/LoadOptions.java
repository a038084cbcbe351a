package kvlab.wrk2;

import java.nio.file.Path;
import java.util.List;

/**
 * What to load, how hard and for how long: a command line that has been checked.
 *
 * @param rate requests a second, of all connections together
 * @param durationSeconds how long, unless {@code windows}: then lines of standard input tell from when to when
 * @param script the Lua script, or null
 * @param headers each as {@code Name: value}
 * @param latency print the latency distribution
 * @param uncorrected print the distribution as seen from the moment of sending, too
 * @param lastOfBatch of the answers to one pipeline, record only the last one's latency
 * @param wrk2Timer wait in whole milliseconds, as wrk2 does
 * @param scriptArguments what the script's {@code init} gets after the URL
 * @param json where to write every figure, or null
 * @param hgrm where to write the percentile distribution, or null
 */
record LoadOptions(
        Target target,
        int threads,
        int connections,
        long rate,
        long durationSeconds,
        boolean windows,
        long timeoutSeconds,
        Path script,
        List<String> headers,
        boolean latency,
        boolean uncorrected,
        boolean lastOfBatch,
        boolean wrk2Timer,
        List<String> scriptArguments,
        Path json,
        Path hgrm) {}
