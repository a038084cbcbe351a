package kvlab.grader;

import static kvlab.grader.Expect.expect;
import static kvlab.grader.Expect.expectStatus;
import static kvlab.grader.Expect.given;
import static kvlab.grader.Expect.givenAtLast;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvlab.cluster.Ports;
import org.junit.jupiter.api.DisplayName;
import org.opentest4j.TestAbortedException;

/** The rules R1 to R8: how many replicas there are, which, and what each of them keeps. */
class ReplicationChecks {

    private static final int FEW = 10;

    /** So many keys that a few of them are written twice in the same microsecond. */
    private static final int MANY = 2_500;

    /** Fewer of them where a write takes longer. */
    private static final long WRITING_NANOS = TimeUnit.MILLISECONDS.toNanos(2_500);

    private static final int AT_ONCE = 16;

    /** The writes of each client, without a pause. The burst of a slow node ends earlier. */
    private static final int BURST = 200;

    private static final long BURST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Within so much time a node has asked all replicas, also when one of them cannot be reached. */
    private static final long DEADLINE_MILLIS = 1_000;

    /** Each writes every key, through a node of its own. */
    private static final int WRITERS = 3;

    private static final long PATIENCE_MILLIS = 100;

    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int ABSENT = 404;
    private static final int TOO_FEW = 504;

    @Check(rule = Rule.R1, points = 2, look = "the ack of a cluster of two when the parameter is missing: 2")
    @DisplayName("Without the parameter, both of two nodes keep a copy, and both have to answer")
    void defaultOfTwo(@Nodes(2) OwnCluster own, Sample sample) throws InterruptedException {
        expectDefault(own, sample, 2);
    }

    @Check(rule = Rule.R1, points = 2, look = "ack and from when the parameter is missing: n/2+1 and n")
    @DisplayName("Without the parameter, all of three nodes keep a copy, and 2 have to answer")
    void defaultOfThree(OwnCluster own, Sample sample) throws InterruptedException {
        expectDefault(own, sample, 2);
    }

    @Check(rule = Rule.R1, points = 2, seconds = 60, look = "the ack of a cluster of four: half of it is no majority")
    @DisplayName("Without the parameter, all of four nodes keep a copy, and 3 have to answer")
    void defaultOfFour(@Nodes(4) OwnCluster own, Sample sample) throws InterruptedException {
        expectDefault(own, sample, 3);
    }

    @Check(rule = Rule.R1, points = 2, seconds = 60, look = "ack and from of a cluster of five: 3 and 5")
    @DisplayName("Without the parameter, all of five nodes keep a copy, and 3 have to answer")
    void defaultOfFive(@Nodes(5) OwnCluster own, Sample sample) throws InterruptedException {
        expectDefault(own, sample, 3);
    }

    private static void expectDefault(OwnCluster own, Sample sample, int ack) throws InterruptedException {
        int all = own.size();
        List<String> keys = sample.keys(FEW);
        List<NodeClient> nodes = own.clients();
        for (int i = 0; i < FEW; i++) {
            given(nodes.get(i % all).put(keys.get(i), sample.value()));
        }
        for (NodeClient alone : own.takeApart()) {
            for (String key : keys) {
                expectStatus(
                        "a PUT without the parameter gives each of " + all + " nodes a copy, and that one answers"
                                + " when the others are cut off",
                        alone.get(key + own.replicas(1, all)),
                        OK);
            }
        }
        own.heal();
        for (int up = all - 1; up > 0; up--) {
            own.isolate(up);
            String when = "without the parameter " + ack + " of " + all + " nodes have to answer; with " + (all - up)
                    + " out of reach, ";
            for (NodeClient node : nodes.subList(0, up)) {
                Expect put = expect(
                        when + "a PUT is " + (up < ack ? TOO_FEW : CREATED), node.put(sample.key(), sample.value()));
                Expect get = expect(when + "a GET is " + (up < ack ? TOO_FEW : OK), node.get(keys.get(up)));
                if (up < ack) {
                    put.status(TOO_FEW);
                    get.status(TOO_FEW);
                } else {
                    put.success();
                    get.success();
                }
            }
        }
    }

