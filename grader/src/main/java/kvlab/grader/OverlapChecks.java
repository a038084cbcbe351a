package kvlab.grader;

import static kvlab.grader.Expect.expect;
import static kvlab.grader.Expect.expectStatus;
import static kvlab.grader.Expect.given;
import static kvlab.grader.Expect.inTime;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import kvlab.grader.history.Evidence;
import kvlab.grader.history.History;
import kvlab.grader.history.Judge;
import kvlab.grader.history.Operation;
import kvlab.grader.history.Verdict;
import org.junit.jupiter.api.DisplayName;
import org.opentest4j.TestAbortedException;

/** The rules R9 to R12: what a client may rely on while nodes are down, late or back again. */
class OverlapChecks {

    private static final int FEW = 12;

    /**
     * Keys that two of three nodes keep: for a third of them the one that is down is asked first, by the node that has no copy. Of
     * twelve keys, that was true of none in one grade of 130.
     */
    private static final int KEPT_BY_TWO = 40;

    /** Two of three nodes keep each of these keys, so each node lacks about eight of them. */
    private static final int SHARED = 24;

    /**
     * Each coordinator is asked for so many keys that it lacks. For about half of them it asks the hung replica first. With two
     * coordinators, one grade in 4,000 has no such request.
     */
    private static final int FOREIGN = 6;

    private static final int LARGE = 512 * 1024;

    private static final int COORDINATORS = 2;

    /** A call to the hung replica has ended by then. */
    private static final long DEADLINE_NANOS = TimeUnit.MILLISECONDS.toNanos(1_100);

    /** The delay of each direction. */
    private static final Duration SLOW = Duration.ofMillis(150);

    /** How many reads have to be bound by an overlap; in such a time the slowest of servers answers more. */
    private static final int MINIMUM = 100;

    @Check(
            rule = Rule.R9,
            points = 2,
            seconds = 90,
            look = "that a PUT with replicas=2/2 is 201 only when both replicas have it")
    @DisplayName("With one replica down, GET 1/2 sees PUT 2/2")
    void oneOfTwoSeesPutOfBoth(OwnCluster own, Sample sample) throws InterruptedException {
        expectOneSeesBoth(own, sample, Scenario.overwrite(sample), 0);
    }

    @Check(
            rule = Rule.R9,
            points = 2,
            seconds = 90,
            look = "that a DELETE with replicas=2/2 is 202 only when both replicas have it")
    @DisplayName("With one replica down, GET 1/2 sees DELETE 2/2")
    void oneOfTwoSeesDeleteOfBoth(OwnCluster own, Sample sample) throws InterruptedException {
        expectOneSeesBoth(own, sample, Scenario.delete(sample), 1);
    }

    @Check(rule = Rule.R9, points = 2, look = "that reads and writes with replicas=2/3 count two replicas, each once")
    @DisplayName("With one replica down, GET 2/3 sees PUT 2/3")
    void twoOfThreeSeePutOfTwo(OwnCluster own, Sample sample) throws InterruptedException {
        expectTwoSeeTwo(own, sample, Scenario.overwrite(sample), 2);
    }

    @Check(rule = Rule.R9, points = 2, look = "that a DELETE leaves a tombstone on two of three replicas")
    @DisplayName("With one replica down, GET 2/3 sees DELETE 2/3")
    void twoOfThreeSeeDeleteOfTwo(OwnCluster own, Sample sample) throws InterruptedException {
        expectTwoSeeTwo(own, sample, Scenario.delete(sample), 0);
    }

    /** Which two of three nodes keep a key is the cluster's business, so there are many keys. */
    private static void expectOneSeesBoth(OwnCluster own, Sample sample, Scenario scenario, int down)
            throws InterruptedException {
        List<String> keys = sample.keys(KEPT_BY_TWO);
        scenario.begin(own, keys);
        for (int i = 0; i < KEPT_BY_TWO; i++) {
            given(scenario.missed().ask(own.client(i % own.size()), keys.get(i) + own.replicas(2, 2)));
        }
        own.kill(down);
        expectSeen(
                own,
                scenario,
                keys,
                own.replicas(1, 2),
                own.name(down) + " down, shows what 2/2 have acknowledged",
                down);
    }

