package kvlab.grader.output;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import kvlab.grader.CheckResult;
import kvlab.grader.Grade;
import kvlab.grader.GradedCheck;
import kvlab.grader.Outcome;

/** Why checks did not pass. One mistake may fail many checks: a node is gone, or a method is wrong. */
final class Causes {

    /** The node failed, or there was no answer. */
    private static final Pattern BROKEN = Pattern.compile("observed: .*( with 500 and |: (no answer|connection )).*");

    private Causes() {}

    /** For each open exercise, a sentence that says how many checks wait for it, and these checks. */
    static Map<String, List<CheckResult>> open(Grade grade) {
        Map<String, List<CheckResult>> open = new LinkedHashMap<>();
        grade.results().stream()
                .filter(result -> result.outcome() == Outcome.OPEN)
                .collect(Collectors.groupingBy(CheckResult::message, LinkedHashMap::new, Collectors.toList()))
                .forEach((exercise, checks) -> open.put(
                        (checks.size() == 1 ? "1 check waits for " : checks.size() + " checks wait for ") + exercise
                                + ", still open",
                        checks));
        return open;
    }

    /** The other checks that did not pass. Those with one cause are together, in the order of the table of exercises. */
    static Collection<List<CheckResult>> others(Grade grade) {
        return grade.results().stream()
                .filter(result -> result.outcome() != Outcome.PASS && result.outcome() != Outcome.OPEN)
                .sorted(Comparator.comparing(Causes::order))
                .collect(Collectors.groupingBy(Causes::cause, LinkedHashMap::new, Collectors.toList()))
                .values();
    }

    private static int order(CheckResult result) {
        return result.outcome() == Outcome.FAIL ? result.check().order() : Integer.MAX_VALUE;
    }

    /** Failures with the same key have the same cause: the observation without keys and nodes, or the row of the exercise. */
    private static String cause(CheckResult result) {
        return result.message()
                .lines()
                .filter(line ->
                        result.outcome() == Outcome.FAIL && BROKEN.matcher(line).matches())
                .findFirst()
                .map(line -> line.replaceAll("node [0-9]+", "node").replaceAll("(id=|key-)[^ ]*", "key"))
                .orElseGet(() -> exercise(result));
    }

    /** A failure that has a picture is told for itself. */
    private static String exercise(CheckResult result) {
        GradedCheck check = result.check();
        boolean alone = result.outcome() != Outcome.FAIL || result.evidence() != null;
        return alone || check.exercise().isEmpty() ? check.id() : "exercise " + check.row();
    }

    /** How the others of one cause are announced. */
    static String also(List<CheckResult> cause) {
        return isBroken(cause.get(0))
                ? "failed, probably for the same reason"
                : "failed, and are about the same exercise";
    }

    private static boolean isBroken(CheckResult result) {
        return result.outcome() == Outcome.FAIL
                && result.message()
                        .lines()
                        .anyMatch(line -> BROKEN.matcher(line).matches());
    }

    /** Why one check did not pass; empty if it did. */
    static String words(CheckResult result) {
        return result.outcome() == Outcome.OPEN ? "waits for " + result.message() + ", still open" : result.message();
    }

    static String ids(Collection<CheckResult> results) {
        return results.stream().map(result -> result.check().id()).collect(Collectors.joining(", "));
    }
}
