package kvlab.handin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.List;
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
    void scoreThatIsASumOfRoundedPointsIsTheSame() {
        assertTrue(ofThirds("33.3", "99.9", "99.9").hasScoreOf(ofThirds("33.3", "100", "100")));
        assertFalse(ofThirds("33.3", "99.9", "99.9").hasScoreOf(ofThirds("33.2", "99.8", "100")));
    }

    @Test
    void checksThatWaitForOneExerciseAreToldInOneSentence() {
        String waiting = "\"max\":33.3,\"message\":\"VersionClock.next (step 3)\"";
        Scores scores = scores(
                "33.3",
                "99.9",
                List.of(
                        check(1, "pass", "33.3"),
                        check(2, "open", "0").replace("\"max\":33.3", waiting),
                        check(3, "open", "0").replace("\"max\":33.3", waiting)));
        assertEquals(
                List.of("VersionClock.next (step 3) is still open. So these checks were not run: check2, check3"),
                scores.open());
        assertEquals(List.of(), scores.failed());
    }

    /** @param last the points of the last third */
    private static Scores ofThirds(String last, String score, String max) {
        return scores(score, max, List.of(check(1, "pass", "33.3"), check(2, "pass", "33.3"), check(3, "pass", last)));
    }

    private static Scores scores(String... outcomes) {
        List<String> checks = new ArrayList<>();
        int passed = 0;
        for (String outcome : outcomes) {
            passed += outcome.equals("pass") ? 1 : 0;
            checks.add(check(checks.size(), outcome, outcome.equals("pass") ? "33.3" : "0"));
        }
        return scores(Double.toString(33.3 * passed), Double.toString(33.3 * outcomes.length), checks);
    }

    private static String check(int number, String outcome, String points) {
        return "{\"id\":\"check%d\",\"rule\":\"S1\",\"name\":\"It works\",\"outcome\":\"%s\",\"points\":%s,\"max\":33.3}"
                .formatted(number, outcome, points);
    }

    private static Scores scores(String score, String max, List<String> checks) {
        String grade = "{\"stage\":\"1-single-node\",\"score\":%s,\"max\":%s,\"checks\":%s}";
        try {
            return Scores.parse(
                    JsonParser.parseString(grade.formatted(score, max, checks)).getAsJsonObject());
        } catch (BadHandIn e) {
            throw new IllegalStateException(e);
        }
    }
}