    @Check(rule = Rule.R2, points = 2, look = "the limits of ack and from: 1 <= ack <= from <= n")
    @DisplayName("ack and from that are too small or too large are 400")
    void outOfRange(OwnCluster own, OwnNode alone, Sample sample) {
        expectRefused(own, sample, "0/3", "4/3", "2/1", "3/4", "4/4", "1/4", "0/0", "1/0", "-1/3", "1/-1");
        // A node without peers does not replicate, but it still has to look at ack and from.
        for (String ackFrom : List.of("0/1", "1/2", "2/2", "2/1", "a/b")) {
            String id = sample.key() + "&" + own.quorumStyle().parameters(ackFrom);
            expectRefused(alone.client(), id, sample, "a node that is alone refuses " + ackFrom + " with 400");
        }
    }

    @Check(rule = Rule.R2, points = 2, look = "how your node reads replicas: two whole numbers and one slash")
    @DisplayName("Replicas that are not two whole numbers are 400")
    void notTwoNumbers(OwnCluster own, Sample sample) {
        expectRefused(
                own, sample, "a/b", "2/b", "2/3/3", "/3", "2/", "/", "2", "", "1.5/3", "2/3x", "2-3", "0x2/3", "2/3/",
                "2//3", "%202/3", "2/3%20");
    }

    @Check(rule = Rule.R2, points = 1, look = "what your node does with a number that does not fit in an int or a long")
    @DisplayName("Numbers that overflow are 400")
    void overflow(OwnCluster own, Sample sample) {
        expectRefused(own, sample, "99999999999/3", "2/99999999999");
        // Cut off at 32 or at 64 bits, these are 2/3.
        expectRefused(own, sample, "4294967298/3", "2/4294967299", "18446744073709551618/3", "2/18446744073709551619");
    }

    @Check(rule = Rule.R2, points = 2, look = "a parameter that comes twice, both spellings, and half of one")
    @DisplayName("Replicas that are given twice, or by half, are 400")
    void givenTwiceOrByHalf(OwnCluster own, Sample sample) {
        boolean knowsReplicas = own.quorumStyle() == QuorumStyle.REPLICAS;
        boolean knowsAckFrom = own.knowsAckFrom();
        if (knowsReplicas) {
            expectAllRefused(own, sample, "replicas=2/3&replicas=2/3", "replicas=2/3&replicas=1/1");
        }
        if (knowsAckFrom) {
            expectAllRefused(own, sample, "ack=2", "from=3", "ack=2&from=3&ack=2", "ack=2&from=3&from=3");
            expectAllRefused(
                    own, sample, "ack=0&from=3", "ack=3&from=2", "ack=1&from=4", "ack=&from=3", "ack=a&from=b");
        }
        if (knowsReplicas && knowsAckFrom) {
            expectAllRefused(own, sample, "replicas=2/3&ack=2&from=3", "replicas=2/3&ack=2", "replicas=2/3&from=3");
        }
    }

    /** @param ackFroms such as {@code 0/3}; the request has them in the spelling that the node knows */
    private static void expectRefused(OwnCluster own, Sample sample, String... ackFroms) {
        expectAllRefused(
                own,
                sample,
                Stream.of(ackFroms).map(own.quorumStyle()::parameters).toArray(String[]::new));
    }

    private static void expectAllRefused(OwnCluster own, Sample sample, String... queries) {
        NodeClient node = own.client(0);
        for (String query : queries) {
            String id = sample.key() + "&" + query;
            expectRefused(node, id, sample, "a cluster of three refuses " + query + " with 400");
        }
    }

    private static void expectRefused(NodeClient node, String id, Sample sample, String sentence) {
        expectStatus(sentence, node.get(id), 400);
        expectStatus(sentence, node.put(id, sample.value()), 400);
        expectStatus(sentence, node.delete(id), 400);
    }

