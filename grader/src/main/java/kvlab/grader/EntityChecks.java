package kvlab.grader;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static kvlab.grader.Expect.atLast;
import static kvlab.grader.Expect.expect;
import static kvlab.grader.Expect.expectStatus;
import static kvlab.grader.Expect.expectValue;
import static kvlab.grader.Expect.given;
import static kvlab.grader.Expect.taken;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.opentest4j.TestAbortedException;

/** The rules E1 to E12. */
class EntityChecks {

    private static final byte[] EMPTY = {};

    /** Stands for a deleted key. */
    private static final byte[] DELETED = {};

    private static final int CHUNK = 64 * 1024;
    private static final int TOO_MANY_BYTES = 4 << 20;
    private static final int MIB = 1 << 20;
    private static final int KEY_LIMIT = 1024;

    /** Answers of 1 MiB that do not fit into the buffers between a node and a client that does not read. */
    private static final int UNREAD = 12;

    private static final int WRITERS = 4;
    private static final int WRITES_BEFORE_KILL = 1000;
    private static final int WRITES_BEFORE_STOP = 200;
    private static final int FEWEST_WRITES = 50;
    private static final int SECONDS_OF_A_SLOW_DISK = 10;
    private static final int REFUSED_WRITES = 20;

    /** Some of the writes fit. The first that does not is written in part. */
    private static final int ROOM_LEFT = 5_000;

    private static final int CONNECTIONS = 64;
    private static final int REQUESTS = 16;

    private static final int REFUSED_CLIENTS = 16;
    private static final int REFUSED_EACH = 80;

    @Check(rule = Rule.E1, points = 5, look = "the answer of your PUT: 201, also with nothing in its body")
    @DisplayName("PUT of a new key is 201 with an empty body")
    void putCreates(NodeClient node, Sample sample) {
        expect("PUT of a new key is 201 with an empty body", node.put(sample.key(), sample.value()))
                .status(201)
                .body(EMPTY);
    }

    @Check(rule = Rule.E1, points = 4, look = "what your PUT does, and answers, when the key is there already")
    @DisplayName("PUT of a key that is there replaces its value")
    void putReplaces(NodeClient node, Sample sample) {
        String key = sample.key();
        byte[] second = sample.value();
        given(node.put(key, sample.value()));
        expectStatus("PUT of a key that is there is 201", node.put(key, second), 201);
        expect("GET after a second PUT returns the second value", node.get(key)).body(second);
    }

    @Check(rule = Rule.E2, points = 5, look = "the way of a value in and out: bytes, never text")
    @DisplayName("GET is 200 with exactly the bytes that were put")
    void getReturnsBytes(NodeClient node, Sample sample) {
        byte[] everyByte = new byte[256];
        for (int i = 0; i < everyByte.length; i++) {
            everyByte[i] = (byte) i;
        }
        for (byte[] value : List.of(sample.value(), everyByte)) {
            String key = sample.key();
            given(node.put(key, value));
            expectValue("GET is 200 with exactly the bytes that were put", node.get(key), value);
        }
    }

    @Check(rule = Rule.E2, points = 4, look = "how your GET tells an empty value from none: null is not zero bytes")
    @DisplayName("The empty value is a value")
    void emptyValue(NodeClient node, Sample sample) {
        String key = sample.key();
        given(node.put(key, EMPTY));
        expectValue("GET of a key with an empty value is 200 with no bytes", node.get(key), EMPTY);
    }

    @Check(rule = Rule.E3, points = 3, look = "the answer of your GET when the store has nothing for the key")
    @DisplayName("GET of a key that was never put is 404")
    void absentKey(NodeClient node, Sample sample) {
        expectStatus("GET of a key that was never put is 404", node.get(sample.key()), 404);
    }

    @Check(rule = Rule.E4, points = 3, look = "the answer of your DELETE: 202 whether or not there was anything")
    @DisplayName("DELETE is 202, of a key that is there and of one that is not")
    void deleteIsAccepted(NodeClient node, Sample sample) {
        String key = sample.key();
        given(node.put(key, sample.value()));
        expectStatus("DELETE of a key that is there is 202", node.delete(key), 202);
        expectStatus("DELETE of a key that was never put is 202", node.delete(sample.key()), 202);
    }

