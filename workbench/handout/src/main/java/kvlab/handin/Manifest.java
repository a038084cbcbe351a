package kvlab.handin;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import kvlab.bench.lint.Lint;
import kvlab.cluster.Sha256;

/**
 * What a hand-in says of itself: manifest.json. docs/hand-ins.md describes each field.
 *
 * @param name the student's
 * @param date when it was made: ISO instant, UTC
 * @param kit that the project came from
 * @param submittedBy the kit that made this; null in hand-ins of older kits
 * @param commit of the project, with + when there were changes; null when it is not known
 * @param fingerprint of the sources
 * @param machine the doctor's table, of where it was made
 * @param findings what the student was told
 * @param files all others in it
 */
record Manifest(
        String schema,
        String name,
        String stage,
        String date,
        String kit,
        String submittedBy,
        String commit,
        String fingerprint,
        JsonElement machine,
        List<Lint.Fault> findings,
        List<Entry> files) {

    static final String FILE = "manifest.json";
    static final String SCHEMA = "kvlab.hand-in/1";

    private static final Gson GSON = new GsonBuilder()
            .serializeNulls()
            .disableHtmlEscaping()
            .setPrettyPrinting()
            .create();

    /** One of the files. */
    record Entry(String path, long size, String sha256) {

        static Entry of(String path, byte[] content) {
            return new Entry(path, content.length, Sha256.of(content));
        }
    }

    static Manifest parse(String json) throws BadHandIn {
        Manifest manifest;
        try {
            manifest = GSON.fromJson(json, Manifest.class);
        } catch (JsonParseException e) {
            throw BadHandIn.of(FILE + " is not of the schema " + SCHEMA + ": " + e.getMessage());
        }
        if (!SCHEMA.equals(manifest.schema)) {
            throw BadHandIn.of(FILE + " is not of the schema " + SCHEMA + ", which this kit reads");
        }
        boolean isWhole = manifest.stage != null
                && manifest.date != null
                && manifest.kit != null
                && manifest.fingerprint != null
                && manifest.files != null
                && manifest.files.stream().allMatch(file -> file != null && file.path != null && file.sha256 != null);
        if (!isWhole) {
            throw BadHandIn.of(FILE + " does not say all of stage, date, kit, fingerprint and files");
        }
        try {
            Instant.parse(manifest.date);
        } catch (DateTimeException e) {
            throw BadHandIn.of("its date is none: expected one as 2026-11-30T18:00:00Z");
        }
        return manifest;
    }

    String json() {
        return GSON.toJson(this) + "\n";
    }
}
