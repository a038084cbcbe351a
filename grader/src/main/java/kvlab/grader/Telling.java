package kvlab.grader;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import kvlab.grader.requests.Model;
import kvlab.grader.requests.Step;
import kvlab.grader.requests.Stories;

/** Plays a story once, one request after another. */
final class Telling {

    private static final long READ_LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** The body of a request that is too large is sent if no answer comes before. */
    private static final int REFUSAL_MILLIS = 200;

    /** How long a client that leaves in the middle of the answer waits for its beginning. */
    static final int ANSWER_MILLIS = 200;

    /** How long the client waits for an answer to a fuzzed request. The node may wait for the rest of it. */
    private static final int FUZZED_MILLIS = 50;

    private static final int SHOWN = 12;

    /** Sees the answers. */
    interface Witness {
        /**
         * Says what is wrong with an answer; null if it is right.
         *
         * @param sent when the request was sent
         * @param down how many nodes are down
         */
        Model.Expected wrong(Step step, Exchange seen, long sent, int down);

        /**
         * Hears of a request that the node may have received whole and that had no answer: its client has left, or the node has
         * closed the connection.
         *
         * @return whether it may be sent again
         */
        boolean gone(Step step, String node, long sent);
    }

    private final OwnCluster own;
    private final List<NodeClient> nodes;
    private final List<Step> story;
    private final Step.Scene scene;
    private final Witness witness;
    private final Map<Integer, Wire> wires = new HashMap<>();

    /** Connections on which a request was refused. HTTP lets the node close those. */
    private final Set<Integer> mayBeClosed = new HashSet<>();

    private final Map<String, Written> written = new HashMap<>();
    private final List<String> addresses = new ArrayList<>();
    private int down = -1;

    /** Whether it failed with a refusal that the machine may be to blame for. */
    private boolean isTooMuch;

    /** When the requests that are under way were sent. */
    private long sent;

    private record Written(int node, long nanos) {}

    Telling(OwnCluster own, List<Step> story, Step.Scene scene, Witness witness) {
        this.own = own;
        this.nodes = own.clients();
        this.story = story;
        this.scene = scene;
        this.witness = witness;
    }

    /** Null if every answer was right. */
    CheckFailure failure() throws InterruptedException {
        CheckFailure failure = failureOf(() -> {
            while (addresses.size() < story.size()) {
                int at = addresses.size();
                int end = at + 1;
                while (end < story.size() && isBehind(story.get(end), story.get(end - 1))) {
                    end++;
                }
                List<Step> steps = story.subList(at, end);
                steps.forEach(step -> addresses.add(node(step).address()));
                play(steps);
            }
        });
        wires.values().forEach(Wire::close);
        CheckFailure last = failureOf(this::up);
        return failure == null ? last : failure;
    }

    private static boolean isBehind(Step step, Step before) {
        return step.manner().together()
                && before.connection() == step.connection()
                && before.kind() == Step.Kind.ENTITY
                && !before.manner().closes();
    }

    /** The number of its node, or of the next one if its node is down. */
    private int number(Step step) {
        int node = step.connection() % nodes.size();
        return node == down ? (node + 1) % nodes.size() : node;
    }

    private NodeClient node(Step step) {
        return nodes.get(number(step));
    }