    @Check(rule = Rule.E5, points = 4, look = "what your DELETE does to the store before it answers")
    @DisplayName("A deleted key is gone")
    void deletedKeyIsGone(NodeClient node, Sample sample) {
        String key = sample.key();
        given(node.put(key, sample.value()));
        node.delete(key);
        expectStatus("GET after DELETE is 404", node.get(key), 404);
    }

    @Check(rule = Rule.E5, points = 3, look = "what a DELETE leaves behind that a later PUT does not undo")
    @DisplayName("A deleted key comes back with a new PUT")
    void keyComesBack(NodeClient node, Sample sample) {
        String key = sample.key();
        byte[] second = sample.value();
        given(node.put(key, sample.value()));
        node.delete(key);
        given(node.put(key, second));
        expectValue("GET after DELETE and a new PUT returns the new value", node.get(key), second);
    }

    @Check(rule = Rule.E6, points = 3, look = "where you take the id from the query, before you look at the method")
    @DisplayName("A missing or empty id is 400 for every method")
    void missingId(NodeClient node) throws InterruptedException {
        for (String method : List.of("GET", "PUT", "DELETE")) {
            for (String query : List.of("", "?", "?id=", "?key=a")) {
                Exchange seen = node.ask(method, "/v0/entity" + query, EMPTY);
                expectStatus(method + " without an id, or with an empty one, is 400", seen, 400);
            }
        }
        expectStatus("POST without an id is 400 or 405", node.ask("POST", "/v0/entity", EMPTY), 400, 405);
        expectRefusals(node, "PUT", "/v0/entity", "a PUT without an id is 400, or refused with 503");
    }

    /** Sends more requests that the node must refuse than it can have under way. It must not keep room for them. */
    static void expectRefusals(NodeClient node, String method, String target, String sentence)
            throws InterruptedException {
        Crowd.of(REFUSED_CLIENTS, client -> {
            NodeClient another = node.another();
            try {
                for (int i = 0; i < REFUSED_EACH; i++) {
                    expectStatus(sentence, another.ask(method, target, new byte[100]), 400, 503);
                }
            } finally {
                another.disconnect();
            }
        });
        expectStatus(sentence, atLast(() -> node.ask(method, target, new byte[100])), 400);
    }

    @Check(
            rule = Rule.E7,
            points = 4,
            look = "how you decode the id: % and two digits are one byte, the bytes are the key")
    @DisplayName("Percent-encoded and raw bytes name one key; keys that look alike are different")
    void keysAreUtf8(NodeClient node, Sample sample) {
        String prefix = sample.key();
        byte[] value = sample.value();
        String raw = prefix + new String("\u043a".getBytes(UTF_8), ISO_8859_1);
        given(node.put(prefix + "%D0%BA", value));
        expect("a key that was put percent-encoded is found by its raw bytes", node.get(raw))
                .body(value);
        expect("%d0%ba and %D0%BA are the same key", node.get(prefix + "%d0%ba"))
                .body(value);
        given(node.put(prefix + "a%41", value));
        expect("%41 and A are the same key", node.get(prefix + "aA")).body(value);
        List<String> different = List.of(
                "%20", "%2520", "%26", "%3D", "%C3%A9", "e%CC%81", "b", "B", "b%20", "b%09", "b=", "b=c", "b%3Dd");
        List<String> ids = new ArrayList<>(List.of("%20" + prefix, prefix));
        different.forEach(end -> ids.add(prefix + end));
        for (String id : ids) {
            given(node.put(id, id.getBytes(US_ASCII)));
        }
        for (String id : ids) {
            expect("keys with these ends are different: " + different, node.get(id))
                    .body(id.getBytes(US_ASCII));
        }
    }

