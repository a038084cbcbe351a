package kvlab.bench.kept;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.Options;
import kvlab.bench.load.Schedule;

/**
 * All that has to be the same on two sides, or the difference would be of that.
 *
 * @param machine its processor, as far as it is told
 * @param engine what loaded, and its version
 * @param cores null when the system chose them, and in runs of older kits
 * @param loadOn where the load came from; null when the nodes were here, as it was
 */
public record Conditions(
        String machine,
        String engine,
        String op,
        int rate,
        int connections,
        int threads,
        int seconds,
        int keys,
        int valueBytes,
        long seed,
        String replicas,
        String cores,
        String loadOn) {

    /** Rates that differ by less have the same noise. */
    private static final double LIKE_RATE = 1.5;

    public static Conditions of(Run run) {
        Options options = run.options();
        return new Conditions(
                machine(run.machine()),
                run.engine().name() + " " + run.engine().version(),
                options.op(),
                options.rate(),
                options.connections(),
                options.threads(),
                options.seconds(),
                options.keys(),
                options.valueBytes(),
                options.seed(),
                options.replicas(),
                options.cores() == null ? null : options.cores().words(),
                options.loadOn());
    }

    static String machine(JsonElement table) {
        JsonElement cpu =
                table != null && table.isJsonObject() ? table.getAsJsonObject().get("cpu") : null;
        if (cpu == null || !cpu.isJsonObject()) {
            return "unknown";
        }
        JsonObject facts = cpu.getAsJsonObject();
        String text = facts.get("model") + ", cores " + facts.get("cores") + ", quota " + facts.get("quota");
        return text.replace("\"", "");
    }

    private Map<String, Object> words() {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("rate", rate == BenchPlan.CLOSED_LOOP ? "the highest" : rate);
        words.put("engine", engine);
        words.put("operation", op);
        words.put("machine", machine);
        words.put("number of connections", connections);
        words.put("number of threads", threads);
        words.put("number of seconds", seconds);
        words.put("number of keys", keys);
        words.put("size of values", valueBytes);
        words.put("seed", seed);
        words.put("quorum", replicas == null ? "the default" : replicas);
        words.put("choice of cores", cores == null ? "the system's" : cores);
        words.put(
                "place of the load", "here".equals(loadOn) ? "another machine than the nodes'" : "the nodes' machine");
        return words;
    }

    /** The first thing that is not the same, in half a sentence. */
    public Optional<String> difference(Conditions other) {
        Map<String, Object> others = other.words();
        return words().entrySet().stream()
                .filter(each -> !each.getValue().equals(others.get(each.getKey())))
                .findFirst()
                .map(each -> "the " + each.getKey() + " is " + each.getValue() + " on one side and "
                        + others.get(each.getKey()) + " on the other");
    }

    /** The same for what one request costs, which depends neither on how long it went on nor on which keys were drawn. */
    public Optional<String> differenceOfRequests(Conditions other) {
        return ofAnyLengthAndSeed().difference(other.ofAnyLengthAndSeed());
    }

    private Conditions ofAnyLengthAndSeed() {
        return new Conditions(
                machine, engine, op, rate, connections, threads, 0, keys, valueBytes, 0, replicas, cores, loadOn);
    }

    Schedule schedule() {
        return new Schedule(rate, connections, threads, seconds);
    }

    /** Whether noise that was seen under one may be expected under the other. */
    public boolean isLike(Conditions other) {
        double ratio = (double) rate / other.rate;
        return ratio < LIKE_RATE
                && ratio > 1 / LIKE_RATE
                && Objects.equals(withoutRateAndSeed(), other.withoutRateAndSeed());
    }

    private Conditions withoutRateAndSeed() {
        return new Conditions(
                machine, engine, op, 0, connections, threads, seconds, keys, valueBytes, 0, replicas, cores, loadOn);
    }
}