    @Check(rule = Rule.R2, points = 1, look = "that your node reads replicas before it writes anything")
    @DisplayName("What is refused with 400 changes nothing")
    void refusedChangesNothing(OwnCluster own, Sample sample) throws InterruptedException {
        NodeClient node = own.client(0);
        for (String ackFrom : List.of("0/3", "4/3", "2/1", "a/b")) {
            String replicas = "&" + own.quorumStyle().parameters(ackFrom);
            String key = sample.key();
            String other = sample.key();
            byte[] value = sample.value();
            given(node.put(key + own.replicas(3, 3), value));
            node.put(other + replicas, value);
            node.put(key + replicas, sample.value());
            node.delete(key + replicas);
            expect("a PUT and a DELETE that are refused leave the value as it was", node.get(key + own.replicas(3, 3)))
                    .status(OK)
                    .body(value);
            expectStatus("a PUT that is refused writes nothing", node.get(other + own.replicas(3, 3)), ABSENT);
        }
        String target =
                "/v0/entity?id=" + sample.key() + "&" + own.quorumStyle().parameters("0/3");
        EntityChecks.expectRefusals(node, "PUT", target, "a PUT with 0/3 is 400, or refused with 503");
        String key = sample.key() + own.replicas(3, 3);
        givenAtLast(() -> node.put(key, sample.value()));
    }

    @Check(rule = Rule.R2, points = 2, look = "the other spelling: replicas=2/3 or ack=2&from=3")
    @DisplayName("ack=2&from=3 means the same as replicas=2/3")
    void otherSpelling(OwnCluster own, Sample sample) throws InterruptedException {
        if (!own.knowsAckFrom()) {
            throw CheckFailure.of(
                    "a node knows ack=2&from=3", "it ignores ack=0&from=1, ack=9&from=9 and ack=a&from=b");
        }
        NodeClient node = own.client(0);
        String key = sample.key();
        for (String spelling : List.of("ack=%d&from=3", "from=3&ack=%d", "replicas=%d/3")) {
            String two = String.format(spelling, 2);
            String all = String.format(spelling, 3);
            byte[] value = sample.value();
            expect("PUT with " + all + " is 201 when all three are up", node.put(key + "&" + all, value))
                    .success();
            own.isolate(2);
            expect("GET with " + two + " is 200 when two of three answer", node.get(key + "&" + two))
                    .status(OK)
                    .body(value);
            expectStatus("GET with " + all + " is 504 when two of three answer", node.get(key + "&" + all), TOO_FEW);
            own.heal();
            expect("DELETE with " + two + " is 202", node.delete(key + "&" + two))
                    .success();
        }
        for (int i = 0; i < FEW; i++) {
            expect("PUT with ack=1&from=1 is 201", node.put(sample.key() + "&ack=1&from=1", sample.value()))
                    .success();
        }
    }

    @Check(rule = Rule.R3, points = 3, look = "the status when enough replicas answered: 201, 202, 200 or 404")
    @DisplayName("With all nodes up, every request is answered")
    void allUp(OwnCluster own, Sample sample) {
        expectStatuses(own, sample, 3);
    }

    @Check(
            rule = Rule.R3,
            points = 3,
            seconds = 120,
            look = "how many answers your node waits for, and what it says when they do not come")
    @DisplayName("With one of three nodes down, 1/3 and 2/3 are answered, and 3/3 is 504")
    void oneDown(OwnCluster own, Sample sample) {
        expectStatuses(own, sample, 2);
    }

    @Check(
            rule = Rule.R3,
            points = 3,
            seconds = 120,
            look = "that a replica which fails is not counted as one that answered")
    @DisplayName("With two of three nodes down, 1/3 is answered, and 2/3 and 3/3 are 504")
    void twoDown(OwnCluster own, Sample sample) {
        expectStatuses(own, sample, 1);
    }

