package kvlab.grader.output;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kvlab.grader.CheckResult;
import kvlab.grader.Grade;

/** results.json, as Gradescope's autograder reads it. */
public final class GradescopeReport {

    private GradescopeReport() {}

    public static String text(Grade grade) {
        JsonObject report = new JsonObject();
        report.addProperty("score", grade.score());
        report.addProperty("execution_time", Math.round(grade.seconds()));
        report.addProperty("visibility", "visible");
        report.addProperty(
                "output",
                Stream.concat(Stream.of(grade.stage() + ", seed " + grade.seed()), Causes.open(grade).keySet().stream())
                        .collect(Collectors.joining("; ")));
        Map<String, String> shorter = new HashMap<>();
        for (List<CheckResult> cause : Causes.others(grade)) {
            String first = "see " + cause.get(0).check().id() + ": these checks " + Causes.also(cause);
            cause.stream().skip(1).forEach(result -> shorter.put(result.check().id(), first));
        }
        JsonArray tests = new JsonArray();
        for (CheckResult result : grade.results()) {
            tests.add(test(result, output(result, shorter.get(result.check().id()))));
        }
        report.add("tests", tests);
        report.add("leaderboard", leaderboard(grade));
        return JsonReport.pretty(report);
    }

    /** No points, and why there is no grade. */
    public static String none(String why) {
        JsonObject report = new JsonObject();
        report.addProperty("score", 0);
        report.addProperty("visibility", "visible");
        report.addProperty("output", why);
        return JsonReport.pretty(report);
    }

    private static JsonObject test(CheckResult result, String output) {
        JsonObject test = new JsonObject();
        test.addProperty("score", result.points());
        test.addProperty("max_score", result.max());
        test.addProperty("name", result.check().name() + " (" + result.check().id() + ")");
        test.addProperty("number", result.check().rule().name());
        test.addProperty("output", output);
        test.addProperty("visibility", "visible");
        return test;
    }

    /** @param shorter which check is reported in full; null if it is this one */
    private static String output(CheckResult result, String shorter) {
        String words = Causes.words(result);
        if (shorter != null) {
            String observed =
                    words.lines().filter(line -> line.startsWith("observed: ")).collect(Collectors.joining());
            return observed + "\n" + shorter;
        }
        return words.isEmpty() ? result.outcome().word() : words;
    }

    private static JsonArray leaderboard(Grade grade) {
        JsonArray leaderboard = new JsonArray();
        for (String name : List.of("points", "seconds")) {
            JsonObject entry = new JsonObject();
            entry.addProperty("name", name);
            entry.addProperty("value", name.equals("points") ? grade.score() : Math.round(grade.seconds()));
            if (name.equals("seconds")) {
                entry.addProperty("order", "asc");
            }
            leaderboard.add(entry);
        }
        return leaderboard;
    }
}
