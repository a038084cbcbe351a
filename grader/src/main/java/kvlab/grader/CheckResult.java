package kvlab.grader;

import java.util.List;

/**
 * What became of one check.
 *
 * @param message the four lines of a failure, or why it was skipped; empty when it passed
 * @param log what nodes wrote meanwhile
 */
public record CheckResult(GradedCheck check, Outcome outcome, String message, double seconds, List<String> log) {

    public CheckResult {
        log = List.copyOf(log);
    }

    public int points() {
        return outcome == Outcome.PASS ? check.points() : 0;
    }
}