    private static void expectStatuses(OwnCluster own, Sample sample, int up) {
        List<String> known = sample.keys(FEW);
        known.forEach(key -> given(own.client(0).put(key + own.replicas(3, 3), sample.value())));
        for (int node = up; node < 3; node++) {
            own.kill(node);
        }
        expectStatuses(own, own.clients().subList(0, up), sample, known, "with " + up + " of 3 nodes up");
    }

    /**
     * @param up those of three nodes that answer
     * @param known keys that all of them have
     */
    private static void expectStatuses(
            OwnCluster own, List<NodeClient> up, Sample sample, List<String> known, String with) {
        for (int i = 0; i < FEW; i++) {
            NodeClient node = up.get(i % up.size());
            for (int ack = 1; ack <= 3; ack++) {
                boolean enough = ack <= up.size();
                String replicas = own.replicas(ack, 3);
                String when = with + " and " + replicas.substring(1) + " ";
                expectServed(when + "PUT", enough, node.put(sample.key() + replicas, sample.value()));
                expectStatus(
                        when + "GET is " + (enough ? OK : TOO_FEW),
                        node.get(known.get(i) + replicas),
                        enough ? OK : TOO_FEW);
                expectStatus(
                        when + "GET of an absent key is " + (enough ? ABSENT : TOO_FEW),
                        node.get(sample.key() + replicas),
                        enough ? ABSENT : TOO_FEW);
                expectServed(when + "DELETE", enough, node.delete(sample.key() + replicas));
            }
        }
    }

    /** Which 2xx it is, is the business of E1 and E4. */
    private static void expectServed(String what, boolean enough, Exchange seen) {
        if (enough) {
            expect(what + " is served", seen).success();
        } else {
            expectStatus(what + " is " + TOO_FEW, seen, TOO_FEW);
        }
    }

