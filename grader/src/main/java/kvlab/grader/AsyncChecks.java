package kvlab.grader;

import static kvlab.grader.Expect.expect;
import static kvlab.grader.Expect.expectStatus;
import static kvlab.grader.Expect.expectValue;
import static kvlab.grader.Expect.given;
import static kvlab.grader.Expect.givenAtLast;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;

/**
 * The rules A1 to A6. What is measured is compared with what the same check has measured without the disturbance, and with
 * the disturbance, which is long: the machine may be busy.
 */
class AsyncChecks {

    private static final int KEYS = 4;
    private static final int TIMES = 3;
    private static final int CLIENTS = 64;

    /** Requests to each node at the same time, few enough for any machine. */
    private static final int AT_ONCE = 4;

    private static final long WAITED_MILLIS = 900;

    @Check(rule = Rule.A1, points = 20, seconds = 90, look = "for how many answers your node waits: ack, not from")
    @DisplayName("With 2/3, one replica that is 500 ms late does not slow a request")
    void lateReplica(OwnCluster own, Sample sample) throws InterruptedException {
        for (int late = 0; late < own.size(); late++) {
            for (int coordinator = 0; coordinator < own.size(); coordinator++) {
                if (coordinator == late) {
                    continue;
                }
                int from = coordinator;
                int to = late;
                Act.atMostTwice(own, () -> expectNotSlowed(own, sample, from, to));
            }
        }
    }

    private static void expectNotSlowed(OwnCluster own, Sample sample, int coordinator, int late)
            throws InterruptedException {
        List<String> keys = keys(sample, KEYS, own.replicas(2, 3));
        NodeClient client = own.client(coordinator);
        long before = slowest(client, keys, sample.value());
        delay(own, late, 500);
        long now = slowest(client, keys, sample.value());
        own.heal();
        expectQuick(
                "with 2/3 and one replica 500 ms late, PUT, GET and DELETE take less than 250 ms more than without",
                now,
                before + 250,
                own.name(coordinator) + ", with " + own.name(late) + " late, took " + now + " ms, and " + before
                        + " ms without");
    }

    /** There and back: what a node answers to others comes so much later. */
    private static void delay(OwnCluster own, int node, long millis) {
        for (int other = 0; other < own.size(); other++) {
            if (other != node) {
                own.link(other, node).delay(Duration.ofMillis(millis / 2));
            }
        }
    }

    /** Of the keys, that which takes the longest: its place among the replicas may be what makes it slow. */
    private static long slowest(NodeClient client, List<String> keys, byte[] value) {
        long slowest = 0;
        for (String key : keys) {
            slowest = Math.max(slowest, median(() -> client.put(key, value)));
            slowest = Math.max(slowest, median(() -> client.get(key)));
            slowest = Math.max(slowest, median(() -> client.delete(key)));
        }
        return slowest;
    }

    /** A request that is late each time has a late median; one that is late by chance hides in a few of 48 medians, not in all. */
    private static long median(Supplier<Exchange> request) {
        return median(request, Expect::given);
    }

    /** One of the requests may be refused: on a busy machine its deadline is over too soon. */
    private static long median(Supplier<Exchange> request, Consumer<Exchange> expected) {
        List<Long> millis = new ArrayList<>();
        boolean refused = false;
        for (int i = 0; i < TIMES; i++) {
            long start = System.nanoTime();
            Exchange seen = request.get();
            millis.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
            if (refused || !seen.isTooMuch()) {
                expected.accept(seen);
            }
            refused |= seen.isTooMuch();
        }
        return millis.stream().sorted().toList().get(TIMES / 2);
    }

    private static void expectQuick(String sentence, long millis, long limit, String observed) {
        if (millis >= limit) {
            throw CheckFailure.of(sentence, observed);
        }
    }

    @Check(
            rule = Rule.A2,
            points = 15,
            seconds = 90,
            look = "whether all replicas are asked before any is waited for, and how long each may take")
    @DisplayName("With 3/3, replicas that are 300 ms late are waited for at the same time")
    void slowestNotSum(OwnCluster own, Sample sample) throws InterruptedException {
        Act.atMostTwice(own, () -> expectWaitsAtOnce(own, sample));
    }

