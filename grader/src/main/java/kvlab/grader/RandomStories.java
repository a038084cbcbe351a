package kvlab.grader;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import kvlab.grader.history.History;
import kvlab.grader.history.Operation;
import kvlab.grader.history.Request;
import kvlab.grader.requests.Fewest;
import kvlab.grader.requests.Model;
import kvlab.grader.requests.Step;
import kvlab.grader.requests.Stories;
import org.opentest4j.TestAbortedException;

/**
 * Plays stories. Where one request follows another, each answer is compared with a model's. A story that fails is played again
 * with fewer and fewer requests, each time with keys of its own, so that a student reads those that are needed. Answers to
 * several clients of one key are judged as a history.
 */
final class RandomStories {

    /** The length of the text that all keys of a story begin with. */
    private static final int PREFIX = "key-000000000000-".length();

    /** Enough steps that requests for one key overlap. */
    private static final int MANY_STEPS = 10 * Stories.STEPS;

    /** One story of so many has a slow node. */
    private static final int ONE_SLOW_IN = 3;

    /** A request from the slow node to another one is late by so much, and so is the answer. */
    private static final Duration SLOW = Duration.ofMillis(15);

    private static final int LONG = 40;
    private static final int TRIES = 100;
    private static final long TRYING_NANOS = TimeUnit.SECONDS.toNanos(15);

    private final OwnCluster own;
    private final int nodes;

    /** How many copies a key has if a request names no replicas. */
    private final int copies;

    private final boolean knowsAckFrom;

    /** How many stories are told again because a busy machine may have cost a request its deadline. */
    private final AtomicInteger pardons = new AtomicInteger(NodeClient.PARDONS);

    private final AtomicBoolean failed = new AtomicBoolean();

    RandomStories(OwnCluster own) {
        this.own = own;
        this.nodes = own.size();
        this.copies = own.replicates() ? own.size() : 1;
        this.knowsAckFrom = own.replicates() && own.knowsAckFrom();
    }

    /**
     * Ends early when another client's story has failed.
     *
     * @param sample from which this client alone draws
     * @param restarts whether a node goes down and comes back in each story
     */
    void play(Sample sample, boolean restarts, int count) throws InterruptedException {
        Stories stories = new Stories(sample.seed(), nodes, own.replicates(), restarts, PREFIX, Stories.STEPS);
        for (int i = 0; i < count && !failed.get(); i++) {
            List<Step> story = stories.get();
            Telling told = telling(story, sample);
            CheckFailure failure = told.failure();
            boolean isPardoned = told.isTooMuch() && pardons.getAndDecrement() > 0;
            for (int j = 0; isPardoned && told.isTooMuch() && j < NodeClient.PAUSES_MILLIS.size(); j++) {
                Thread.sleep(NodeClient.PAUSES_MILLIS.get(j));
                told = telling(story, sample);
                failure = told.failure();
            }
            if (failure != null && failed.compareAndSet(false, true)) {
                throw shortest(story, sample, told, failure);
            }
        }
    }

    private CheckFailure shortest(List<Step> story, Sample sample, Telling told, CheckFailure first)
            throws InterruptedException {
        List<Step> any = List.of(Step.get("a", story.get(0).connection() % nodes, sample.seed()));
        CheckFailure silent = telling(any, sample).failure();
        if (silent != null && silent.isUnanswered()) {
            return first.adding("nothing is answered any more after these requests:" + told.lines());
        }
        long end = System.nanoTime() + TRYING_NANOS;
        List<Step> fewest = Fewest.of(
                story, less -> System.nanoTime() < end && telling(less, sample).failure() != null, TRIES);
        for (int i = 0; i < 2; i++) {
            Telling again = telling(fewest, sample);
            CheckFailure failure = again.failure();
            if (failure != null) {
                return failure.adding("these requests show it:" + again.lines());
            }
        }
        if (told.isTooMuch()) {
            // A busy machine may cost a request its deadline.
            throw new TestAbortedException(
                    "one of many requests was refused, and not when the same were sent again: " + first.getMessage());
        }
        return first.adding("the same requests were answered well when they were sent once more");
    }