    @Check(rule = Rule.E7, points = 3, look = "what limits the length of a key, or of a line, in your node")
    @DisplayName("Keys of 1 KiB work, and are compared to their last byte")
    void longKeys(NodeClient node, Sample sample) {
        String start = sample.key();
        String filled = start + "x".repeat(KEY_LIMIT - 1 - start.length());
        String encoded = start.chars().mapToObj(Integer::toHexString).collect(joining("%", "%", ""))
                + "%D0%BA".repeat((KEY_LIMIT - start.length()) / 2);
        Map<String, byte[]> values = new LinkedHashMap<>();
        for (String key : List.of(filled + "a", filled + "b", encoded)) {
            values.put(key, sample.value());
            expect("a key of 1 KiB is accepted", node.put(key, values.get(key))).success();
        }
        values.forEach((key, value) -> expect("keys of 1 KiB are compared to their last byte", node.get(key))
                .body(value));
    }

    @Check(rule = Rule.E8, points = 4, look = "how you read a body that comes in many pieces, and write one")
    @DisplayName("Values of up to 1 MiB come back byte for byte")
    void largeValues(NodeClient node, Sample sample) throws InterruptedException {
        for (int size : List.of(1, 8191, 65_535, 65_536, 65_537, MIB - 1, MIB)) {
            String key = sample.key();
            byte[] value = sample.bytes(size);
            expect("a value of " + size + " bytes is accepted", node.put(key, value))
                    .success();
            expect("a value of " + size + " bytes comes back byte for byte", node.get(key))
                    .body(value);
        }
        String key = sample.key();
        byte[] value = sample.bytes(MIB);
        given(node.put(key, value));
        String request = node.request("GET", "/v0/entity?id=" + key, 0);
        Wire wire = node.connect().send(request.repeat(UNREAD));
        // The node fills the buffers of the connection first. Then it has to wait for this client.
        TimeUnit.MILLISECONDS.sleep(500);
        for (int i = 0; i < UNREAD; i++) {
            Exchange seen = wire.answer("GET of 1 MiB, " + (i + 1) + " of " + UNREAD + " on a connection");
            if (seen.isTooMuch()) {
                break;
            }
            expectValue("a client that reads late gets each value byte for byte", seen, value);
        }
        wire.close();
    }

    @Check(rule = Rule.E8, points = 3, look = "where you learn how long a body is: refuse it, and leave nothing of it")
    @DisplayName("A value over 1 MiB is 413, and the node goes on")
    void tooLargeValue(NodeClient node, Sample sample) {
        String key = sample.key();
        byte[] value = sample.bytes(MIB + 1);
        Wire wire = node.connect().send(node.request("PUT", "/v0/entity?id=" + key, value.length));
        if (!wire.hears(200)) {
            // It wants to see the value before it refuses.
            wire.send(value);
        }
        Exchange seen = wire.answer("PUT of a value of " + value.length + " bytes");
        expectStatus("PUT of a value of 1 MiB and one byte is 413", seen, 413);
        byte[] small = sample.value();
        given(node.put(key, small));
        expect("the node goes on after a value that is too large", node.get(key))
                .body(small);
        // Both numbers become 5 if a node keeps only 32 or 64 bits of them.
        for (String length : List.of("4294967301", "18446744073709551621")) {
            String head = "PUT /v0/entity?id=" + key + " HTTP/1.1\r\nHost: h\r\nContent-Length: " + length;
            Wire announced = node.connect().send(head + "\r\n\r\n12345");
            String request = "PUT with Content-Length: " + length;
            // A node may wait for the whole body before it refuses the request.
            if (announced.hears(200)) {
                expect(request + " is refused", announced.answer(request)).refusal();
            }
            announced.close();
            expect(request + " changes nothing", node.get(key)).body(small);
        }
    }

