package kvlab.bench.kept;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import kvlab.bench.load.Load;
import kvlab.bench.load.Options;

/**
 * All that has to be the same on two sides, or the difference would be of that.
 *
 * @param machine its processor, as far as it is told
 * @param engine what loaded, and its version
 * @param cores null when the system chose them, and in runs of older kits
 * @param loadOn where the load came from; null when the nodes were here, as it was
 */
public record Conditions(String machine, String engine, Load load, String cores, String loadOn) {

    /** Rates that differ by less have the same noise. */
    private static final double LIKE_RATE = 1.5;

    public static Conditions of(Run run) {
        Options options = run.options();
        return new Conditions(
                machine(run.machine()),
                run.engine().name() + " " + run.engine().version(),
                options.load(),
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
        words.put("rate", load.rate() == Load.CLOSED_LOOP ? "the highest" : load.rate());
        words.put("engine", engine);
        words.put("operation", load.op().label());
        words.put("machine", machine);
        words.put("number of connections", load.connections());
        words.put("number of threads", load.threads());
        words.put("number of seconds", load.seconds());
        words.put("number of keys", load.keys());
        words.put("size of values", load.valueBytes());
        words.put("seed", load.seed());
        words.put("quorum", load.replicas() == null ? "the default" : load.replicas());
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

    /** The same for what one request costs. */
    public Optional<String> differenceOfRequests(Conditions other) {
        return with(load.ofAnyLengthAndSeed()).difference(other.with(other.load.ofAnyLengthAndSeed()));
    }

    private Conditions with(Load other) {
        return new Conditions(machine, engine, other, cores, loadOn);
    }

    /** Whether noise that was seen under one may be expected under the other. */
    public boolean isLike(Conditions other) {
        double ratio = (double) load.rate() / other.load.rate();
        return ratio < LIKE_RATE
                && ratio > 1 / LIKE_RATE
                && with(load.ofAnyRate()).equals(other.with(other.load.ofAnyRate()));
    }
}
