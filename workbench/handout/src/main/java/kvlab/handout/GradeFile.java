package kvlab.handout;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The last grade of a project, which hints and hand-ins are about: target/grade.json has what is known of each check, in the
 * form of {@code grade --json}. A grade of some checks replaces what was known of those.
 *
 * <p>target/grade.fingerprint is the fingerprint of the sources that were graded; it is there only when all of the file is of
 * the same sources. target/grade.html is the scorecard of the last grade of all checks, as long as no part of it is graded anew.
 */
public final class GradeFile {

    private static final double CENTS = 100;

    private final Path json;
    private final Path fingerprint;
    private final Path page;

    public GradeFile(Project project) {
        Path target = project.folder().resolve("target");
        this.json = target.resolve("grade.json");
        this.fingerprint = target.resolve("grade.fingerprint");
        this.page = target.resolve("grade.html");
    }

    /** What became of one check. */
    public record Check(String id, String rule, String name, String outcome) {

        public boolean failed() {
            return outcome.equals("fail");
        }
    }

    /**
     * Keeps a grade.
     *
     * @param graded what {@code grade --json} says
     * @param whole whether it is of all checks
     * @param sources the fingerprint of what was graded
     */
    public void keep(String graded, boolean whole, String sources) throws IOException {
        JsonObject grade = parsed(graded);
        boolean ofOneState = whole;
        if (!whole && Files.exists(json)) {
            JsonObject known = parsed(Files.readString(json));
            ofOneState = Files.exists(fingerprint)
                    && Files.readString(fingerprint).strip().equals(sources);
            grade = merged(known, grade);
        }
        Files.createDirectories(json.getParent());
        Files.deleteIfExists(fingerprint);
        Files.deleteIfExists(page);
        Files.writeString(
                json,
                new GsonBuilder()
                                .setPrettyPrinting()
                                .disableHtmlEscaping()
                                .create()
                                .toJson(grade)
                        + "\n");
        if (ofOneState) {
            Files.writeString(fingerprint, sources + "\n");
        }
    }

    /** The scorecard of what was kept last, which has to be of all checks: no page is made of two grades. */
    public void keepPage(String scorecard) throws IOException {
        Files.writeString(page, scorecard);
    }

    private static JsonObject merged(JsonObject known, JsonObject grade) {
        Map<String, JsonObject> checks = new LinkedHashMap<>();
        for (JsonObject part : List.of(known, grade)) {
            part.getAsJsonArray("checks")
                    .forEach(check -> checks.put(text(check.getAsJsonObject(), "id"), check.getAsJsonObject()));
        }
        JsonObject all = grade.deepCopy();
        JsonArray array = new JsonArray();
        checks.values().forEach(array::add);
        all.add("checks", array);
        all.addProperty("score", sum(checks, "points"));
        all.addProperty("max", sum(checks, "max"));
        return all;
    }

    private static double sum(Map<String, JsonObject> checks, String field) {
        double sum = checks.values().stream()
                .mapToDouble(check -> check.get(field).getAsDouble())
                .sum();
        return Math.round(sum * CENTS) / CENTS;
    }

    private JsonObject parsed(String text) throws IOException {
        try {
            return JsonParser.parseString(text).getAsJsonObject();
        } catch (JsonParseException | IllegalStateException e) {
            throw new IOException(json + " is no grade: " + e.getMessage(), e);
        }
    }

    /** All that is known, in the order of the rules; empty before the first grade. */
    public List<Check> checks() throws IOException {
        List<Check> checks = new ArrayList<>();
        if (Files.exists(json)) {
            for (JsonElement element : parsed(Files.readString(json)).getAsJsonArray("checks")) {
                JsonObject check = element.getAsJsonObject();
                checks.add(
                        new Check(text(check, "id"), text(check, "rule"), text(check, "name"), text(check, "outcome")));
            }
        }
        return checks;
    }

    /** Ids of those that did not pass. */
    public Set<String> notPassed() throws IOException {
        Set<String> ids = new HashSet<>();
        for (Check check : checks()) {
            if (!check.outcome().equals("pass")) {
                ids.add(check.id());
            }
        }
        return ids;
    }

    private static String text(JsonObject object, String field) {
        return object.get(field).getAsString();
    }
}