    @Check(
            rule = Rule.E9,
            points = 5,
            seconds = 90,
            look = "what your node keeps in memory only, and what it does when it stops")
    @DisplayName("What was acknowledged survives a clean restart")
    void cleanRestart(OwnNode own, Sample sample) throws InterruptedException {
        List<String> keys = new ArrayList<>(sample.keys(100));
        // A node may store notes of its own. They must not replace a client's key.
        IntStream.range(0, 128).forEach(each -> keys.add(String.format("%%%02x", each)));
        Map<String, Write> last = new LinkedHashMap<>();
        keys.forEach(key -> last.put(key, Write.put(sample)));
        NodeClient first = own.client();
        last.forEach((key, write) -> given(write.ask(first, key)));
        // A wrong DELETE may remove only the newest of several stored values.
        for (byte[] value : List.of(new byte[0], sample.large(first, MIB))) {
            String key = sample.key();
            Write write = new Write(value);
            // Whether a node takes such values is the business of E2 and E8.
            if (write.ask(first, key).isSuccess() && write.isSeenBy(first.get(key))) {
                last.put(key, write);
            }
        }
        for (int restart = 0; restart < 2; restart++) {
            NodeClient client = own.client();
            for (int i = restart; i < keys.size(); i += 5) {
                String key = keys.get(i);
                for (Write write :
                        i % 2 == 0 ? List.of(Write.put(sample), Write.delete()) : List.of(Write.put(sample))) {
                    last.put(key, write);
                    given(write.ask(client, key));
                }
            }
            writeUntil(own, sample, WRITES_BEFORE_STOP, own::stop)
                    .forEach((key, value) -> last.put(key, new Write(value == DELETED ? null : value)));
            own.start();
        }

        NodeClient after = own.client();
        last.forEach((key, write) ->
                write.expectSeen("GET shows the last acknowledged write after two clean restarts", after.get(key)));
    }

    @Check(
            rule = Rule.E9,
            points = 4,
            seconds = 90,
            process = "kills a node",
            look = "the moment of your 201: by then the write is with the system")
    @DisplayName("Acknowledged PUTs, overwrites and DELETEs survive a SIGKILL while other writes are under way")
    void killedNode(OwnNode own, Sample sample) throws InterruptedException {
        // A node may write a large value in another way than a small one.
        String largeKey = sample.key();
        byte[] large = sample.large(own.client(), MIB);
        // Whether a node takes such values is the business of E2 and E8.
        boolean taken = own.client().put(largeKey, large).isSuccess()
                && new Write(large).isSeenBy(own.client().get(largeKey));
        Map<String, byte[]> acknowledged = writeUntil(own, sample, WRITES_BEFORE_KILL, own::kill);
        if (acknowledged.size() < FEWEST_WRITES) {
            throw new TestAbortedException(
                    "only " + acknowledged.size() + " writes were acknowledged; to lose none of them proves nothing");
        }
        own.start();

        if (taken) {
            acknowledged.put(largeKey, large);
        }
        NodeClient after = own.client();
        List<Exchange> lost = new ArrayList<>();
        String sentence = "every write that was acknowledged before a SIGKILL is there after it";
        acknowledged.forEach((key, value) -> {
            Exchange seen = after.get(key);
            expect(sentence, seen);
            if (value == DELETED ? seen.status() != 404 : !Arrays.equals(value, seen.body()) || seen.status() != 200) {
                lost.add(seen);
            }
        });
        if (!lost.isEmpty()) {
            throw CheckFailure.of(
                    sentence,
                    "of " + acknowledged.size() + " acknowledged writes " + lost.size() + " are lost; for instance "
                            + lost.get(0));
        }
    }

    @Check(
            rule = Rule.E9,
            points = 2,
            seconds = 60,
            process = "limits the size of a node's files",
            look = "what your node answers when the store throws: an error, never 201 or 202")
    @DisplayName("A write that the system refuses, as on a full disk, is not acknowledged")
    void fullDisk(OwnNode own, Sample sample) throws InterruptedException {
        Map<String, Write> last = new LinkedHashMap<>();
        NodeClient client = own.client();
        for (String key : sample.keys(REFUSED_WRITES)) {
            last.put(key, Write.put(sample));
            given(last.get(key).ask(client, key));
        }
        own.fillDisk(ROOM_LEFT);
        boolean deletes = false;
        for (String key : List.copyOf(last.keySet())) {
            Write write = deletes ? Write.delete() : new Write(sample.bytes(2 * 1024));
            deletes = !deletes;
            Exchange seen = write.ask(client, key);
            if (seen.isSuccess()) {
                last.put(key, write);
            } else {
                // The node may have carried out this write all the same.
                last.remove(key);
            }
            if (!seen.isAnswered()) {
                break;
            }
        }
        own.kill();
        own.start();
        NodeClient after = own.client();
        last.forEach((key, write) -> write.expectSeen(
                "a write that the node acknowledged while the system refused to write to its files is there after a"
                        + " SIGKILL",
                after.get(key)));
    }

