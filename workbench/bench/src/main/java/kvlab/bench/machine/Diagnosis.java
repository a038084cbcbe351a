package kvlab.bench.machine;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/**
 * What the doctor says about a machine: its facts, and a verdict on each that matters.
 *
 * @param schema the version of the JSON form; docs/machine.md describes it
 * @param date when the doctor looked, in UTC
 */
public record Diagnosis(int schema, String date, Machine machine, List<Finding> findings) {
    static final int SCHEMA = 1;

    // Nulls are written, so that a reader can tell "looked for and not there" from a field that an older schema lacks.
    private static final Gson GSON = new GsonBuilder()
            .registerTypeHierarchyAdapter(
                    Path.class, (JsonSerializer<Path>) (path, type, context) -> new JsonPrimitive(path.toString()))
            .serializeNulls()
            .disableHtmlEscaping()
            .setPrettyPrinting()
            .create();

    /** The load generator of this machine; null if this is a target box. */
    public LoadGenerator loadGenerator() {
        return machine.loadGenerator();
    }

    public Verdict worst() {
        return findings.stream()
                .map(Finding::verdict)
                .max(Comparator.naturalOrder())
                .orElse(Verdict.OK);
    }

    public long count(Verdict verdict) {
        return findings.stream().filter(finding -> finding.verdict() == verdict).count();
    }

    public String toJson() {
        return GSON.toJson(this) + "\n";
    }

    /** The facts without the verdicts, for whatever was measured on this machine. */
    public JsonElement machineTable() {
        return GSON.toJsonTree(machine);
    }

    /** A table of 80 columns, its last line a summary. */
    public String toText(boolean colour) {
        return new DiagnosisTable(this, colour).text();
    }
}
