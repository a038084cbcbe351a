package kvlab.kernel;

import static kvlab.cluster.Markup.escaped;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.List;

/** A grade: what did not pass, and the scorecard as ./lab grade --html makes it. */
public final class Graded implements Shown {

    private static final List<String> MEANING =
            List.of("All checks passed.", "A required check failed.", "Something was not decided.");

    private final LabCall.Answer answer;
    private final JsonObject grade;

    Graded(LabCall.Answer answer) {
        this.answer = answer;
        this.grade = JsonParser.parseString(answer.json()).getAsJsonObject();
    }

    public double score() {
        return grade.get("score").getAsDouble();
    }

    public double max() {
        return grade.get("max").getAsDouble();
    }

    /** That of ./lab grade. */
    public int exitCode() {
        return answer.exitCode();
    }

    @Override
    public String html() {
        List<List<String>> rows = new ArrayList<>();
        for (JsonElement each : grade.getAsJsonArray("checks")) {
            JsonObject check = each.getAsJsonObject();
            if (!check.get("outcome").getAsString().equals("pass")) {
                rows.add(List.of(
                        text(check, "rule"), text(check, "name"), text(check, "outcome"), text(check, "message")));
            }
        }
        String score =
                grade.get("score").getAsString() + " of " + grade.get("max").getAsString() + " points";
        return "<p><strong>" + escaped(grade.get("stage").getAsString() + ": " + score) + "</strong>. "
                + MEANING.get(answer.exitCode()) + "</p>\n"
                + (rows.isEmpty() ? "" : new Table("", 4, List.of("rule", "check", "outcome", "why"), rows).html())
                + "<details><summary>The scorecard</summary>\n" + Html.page("Scorecard", answer.html())
                + "</details>\n";
    }

    private static String text(JsonObject check, String name) {
        JsonElement value = check.get(name);
        return value == null || value.isJsonNull() ? "" : value.getAsString();
    }

    @Override
    public String text() {
        return answer.output();
    }

    @Override
    public String toString() {
        return text();
    }
}