    /** One node is out of reach when it is written, and another one down when it is read. */
    private static void expectTwoSeeTwo(OwnCluster own, Sample sample, Scenario scenario, int down)
            throws InterruptedException {
        List<String> keys = sample.keys(FEW);
        int stale = (down + 1) % own.size();
        scenario.begin(own, keys);
        own.isolate(stale);
        scenario.goOnWithout(stale, own, keys, own.replicas(2, 3));
        own.heal();
        own.kill(down);
        expectSeen(
                own,
                scenario,
                keys,
                own.replicas(2, 3),
                own.name(down) + " down, shows what 2/3 have acknowledged without " + own.name(stale),
                down);
    }

    private static void expectSeen(
            OwnCluster own, Scenario scenario, List<String> keys, String replicas, String when, int away) {
        for (int node : others(own, away)) {
            NodeClient client = own.client(node);
            for (String key : keys) {
                scenario.missed()
                        .expectSeen("GET with " + replicas.substring(1) + ", with " + when, client.get(key + replicas));
            }
        }
    }

    @Check(rule = Rule.R9, points = 2, seconds = 60, look = "the default quorum: what 3 of 5 have, one of any 3 has")
    @DisplayName("With two of five nodes down, quorum reads see quorum writes")
    void quorumSeesQuorum(@Nodes(5) OwnCluster own, Sample sample) throws InterruptedException {
        List<NodeClient> nodes = own.clients();
        for (Scenario scenario : List.of(Scenario.overwrite(sample), Scenario.delete(sample))) {
            List<String> keys = sample.keys(FEW);
            scenario.begin(own, keys);
            own.isolate(0);
            own.isolate(1);
            for (int i = 0; i < FEW; i++) {
                given(scenario.missed().ask(nodes.get(2 + i % 3), keys.get(i)));
            }
            own.heal();
            own.isolate(3);
            own.isolate(4);
            for (String key : keys) {
                for (int node = 0; node < 3; node++) {
                    scenario.missed()
                            .expectSeen(
                                    "with " + own.name(3) + " and " + own.name(4) + " out of reach, GET shows what was"
                                            + " written while " + own.name(0) + " and " + own.name(1) + " were",
                                    nodes.get(node).get(key));
                }
            }
            own.heal();
        }
    }

    @Check(
            rule = Rule.R9,
            points = 1,
            look = "that a read is answered with what its replicas know, even if that is old")
    @DisplayName("Reads that need not overlap with writes are answered, with the new state or the old one")
    void staleReadsAreAnswered(OwnCluster own, Sample sample) throws InterruptedException {
        for (Scenario scenario : List.of(Scenario.write(sample), Scenario.delete(sample))) {
            expectAnswered(own, sample, scenario, own.replicas(1, 2), own.replicas(1, 2));
            expectAnswered(own, sample, scenario, own.replicas(2, 3), own.replicas(1, 3));
        }
    }

    private static void expectAnswered(OwnCluster own, Sample sample, Scenario scenario, String write, String read)
            throws InterruptedException {
        List<String> keys = sample.keys(FEW);
        List<NodeClient> nodes = own.clients();
        scenario.begin(own, keys);
        own.isolate(0);
        for (int i = 0; i < FEW; i++) {
            given(scenario.missed().ask(nodes.get(1 + i % 2), keys.get(i) + write));
        }
        own.heal();
        own.isolate(1);
        for (String key : keys) {
            for (int node : others(own, 1)) {
                Exchange seen = nodes.get(node).get(key + read);
                expectStatus(
                        "GET with " + read.substring(1) + " after a write with " + write.substring(1)
                                + " is 200 or 404",
                        seen,
                        200,
                        404);
            }
        }
        own.heal();
    }

    @Check(
            rule = Rule.R9,
            points = 8,
            seconds = 90,
            look =
                    "which answers a read waits for, and which of them it returns; what a node that was down or hung answers"
                            + " when it is back. The picture of --html shows the read")
    @DisplayName(
            "Clients that write and read at the same time see what was acknowledged, while nodes fail and come back")
    void overlappingQuorums(OwnCluster own, Sample sample) throws InterruptedException {
        History history = new ClientRun(own, sample).during(new Saboteur(own, sample.seed(), 1));
        expectConsistent(history);
    }

    @Check(
            rule = Rule.R11,
            points = 4,
            seconds = 90,
            look =
                    "what becomes of a write that was answered with 504: some replicas may have it, and it has one version")
    @DisplayName("Writes that were refused, also without a quorum, do not harm those that were acknowledged")
    void refusedWrites(OwnCluster own, Sample sample) throws InterruptedException {
        History history = new ClientRun(own, sample).during(new Saboteur(own, sample.seed(), 2));
        long refused = history.operations().stream()
                .filter(each -> each.isWrite() && each.outcome() == Operation.Outcome.REFUSED)
                .count();
        expectConsistent(history);
        if (refused < FEW) {
            throw new TestAbortedException(
                    "only " + refused + " writes were refused; expected at least " + FEW + " of them");
        }
    }

