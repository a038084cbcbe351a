package kvlab.grader.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Was a replicated store right, when all that is known of it is what its clients asked and got? It need not be
 * linearizable: a read may be stale when the replicas it asked need not be those that a write reached, and a write that
 * was refused may show or not. What quorums do promise (rules R6 to R11) is that a read whose replicas overlap with those
 * of an acknowledged write returns it or something newer.
 *
 * <p>A right store is never failed: everything that the judgement rests on holds in every right store, whatever was
 * lost, late or killed. The price is that some wrong histories pass.
 */
public final class Judge {

    private Judge() {}

    /** @param minimum how many reads have to be bound and decided, or the history proves nothing */
    public static Verdict judge(History history, int minimum) {
        Map<String, List<Operation>> keys = new LinkedHashMap<>();
        Map<String, Operation> writers = new HashMap<>();
        for (Operation operation : history.operations()) {
            keys.computeIfAbsent(operation.request().key(), key -> new ArrayList<>())
                    .add(operation);
            if (operation.request().kind() == Request.Kind.PUT) {
                writers.put(operation.value(), operation);
            }
        }
        List<Finding> findings = new ArrayList<>();
        Verdict.Counts counts = new Verdict.Counts(0, 0, 0);
        for (List<Operation> operations : keys.values()) {
            KeyJudge key = new KeyJudge(operations, writers, new Wording(history));
            findings.addAll(key.judge());
            counts = counts.plus(key.counts());
        }
        return verdict(findings, counts, minimum);
    }

    private static Verdict verdict(List<Finding> findings, Verdict.Counts counts, int minimum) {
        if (!findings.isEmpty()) {
            return new Verdict.Violation(counts, plainest(findings));
        }
        if (counts.bound() < minimum) {
            return new Verdict.Inconclusive(
                    counts,
                    "too few reads could be wrong: " + counts + "; expected at least " + minimum + " that are bound");
        }
        if (counts.decided() < Math.max(minimum, counts.undecided())) {
            return new Verdict.Inconclusive(
                    counts,
                    "too many reads found nothing where several DELETEs may be why: " + counts + "; expected at least "
                            + minimum + " that are decided, and no fewer than the others");
        }
        return new Verdict.Consistent(counts);
    }

    private static Finding plainest(List<Finding> findings) {
        return findings.stream()
                .min(Comparator.comparingInt(
                                (Finding finding) -> finding.operations().size())
                        .thenComparing(finding -> finding.read().completed()))
                .orElseThrow();
    }
}
