package kvlab.grader;

import java.util.List;

/**
 * What became of all checks.
 *
 * @param seconds from the first to the last; less than the checks together when they ran side by side
 */
public record Grade(String stage, long seed, List<CheckResult> results, double seconds) {

    private static final int GOOD = 0;
    private static final int NO = 1;
    private static final int UNDECIDED = 2;

    public Grade {
        results = List.copyOf(results);
    }

    public double score() {
        return Points.rounded(results.stream().mapToDouble(CheckResult::exact).sum());
    }

    public double max() {
        return Points.rounded(
                results.stream().mapToDouble(result -> result.check().points()).sum());
    }

    public long count(Outcome outcome) {
        return results.stream().filter(result -> result.outcome() == outcome).count();
    }

    public int exitCode() {
        if (results.stream()
                .anyMatch(result -> (result.outcome() == Outcome.FAIL || result.outcome() == Outcome.OPEN)
                        && !result.check().optional())) {
            return NO;
        }
        return count(Outcome.SKIPPED) + count(Outcome.INCONCLUSIVE) > 0 ? UNDECIDED : GOOD;
    }
}
