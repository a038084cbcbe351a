package kvlab.bench;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import kvlab.bench.SaturationResult.Pair;
import kvlab.bench.machine.Diagnosis;

/** A measurement for programs; docs/bench.md describes each field. */
public final class SaturationJson {

    private static final String SCHEMA = "kvlab.saturation/1";
    private static final Gson GSON = new GsonBuilder()
            .serializeNulls()
            .disableHtmlEscaping()
            .setPrettyPrinting()
            .create();

    private SaturationJson() {}

    public static String text(Diagnosis machine, Saturation.Plan plan, List<SaturationResult> results) {
        JsonObject json = new JsonObject();
        json.addProperty("schema", SCHEMA);
        json.addProperty("date", machine.date());
        json.add("machine", machine.machineTable());
        json.add("options", options(plan));
        JsonArray list = new JsonArray();
        results.forEach(result -> list.add(result(result)));
        json.add("results", list);
        return GSON.toJson(json) + "\n";
    }

    private static JsonObject options(Saturation.Plan plan) {
        JsonObject json = new JsonObject();
        json.addProperty("stage", plan.stage().name());
        json.addProperty("nodes", plan.nodes());
        json.add("settings", GSON.toJsonTree(plan.settings()));
        json.addProperty("port", plan.port());
        json.addProperty("threads", Wrk2.THREADS);
        json.addProperty("connections", plan.connections());
        json.addProperty("keys", plan.keys());
        json.addProperty("replicas", plan.replicas());
        json.addProperty("warmUpSeconds", plan.warmUp());
        json.addProperty("windowSeconds", plan.window());
        json.addProperty("pairs", plan.pairs());
        return json;
    }

    private static JsonObject result(SaturationResult result) {
        JsonObject json = new JsonObject();
        json.addProperty("op", result.method().name().toLowerCase(Locale.ROOT));
        JsonObject warmUp = new JsonObject();
        warmUp.add("ceiling", warmUp(result.ceilingWarm()));
        warmUp.add("stage", warmUp(result.stageWarm()));
        json.add("warmUp", warmUp);
        JsonArray pairs = new JsonArray();
        result.pairs().forEach(pair -> pairs.add(pair(pair)));
        json.add("pairs", pairs);
        json.addProperty("refusal", result.refusal().orElse(null));
        json.add("median", result.refusal().isPresent() ? JsonNull.INSTANCE : medians(result));
        return json;
    }

    private static JsonObject warmUp(WarmUp.Reached reached) {
        JsonObject json = new JsonObject();
        json.addProperty("seconds", reached.seconds());
        json.addProperty("settled", reached.settled());
        json.add("compilerShare", number(reached.compiling()));
        return json;
    }

    private static JsonObject pair(Pair pair) {
        JsonObject json = new JsonObject();
        json.add("ceiling", window(pair.ceiling()));
        json.add("stage", window(pair.stage()));
        json.addProperty("ratio", pair.ratio());
        return json;
    }

    private static JsonObject window(Window window) {
        JsonObject json = new JsonObject();
        json.addProperty("requests", window.report().requests());
        json.addProperty("bad", window.report().bad());
        json.addProperty("lost", window.report().lost());
        json.addProperty("goodPerSecond", window.goodPerSecond());
        json.add("cpuMicros", number(window.cpuMicros()));
        json.add("compilerShare", number(window.compilerShare()));
        return json;
    }

    private static JsonObject medians(SaturationResult result) {
        JsonObject json = new JsonObject();
        json.addProperty("ratio", result.ratio());
        json.addProperty("lowestRatio", result.lowestRatio());
        json.addProperty("highestRatio", result.highestRatio());
        json.add("ceiling", side(result, Pair::ceiling));
        json.add("stage", side(result, Pair::stage));
        return json;
    }

    private static JsonObject side(SaturationResult result, Function<Pair, Window> side) {
        JsonObject json = new JsonObject();
        json.addProperty("goodPerSecond", result.median(pair -> side.apply(pair).goodPerSecond()));
        json.add("cpuMicros", number(result.median(pair -> side.apply(pair).cpuMicros())));
        json.addProperty("othersShare", result.othersShare(side));
        return json;
    }

    private static JsonElement number(double value) {
        return Double.isNaN(value) ? JsonNull.INSTANCE : new JsonPrimitive(value);
    }
}