    private static void expectWaitsAtOnce(OwnCluster own, Sample sample) throws InterruptedException {
        byte[] value = sample.value();
        List<String> keys = keys(sample, own.size(), own.replicas(3, 3));
        long[] before = new long[own.size()];
        for (int node = 0; node < own.size(); node++) {
            before[node] = slowest(own.client(node), List.of(keys.get(node)), value);
        }
        delayAll(own, 300);
        Crowd.of(own.size(), node -> {
            long now = slowest(own.client(node), List.of(keys.get(node)), value);
            expectQuick(
                    "with 3/3 and two replicas 300 ms late, PUT, GET and DELETE take less than 450 ms more than without",
                    now,
                    before[node] + 450,
                    own.name(node) + " took " + now + " ms, and " + before[node] + " ms without");
        });
        // Each replica has the whole deadline, and is asked several requests at the same time.
        putAtOnce(own, keys, value);
        delayAll(own, 600);
        putAtOnce(own, keys, value)
                .expectOneIn(
                        2,
                        "with 3/3 and two replicas 600 ms late, at least a half of " + AT_ONCE * own.size()
                                + " PUTs at once is done before the deadline of 1 s");
    }

    private static Served putAtOnce(OwnCluster own, List<String> keys, byte[] value) throws InterruptedException {
        Served served = new Served();
        Crowd.of(AT_ONCE * own.size(), client -> {
            int node = client % own.size();
            served.count(own.oneOfMany(node).put(keys.get(node), value));
        });
        return served;
    }

    private static void delayAll(OwnCluster own, long millis) {
        for (int node = 0; node < own.size(); node++) {
            delay(own, node, millis);
        }
    }

    @Check(rule = Rule.A3, points = 15, seconds = 90, look = "what your node does when a replica has failed")
    @DisplayName("With 3/3 and one replica down, 504 does not wait for a slow one")
    void failFast(OwnCluster own, Sample sample) throws InterruptedException {
        Act.atMostTwice(own, () -> expectFailsFast(own, sample));
    }

    private static void expectFailsFast(OwnCluster own, Sample sample) throws InterruptedException {
        byte[] value = sample.value();
        List<String> keys = keys(sample, KEYS, own.replicas(3, 3));
        NodeClient client = own.client(0);
        long before = slowest(client, keys, value);
        own.link(0, 1).reset();
        own.link(0, 2).delay(Duration.ofMillis(400));
        expectFailsFast(own, client, keys.subList(0, KEYS / 2), value, before);
        own.link(0, 1).refuse();
        expectFailsFast(own, client, keys.subList(KEYS / 2, KEYS), value, before);
    }

    private static void expectFailsFast(
            OwnCluster own, NodeClient client, List<String> keys, byte[] value, long before) {
        String sentence = "with 3/3, one replica down and one 800 ms late, the answer is 504 at once";
        for (String key : keys) {
            for (Supplier<Exchange> request : List.<Supplier<Exchange>>of(
                    () -> client.get(key), () -> client.put(key, value), () -> client.delete(key))) {
                long now = median(request, seen -> expectStatus(sentence, seen, 504));
                expectQuick(
                        sentence,
                        now,
                        before + 400,
                        own.name(0) + " took " + now + " ms for 504, and " + before + " ms for an answer with all up");
            }
        }
    }

    static void expectFailsBeforeTheDeadline(OwnCluster own, String id, byte[] value) {
        NodeClient client = own.client(0);
        String sentence = "with 3/3 and one replica that answers 500 or 503, 504 does not wait for the deadline";
        for (Supplier<Exchange> request :
                List.<Supplier<Exchange>>of(() -> client.get(id), () -> client.put(id, value))) {
            long millis = median(request, seen -> expectStatus(sentence, seen, 504));
            if (millis >= WAITED_MILLIS) {
                throw CheckFailure.of(sentence, own.name(0) + " took " + millis + " ms")
                        .breaking(Rule.A3);
            }
        }
    }

    @Check(
            rule = Rule.A4,
            points = 15,
            seconds = 120,
            notWith = {"client=futures", "collect=worker", "collect=selector"},
            process = "looks at the threads of a process",
            look = "the place in that stack: who calls it must not wait")
    @DisplayName("Under load with a slow replica, no thread waits for a peer")
    void nobodyWaits(OwnCluster own, Sample sample) throws InterruptedException {
        Map<String, byte[]> values = sample.values(100);
        Map.Entry<String, byte[]> known = values.entrySet().iterator().next();
        Set<String> idle = new HashSet<>();
        for (int node = 0; node < own.size(); node++) {
            given(own.client(node).put(known.getKey(), known.getValue()));
            ThreadDump.waiting(own.pid(node)).values().forEach(each -> idle.add(each.place()));
        }
        values.forEach((key, value) -> given(own.client(0).put(key, value)));
        delay(own, 2, 600);
        underLoad(own, values, () -> {
            for (int node = 0; node < own.size(); node++) {
                expectNobodyWaits(own, node, idle);
            }
        });
    }

