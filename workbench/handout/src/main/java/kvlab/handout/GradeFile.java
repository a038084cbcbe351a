package kvlab.handout;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The last grade of a project, which hints and hand-ins are about: target/grade.json has what is known of each check, in the
 * form of {@code grade --json}, and the fingerprint of the newest sources that were graded. A grade of some checks replaces what
 * was known of those. Of the others, what earlier sources passed is not a pass of these: it is skipped until it is graded
 * again. What failed stays, since a hint is about it, and nobody gets a point too many.
 *
 * <p>target/grade.fingerprint is the fingerprint of the sources that were graded; it is there only when all of the file is of
 * the same sources. target/grade.html is the scorecard of the last grade of all checks, as long as no part of it is graded anew.
 * target/grade.none is why the last grade came to nothing, and gone with the next that does not.
 */
public final class GradeFile {

    private static final double CENTS = 100;
    private static final String SOURCES = "sources";
    private static final String UNASKED = "passed before the sources changed, and was not graded since";

    private static final List<String> TEXTS = List.of("id", "rule", "name", "outcome");
    private static final List<String> NUMBERS = List.of("points", "max");

    private final Path json;
    private final Path fingerprint;
    private final Path page;
    private final Path none;

    public GradeFile(Project project) {
        Path target = project.folder().resolve("target");
        this.json = target.resolve("grade.json");
        this.fingerprint = target.resolve("grade.fingerprint");
        this.page = target.resolve("grade.html");
        this.none = target.resolve("grade.none");
    }

    /** What became of one check. */
    public record Check(String id, String rule, String name, String outcome) {

        /** Whether it failed, or waits for an open exercise. */
        public boolean failed() {
            return outcome.equals("fail") || isOpen();
        }

        boolean isOpen() {
            return outcome.equals("open");
        }
    }

    /** Somebody has changed the file, or it is of a machine that went down. */
    public static final class Damaged extends IOException {

        private static final long serialVersionUID = 1L;

        private Damaged(Path file, String reason) {
            super(file + " is no grade: " + reason + "; ./lab grade makes a new one");
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
        JsonObject known = whole ? null : known();
        boolean ofOneState = whole;
        if (known != null) {
            ofOneState = Files.exists(fingerprint) && text(fingerprint).strip().equals(sources);
            grade = merged(known, grade, ofOneState || isOf(sources, known));
        }
        grade.addProperty(SOURCES, sources);
        Files.createDirectories(json.getParent());
        Files.deleteIfExists(fingerprint);
        Files.deleteIfExists(page);
        Files.deleteIfExists(none);
        whole(
                json,
                new GsonBuilder()
                                .setPrettyPrinting()
                                .disableHtmlEscaping()
                                .create()
                                .toJson(grade)
                        + "\n");
        if (ofOneState) {
            whole(fingerprint, sources + "\n");
        }
    }

    /** The scorecard of what was kept last, which has to be of all checks: no page is made of two grades. */
    public void keepPage(String scorecard) throws IOException {
        whole(page, scorecard);
    }

    /** @param why there is no grade, in a sentence; what is known of the checks stays */
    public void keepNone(String why) throws IOException {
        Files.createDirectories(none.getParent());
        whole(none, why + "\n");
    }

    /** Why the last grade came to nothing; null when it did not. */
    public String none() throws IOException {
        return Files.exists(none) ? text(none).strip() : null;
    }

    /** Whoever ends this program in the middle leaves what was there. */
    private static void whole(Path file, String text) throws IOException {
        Path half = file.resolveSibling(file.getFileName() + ".half");
        Files.writeString(half, text);
        Files.move(half, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Bytes that are no text are none of ours, and shown as such. */
    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    /** Null before the first grade, and where it cannot be read: then there is nothing to be added to. */
    private JsonObject known() throws IOException {
        try {
            return Files.exists(json) ? parsed(text(json)) : null;
        } catch (Damaged e) {
            return null;
        }
    }

    private static boolean isOf(String sources, JsonObject grade) {
        return grade.get(SOURCES) instanceof JsonPrimitive told
                && told.getAsString().equals(sources);
    }

    private static JsonObject merged(JsonObject known, JsonObject grade, boolean isOfSameSources) {
        Map<String, JsonObject> checks = new LinkedHashMap<>();
        for (JsonObject check : checks(known)) {
            checks.put(text(check, "id"), isOfSameSources ? check : unasked(check));
        }
        for (JsonObject check : checks(grade)) {
            checks.put(text(check, "id"), check);
        }
        JsonObject all = grade.deepCopy();
        JsonArray array = new JsonArray();
        checks.values().forEach(array::add);
        all.add("checks", array);
        all.addProperty("score", sum(checks, "points"));
        all.addProperty("max", sum(checks, "max"));
        return all;
    }

    private static List<JsonObject> checks(JsonObject grade) {
        return grade.getAsJsonArray("checks").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .toList();
    }

    /** What is known of a check that newer sources were not asked for. */
    private static JsonObject unasked(JsonObject check) {
        JsonObject now = check.deepCopy();
        if (text(check, "outcome").equals("pass")) {
            now.addProperty("points", 0);
            now.addProperty("outcome", "skipped");
            now.addProperty("message", UNASKED);
        }
        return now;
    }

    private static double sum(Map<String, JsonObject> checks, String field) {
        double sum = checks.values().stream()
                .mapToDouble(check -> check.get(field).getAsDouble())
                .sum();
        return Math.round(sum * CENTS) / CENTS;
    }

    private JsonObject parsed(String text) throws Damaged {
        try {
            JsonObject grade = JsonParser.parseString(text).getAsJsonObject();
            if (!(grade.get("checks") instanceof JsonArray checks)) {
                throw new Damaged(json, "it has no list of checks");
            }
            for (JsonElement check : checks) {
                requireCheck(check);
            }
            return grade;
        } catch (JsonParseException | IllegalStateException e) {
            throw new Damaged(json, "it is no JSON, or was cut short");
        }
    }

    private void requireCheck(JsonElement element) throws Damaged {
        boolean isCheck = element instanceof JsonObject check
                && TEXTS.stream().allMatch(name -> has(check, name, JsonPrimitive::isString))
                && NUMBERS.stream().allMatch(name -> has(check, name, JsonPrimitive::isNumber));
        if (!isCheck) {
            throw new Damaged(json, "one of its checks lacks what each has");
        }
    }

    private static boolean has(JsonObject check, String name, Predicate<JsonPrimitive> kind) {
        return check.get(name) instanceof JsonPrimitive value && kind.test(value);
    }

    /** All that is known, in the order of the rules; empty before the first grade. */
    public List<Check> checks() throws IOException {
        List<Check> checks = new ArrayList<>();
        if (Files.exists(json)) {
            for (JsonObject check : checks(parsed(text(json)))) {
                checks.add(
                        new Check(text(check, "id"), text(check, "rule"), text(check, "name"), text(check, "outcome")));
            }
        }
        return checks;
    }

    /** Ids of those that failed when they were graded last. */
    public Set<String> failed() throws IOException {
        return checks().stream().filter(Check::failed).map(Check::id).collect(Collectors.toSet());
    }

    private static String text(JsonObject object, String field) {
        return object.get(field).getAsString();
    }
}
