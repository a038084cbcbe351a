package kvlab.grader.output;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import kvlab.grader.CheckResult;
import kvlab.grader.Grade;

/** What {@code grade --json} writes. */
public final class JsonReport {

    private JsonReport() {}

    public static String text(Grade grade) {
        JsonObject report = new JsonObject();
        report.addProperty("stage", grade.stage());
        report.addProperty("score", grade.score());
        report.addProperty("max", grade.max());
        report.addProperty("seed", grade.seed());
        JsonArray checks = new JsonArray();
        grade.results().forEach(result -> checks.add(check(result)));
        report.add("checks", checks);
        return pretty(report);
    }

    private static JsonObject check(CheckResult result) {
        JsonObject check = new JsonObject();
        check.addProperty("id", result.check().id());
        check.addProperty("rule", result.check().rule().name());
        check.addProperty("name", result.check().name());
        check.addProperty("points", result.points());
        check.addProperty("max", result.max());
        check.addProperty("outcome", result.outcome().word());
        check.addProperty("message", result.message());
        check.addProperty("seconds", Math.round(1000 * result.seconds()) / 1000.0);
        return check;
    }

    static String pretty(JsonObject object) {
        return new GsonBuilder()
                        .setPrettyPrinting()
                        .disableHtmlEscaping()
                        .create()
                        .toJson(object)
                + "\n";
    }
}
