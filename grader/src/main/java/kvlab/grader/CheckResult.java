package kvlab.grader;

import java.util.List;
import kvlab.grader.history.Evidence;

/**
 * What became of one check.
 *
 * @param message the four lines of a failure, or why it was skipped; empty when it passed
 * @param log what nodes wrote meanwhile
 * @param evidence null unless a history of requests shows the failure
 */
public record CheckResult(
        GradedCheck check, Outcome outcome, String message, double seconds, List<String> log, Evidence evidence) {

    public CheckResult {
        log = List.copyOf(log);
    }

    double exact() {
        return outcome == Outcome.PASS ? check.points() : 0;
    }

    public double points() {
        return Points.rounded(exact());
    }

    public double max() {
        return Points.rounded(check.points());
    }
}