    @Check(
            rule = Rule.R9,
            points = 3,
            seconds = 180,
            look = "the first version after a start: newer than the last one before it, and not ahead of other nodes'")
    @DisplayName("A node that was stopped or killed goes on as if nothing had been")
    void restartChangesNothing(OwnCluster own, Sample sample) throws InterruptedException {
        List<NodeClient> nodes = own.clients();
        for (int restarted = 0; restarted < own.size(); restarted++) {
            List<String> keys = sample.keys(FEW);
            Scenario before = Scenario.overwrite(sample);
            List<Write> after = List.of(Write.put(sample), Write.delete());
            before.begin(own, keys);
            for (String key : keys) {
                given(before.missed().ask(nodes.get(restarted), key));
            }
            if (restarted == 0) {
                own.kill(restarted);
            } else {
                own.stop(restarted);
            }
            own.start(restarted);
            nodes.get(restarted).disconnect();
            for (int i = 0; i < FEW; i++) {
                Write write = after.get(i % 2);
                int coordinator = (restarted + i / 2) % own.size();
                String sentence =
                        "after " + own.name(restarted) + " was stopped and started at once, GET shows what was"
                                + " written through " + own.name(coordinator) + " then";
                given(write.ask(nodes.get(coordinator), keys.get(i)));
                for (NodeClient node : nodes) {
                    write.expectSeen(sentence, node.get(keys.get(i)));
                }
            }
        }
    }

    private static void expectConsistent(History history) {
        Verdict verdict = expectNoViolation(history, MINIMUM);
        if (verdict instanceof Verdict.Inconclusive) {
            throw new TestAbortedException(verdict.sentence());
        }
    }

    /** @param minimum how many reads have to be decided, or the verdict is that it is inconclusive */
    static Verdict expectNoViolation(History history, int minimum) {
        Verdict verdict = Judge.judge(history, minimum);
        if (verdict instanceof Verdict.Violation violation) {
            throw CheckFailure.of(
                    "a read that has to overlap with an acknowledged write shows it, or something newer",
                    new Evidence(history, violation.finding()));
        }
        return verdict;
    }

    @Check(rule = Rule.R10, points = 2, seconds = 120, look = "that a quorum read asks nodes that have the write, too")
    @DisplayName("A PUT that one node missed is seen by every quorum")
    void missedWrite(OwnCluster own, Sample sample) throws InterruptedException {
        expectMissed(own, sample, Scenario.write(sample), 0);
    }

    @Check(
            rule = Rule.R10,
            points = 2,
            seconds = 120,
            look = "what a DELETE leaves: a tombstone with a version, not nothing")
    @DisplayName("A DELETE that one node missed is seen by every quorum")
    void missedDelete(OwnCluster own, Sample sample) throws InterruptedException {
        expectMissed(own, sample, Scenario.delete(sample), 1);
    }

    @Check(rule = Rule.R10, points = 2, seconds = 120, look = "how versions are compared: the newer value has to win")
    @DisplayName("An overwrite that one node missed is seen by every quorum")
    void missedOverwrite(OwnCluster own, Sample sample) throws InterruptedException {
        expectMissed(own, sample, Scenario.overwrite(sample), 2);
    }

    @Check(rule = Rule.R10, points = 2, seconds = 120, look = "that a value which is newer than a tombstone wins")
    @DisplayName("A PUT after a DELETE that one node missed is seen by every quorum")
    void missedRecreation(OwnCluster own, Sample sample) throws InterruptedException {
        expectMissed(own, sample, Scenario.recreation(sample), 0);
    }

    @Check(
            rule = Rule.R10,
            points = 2,
            seconds = 180,
            process = "kills a node in the midst of its work",
            look = "where a tombstone is kept: on disk, before the DELETE is acknowledged")
    @DisplayName("A DELETE that one node missed outlives a crash of all others")
    void missedDeleteOutlivesACrash(OwnCluster own, Sample sample) throws InterruptedException {
        expectDeleteOutlives(own, sample, own::crash, "after a crash");
    }

    @Check(rule = Rule.R10, points = 2, seconds = 180, look = "what a clean stop does with tombstones: they stay")
    @DisplayName("A DELETE that one node missed outlives a restart of all others")
    void missedDeleteOutlivesARestart(OwnCluster own, Sample sample) throws InterruptedException {
        expectDeleteOutlives(own, sample, own::stop, "after a clean restart");
    }

