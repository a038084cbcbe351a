package kvlab.grader.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The writes of one key, found by time. There may be ten thousand, and as many reads: nothing here looks at all writes for
 * each read but {@link #deletions}, which is for the few reads that found nothing.
 */
final class Writes {

    private final Map<String, List<Operation>> byCoordinator;
    private final List<Operation> acknowledged;
    private final List<Operation> deletes;

    /** @param begun in the order in which they began */
    Writes(List<Operation> begun) {
        byCoordinator = begun.stream()
                .collect(Collectors.groupingBy(write -> write.request().coordinator()));
        acknowledged = begun.stream()
                .filter(Operation::isAcknowledged)
                .sorted(Comparator.comparingLong(Operation::completed))
                .toList();
        deletes = begun.stream()
                .filter(write -> write.request().kind() == Request.Kind.DELETE)
                .toList();
    }

    /** For each node what it coordinated, in the order in which it began. */
    Map<String, List<Operation>> byCoordinator() {
        return byCoordinator;
    }

    /**
     * The writes that bind a read, without those that are older than another that does: who saw the other saw something
     * newer than them anyway. So the search may end where writes are too old to matter, and what is left are writes
     * that ran at the same time, no more than there are clients.
     */
    List<Operation> binding(Operation read) {
        List<Operation> binding = new ArrayList<>();
        long horizon = Long.MIN_VALUE;
        int i = Times.firstAfter(acknowledged, Operation::completed, read.invoked() - 1) - 1;
        for (; i >= 0 && acknowledged.get(i).completed() >= horizon; i--) {
            Operation write = acknowledged.get(i);
            if (write.binds(read)) {
                binding.add(write);
                horizon = Math.max(horizon, write.invoked() - Operation.APART);
            }
        }
        return newest(binding);
    }

    private static List<Operation> newest(List<Operation> writes) {
        Map<String, Operation> last = new HashMap<>();
        for (Operation write : writes) {
            last.merge(write.request().coordinator(), write, (a, b) -> a.invoked() < b.invoked() ? b : a);
        }
        writes.removeIf(write -> last.values().stream().anyMatch(write::isOlderThan));
        return writes;
    }

    /** The DELETEs that may be why a read found nothing: as many as there are, but no more than two. */
    List<Operation> deletions(Operation read, List<Operation> binding) {
        List<Operation> possible = new ArrayList<>();
        int i = Times.firstAfter(deletes, Operation::invoked, read.completed()) - 1;
        for (; i >= 0 && possible.size() < 2; i--) {
            if (binding.stream().noneMatch(deletes.get(i)::isOlderThan)) {
                possible.add(deletes.get(i));
            }
        }
        return possible;
    }
}