    @Check(
            rule = Rule.R3,
            points = 3,
            seconds = 120,
            look = "that your node looks at the status of a replica's answer: an error is no answer")
    @DisplayName("A replica that answers every request with 500 or 503 counts as one that does not answer")
    void failingReplica(OwnCluster own, Sample sample) throws IOException {
        List<String> known = sample.keys(FEW);
        known.forEach(key -> given(own.client(0).put(key + own.replicas(3, 3), sample.value())));
        own.kill(2);
        Ports.becomesFree(own.port(2));
        Random random = new Random(sample.seed());
        ExecutorService threads = Executors.newCachedThreadPool();
        HttpServer failing = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), own.port(2)), 0);
        failing.setExecutor(threads);
        failing.createContext("/", request -> {
            request.getRequestBody().readAllBytes();
            request.sendResponseHeaders(random.nextBoolean() ? 500 : 503, -1);
            request.close();
        });
        failing.start();
        try {
            expectStatuses(own, own.clients().subList(0, 2), sample, known, "with a replica that answers 500 or 503");
            if (own.isAsync()) {
                AsyncChecks.expectFailsBeforeTheDeadline(own, known.get(0) + own.replicas(3, 3), sample.value());
            }
        } finally {
            failing.stop(0);
            threads.shutdownNow();
        }
    }

    @Check(rule = Rule.R3, points = 2, seconds = 120, look = "what your node does when a peer refuses the connection")
    @DisplayName("A node whose peers have not been started answers what it can alone")
    void peersNotStarted(OwnCluster own, PlacementProbe probe, Sample sample) throws Exception {
        List<String> known = sample.keys(FEW);
        probe.alone(3, (node, process) -> {
            known.forEach(key -> given(node.put(key + own.replicas(1, 3), sample.value())));
            expectStatuses(own, List.of(node), sample, known, "with 1 of 3 nodes started");
        });
    }

    @Check(rule = Rule.R4, points = 3, look = "how replicas are chosen: the first from of one ranking of the nodes")
    @DisplayName("Among three nodes, the replicas for a smaller from are among those for a larger one")
    void nestedAmongThree(OwnCluster own, Sample sample) throws InterruptedException {
        expectNested(own, sample);
    }

    @Check(
            rule = Rule.R4,
            points = 2,
            seconds = 60,
            look = "how replicas are chosen among four nodes, two of which were told --cluster in reverse")
    @DisplayName("Among four nodes, the replicas for a smaller from are among those for a larger one")
    void nestedAmongFour(@Nodes(4) OwnCluster own, Sample sample) throws InterruptedException {
        expectNested(own, sample);
    }

    @Check(rule = Rule.R4, points = 2, seconds = 60, look = "how replicas are chosen when there are five nodes")
    @DisplayName("Among five nodes, the replicas for a smaller from are among those for a larger one")
    void nestedAmongFive(@Nodes(5) OwnCluster own, Sample sample) throws InterruptedException {
        expectNested(own, sample);
    }

    /**
     * A key is written with from = n, then to one replica fewer, and so on. When the sets are nested, the last one that is
     * left out of each keeps its value, and no two nodes keep the same.
     */
    private static void expectNested(OwnCluster own, Sample sample) throws InterruptedException {
        int all = own.size();
        List<String> keys = sample.keys(FEW);
        List<NodeClient> nodes = own.clients();
        for (int from = all; from > 0; from--) {
            for (int i = 0; i < keys.size(); i++) {
                byte[] value = ("the one of " + from + "/" + from).getBytes(StandardCharsets.US_ASCII);
                given(nodes.get((i + from) % all).put(keys.get(i) + own.replicas(from, from), value));
            }
            OwnCluster.later();
        }
        List<NodeClient> apart = own.takeApart();
        for (String key : keys) {
            List<String> kept = kept(own, apart, key);
            if (new HashSet<>(kept).size() < all || kept.stream().anyMatch(each -> !each.contains("the one of"))) {
                throw CheckFailure.of(
                        "when a key is PUT with replicas=" + all + "/" + all
                                + ", then with one replica fewer, down to 1/1,"
                                + " every node keeps another one of the values",
                        "of " + key + " " + described(own, kept));
            }
        }
    }

    /** What each node says of the key, cut off from the others. */
    private static List<String> kept(OwnCluster own, List<NodeClient> apart, String key) {
        return apart.stream()
                .flatMap(node -> kept(own, node, List.of(key)).stream())
                .toList();
    }

    /** Reads keys from an isolated node: sends several requests, and then takes their answers. */
    private static List<String> kept(OwnCluster own, NodeClient node, List<String> keys) {
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < keys.size(); i += AT_ONCE) {
            Wire wire = node.connect();
            List<String> some = keys.subList(i, Math.min(keys.size(), i + AT_ONCE));
            wire.send(some.stream()
                    .map(key -> node.request("GET", "/v0/entity?id=" + key + own.replicas(1, own.size()), 0))
                    .collect(Collectors.joining()));
            for (String key : some) {
                Exchange first = wire.answer("GET of " + key);
                boolean isState = first.status() == OK || first.status() == ABSENT;
                Exchange seen = isState ? first : node.get(key + own.replicas(1, own.size()));
                kept.add(seen.status() == OK ? "'" + seen.text() + "'" : nothing(seen.status()));
            }
            wire.close();
        }
        return kept;
    }

    private static String nothing(int status) {
        return "nothing (" + status + ")";
    }

    private static String described(OwnCluster own, List<String> kept) {
        return IntStream.range(0, own.size())
                .mapToObj(node -> own.name(node) + " keeps " + kept.get(node))
                .collect(Collectors.joining(", "));
    }

    @Check(rule = Rule.R5, points = 4, look = "to how many nodes a PUT goes: to from of them, not to all")
    @DisplayName("Of a new key, from copies are kept")
    void fromCopies(OwnCluster own, Sample sample) throws InterruptedException {
        IntUnaryOperator all = from -> from;
        Map<String, Integer> froms = putNew(own, sample, List.of(1, 2, 3), all);
        expectCopies(own, own.takeApart(), froms, all);
    }

    @Check(
            rule = Rule.R5,
            points = 4,
            seconds = 60,
            look = "that a write goes to all from replicas, also when fewer have to answer")
    @DisplayName("Of a new key, from copies are kept also when one answer is enough")
    void copiesBeyondAck(OwnCluster own, Sample sample) throws InterruptedException {
        Act.atMostTwice(own, () -> expectCopiesBeyondAck(own, sample));
    }

    private static void expectCopiesBeyondAck(OwnCluster own, Sample sample) throws InterruptedException {
        IntUnaryOperator one = from -> 1;
        Map<String, Integer> froms = putNew(own, sample, List.of(2, 3), one);
        own.awaitQuiet();
        own.isolate(2);
        List<String> withoutOne = sample.keys(2 * FEW);
        for (int i = 0; i < withoutOne.size(); i++) {
            given(own.client(i % 2).put(withoutOne.get(i) + own.replicas(1, 3), sample.value()));
        }
        // A node may go on after its answer, and wait for the one that cannot be reached before it asks the next.
        Thread.sleep(DEADLINE_MILLIS);
        List<NodeClient> apart = own.takeApart();
        expectCopies(own, apart, froms, one);
        for (String key : withoutOne) {
            for (int node = 0; node < 2; node++) {
                expectStatus(
                        "a PUT with " + own.replicas(1, 3).substring(1)
                                + " that cannot reach one replica leaves a copy on both others",
                        apart.get(node).get(key + own.replicas(1, 3)),
                        OK);
            }
        }
    }

    private static Map<String, Integer> putNew(
            OwnCluster own, Sample sample, List<Integer> sizes, IntUnaryOperator ack) {
        Map<String, Integer> froms = new LinkedHashMap<>();
        for (int from : sizes) {
            for (int i = 0; i < FEW; i++) {
                String key = sample.key();
                froms.put(key, from);
                given(own.client(i % 3).put(key + own.replicas(ack.applyAsInt(from), from), sample.value()));
            }
        }
        return froms;
    }

    private static void expectCopies(
            OwnCluster own, List<NodeClient> apart, Map<String, Integer> froms, IntUnaryOperator ack) {
        froms.forEach((key, from) -> {
            long copies = apart.stream()
                    .filter(node -> node.get(key + own.replicas(1, 3)).status() == OK)
                    .count();
            if (copies != from) {
                throw CheckFailure.of(
                        "after a PUT with replicas=" + ack.applyAsInt(from) + "/" + from + " " + from
                                + " nodes keep a copy",
                        copies + " of 3 nodes, each cut off from the others, have " + key);
            }
        });
    }

    @Check(rule = Rule.R6, points = 3, look = "how you choose among the answers: the newest, not the first")
    @DisplayName("A read prefers the newer of two values")
    void newestValueWins(OwnCluster own, Sample sample) throws InterruptedException {
        expectNewest(own, sample, Scenario.overwrite(sample));
    }

    @Check(rule = Rule.R6, points = 3, look = "what a replica answers for a deleted key: when it was deleted")
    @DisplayName("A read prefers a tombstone that is newer than a value")
    void newestTombstoneWins(OwnCluster own, Sample sample) throws InterruptedException {
        expectNewest(own, sample, Scenario.delete(sample));
    }

    @Check(
            rule = Rule.R6,
            points = 2,
            look = "what a PUT after a DELETE leaves: a value that is newer than the tombstone")
    @DisplayName("A read prefers a value that is newer than a tombstone")
    void newestRecreationWins(OwnCluster own, Sample sample) throws InterruptedException {
        expectNewest(own, sample, Scenario.recreation(sample));
    }

    private static void expectNewest(OwnCluster own, Sample sample, Scenario scenario) throws InterruptedException {
        for (int stale = 0; stale < own.size(); stale++) {
            List<String> keys = sample.keys(FEW / 2);
            List<NodeClient> nodes = own.clients();
            scenario.begin(own, keys);
            own.isolate(stale);
            scenario.goOnWithout(stale, own, keys, "");
            own.heal();
            for (String key : keys) {
                for (NodeClient node : nodes) {
                    for (int ack = 2; ack <= 3; ack++) {
                        String replicas = own.replicas(ack, 3);
                        scenario.missed()
                                .expectSeen(
                                        "GET with " + replicas.substring(1) + " shows the last write, which "
                                                + own.name(stale) + " has missed",
                                        node.get(key + replicas));
                    }
                }
            }
        }
    }

    @Check(
            rule = Rule.R7,
            points = 6,
            seconds = 120,
            look =
                    "who gives a write its version, how equal ones are told apart, and that no version is ahead of the time")
    @DisplayName("Of writes in the same instant one wins, and the same one on every replica")
    void sameInstant(OwnCluster own, Sample sample) throws InterruptedException {
        expectOrderAfterABurst(own, sample);
        List<String> all = sample.keys(MANY);
        Set<Integer> unsure = ConcurrentHashMap.newKeySet();
        AtomicInteger written = new AtomicInteger();
        long end = System.nanoTime() + WRITING_NANOS;
        Phaser together = new Phaser(WRITERS) {
            @Override
            protected boolean onAdvance(int phase, int writers) {
                return written.incrementAndGet() == MANY || System.nanoTime() > end || writers == 0;
            }
        };
        Crowd.of(WRITERS, client -> {
            NodeClient node = own.client(client % own.size());
            Wire wire = node.connect();
            try {
                for (int i = 0; !together.isTerminated(); i++) {
                    if (Thread.interrupted()) {
                        throw new InterruptedException();
                    }
                    String request = write(node, all.get(i) + own.replicas(3, 3), client, i);
                    together.arriveAndAwaitAdvance();
                    Exchange seen = wire.send(request).answer("a write of " + all.get(i));
                    expect("a write of a key that other nodes write too is accepted", seen)
                            .successOr(503, 504);
                    if (seen.isTooMuch()) {
                        unsure.add(i);
                    }
                    if (seen.closes()) {
                        wire.close();
                        wire = node.connect();
                    }
                }
            } finally {
                together.arriveAndDeregister();
            }
        });
        List<String> keys = all.subList(0, written.get());
        if (unsure.size() > keys.size() / 10) {
            throw new TestAbortedException("writes of " + unsure.size() + " of " + keys.size()
                    + " keys were refused with 503 or 504; expected a tenth of the keys at most");
        }
        List<List<String>> stores =
                own.takeApart().stream().map(node -> kept(own, node, keys)).toList();
        for (int i = 0; i < keys.size(); i++) {
            int number = i;
            List<String> kept = stores.stream().map(store -> store.get(number)).toList();
            boolean mayBeAbsent = IntStream.range(0, WRITERS).anyMatch(client -> deletes(client, number));
            boolean isState = kept.get(0).startsWith("'by client ")
                    || mayBeAbsent && kept.get(0).equals(nothing(ABSENT));
            if (!unsure.contains(i) && (!isState || Set.copyOf(kept).size() > 1)) {
                throw CheckFailure.of(
                        "when a key is written through three nodes in the same instant, all replicas keep what one of"
                                + " them wrote, and the same in the end",
                        "of " + keys.get(i) + " " + described(own, kept));
            }
        }
    }

    /** A version that is one more than the last one runs ahead of the time when writes come faster than the clock ticks. */
    private static void expectOrderAfterABurst(OwnCluster own, Sample sample) throws InterruptedException {
        byte[] value = sample.value();
        List<String> many = sample.keys(AT_ONCE * BURST);
        long end = System.nanoTime() + BURST_NANOS;
        Crowd.of(AT_ONCE, client -> {
            NodeClient node = own.client(0);
            for (int i = BURST * client; i < BURST * (client + 1) && System.nanoTime() < end; i++) {
                String id = many.get(i) + own.replicas(1, 1);
                givenAtLast(() -> node.put(id, value));
            }
        });
        for (String key : sample.keys(FEW)) {
            givenAtLast(() -> own.client(0).put(key, sample.value()));
            OwnCluster.later();
            givenAtLast(() -> own.client(1).put(key, value));
            String sentence = "after many writes through " + own.name(0) + ", a later write through " + own.name(1)
                    + " wins all the same";
            try {
                expect(sentence, own.client(2).get(key)).status(OK).body(value);
            } catch (CheckFailure e) {
                throw e.breaking(Rule.R9);
            }
        }
    }

    private static String write(NodeClient node, String id, int client, int key) {
        String value = "by client " + client;
        return deletes(client, key)
                ? node.request("DELETE", "/v0/entity?id=" + id, 0)
                : node.request("PUT", "/v0/entity?id=" + id, value.length()) + value;
    }

    private static boolean deletes(int client, int key) {
        return (client + key) % 5 == 0;
    }

    @Check(rule = Rule.R8, points = 3, look = "what a replica does with a value that is older than its own")
    @DisplayName("A PUT that arrives late does not replace a newer value")
    void latePut(OwnCluster own, Sample sample) throws InterruptedException {
        expectLateLoses(own, sample, Write.put(sample), Write.put(sample));
    }

    @Check(rule = Rule.R8, points = 2, look = "what a replica does with a DELETE that is older than its value")
    @DisplayName("A DELETE that arrives late does not remove a newer value")
    void lateDelete(OwnCluster own, Sample sample) throws InterruptedException {
        expectLateLoses(own, sample, Write.delete(), Write.put(sample));
    }

    @Check(rule = Rule.R8, points = 2, look = "that a replica remembers when a key was deleted")
    @DisplayName("A PUT that arrives late does not bring back what was deleted after it")
    void latePutAfterDelete(OwnCluster own, Sample sample) throws InterruptedException {
        expectLateLoses(own, sample, Write.put(sample), Write.delete());
    }

    /** Node 0 writes, and what it says to node 2 is held up on its way until node 1 has written something newer. */
    private static void expectLateLoses(OwnCluster own, Sample sample, Write late, Write newer)
            throws InterruptedException {
        List<String> keys = sample.keys(FEW);
        Set<String> overtaken = new HashSet<>();
        // A late PUT finds half of the keys absent. A client could not see a late DELETE of an absent key.
        keys.stream()
                .limit(late.value() == null ? FEW : FEW / 2)
                .forEach(key -> given(own.client(0).put(key + own.replicas(3, 3), sample.value())));
        OwnCluster.later();
        own.link(0, 2).blackHole();
        Crowd.of(keys.size() + 1, client -> {
            if (client < keys.size()) {
                late.ask(own.client(0), keys.get(client) + own.replicas(2, 3));
                return;
            }
            keys.stream().filter(key -> hasBegun(own, late, key)).forEach(overtaken::add);
            OwnCluster.later();
            overtaken.forEach(key -> given(newer.ask(own.client(1), key + own.replicas(2, 3))));
            OwnCluster.later();
            own.link(0, 2).pass();
        });
        if (overtaken.isEmpty()) {
            throw new TestAbortedException("of " + keys.size()
                    + " writes of which one replica was cut off, none could be" + " seen on the others; expected some");
        }
        List<NodeClient> apart = own.takeApart();
        for (String key : overtaken) {
            for (NodeClient node : apart) {
                newer.expectSeen(
                        "a replica keeps the newer of two writes when the older one arrives after it",
                        node.get(key + own.replicas(1, 3)));
            }
        }
    }

    /** Whether it can be seen already, and so is older than whatever is written from now on. */
    private static boolean hasBegun(OwnCluster own, Write write, String key) {
        NodeClient first = own.client(0);
        NodeClient second = own.client(1);
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (System.nanoTime() < deadline) {
            if (write.isSeenBy(first.get(key + own.replicas(1, 3)))
                    || write.isSeenBy(second.get(key + own.replicas(2, 3)))) {
                return true;
            }
        }
        return false;
    }
}