    /** Plays the requests of all connections of a story at the same time, so that several clients use one key. */
    void playAtOnce(Sample sample, int count) throws InterruptedException {
        Stories stories = new Stories(sample.seed(), nodes, own.replicates(), false, PREFIX, MANY_STEPS);
        Stories longer = new Stories(sample.seed(), nodes, own.replicates(), false, PREFIX, 2 * MANY_STEPS);
        for (int i = 0; i < count; i++) {
            Step.Scene scene = scene(sample);
            Served served = new Served();
            Map<Operation, String> lines = Collections.synchronizedMap(new LinkedHashMap<>());
            boolean slow = own.replicates() && i % ONE_SLOW_IN == 0;
            Map<Integer, List<Step>> clients = (slow ? plain(longer.get()) : stories.get())
                    .stream().map(Step::withOwnValue).collect(Collectors.groupingBy(Step::connection));
            if (slow) {
                // Its clients read and write while requests of others, for the same key, are under way there.
                own.slowDown((int) Math.floorMod(sample.seed() + i, (long) nodes), SLOW);
            }
            List<Telling> tellings = clients.values().stream()
                    .map(steps -> new Telling(own, steps, scene, new AtOnce(served, lines, scene)))
                    .toList();
            Crowd.of(tellings.size(), client -> {
                CheckFailure failure = tellings.get(client).failure();
                if (failure != null) {
                    throw failure;
                }
            });
            if (slow) {
                own.heal();
            }
            served.expectOneIn(2, "of what several clients ask at once, at least a half is served");
            try {
                OverlapChecks.expectNoViolation(new History(List.copyOf(lines.keySet()), List.of()), 0);
            } catch (CheckFailure e) {
                throw e.adding("of requests at the same time, these show it, with their times and answers:"
                                + timed(e.evidence().finding().operations(), lines))
                        .breaking(own.replicates() ? Rule.R9 : Rule.E2);
            }
        }
    }

    /** Requests for one key, many of which are the same to the letter. */
    private static List<Step> plain(List<Step> story) {
        return story.stream()
                .filter(step -> step.kind() == Step.Kind.ENTITY)
                .map(step -> step.plainlyAbout("a"))
                .toList();
    }

    /** Of clients that use the same keys at the same time. */
    private final class AtOnce implements Telling.Witness {

        private final Served served;
        private final Map<Operation, String> lines;
        private final Step.Scene scene;

        private AtOnce(Served served, Map<Operation, String> lines, Step.Scene scene) {
            this.served = served;
            this.lines = lines;
            this.scene = scene;
        }

        @Override
        public Model.Expected wrong(Step step, Exchange seen, long sent, int down) {
            if (step.kind() == Step.Kind.ENTITY) {
                served.count(seen);
            }
            return noted(
                    step,
                    seen,
                    sent,
                    operation -> lines.put(operation, seen.status() + ": " + line(step, seen.node())));
        }

        /** The judge recognises a PUT by its value, so a history has each PUT once. A read may be sent again. */
        @Override
        public boolean gone(Step step, String node, long sent) {
            boolean reads = step.method().equals("GET");
            if (!reads) {
                lines.put(request(step, node).lost(sent), line(step, node));
            }
            return reads;
        }

        private String line(Step step, String node) {
            return step.line(scene, "http://127.0.0.1:" + node.replace("node ", ""));
        }
    }

    /** Several clients use a few keys while nodes are killed and stopped. With replicas, overlappingQuorums does that. */
    void playThroughOutages(Sample sample) throws InterruptedException {
        if (own.replicates()) {
            return;
        }
        Saboteur saboteur = new Saboteur(own, sample.seed(), 1, Saboteur.Kind.KILLED, Saboteur.Kind.STOPPED);
        History history = new ClientRun(own, sample).during(saboteur);
        try {
            OverlapChecks.expectNoViolation(history, 0);
        } catch (CheckFailure e) {
            Map<Operation, String> lines = new HashMap<>();
            history.operations().forEach(each -> lines.put(each, words(each)));
            throw e.adding("while nodes were stopped and killed, these show it:"
                            + timed(e.evidence().finding().operations(), lines))
                    .breaking(Rule.E9);
        }
    }

