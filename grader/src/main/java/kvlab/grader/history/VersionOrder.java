package kvlab.grader.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Versions are never seen from outside, but much is known of their order: a write that ended before another began is
 * older, and whatever a read returned is newer than all that bound the read. Each of these is certain in every right
 * store, so reads that would close a circle cannot come from one.
 *
 * <p>Reads are added one by one, and where a new step would close a circle is searched for at once. What time says is not
 * stored, since that would be a step for nearly every pair of writes; a search finds it in the order in which they began.
 */
final class VersionOrder {

    /** @param read by which it is known; null when it is known by time */
    record Step(Operation older, Operation newer, Operation read) {}

    private final Writes writes;
    private final Map<Operation, List<Step>> known = new IdentityHashMap<>();

    VersionOrder(Writes writes) {
        this.writes = writes;
    }

    /**
     * @param found what the read returned
     * @param binding what it had to be no older than
     * @return the circle of the fewest operations with the step of this read at its end; empty when there is none, and the read is believed
     */
    List<Step> add(Operation read, Operation found, List<Operation> binding) {
        List<Step> news = binding.stream()
                .filter(write -> write != found && !write.isOlderThan(found) && !isKnown(write, found))
                .map(write -> new Step(write, found, read))
                .toList();
        List<Step> plainest = news.stream()
                .map(step -> new CircleSearch(writes, known, step).circle())
                .filter(circle -> !circle.isEmpty())
                .min(Comparator.comparingLong(VersionOrder::operations))
                .orElse(List.of());
        if (plainest.isEmpty()) {
            news.forEach(step -> known.computeIfAbsent(step.older(), older -> new ArrayList<>())
                    .add(step));
        }
        return plainest;
    }

    /** Each step starts from a write, and some rest on a read. */
    private static long operations(List<Step> circle) {
        return circle.size()
                + circle.stream().filter(step -> step.read() != null).count();
    }

    private boolean isKnown(Operation older, Operation newer) {
        return known.getOrDefault(older, List.of()).stream().anyMatch(step -> step.newer() == newer);
    }
}
