package kvlab.grader.output;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import kvlab.grader.CheckResult;
import kvlab.grader.Grade;
import kvlab.grader.Outcome;

/** Why checks did not pass. One mistake often fails several, which have then observed the same. */
final class Causes {

    private Causes() {}

    /** The checks that wait for each open exercise. */
    static Map<String, List<CheckResult>> open(Grade grade) {
        return grade.results().stream()
                .filter(result -> result.outcome() == Outcome.OPEN)
                .collect(Collectors.groupingBy(CheckResult::message, LinkedHashMap::new, Collectors.toList()));
    }

    /** Those of one cause together, in the order of their first ones. */
    static Collection<List<CheckResult>> others(Grade grade) {
        Map<String, List<CheckResult>> causes = new LinkedHashMap<>();
        for (CheckResult result : grade.results()) {
            if (result.outcome() != Outcome.PASS && result.outcome() != Outcome.OPEN) {
                causes.computeIfAbsent(cause(result), cause -> new ArrayList<>())
                        .add(result);
            }
        }
        return causes.values();
    }

    /** Without names that differ from check to check. */
    private static String cause(CheckResult result) {
        if (result.outcome() != Outcome.FAIL || result.evidence() != null) {
            return result.check().id();
        }
        return result.message()
                .lines()
                .filter(line -> line.startsWith("observed:"))
                .findFirst()
                .map(line -> line.replaceAll("node [0-9]+", "node")
                        .replaceAll("(id=|key-)[^ ]*", "key")
                        .replaceAll("value-[0-9a-f]{6}", "value")
                        .replaceAll("[0-9]+ (bytes|ms|characters)", "$1"))
                .orElse(result.check().id());
    }

    static String ids(Collection<CheckResult> results) {
        return results.stream().map(result -> result.check().id()).collect(Collectors.joining(", "));
    }

    /** @param waiting as {@code waits for AckFrom.of (step 1), still open} */
    static String count(int checks, String waiting) {
        return checks == 1 ? "1 check " + waiting : checks + " checks " + waiting.replaceFirst("^waits", "wait");
    }
}