    private static String words(Operation operation) {
        Request request = operation.request();
        String what = request.kind() + " " + request.key() + " through node " + request.coordinator();
        return switch (operation.outcome()) {
            case ACKNOWLEDGED -> what + ": " + (operation.value() == null ? "nothing" : operation.value());
            case REFUSED -> what + ": refused";
            case LOST -> what + ": no answer";
        };
    }

    private static String timed(List<Operation> operations, Map<Operation, String> lines) {
        long start = operations.get(0).invoked();
        StringBuilder timed = new StringBuilder();
        for (Operation operation : operations) {
            String end = operation.completed() == Operation.NEVER
                    ? "?"
                    : String.format(Locale.ROOT, "%.1f", (operation.completed() - start) / 1e6);
            timed.append("\n  ")
                    .append(String.format(Locale.ROOT, "%.1f", (operation.invoked() - start) / 1e6))
                    .append(" to " + end + " ms, " + lines.get(operation));
        }
        return timed.toString();
    }

    /** Which of several writes a read has to show is judged when all answers are known. The rest is judged here. */
    private Model.Expected noted(Step step, Exchange seen, long sent, Consumer<Operation> note) {
        boolean reads = step.kind() == Step.Kind.ENTITY && step.method().equals("GET");
        boolean writes = step.kind() == Step.Kind.CHUNKED || step.kind() == Step.Kind.ENTITY && !reads;
        long now = System.nanoTime();
        if (reads && (seen.status() == 200 || seen.status() == 404)) {
            note.accept(request(step, seen.node()).read(seen.status() == 404 ? null : told(seen.body()), sent, now));
            return null;
        }
        if (seen.isTooMuch()) {
            if (writes) {
                // Without replicas a request may be carried out much later than its coordinator has given up.
                Request request = request(step, seen.node());
                note.accept(own.replicates() ? request.refused(sent, now) : request.lost(sent));
            }
            return null;
        }
        if (reads && seen.status() >= 500) {
            return new Model.Expected("E2", "GET is 200 or 404");
        }
        if (writes && seen.isSuccess()) {
            note.accept(request(step, seen.node()).acknowledged(sent, now));
        }
        return new Model(copies).expected(step, seen.status(), seen.body(), 0);
    }

    private Request request(Step step, String node) {
        Request.Kind kind = Request.Kind.valueOf(step.method());
        String value = kind == Request.Kind.PUT ? told(step.value()) : null;
        Model model = new Model(copies);
        return new Request(
                step.connection() + 1,
                node.replace("node ", ""),
                kind,
                label(step.key()),
                value,
                model.ack(step),
                model.from(step));
    }

    /** Different for different keys, and short. */
    private static String label(String key) {
        String text = URLEncoder.encode(key, StandardCharsets.ISO_8859_1);
        return text.length() <= LONG
                ? text
                : text.substring(0, LONG / 2) + "…" + text.substring(text.length() - LONG / 4);
    }

    /** Different for different values, and short. */
    private static String told(byte[] value) {
        return value.length + " bytes " + Integer.toHexString(Arrays.hashCode(value));
    }

    private Telling telling(List<Step> story, Sample sample) {
        Model model = new Model(copies);
        return new Telling(own, story, scene(sample), new Telling.Witness() {
            @Override
            public Model.Expected wrong(Step step, Exchange seen, long sent, int down) {
                return model.expected(step, seen.status(), seen.body(), down);
            }

            @Override
            public boolean gone(Step step, String node, long sent) {
                model.gone(step);
                return true;
            }
        });
    }

    private Step.Scene scene(Sample sample) {
        return new Step.Scene(sample.key() + "-", nodes, own.quorumStyle() == QuorumStyle.REPLICAS, knowsAckFrom);
    }
}
