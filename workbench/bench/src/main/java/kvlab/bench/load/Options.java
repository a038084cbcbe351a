package kvlab.bench.load;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.annotations.JsonAdapter;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import kvlab.cluster.ClusterSpec;
import kvlab.cluster.CommandProgram;
import kvlab.cluster.StageProgram;

/**
 * The options of a measurement, as they are kept. See {@link BenchPlan}.
 *
 * @param jdk the feature version of what the nodes run on; null when they are no stage, and in runs of older kits
 * @param jvmFlags what their JVMs were told; null like the above
 * @param cores null when the system chose them, and in runs of older kits
 * @param target the box that the nodes ran on; null when it was this machine
 * @param loadOn where the load came from: here, or target; null when the nodes were here
 * @param fingerprint of the sources of a student's project; null for the kit's own, and in runs of older kits
 * @param command as it was given, when the program is one; null otherwise, and in runs of older kits
 */
@JsonAdapter(Options.Flat.class)
public record Options(
        String program,
        int nodes,
        List<String> settings,
        int port,
        Load load,
        double linkDelayMillis,
        Integer jdk,
        List<String> jvmFlags,
        Cores cores,
        String target,
        String loadOn,
        String fingerprint,
        String command) {

    public static Options of(BenchPlan plan) {
        StageProgram stage =
                plan.program() instanceof StageProgram known ? plan.place().onItsJvm(known) : null;
        Place place = plan.place();
        return new Options(
                plan.program().name(),
                plan.nodes(),
                plan.settings(),
                plan.port(),
                plan.load(),
                plan.linkDelay().toNanos() / 1e6,
                stage == null ? null : stage.jvm().version(),
                stage == null ? null : stage.flags(ClusterSpec.DEFAULT_HEAP),
                plan.cores(),
                place.target() == null ? null : place.target().name(),
                place.target() == null ? null : place.loadThere() ? "target" : "here",
                stage == null ? null : stage.fingerprint(),
                plan.program() instanceof CommandProgram given ? given.template() : null);
    }

    /** Writes the fields of the load among the other options, and reads them from there. */
    static final class Flat implements TypeAdapterFactory {

        private static final String LOAD = "load";

        @Override
        public <T> TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
            TypeAdapter<T> nested = gson.getDelegateAdapter(this, type);
            TypeAdapter<JsonElement> trees = gson.getAdapter(JsonElement.class);
            return new TypeAdapter<>() {

                @Override
                public void write(JsonWriter out, T options) throws IOException {
                    JsonObject flat = new JsonObject();
                    for (Map.Entry<String, JsonElement> each :
                            nested.toJsonTree(options).getAsJsonObject().entrySet()) {
                        if (each.getKey().equals(LOAD)) {
                            each.getValue()
                                    .getAsJsonObject()
                                    .entrySet()
                                    .forEach(ofLoad -> flat.add(ofLoad.getKey(), ofLoad.getValue()));
                        } else {
                            flat.add(each.getKey(), each.getValue());
                        }
                    }
                    trees.write(out, flat);
                }

                @Override
                public T read(JsonReader in) throws IOException {
                    JsonElement flat = trees.read(in);
                    if (flat.isJsonObject()) {
                        flat.getAsJsonObject().add(LOAD, flat.deepCopy());
                    }
                    return nested.fromJson(flat.toString());
                }
            };
        }
    }

    /** The program and its settings, for a title. */
    public String title() {
        return settings.isEmpty() ? program : program + " " + String.join(" ", settings);
    }

    /** The name of a part that is missing; null if none is. */
    public static String missing(Options options) {
        return options == null ? "options" : options.load.op() == null ? "op" : null;
    }

    /** Those that the load generator runs on. */
    public enum Cpus {
        /** With the nodes, in whatever way the system shares them out. */
        SHARED,
        /** Of the nodes' machine, but not the nodes'. */
        APART,
        /** Of another machine. */
        ELSEWHERE
    }

    public Cpus cpus() {
        if (cores != null && cores.load() != null) {
            return Cpus.APART;
        }
        boolean shared = cores != null && cores.shared();
        return !shared && "here".equals(loadOn) ? Cpus.ELSEWHERE : Cpus.SHARED;
    }
}
