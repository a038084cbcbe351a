package kvlab.handin;

import java.util.List;

/**
 * What grading a hand-in once more came to, where its code could do no harm.
 *
 * @param scores null when there are none
 * @param problem why there are none, in a sentence; null when there are
 */
public record Regraded(Scores scores, String problem) {

    private static final int MOST_CHARACTERS = 300;

    /** @param problem may be what a hostile program said */
    public static Regraded failed(String problem) {
        return new Regraded(null, Words.oneLine(Words.cut(problem, MOST_CHARACTERS)));
    }

    /**
     * Why a grade that did not decide all checks is no score: what it says of the others may be half of the truth. Null when it
     * decided all.
     */
    static String undecided(Scores scores) {
        List<Scores.Check> open = scores.checks().stream()
                .filter(check ->
                        check.outcome().equals("skipped") || check.outcome().equals("inconclusive"))
                .toList();
        if (open.isEmpty()) {
            return null;
        }
        return "it got " + Words.number(scores.score()) + " points of " + Words.number(scores.max()) + ", and "
                + Words.count(open.size(), "check was", "checks were") + " not decided, as "
                + open.get(0).rule() + ", " + open.get(0).name() + ": "
                + open.get(0).message();
    }

    boolean failed() {
        return problem != null;
    }
}