    /**
     * Several clients write. The node ends after it has acknowledged so many writes, or a few after 2 s: the disk may be
     * slow. Returns what it acknowledged.
     */
    static Map<String, byte[]> writeUntil(OwnNode own, Sample sample, int writes, Act ending)
            throws InterruptedException {
        Map<String, byte[]> acknowledged = new ConcurrentHashMap<>();
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            NodeClient client = own.client();
            String prefix = sample.key();
            writers.add(new Thread(() -> write(client, prefix, acknowledged, over), "writer"));
        }
        writers.forEach(Thread::start);
        long start = System.nanoTime();
        while (acknowledged.size() < writes && writers.stream().anyMatch(Thread::isAlive)) {
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            if (seconds >= SECONDS_OF_A_SLOW_DISK || seconds >= 2 && acknowledged.size() >= FEWEST_WRITES) {
                break;
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
        // A node may serve its clients until they stop, so they stop 2 s later.
        CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS).execute(() -> over.set(true));
        ending.perform();
        for (Thread writer : writers) {
            writer.join();
        }
        return acknowledged;
    }

    /** Writes until the node ends, overwrites one of three keys and deletes another. */
    private static void write(NodeClient client, String prefix, Map<String, byte[]> acknowledged, AtomicBoolean over) {
        for (int i = 0; !over.get(); i++) {
            String key = prefix + "-" + i;
            List<byte[]> values = new ArrayList<>(List.of(("value-" + i).getBytes(US_ASCII)));
            if (i % 3 != 0) {
                values.add(i % 3 == 1 ? DELETED : ("second-" + i).getBytes(US_ASCII));
            }
            for (byte[] value : values) {
                // Until this is answered, either may be there.
                acknowledged.remove(key);
                Exchange seen = value == DELETED ? client.delete(key) : client.put(key, value);
                if (!seen.isAnswered()) {
                    return;
                }
                if (!seen.isSuccess()) {
                    break;
                }
                acknowledged.put(key, value);
            }
        }
    }

    @Check(rule = Rule.E10, points = 2, look = "where your node keeps data: only below the directory that it was given")
    @DisplayName("A node whose directory was wiped has nothing")
    void wipedDirectory(OwnNode own, Sample sample) throws InterruptedException, IOException {
        String key = sample.key();
        given(own.client().put(key, sample.value()));

        own.stop();
        own.wipe();
        own.start();

        expectStatus("GET is 404 after the directory was wiped", own.client().get(key), 404);
    }