    private void play(List<Step> steps) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Step first = steps.get(0);
        switch (first.kind()) {
            case DOWN -> down(first);
            case UP -> up();
            case ABORTED -> abort(first);
            case FUZZED -> fuzz(first);
            default -> ask(steps, first.connection());
        }
    }

    private void ask(List<Step> steps, int connection) {
        steps.forEach(this::awaitOrder);
        boolean again = mayBeClosed.remove(connection);
        sent = System.nanoTime();
        send(steps);
        for (int i = 0; i < steps.size(); i++) {
            if (!wires.containsKey(connection)) {
                // The answer before said that the node closes: it does nothing of what came behind.
                send(steps.subList(i, steps.size()));
            }
            Exchange seen = answer(connection, steps.get(i));
            // A node that closes after an answer resets what came behind, and with it perhaps the answer.
            boolean mayHaveClosed = i == 0 && again || i < steps.size() - 1 || mayBeClosed.contains(connection);
            if (mayHaveClosed && seen.isCutOff()) {
                drop(connection);
                for (Step step : lost(steps.subList(i, steps.size()))) {
                    ask(List.of(step), connection);
                }
                return;
            }
            judge(steps.get(i), seen);
        }
    }

    /**
     * Tells that the answers to these are lost, though the node may have carried them out.
     *
     * @return those that may be sent again
     */
    private List<Step> lost(List<Step> steps) {
        List<Step> again = new ArrayList<>();
        for (Step step : steps) {
            boolean asks = step.kind() == Step.Kind.ENTITY || step.kind() == Step.Kind.CHUNKED;
            // No two lost requests are the same to the witness.
            if (!asks || witness.gone(step, node(step).name(), sent++)) {
                again.add(step);
            }
        }
        return again;
    }

    private Exchange answer(int connection, Step step) {
        if (step.isReadLate()) {
            LockSupport.parkNanos(READ_LATE_NANOS);
        }
        return wires.get(connection).answer(label(step));
    }

    private String label(Step step) {
        return NodeClient.label(step.method(), step.target(scene));
    }

    private void send(List<Step> steps) {
        Step first = steps.get(0);
        Wire wire = wires.computeIfAbsent(first.connection(), c -> connect(first));
        byte[] bytes = {};
        for (Step step : steps) {
            bytes = Step.joined(bytes, bytes(step));
        }
        if (first.kind() == Step.Kind.TOO_LARGE) {
            int head = bytes.length - first.length();
            wire.send(Arrays.copyOf(bytes, head));
            if (!wire.hears(REFUSAL_MILLIS)) {
                wire.send(Arrays.copyOfRange(bytes, head, bytes.length));
            }
        } else {
            wire.sendInPieces(bytes, first.cuts(bytes.length));
        }
    }

    private byte[] bytes(Step step) {
        return step.bytes(scene, node(step).address());
    }

    private Wire connect(Step step) {
        return node(step).connect(step.connection() == Stories.NARROW ? Wire.LITTLE_ROOM : 0);
    }

    /** A request that does not arrive whole is none. */
    private void abort(Step step) {
        byte[] bytes = bytes(step);
        int length = step.isWhole() ? bytes.length : 1 + (int) Math.floorMod(step.seed(), (long) bytes.length - 1);
        if (step.isWhole()) {
            witness.gone(step, node(step).name(), System.nanoTime());
        }
        Wire wire = node(step).connect().send(Arrays.copyOf(bytes, length));
        if (step.isLeftInItsAnswer()) {
            wire.hears(ANSWER_MILLIS);
        }
        if (step.seed() % 2 == 0) {
            wire.abort();
        } else {
            wire.close();
        }
    }

    /** The node may refuse it, wait for more, close the connection, or carry out a request that is still right. */
    private void fuzz(Step step) {
        try (Wire wire = node(step).connect().send(bytes(step))) {
            boolean heard = wire.hears(FUZZED_MILLIS);
            Exchange seen = heard && down < 0 ? wire.answer(label(step) + " (with wrong bytes)") : null;
            if (seen != null && seen.status() == 500) {
                throw CheckFailure.of(
                                "a request with a few wrong bytes in its head is not answered with 500",
                                seen + "; it was sent as " + line(step))
                        .breaking(Rule.S4);
            }
        }
        try {
            own.expectLiving();
        } catch (CheckFailure e) {
            throw e.adding("after " + line(step));
        }
    }

    private String line(Step step) {
        return step.line(scene, "http://" + node(step).address());
    }

    private void down(Step step) throws InterruptedException {
        up();
        dropAll();
        int node = step.connection();
        if (step.isKill()) {
            own.kill(node);
        } else {
            own.stop(node);
        }
        down = node;
        if (nodes.size() == 1) {
            up();
        }
    }

    private void up() throws InterruptedException {
        if (down >= 0) {
            int node = down;
            down = -1;
            dropAll();
            own.start(node);
        }
    }

    private void judge(Step step, Exchange seen) {
        if (!seen.isAnswered()) {
            throw CheckFailure.unanswered("every request is answered", seen.toString());
        }
        Model.Expected expected = witness.wrong(step, seen, sent, down < 0 ? 0 : 1);
        if (expected != null) {
            isTooMuch = seen.isTooMuch();
            throw CheckFailure.of(expected.sentence(), seen.toString()).breaking(Rule.valueOf(expected.rule()));
        }
        if (!step.method().equals("GET")) {
            written.put(step.key(), new Written(number(step), System.nanoTime()));
        }
        if (step.manner().closes() && !wires.get(step.connection()).isClosedSoon()) {
            throw CheckFailure.of(
                    "after the answer to a request that asks for it, or that is HTTP/1.0's, the node closes the"
                            + " connection",
                    seen + ", and left it open");
        }
        if (step.manner().closes() || seen.closes()) {
            drop(step.connection());
        } else if (seen.status() >= 400 && step.kind() != Step.Kind.ENTITY || seen.isTooMuch()) {
            mayBeClosed.add(step.connection());
        }
    }

    private void dropAll() {
        List.copyOf(wires.keySet()).forEach(this::drop);
    }

    private void drop(int connection) {
        wires.remove(connection).close();
        mayBeClosed.remove(connection);
    }

    /** Writes of a key through different nodes are in an order only if they are 10 ms apart. */
    private void awaitOrder(Step step) {
        if (!own.replicates() || step.method().equals("GET")) {
            return;
        }
        Written last = written.get(step.key());
        if (last != null && last.node() != number(step)) {
            LockSupport.parkNanos(OwnCluster.LATER_NANOS - (System.nanoTime() - last.nanos()));
        }
    }

    boolean isTooMuch() {
        return isTooMuch;
    }

    /** The requests up to the one that failed. */
    String lines() {
        int first = Math.max(0, addresses.size() - SHOWN);
        StringBuilder lines = new StringBuilder(first == 0 ? "" : "\n  " + first + " others, and then");
        for (int i = first; i < addresses.size(); i++) {
            lines.append("\n  ").append(story.get(i).line(scene, "http://" + addresses.get(i)));
        }
        return lines.toString();
    }

    private static CheckFailure failureOf(Act part) throws InterruptedException {
        try {
            part.perform();
            return null;
        } catch (CheckFailure e) {
            return e;
        }
    }
}
