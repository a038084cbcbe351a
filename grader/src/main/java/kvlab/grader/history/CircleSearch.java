package kvlab.grader.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import kvlab.grader.history.VersionOrder.Step;

/**
 * One search, breadth first, from the newer write of a step to its older one. It never goes beyond what is newer than that
 * older write by time: from there the way back would be a circle that was there before. So it stays among the writes
 * around one moment, and it reaches each of them by time once: of the writes that a node coordinated, those newer than a
 * given one by time are the rest of the list from some place on.
 */
final class CircleSearch {

    private final Writes writes;
    private final Map<Operation, List<Step>> known;
    private final Step closing;
    private final Map<Operation, Step> reached = new IdentityHashMap<>();
    private final Queue<Operation> open = new ArrayDeque<>();
    /** For each coordinator the place in its list from which on all are reached. */
    private final Map<String, Integer> rest = new HashMap<>();

    CircleSearch(Writes writes, Map<Operation, List<Step>> known, Step closing) {
        this.writes = writes;
        this.known = known;
        this.closing = closing;
    }

    /** A shortest one, with the closing step at its end; empty when there is none. */
    List<Step> circle() {
        open.add(closing.newer());
        while (!open.isEmpty() && !reached.containsKey(closing.older())) {
            Operation older = open.remove();
            writes.byCoordinator().forEach((node, begun) -> reachByTime(older, node, begun));
            known.getOrDefault(older, List.of()).forEach(this::reach);
        }
        return reached.containsKey(closing.older()) ? traced() : List.of();
    }

    private void reachByTime(Operation older, String node, List<Operation> begun) {
        int first = older.firstNewer(node, begun);
        int end = rest.getOrDefault(node, begun.size());
        for (int i = first; i < end && !closing.older().isOlderThan(begun.get(i)); i++) {
            reach(new Step(older, begun.get(i), null));
        }
        rest.put(node, Math.min(first, end));
    }

    private void reach(Step step) {
        if (step.newer() != closing.newer() && reached.putIfAbsent(step.newer(), step) == null) {
            open.add(step.newer());
        }
    }

    private List<Step> traced() {
        List<Step> circle = new ArrayList<>(List.of(closing));
        for (Operation at = closing.older(); at != closing.newer(); ) {
            Step step = reached.get(at);
            Step next = circle.get(circle.size() - 1);
            if (isDetour(step, next)) {
                circle.set(circle.size() - 1, new Step(step.older(), next.newer(), next.read()));
            } else {
                circle.add(step);
            }
            at = step.older();
        }
        Collections.reverse(circle);
        return circle;
    }

    /** {@link Writes#binding} leaves out what is older by time, though it may bind the read as well. */
    private static boolean isDetour(Step byTime, Step byRead) {
        return byTime.read() == null
                && byRead.read() != null
                && byTime.older() != byRead.newer()
                && byTime.older().binds(byRead.read());
    }
}