    @Check(
            rule = Rule.E11,
            points = 4,
            seconds = 60,
            look = "what your server does with bytes that come behind a request")
    @DisplayName("64 connections with 16 requests each without waiting get every answer, in order")
    void pipelining(NodeClient node, Sample sample) {
        String prefix = sample.key();
        List<Wire> wires = new ArrayList<>();
        for (int c = 0; c < CONNECTIONS; c++) {
            wires.add(node.connect());
        }
        for (int c = 0; c < CONNECTIONS; c++) {
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < REQUESTS; i++) {
                String value = c + "-" + i;
                requests.append(node.request("PUT", target(prefix, value), value.length()))
                        .append(value);
            }
            wires.get(c).send(requests.toString());
        }
        Served served = new Served();
        List<String> refused = new ArrayList<>();
        for (int c = 0; c < CONNECTIONS; c++) {
            for (int i = 0; i < REQUESTS; i++) {
                String value = c + "-" + i;
                Exchange seen = wires.get(c).answer(NodeClient.label("PUT", target(prefix, value)));
                expect("a pipelined PUT is 201, or refused with 503 or 504", seen)
                        .successOr(503, 504);
                served.count(seen);
                if (seen.isTooMuch()) {
                    refused.add(value);
                }
            }
        }
        refused.forEach(value -> given(node.put(prefix + "-" + value, value.getBytes(US_ASCII))));
        for (int c = 0; c < CONNECTIONS; c++) {
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < REQUESTS; i++) {
                requests.append(node.request("GET", target(prefix, c + "-" + i), 0));
            }
            wires.get(c).send(requests.toString());
        }
        for (int c = 0; c < CONNECTIONS; c++) {
            for (int i = 0; i < REQUESTS; i++) {
                String value = c + "-" + i;
                Exchange seen = wires.get(c).answer(NodeClient.label("GET", target(prefix, value)));
                Expect answer = expect(
                        "answer " + (i + 1) + " of " + REQUESTS + " on a connection is the one to its request", seen);
                served.count(seen);
                if (!seen.isTooMuch()) {
                    answer.body(value.getBytes(US_ASCII));
                }
            }
        }
        served.expectOneIn(
                2, "of " + REQUESTS + " requests on each of " + CONNECTIONS + " connections, half are served");
    }

    private static String target(String prefix, String name) {
        return "/v0/entity?id=" + prefix + "-" + name;
    }

    @Check(
            rule = Rule.E12,
            points = 2,
            look = "Transfer-Encoding: chunked: refuse it with 411 or 501, or put the chunks together")
    @DisplayName("A PUT whose body comes in chunks is stored, or refused")
    void chunkedValue(NodeClient node, Sample sample) {
        String chunked = "Transfer-Encoding: chunked\r\n";
        expectChunks(node, sample, 1, chunked, "a PUT in chunks", 411, 501);
        expectChunks(
                node, sample, 100, "transfer-encoding:Chunked\r\n", "a PUT with 'transfer-encoding:Chunked'", 411, 501);
        expectChunks(node, sample, 100_000, chunked, "a PUT in chunks", 411, 501);
        // HTTP lets a node refuse both headers together. The chunks and their framing take 117 bytes: a node that reads
        // only the Content-Length stores the wrong 100.
        expectChunks(
                node,
                sample,
                100,
                "Content-Length: 100\r\n" + chunked,
                "a PUT in chunks with a Content-Length",
                400,
                411,
                501);
        String target = "/v0/entity?id=" + sample.key();
        Wire wire = node.connect().send("PUT " + target + " HTTP/1.1\r\nHost: h\r\n" + chunked + "\r\n");
        for (int sent = 0; sent < TOO_MANY_BYTES && !wire.hears(1); sent += CHUNK) {
            sendChunk(wire, new byte[CHUNK]);
        }
        Exchange seen = wire.send("0\r\n\r\n").answer("a PUT of " + (TOO_MANY_BYTES >> 20) + " MiB in chunks");
        if (seen.isSuccess()) {
            throw CheckFailure.of("a value over 1 MiB is refused, also in chunks", seen.toString())
                    .breaking(Rule.E8);
        }
    }

    private static void expectChunks(
            NodeClient node, Sample sample, int size, String headers, String request, int... refusals) {
        String key = sample.key();
        byte[] old = sample.value();
        byte[] value = sample.large(node, size);
        given(node.put(key, old));
        Wire wire = node.connect().send("PUT /v0/entity?id=" + key + " HTTP/1.1\r\nHost: h\r\n" + headers + "\r\n");
        int half = value.length / 2;
        sendChunk(wire, Arrays.copyOf(value, half));
        sendChunk(wire, Arrays.copyOfRange(value, half, value.length));
        Exchange seen = wire.send("0\r\n\r\n").answer(request + " and " + value.length + " bytes");
        expect(
                        request + " is 201, or refused with "
                                + IntStream.of(refusals)
                                        .mapToObj(Integer::toString)
                                        .collect(joining(" or ")),
                        taken(seen))
                .successOr(refusals);
        expect(
                        "after " + request + " was " + seen.status() + ", GET shows the "
                                + (seen.isSuccess() ? "new value" : "old value"),
                        node.get(key))
                .body(seen.isSuccess() ? value : old);
    }

    private static void sendChunk(Wire wire, byte[] chunk) {
        if (chunk.length > 0) {
            wire.send(Integer.toHexString(chunk.length) + "\r\n").send(chunk).send("\r\n");
        }
    }
}