    private static void expectNobodyWaits(OwnCluster own, int node, Set<String> idle) throws InterruptedException {
        for (ThreadDump.Waiting each : ThreadDump.waiting(own.pid(node)).values()) {
            if (!idle.contains(each.place())) {
                throw CheckFailure.of(
                        "under load with one replica 600 ms late, no thread waits in the node's own code",
                        "of " + own.name(node) + ", " + each);
            }
        }
    }

    /** All the time that the look takes, clients ask for 3/3 and 2/3, through every node. */
    private static void underLoad(OwnCluster own, Map<String, byte[]> values, Act look) throws InterruptedException {
        List<String> keys = List.copyOf(values.keySet());
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger begun = new AtomicInteger();
        List<Served> served = Stream.generate(Served::new).limit(own.size()).toList();
        Crowd.of(CLIENTS + 1, client -> {
            if (client == CLIENTS) {
                try {
                    while (begun.get() < 2 * CLIENTS) {
                        TimeUnit.MILLISECONDS.sleep(1);
                    }
                    look.perform();
                } finally {
                    over.set(true);
                }
                return;
            }
            int at = client % own.size();
            NodeClient node = own.oneOfMany(at);
            for (int i = 0; !over.get(); i++) {
                begun.incrementAndGet();
                String key = keys.get((client + i) % keys.size());
                boolean put = i % 3 == 0;
                String id = key + own.replicas(2 + i % 2, 3);
                Exchange seen = put ? node.put(id, values.get(key)) : node.get(id);
                if (!over.get()) {
                    expect("under load with a slow replica a request is served, or refused with 503 or 504", seen)
                            .successOr(503, 504);
                    if (!put && seen.isSuccess()) {
                        expect("under load with a slow replica GET returns what was put", seen)
                                .body(values.get(key));
                    }
                    served.get(at).countAndWait(seen);
                }
            }
        });
        for (int node = 0; node < own.size(); node++) {
            served.get(node)
                    .expectOneIn(
                            2,
                            "under load with one replica 600 ms late, " + own.name(node)
                                    + " serves at least a half of its requests");
        }
    }

    @Check(
            rule = Rule.A5,
            points = 15,
            seconds = 90,
            process = "pauses a node",
            look =
                    "what a replica that hangs takes from the requests that do not need it: threads, connections, memory")
    @DisplayName("With one replica hung, 64 clients of the others are served on")
    void hungReplica(OwnCluster own, Sample sample) throws InterruptedException {
        List<String> keys = keys(sample, 200, own.replicas(2, 3));
        byte[] value = sample.value();
        given(own.client(0).put(keys.get(0), value));
        served(own, keys, value, 600);
        Act.atMostTwice(own, () -> expectServedOn(own, keys, value));
    }

    private static void expectServedOn(OwnCluster own, List<String> keys, byte[] value) throws InterruptedException {
        double before = served(own, keys, value, 1_000);
        own.pause(2);
        double now = served(own, keys, value, 2_000);
        own.resume(2);
        if (now < before / 5) {
            throw CheckFailure.of(
                    "with one of three replicas hung, 2/3 through the others goes on at a fifth of the rate or more",
                    String.format(
                            Locale.ROOT,
                            "%.0f requests/s took less than %d ms, and %.0f with all three up",
                            now,
                            WAITED_MILLIS,
                            before));
        }
    }

    /**
     * Answers 200 and 201 in a second, of 64 connections to the first two nodes. What took nearly the deadline was not
     * served: it waited for the replica that hangs. 64 of those in a second are a fifth of all that a slow machine does.
     */
    private static double served(OwnCluster own, List<String> keys, byte[] value, long millis)
            throws InterruptedException {
        AtomicInteger served = new AtomicInteger();
        long start = System.nanoTime();
        long end = start + TimeUnit.MILLISECONDS.toNanos(millis);
        Crowd.of(CLIENTS, client -> {
            NodeClient node = own.oneOfMany(client % 2);
            for (int i = 0; System.nanoTime() < end; i++) {
                String key = keys.get((7 * client + i) % keys.size());
                long asked = System.nanoTime();
                Exchange seen = i % 2 == 0 ? node.put(key, value) : node.get(key);
                expect("under load a request is answered", seen);
                boolean waited = System.nanoTime() - asked > TimeUnit.MILLISECONDS.toNanos(WAITED_MILLIS);
                served.addAndGet(seen.isSuccess() && !waited ? 1 : 0);
            }
            node.disconnect();
        });
        return 1e9 * served.get() / (System.nanoTime() - start);
    }