    private static void expectDeleteOutlives(OwnCluster own, Sample sample, IntConsumer end, String when)
            throws InterruptedException {
        List<String> keys = sample.keys(FEW);
        Scenario delete = Scenario.delete(sample);
        delete.begin(own, keys);
        own.kill(2);
        delete.goOnWithout(2, own, keys, own.replicas(2, 3));
        for (int node : List.of(0, 1)) {
            end.accept(node);
            own.start(node);
        }
        own.start(2);
        for (int away : List.of(0, 1)) {
            own.isolate(away);
            for (String key : keys) {
                expectStatus(
                        "a DELETE that was acknowledged by a quorum is seen " + when,
                        own.client(2).get(key),
                        404);
            }
            own.heal();
        }
    }

    /**
     * Each node is away once, one of them killed and the others out of reach; afterwards each of those that were there is out
     * of reach, so that the one that was away is needed.
     */
    private static void expectMissed(OwnCluster own, Sample sample, Scenario scenario, int killed)
            throws InterruptedException {
        List<NodeClient> nodes = own.clients();
        for (int stale = 0; stale < own.size(); stale++) {
            List<String> keys = sample.keys(FEW / 2);
            scenario.begin(own, keys);
            if (stale == killed) {
                own.kill(stale);
                scenario.goOnWithout(stale, own, keys, "");
                own.start(stale);
                nodes.get(stale).disconnect();
            } else {
                own.isolate(stale);
                scenario.goOnWithout(stale, own, keys, "");
                own.heal();
            }
            for (int away : others(own, stale)) {
                own.isolate(away);
                for (int node : others(own, away)) {
                    for (String key : keys) {
                        scenario.missed()
                                .expectSeen(
                                        "with " + own.name(away) + " out of reach, GET shows the write that "
                                                + own.name(stale) + " missed while it was away",
                                        nodes.get(node).get(key));
                    }
                }
                own.heal();
            }
        }
    }

    @Check(
            rule = Rule.R12,
            points = 3,
            seconds = 60,
            process = "pauses a node",
            look = "how long your node waits for a replica that does not answer")
    @DisplayName("A process that hangs costs no more than the deadline")
    void hungProcess(OwnCluster own, Sample sample) throws InterruptedException {
        List<String> keys = known(own, sample);
        List<List<String>> foreign = foreign(own, sample);
        own.pause(2);
        Crowd.of(2 * COORDINATORS, client -> {
            NodeClient node = own.client(client % COORDINATORS);
            List<String> its = foreign.get(client % COORDINATORS);
            for (int i = client / COORDINATORS; i < its.size(); i += 2) {
                long end = System.nanoTime() + DEADLINE_NANOS;
                String id = its.get(i) + own.replicas(1, 2);
                expectInTime("hung", "GET with 1/2 is 200", 200, () -> node.get(id));
                // A node that asks both replicas at once may keep a thread waiting for the hung one.
                TimeUnit.NANOSECONDS.sleep(end - System.nanoTime());
            }
        });
        expectInTime(own, sample, keys, "hung", "hung");
    }

    /** For each coordinator, keys that only the two other nodes keep. */
    private static List<List<String>> foreign(OwnCluster own, Sample sample) throws InterruptedException {
        List<String> keys = sample.keys(SHARED);
        keys.forEach(key -> given(own.client(0).put(key + own.replicas(2, 2), sample.value())));
        List<List<String>> foreign = own.takeApart().stream()
                .limit(COORDINATORS)
                .map(alone -> keys.stream()
                        .filter(key ->
                                alone.get(key + own.replicas(1, own.size())).status() == 404)
                        .limit(FOREIGN)
                        .toList())
                .toList();
        own.heal();
        return foreign;
    }

    @Check(
            rule = Rule.R12,
            points = 3,
            seconds = 60,
            look = "how long your node waits for a connection to a replica, and for an answer on it")
    @DisplayName("A link that swallows everything costs no more than the deadline")
    void silentLink(OwnCluster own, Sample sample) throws InterruptedException {
        List<String> keys = known(own, sample);
        if (own.link(0, 2) == own.link(1, 2)) {
            own.link(0, 2).blackHole();
            expectInTime(own, sample, keys, "silent", "silent");
            own.mend();
        }
        own.link(0, 2).blackHole();
        own.link(1, 2).unreachable();
        expectInTime(own, sample, keys, "silent", "out of reach (it does not answer a new connection)");
    }

