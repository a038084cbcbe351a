package kvlab.grader;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import kvlab.grader.requests.Fewest;
import kvlab.grader.requests.Model;
import kvlab.grader.requests.Step;
import kvlab.grader.requests.Stories;
import org.opentest4j.TestAbortedException;

/**
 * Plays stories, one request after another, and compares each answer with a model's. A story that fails is played again with
 * fewer and fewer requests, each time with keys of its own, so that a student reads those that are needed.
 */
final class RandomStories {

    /** The length of the text that all keys of a story begin with. */
    private static final int PREFIX = "key-000000000000-".length();

    private static final long READ_LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** The body of a request that is too large is sent if no answer comes before. */
    private static final int REFUSAL_MILLIS = 200;

    private static final int TRIES = 100;
    private static final long TRYING_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final int SHOWN = 12;

    private final OwnCluster own;
    private final List<NodeClient> nodes;

    /** How many copies a key has if a request names no replicas. */
    private final int copies;

    private final AtomicBoolean failed = new AtomicBoolean();

    RandomStories(OwnCluster own) {
        this.own = own;
        this.nodes = own.clients();
        this.copies = own.replicates() ? own.size() : 1;
    }

    /**
     * Ends early when another client's story has failed.
     *
     * @param sample from which this client alone draws
     * @param restarts whether nodes go down and come back
     */
    void play(Sample sample, boolean restarts, int count) throws InterruptedException {
        Stories stories = new Stories(sample.seed(), nodes.size(), own.replicates(), restarts, PREFIX);
        for (int i = 0; i < count && !failed.get(); i++) {
            List<Step> story = stories.get();
            Run run = new Run(story, sample);
            CheckFailure failure = run.failure();
            if (failure != null && failed.compareAndSet(false, true)) {
                throw shortest(story, sample, run, failure);
            }
        }
    }

    private CheckFailure shortest(List<Step> story, Sample sample, Run run, CheckFailure first)
            throws InterruptedException {
        long end = System.nanoTime() + TRYING_NANOS;
        List<Step> fewest =
                Fewest.of(story, less -> System.nanoTime() < end && new Run(less, sample).failure() != null, TRIES);
        for (int i = 0; i < 2; i++) {
            Run again = new Run(fewest, sample);
            CheckFailure failure = again.failure();
            if (failure != null) {
                return failure.adding("these requests show it:" + again.lines());
            }
        }
        if (run.isTooMuch) {
            // A busy machine may cost a request its deadline.
            throw new TestAbortedException(
                    "one of many requests was refused, and not when the same were sent again: " + first.getMessage());
        }
        return first.adding("the same requests were answered well when they were sent once more");
    }

    /** One run of a story. */
    private final class Run {

        private final List<Step> story;
        private final Step.Scene scene;
        private final Model model = new Model(copies);
        private final Map<Integer, Wire> wires = new HashMap<>();

        /** Connections on which a request was refused. HTTP lets the node close those. */
        private final Set<Integer> mayBeClosed = new HashSet<>();

        private final Map<String, Written> written = new HashMap<>();
        private final List<String> addresses = new ArrayList<>();
        private int down = -1;

        /** Whether it failed with a refusal that the machine may be to blame for. */
        private boolean isTooMuch;

        private record Written(int node, long nanos) {}

        Run(List<Step> story, Sample sample) {
            this.story = story;
            this.scene = new Step.Scene(sample.key() + "-", nodes.size(), own.quorumStyle() == QuorumStyle.ACK_FROM);
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
                default -> ask(steps, first.connection());
            }
        }

        private void ask(List<Step> steps, int connection) {
            steps.forEach(this::awaitOrder);
            boolean again = mayBeClosed.remove(connection);
            send(steps);
            for (int i = 0; i < steps.size(); i++) {
                if (!wires.containsKey(connection)) {
                    // The answer before said that the node closes: it does nothing of what came behind.
                    send(steps.subList(i, steps.size()));
                }
                Exchange seen = answer(connection, steps.get(i));
                if (i == 0 && again && seen.isCutOff()) {
                    drop(connection);
                    send(steps);
                    seen = answer(connection, steps.get(i));
                }
                judge(steps.get(i), seen);
            }
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
            Wire wire =
                    wires.computeIfAbsent(first.connection(), c -> node(first).connect());
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

        /** A request that does not arrive whole is none. */
        private void abort(Step step) {
            byte[] bytes = bytes(step);
            int sent = 1 + (int) Math.floorMod(step.seed(), (long) bytes.length - 1);
            Wire wire = node(step).connect().send(Arrays.copyOf(bytes, sent));
            if (step.seed() % 2 == 0) {
                wire.abort();
            } else {
                wire.close();
            }
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
            Model.Expected expected = model.expected(step, seen.status(), seen.body(), down < 0 ? 0 : 1);
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
            } else if (seen.status() >= 400 && step.kind() != Step.Kind.ENTITY) {
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
            if (copies == 1 || step.method().equals("GET")) {
                return;
            }
            Written last = written.get(step.key());
            if (last != null && last.node() != number(step)) {
                LockSupport.parkNanos(OwnCluster.LATER_NANOS - (System.nanoTime() - last.nanos()));
            }
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
    }

    private interface Part {
        void play() throws InterruptedException;
    }

    private static CheckFailure failureOf(Part part) throws InterruptedException {
        try {
            part.play();
            return null;
        } catch (CheckFailure e) {
            return e;
        }
    }
}
