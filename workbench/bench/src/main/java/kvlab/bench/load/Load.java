package kvlab.bench.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kvlab.cluster.UsageException;

/**
 * A load on the nodes: so many requests a second, or as many as they answer.
 *
 * @param op null if a file names no known operation
 * @param rate requests a second, of all connections together; {@link #CLOSED_LOOP} for as many as are answered
 * @param keys how many keys there are
 * @param valueBytes of what is written
 * @param replicas sent with each request, as 2/3; null leaves it to the server
 * @param warmUpSeconds at most
 * @param windowSeconds of each of the windows that the load is cut into, with rests between them; null for one load
 */
public record Load(
        Op op,
        int rate,
        int connections,
        int threads,
        int seconds,
        int keys,
        int valueBytes,
        long seed,
        String replicas,
        int warmUpSeconds,
        Integer windowSeconds) {

    /** When nothing is said. */
    public static final int USUAL_CONNECTIONS = 64;

    /** When nothing is said. */
    public static final int USUAL_VALUE_BYTES = 64;

    /** The rate of a load in which each connection asks again as soon as it is answered. */
    public static final int CLOSED_LOOP = Wrk2.BEYOND_REACH;

    private static final int MOST_CONNECTIONS = 10_000;
    private static final int MOST_THREADS = 64;
    private static final int MOST_SECONDS = 86_400;
    private static final int MOST_KEYS = 1_000_000_000;

    /** The protocol's limit. */
    private static final int MOST_BYTES = 1 << 20;

    void validate() throws UsageException {
        if (!isClosedLoop()) {
            require("--rate", rate, 1, CLOSED_LOOP - 1);
        }
        require("-c", connections, 1, MOST_CONNECTIONS);
        require("-t", threads, 1, Math.min(connections, MOST_THREADS));
        require("-d", seconds, 1, MOST_SECONDS);
        require("--keys", keys, 1, MOST_KEYS);
        require("--value", valueBytes, 0, MOST_BYTES);
        require("--seed", seed, 0, MOST_KEYS);
        require("--warm-up", warmUpSeconds, 0, MOST_SECONDS);
        if (replicas != null && !replicas.matches("\\d+/\\d+")) {
            throw UsageException.of("--replicas " + replicas + ": expected two numbers, as 2/3");
        }
    }

    private static void require(String option, long value, long least, long most) throws UsageException {
        if (value < least || value > most) {
            throw UsageException.of(option + " " + value + ": expected a number from " + least + " to " + most);
        }
    }

    /** The same at another rate. */
    public Load at(int otherRate) {
        return with(otherRate, seconds, seed, windowSeconds);
    }

    /** The same for another time. */
    public Load lasting(int otherSeconds) {
        return with(rate, otherSeconds, seed, windowSeconds);
    }

    /** The same, cut into windows. */
    public Load inWindows(int windows, int ofSeconds) {
        return with(rate, windows * ofSeconds, seed, ofSeconds);
    }

    /** The same, as far as a request is concerned: neither the length of the load nor the keys that are drawn matter to it. */
    public Load ofAnyLengthAndSeed() {
        return with(rate, 0, 0, null);
    }

    /** The same without what noise does not depend on: rate, seed and warm-up. */
    public Load ofAnyRate() {
        return new Load(op, 0, connections, threads, seconds, keys, valueBytes, 0, replicas, 0, windowSeconds);
    }

    private Load with(int otherRate, int otherSeconds, long otherSeed, Integer window) {
        return new Load(
                op,
                otherRate,
                connections,
                threads,
                otherSeconds,
                keys,
                valueBytes,
                otherSeed,
                replicas,
                warmUpSeconds,
                window);
    }

    public boolean isInWindows() {
        return windowSeconds != null && windowSeconds > 0;
    }

    /** Only of a load in windows. */
    public int windows() {
        return seconds / windowSeconds;
    }

    /** Whether each connection asks again as soon as it is answered. That shows the highest rate, and nothing of latency. */
    public boolean isClosedLoop() {
        return rate == CLOSED_LOOP && isInWindows();
    }

    /** As at 1000 requests/s. */
    public String atRate() {
        return isClosedLoop() ? "at the highest rate" : "at " + rate + " requests/s";
    }

    /** For a list. */
    public String shortRate() {
        return isClosedLoop() ? "highest" : rate + "/s";
    }

    /** For example, {@code 64 connections, 1000 keys, values of 64 bytes, 2/3}. */
    public String words() {
        return connections + " connections, " + keys + " keys, values of " + valueBytes + " bytes"
                + (replicas == null ? "" : ", " + replicas);
    }

    /** The schedule of a load that is not cut into windows. */
    public Schedule schedule() {
        return new Schedule(rate, connections, threads, seconds);
    }

    /** At most, of a cluster that is warm. */
    public int warmUpAgainSeconds() {
        return Math.min(warmUpSeconds, WarmUp.AGAIN_SECONDS);
    }

    /** To wrk2: what is asked of the node. */
    List<String> arguments(Path scripts, String url) {
        List<String> arguments = new ArrayList<>(List.of("-t" + threads, "-c" + connections, "-d" + seconds + "s"));
        arguments.addAll(List.of("-R" + rate, "--latency", "-s", script(scripts, op), url, "--"));
        arguments.addAll(scriptArguments());
        if (isClosedLoop() && op == Op.GET) {
            // HTTP alone answers no key with its value, and to check costs CPU time that both sides lack.
            arguments.add("verify=no");
        }
        return arguments;
    }

    /** To wrk2: writes all keys, as often as there is time for. */
    List<String> fill(Path scripts, String url, int asking, int howLong, long from) {
        List<String> arguments = new ArrayList<>(List.of("-t" + Wrk2.THREADS, "-c" + asking));
        arguments.addAll(List.of("-d" + howLong + "s", "-R" + Wrk2.BEYOND_REACH, "-s", script(scripts, Op.PUT), url));
        arguments.add("--");
        arguments.addAll(scriptArguments());
        arguments.add("from=" + from);
        return arguments;
    }

    private static String script(Path scripts, Op op) {
        return scripts.resolve(op.script()).toString();
    }

    private List<String> scriptArguments() {
        List<String> arguments = new ArrayList<>(List.of("keys=" + keys, "value=" + valueBytes, "seed=" + seed));
        if (replicas != null) {
            arguments.add("replicas=" + replicas);
        }
        return arguments;
    }
}