    /** Both coordinators have asked the others before: what a node's first request of a kind takes is no part of it. */
    private static List<String> known(OwnCluster own, Sample sample) {
        List<String> keys = sample.keys(FEW);
        keys.forEach(key -> {
            for (int coordinator = 0; coordinator < COORDINATORS; coordinator++) {
                NodeClient node = own.client(coordinator);
                given(node.put(key + own.replicas(3, 3), sample.value()));
                given(node.get(key + own.replicas(3, 3)));
            }
        });
        return keys;
    }

    /**
     * Node 2 gives no answer. Two clients ask each coordinator, because a node may have only two threads that wait for others
     * (H6). They first ask with 2/3. Then they ask with 3/3, while the other replica is slow. A node that gives each replica
     * the whole deadline is too late then.
     *
     * @param states what node 2 is for each coordinator
     */
    private static void expectInTime(OwnCluster own, Sample sample, List<String> keys, String... states)
            throws InterruptedException {
        Write write = Write.put(sample);
        Crowd.of(2 * COORDINATORS, client -> {
            NodeClient node = own.client(client % COORDINATORS);
            String state = states[client % COORDINATORS];
            for (int i = 0; i < 2; i++) {
                String id = keys.get(2 * client + i) + own.replicas(2, 3);
                // Each coordinator gets all three methods.
                switch ((client / COORDINATORS * 2 + i) % 3) {
                    case 0 -> expectInTime(state, "GET with 2/3 is 200", 200, () -> node.get(id));
                    case 1 -> expectInTime(state, "PUT with 2/3 is 201", 201, () -> write.ask(node, id));
                    default -> expectInTime(state, "DELETE with 2/3 is 202", 202, () -> node.delete(id));
                }
            }
        });
        own.link(0, 1).delay(SLOW);
        own.link(1, 0).delay(SLOW);
        Crowd.of(2 * COORDINATORS, client -> {
            NodeClient node = own.client(client % COORDINATORS);
            String state = states[client % COORDINATORS];
            String id = keys.get(client) + own.replicas(3, 3);
            switch (client) {
                case 0 -> expectInTime(state, "GET with 3/3 is 504", 504, () -> node.get(id));
                case 3 -> expectInTime(state, "DELETE with 3/3 is 504", 504, () -> node.delete(id));
                default -> expectInTime(state, "PUT with 3/3 is 504", 504, () -> write.ask(node, id));
            }
        });
    }

    private static void expectInTime(String state, String answer, int status, Supplier<Exchange> request) {
        String sentence = "with one of three nodes " + state + ", " + answer + " within the deadline of 1 s";
        Exchange seen = inTime(sentence, request);
        if (status == 504) {
            expectStatus(sentence, seen, status);
        } else {
            expect(sentence, seen).success();
        }
    }

    @Check(
            rule = Rule.R12,
            points = 3,
            seconds = 60,
            look = "what the deadline covers: the whole of a peer's answer, and all of a value on its way to a peer")
    @DisplayName("Links that carry a large value slowly cost no more than the deadline")
    void slowLinks(OwnCluster own, Sample sample) throws InterruptedException {
        List<String> keys = known(own, sample).subList(0, 2);
        byte[] value = sample.large(own.client(0), LARGE);
        keys.forEach(key -> given(own.client(0).put(key + own.replicas(3, 3), value)));
        own.link(0, 1).throttle(value.length / 8);
        own.link(0, 2).throttle(value.length / 8);
        String sentence = "over links that take 8 s for a value, 3/3 is answered within the deadline of 1 s";
        // Once without a clock: what a node's first late answer takes is no part of it.
        for (boolean timed : new boolean[] {false, true}) {
            Crowd.of(2, client -> {
                NodeClient node = own.client(0);
                String id = keys.get(client) + own.replicas(3, 3);
                Supplier<Exchange> request = client == 0 ? () -> node.get(id) : () -> node.put(id, value);
                Exchange seen = timed ? inTime(sentence, request) : request.get();
                // A node may know from their versions that all replicas have what it has itself.
                if (client == 0) {
                    expect(sentence, seen).successOr(503, 504);
                } else {
                    expectStatus(sentence, seen, 503, 504);
                }
            });
        }
    }

    private static List<Integer> others(OwnCluster own, int node) {
        return IntStream.range(0, own.size())
                .filter(other -> other != node)
                .boxed()
                .toList();
    }
}