    @Check(
            rule = Rule.A6,
            points = 10,
            seconds = 90,
            look = "who answers a request, and whether it was answered before")
    @DisplayName("Pipelined requests get one answer each, in order, whatever comes late")
    void oneAnswerPerRequest(OwnCluster own, Sample sample) throws InterruptedException {
        List<String> keys = keys(sample, 12, "");
        byte[][] values = new byte[keys.size()][];
        for (int i = 0; i < values.length; i++) {
            values[i] = sample.value();
            given(own.client(0).put(keys.get(i) + own.replicas(3, 3), values[i]));
        }
        Act.atMostTwice(own, () -> expectOneAnswerEach(own, keys, values));
    }

    private static void expectOneAnswerEach(OwnCluster own, List<String> keys, byte[][] values)
            throws InterruptedException {
        // The answers of node 2 come after the deadline of 1 s, in the middle of what follows.
        own.link(0, 2).delay(Duration.ofMillis(800));
        String sentence = "pipelined requests are answered once each, in order, also when a replica answers late";
        Crowd.of(8, connection -> {
            Wire wire = own.client(0).connect();
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < values.length; i++) {
                String replicas = own.replicas(i == 0 ? 3 : 2, 3);
                requests.append("GET /v0/entity?id=" + keys.get(i) + replicas + " HTTP/1.1\r\nHost: h\r\n\r\n");
            }
            wire.send(requests.toString());
            Exchange late = wire.answer("GET with 3/3");
            expectStatus(sentence, late, 504);
            if (late.closes()) {
                // No rule forbids that, and nothing else can come.
                return;
            }
            for (int i = 1; i < values.length; i++) {
                expectValue(sentence, wire.answer("GET " + keys.get(i) + " with 2/3"), values[i]);
            }
            if (wire.hears(700)) {
                throw CheckFailure.of(sentence, own.name(0) + " sent more than the answers, or closed the connection");
            }
        });
    }

    @Check(
            rule = Rule.A6,
            points = 10,
            seconds = 120,
            process = "counts what a process has",
            look = "what your node does with the requests of a client that is gone, and with its connection")
    @DisplayName("After 1,000 clients that went away, threads, descriptors and heap are as before")
    void abortedClients(OwnCluster own, Sample sample) throws InterruptedException {
        String key = sample.key() + own.replicas(3, 3);
        own.link(0, 2).delay(Duration.ofMillis(50));
        for (int wave = 0; wave < 3; wave++) {
            clientsThatWait(own, key);
        }
        byte[] value = sample.large(own.client(0), 150 << 10);
        String when = "10 s after 1,000 clients, and 1,000 more, that sent a request and reset the connection";
        ProcessCounts.expectNoGrowth(own.pids(), when, () -> {
            for (int wave = 0; wave < 5; wave++) {
                clientsThatGo(own, key, "GET", new byte[0]);
                // These clients send 73 MiB. A node that keeps two copies of that runs out of its heap of 128 MiB.
                clientsThatGo(own, key, "PUT", value);
            }
        });
        givenAtLast(() -> own.client(0).get(key));
    }

    private static void clientsThatWait(OwnCluster own, String key) {
        List<Wire> wires = aHundred(own);
        wires.forEach(wire -> wire.send(own.client(0).request("GET", "/v0/entity?id=" + key, 0)));
        wires.forEach(wire -> expect("a hundred clients are answered", wire.answer("GET " + key)));
        wires.forEach(Wire::close);
    }

    private static void clientsThatGo(OwnCluster own, String key, String method, byte[] value) {
        List<Wire> wires = aHundred(own);
        wires.forEach(wire -> {
            wire.send(own.client(0).request(method, "/v0/entity?id=" + key, value.length));
            wire.send(value);
        });
        wires.forEach(Wire::abort);
        // The node may still be at work for those that have gone.
        expect("a PUT is answered after 100 clients have gone", own.client(0).put(key, new byte[0]))
                .successOr(503, 504);
    }

    private static List<Wire> aHundred(OwnCluster own) {
        return Stream.generate(() -> own.client(0).connect()).limit(100).toList();
    }

    private static List<String> keys(Sample sample, int count, String suffix) {
        return IntStream.range(0, count).mapToObj(i -> sample.key() + suffix).toList();
    }
}
