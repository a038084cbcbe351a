package kvlab.handin;

import java.util.Map;

/**
 * What grading a hand-in once more came to, where its code could do no harm.
 *
 * @param problem why there is no score, in a sentence; null when there is one
 */
public record Regraded(double score, double max, Map<String, Scores.Points> byRule, String problem) {

    private static final int MOST_CHARACTERS = 300;

    /** @param grade as the grader wrote it */
    public static Regraded of(byte[] grade) {
        try {
            Scores scores = Scores.parse(Json.object("the grade", grade));
            return new Regraded(scores.score(), scores.max(), scores.byRule(), null);
        } catch (BadHandIn e) {
            return failed(e.getMessage());
        }
    }

    /** @param problem may be what a hostile program said */
    public static Regraded failed(String problem) {
        return new Regraded(0, 0, Map.of(), Words.oneLine(Words.cut(problem, MOST_CHARACTERS)));
    }

    boolean failed() {
        return problem != null;
    }
}
