package kvlab.handin;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

/** Whether grading code once more came to less than its author says. */
class ScoresTest {

    private final Scores all = scores("pass", "pass");
    private final Scores first = scores("pass", "fail");
    private final Scores second = scores("fail", "pass");

    @Test
    void whereAllPassesNothingIsLost() {
        assertFalse(all.loses(null));
        assertFalse(all.loses(all));
        assertFalse(all.loses(first));
    }

    @Test
    void checkThatPassedThereIsLost() {
        assertTrue(first.loses(all));
        assertTrue(first.loses(second));
        assertTrue(scores("pass", "inconclusive").loses(all));
    }

    @Test
    void checkThatFailedThereTooIsNotLost() {
        assertFalse(first.loses(first));
        assertFalse(first.loses(scores("pass", "inconclusive")));
    }

    @Test
    void withoutAnotherGradeAllMayHavePassed() {
        assertTrue(first.loses(null));
    }

    @Test
    void scoreThatIsASumOfRoundedPointsIsTheSame() throws Exception {
        assertTrue(ofThirds("33.3", "99.9", "99.9").hasScoreOf(ofThirds("33.3", "100", "100")));
        assertFalse(ofThirds("33.3", "99.9", "99.9").hasScoreOf(ofThirds("33.2", "99.8", "100")));
    }

    /** @param last the points of the last third */
    private static Scores ofThirds(String last, String score, String max) throws BadHandIn {
        String check = "{\"rule\":\"E1\",\"outcome\":\"pass\",\"points\":%s,\"max\":33.3}";
        String checks = String.join(",", check.formatted("33.3"), check.formatted("33.3"), check.formatted(last));
        return Scores.parse(
                JsonParser.parseString("{\"stage\":\"3-replication\",\"score\":%s,\"max\":%s,\"checks\":[%s]}"
                                .formatted(score, max, checks))
                        .getAsJsonObject());
    }

    private static Scores scores(String... outcomes) {
        JsonArray checks = new JsonArray();
        double score = 0;
        for (String outcome : outcomes) {
            JsonObject check = new JsonObject();
            double points = outcome.equals("pass") ? 10 : 0;
            score += points;
            check.addProperty("id", "check" + checks.size());
            check.addProperty("rule", "S1");
            check.addProperty("name", "It works");
            check.addProperty("points", points);
            check.addProperty("max", 10);
            check.addProperty("outcome", outcome);
            check.addProperty("message", "");
            checks.add(check);
        }
        JsonObject grade = new JsonObject();
        grade.addProperty("stage", "1-single-node");
        grade.addProperty("score", score);
        grade.addProperty("max", 10 * outcomes.length);
        grade.add("checks", checks);
        try {
            return Scores.parse(grade);
        } catch (BadHandIn e) {
            throw new IllegalStateException(e);
        }
    }
}
