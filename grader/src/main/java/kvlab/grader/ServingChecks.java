package kvlab.grader;

import static kvlab.grader.Expect.atLast;
import static kvlab.grader.Expect.expect;
import static kvlab.grader.Expect.expectStatus;
import static kvlab.grader.Expect.expectValue;
import static kvlab.grader.Expect.given;
import static kvlab.grader.Expect.inTime;
import static kvlab.grader.Expect.taken;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;

/** The rules S1 to S6. */
class ServingChecks {

    private static final int CLIENTS = 64;

    /** This catches a node whose limit is one second, even if it checks the limit only once a second. */
    private static final long SLOW_UPLOAD_NANOS = TimeUnit.MILLISECONDS.toNanos(2_500);

    /** A heap of 128 MiB has no room for 144 values of 1 MiB, even if a node keeps only most of them. */
    private static final int ABORTED = 144;

    private static final int MIB = 1 << 20;

    @Check(rule = Rule.S1, points = 3, look = "the order in which your node begins to listen and prints its ready line")
    @DisplayName("The status is 200 as soon as the node says that it is ready")
    void statusAfterReady(Exchange firstAnswer) {
        expectStatus("GET /v0/status is 200 at once after the ready line", firstAnswer, 200);
    }

    @Check(
            rule = Rule.S2,
            points = 3,
            seconds = 90,
            look = "what your node does on SIGTERM: it closes its port and ends")
    @DisplayName("Connections are refused until the node has started, and after it has stopped")
    void refusesBeforeStartAndAfterStop(OwnNode own, Sample sample) throws InterruptedException {
        given(own.client().put(sample.key(), sample.value()));

        expectRefusedAfterStop(own);
        own.start();
        given(own.client().put(sample.key(), sample.value()));
        expectRefusedAfterStop(own);
    }

    private static void expectRefusedAfterStop(OwnNode own) throws InterruptedException {
        if (!own.stop()) {
            String sentence = "a node that gets SIGTERM ends within " + OwnNode.STOP_SECONDS + " s";
            throw CheckFailure.of(sentence, own.exit() + " only by SIGKILL");
        }
        expectRefused(own);
    }

    private static void expectRefused(OwnNode own) {
        Wire wire = own.client().connect();
        if (!wire.isRefused()) {
            throw CheckFailure.of("connections to a node that is stopped are refused", "one was accepted");
        }
    }

    @Check(rule = Rule.S2, points = 2, seconds = 90, look = "your stop: it may be called again while it is under way")
    @DisplayName("A second SIGTERM is harmless: the node ends well, and starts again")
    void stopsTwice(OwnNode own, Sample sample) throws InterruptedException {
        given(own.client().put(sample.key(), sample.value()));
        AtomicBoolean ended = new AtomicBoolean();

        EntityChecks.writeUntil(own, sample, 100, () -> ended.set(own.stop(2)));

        if (!ended.get() || !own.endedWell()) {
            throw CheckFailure.of("a node that gets SIGTERM twice ends by itself, with exit code 0 or 143", own.exit());
        }
        own.start();
        // The checks of E9 compare what the store has kept.
        String key = sample.key();
        byte[] value = sample.value();
        given(own.client().put(key, value));
        expectValue("a node that was stopped twice serves again", own.client().get(key), value);
    }

    @Check(rule = Rule.S3, points = 2, look = "how your server chooses what serves a path: the last case is 400")
    @DisplayName("An unknown path is 400")
    void unknownPath(NodeClient node) {
        for (String path :
                List.of("/", "/v0", "/v0/entities?id=a", "/v0/entity2?id=a", "/v0/status2", "/v1/entity?id=a")) {
            expectStatus("an unknown path is 400", node.ask("GET", path, new byte[0]), 400);
        }
    }

    @Check(rule = Rule.S3, points = 3, look = "how your server treats methods it does not know, and the Allow header")
    @DisplayName("Another method on an entity is 405, and Allow names those that there are")
    void methodNotAllowed(NodeClient node, Sample sample) {
        for (String method : List.of("POST", "PATCH", "OPTIONS", "HEAD")) {
            Exchange seen = node.ask(method, "/v0/entity?id=" + sample.key(), new byte[0]);
            expect(method + " on an entity is 405, with a header Allow: GET, PUT, DELETE", seen)
                    .status(405)
                    .header("allow", "GET", "PUT", "DELETE");
        }
    }

    @Check(rule = Rule.S4, points = 3, seconds = 60, look = "where your server parses requests: a mistake is a 4xx")
    @DisplayName("A malformed request gets a 4xx, and others are served all the same")
    void malformedRequests(OwnNode own, Sample sample) {
        NodeClient neighbour = own.client();
        malformed().forEach((what, request) -> {
            Exchange seen = own.client().connect().send(request).answer("a request with " + what);
            expect("a request with " + what + " gets a 4xx", seen).refusal();
            String key = sample.key();
            byte[] value = sample.value();
            given(neighbour.put(key, value));
            expect("another client is served after a request with " + what, neighbour.get(key))
                    .body(value);
        });
    }

    private static Map<String, String> malformed() {
        String get = "GET /v0/entity?id=a";
        String put = "PUT /v0/entity?id=a HTTP/1.1\r\nHost: h\r\n";
        Map<String, String> requests = new LinkedHashMap<>();
        requests.put("what is not HTTP", "\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n");
        requests.put("no path", "GET\r\n\r\n");
        requests.put("two paths", get + " b HTTP/1.1\r\nHost: h\r\n\r\n");
        requests.put("an id that ends with %", get + "% HTTP/1.1\r\nHost: h\r\n\r\n");
        requests.put("%zz in its id", get + "%zz HTTP/1.1\r\nHost: h\r\n\r\n");
        requests.put("a header without a colon", get + " HTTP/1.1\r\nHost: h\r\nnonsense\r\n\r\n");
        requests.put("a header of 64 KiB", get + " HTTP/1.1\r\nHost: h\r\nA: " + "x".repeat(1 << 16) + "\r\n\r\n");
        requests.put("a Content-Length in words", put + "Content-Length: ten\r\n\r\n");
        requests.put("a negative Content-Length", put + "Content-Length: -1\r\n\r\n");
        requests.put("two Content-Lengths", put + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx");
        return requests;
    }

    @Check(rule = Rule.S4, points = 3, look = "who waits for a client that sends half a request: nobody else may")
    @DisplayName("Clients that stop in the middle of a request keep nobody else waiting")
    void slowClient(OwnNode own, Sample sample) {
        NodeClient neighbour = own.client();
        for (int i = 0; i < 8; i++) {
            String request = neighbour.request("PUT", "/v0/entity?id=" + sample.key(), 1000);
            neighbour.connect().send(i % 2 == 0 ? request.substring(0, 10) : request + "not yet 1000 bytes");
        }
        String sentence = "a client is served within 1 s while eight others have sent half a request";
        // Several, as the first may still be earlier than what the eight have sent.
        for (String key : sample.keys(4)) {
            NodeClient other = own.client();
            byte[] value = sample.value();
            expect(sentence, inTime(sentence, () -> other.put(key, value))).success();
            expect(sentence, inTime(sentence, () -> other.get(key))).body(value);
        }
    }

    @Check(
            rule = Rule.S5,
            points = 4,
            seconds = 90,
            process = "fills the heap of a node",
            look = "what your node keeps of each request, and for how long")
    @DisplayName("64 clients send 1 MiB each at once, and fetch it, in a heap of 128 MiB")
    void smallHeap(OwnNode own, Sample sample) throws InterruptedException {
        byte[] value = sample.large(own.client(), MIB);
        String sentence = "64 clients put 1 MiB each at once, and get it, from a node with a heap of 128 MiB";
        List<String> keys = Stream.generate(sample::key).limit(CLIENTS).toList();
        Crowd.of(CLIENTS, number -> {
            NodeClient client = own.client(Wire.PATIENCE_IN_A_CROWD_SECONDS);
            byte[] mark = ("client " + number + " ").getBytes(StandardCharsets.US_ASCII);
            byte[] its = value.clone();
            System.arraycopy(mark, 0, its, 0, mark.length);
            // A node may refuse a value for which it has no room now.
            expect(sentence, taken(atLast(() -> client.put(keys.get(number), its))))
                    .success();
            Exchange seen = atLast(() -> client.get(keys.get(number)));
            expectStatus(sentence, seen, 200);
            // Whether every byte comes back is the business of E2 and E8.
            if (!Arrays.equals(mark, Arrays.copyOf(seen.body(), mark.length))) {
                throw CheckFailure.of(sentence, seen + ", which is not the value of client " + number);
            }
        });
        NodeClient client = own.client(Wire.PATIENCE_IN_A_CROWD_SECONDS);
        for (int i = 0; i < ABORTED; i++) {
            abortUpload(client, sample);
            abortDownload(client, keys.get(0));
        }
        String after = "a client is served after " + ABORTED + " others have left in the middle of a PUT of 1 MiB, and "
                + ABORTED + " in the middle of an answer";
        for (String key : sample.keys(8)) {
            // The last uploads were under way together. A node that keeps room may have refused them, and has room
            // then.
            abortUpload(client, sample);
            expect(after, taken(atLast(() -> client.put(key, value)))).success();
            expect(after, atLast(() -> client.get(key))).success();
        }
    }

    private static void abortUpload(NodeClient client, Sample sample) {
        String id = "/v0/entity?id=" + sample.key();
        // A reset would discard the bytes that the node has not read yet.
        client.connect()
                .send(client.request("PUT", id, MIB))
                .send(new byte[MIB - 1])
                .close();
    }

    /** The client has so little room that the node has some of the answers left. */
    private static void abortDownload(NodeClient client, String key) {
        String request = client.request("GET", "/v0/entity?id=" + key, 0);
        Wire wire = client.connect(Wire.LITTLE_ROOM).send(request.repeat(4));
        wire.hears(Telling.ANSWER_MILLIS);
        wire.close();
    }

    @Check(rule = Rule.S6, points = 2, look = "when your server closes a connection, and which headers decide that")
    @DisplayName("A connection is closed after its answer when the client wants that, and is kept otherwise")
    void closesWhenAsked(NodeClient node, Sample sample) {
        String key = sample.key();
        given(node.put(key, sample.value()));
        expectClosedWhenAsked(node, "GET /v0/entity?id=" + key);
        expectClosedWhenAsked(node, "GET /v0/entity?id=" + sample.key());
        expectKeptWhenSaid(node, "GET /v0/entity?id=" + key);
    }

    /** A client of HTTP/1.0 may ask again on the same connection, if the answer before says so. */
    private static void expectKeptWhenSaid(NodeClient node, String get) {
        String old = get + " HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
        Wire wire = node.connect().send(old);
        Exchange first = wire.answer(get);
        expect("a GET of HTTP/1.0 with 'Connection: keep-alive' is answered", first)
                .success();
        if ("keep-alive".equalsIgnoreCase(first.headers().get("connection"))) {
            Exchange second = wire.send(old).answer(get);
            expect("a second one is, too, after an answer with 'Connection: keep-alive'", second)
                    .success();
        }
    }

    private static void expectClosedWhenAsked(NodeClient node, String get) {
        String plain = get + " HTTP/1.1\r\nHost: h\r\n\r\n";
        Map<String, String> closing = new LinkedHashMap<>();
        closing.put("'Connection: close'", get + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
        closing.put("'connection: Close'", get + " HTTP/1.1\r\nconnection: Close\r\nHost: h\r\n\r\n");
        closing.put("HTTP/1.0", get + " HTTP/1.0\r\n\r\n");
        closing.forEach((what, request) -> {
            AtomicReference<Wire> wire = new AtomicReference<>();
            Exchange seen = node.pardoning(() -> {
                wire.set(node.connect().send(plain + request));
                Exchange first = wire.get().answer(get);
                if (!first.isAnswered() || first.isTooMuch()) {
                    return first;
                }
                Exchange second = wire.get().answer(get + " with " + what);
                // A node may close a connection after an answer of 404.
                boolean hasClosed = second.isUnheard() && !first.isSuccess();
                if (first.closes() && !hasClosed) {
                    throw CheckFailure.of(
                            "the connection is kept after " + get + ", or closed after an answer that says so",
                            first + " and Connection: close");
                }
                return hasClosed ? first : second;
            });
            expect("two GETs on a connection, the second with " + what + ", are answered", seen)
                    .successOr(404);
            if (!wire.get().isClosedSoon()) {
                throw CheckFailure.of(
                        "the connection is closed after the answer to a GET with " + what,
                        seen + ", and kept the connection open");
            }
        });
    }

    @Check(
            rule = Rule.S6,
            points = 2,
            look = "how your server reads a head: to its empty line, however many reads that takes")
    @DisplayName("A request may come in pieces, and the names of its headers in any case")
    void requestInPieces(NodeClient node, Sample sample) throws InterruptedException {
        String slow = "/v0/entity?id=" + sample.key();
        byte[] half = sample.value();
        String key = sample.key();
        Crowd.of(2, client -> {
            if (client == 0) {
                expectPieces(node, key);
                return;
            }
            Wire wire = node.connect()
                    .send(node.request("PUT", slow, 2 * half.length))
                    .send(half);
            TimeUnit.NANOSECONDS.sleep(SLOW_UPLOAD_NANOS);
            // From stage 2 on, the node may have no time left to ask the owner of the key.
            expect(
                            "a PUT whose value takes 2.5 s to arrive is stored",
                            wire.send(half).answer("PUT " + slow))
                    .successOr(503, 504);
        });
    }

    private static void expectPieces(NodeClient node, String key) {
        String target = "/v0/entity?id=" + key;
        String head = "PUT " + target + " HTTP/1.1\r\nHost: h\r\nX-Any: 1\r\n";
        AtomicReference<Wire> wire = new AtomicReference<>(node.connect());
        for (int cut = 1; ; cut++) {
            String value = "value-" + cut;
            String name = List.of("content-length: ", "CONTENT-LENGTH: ", "Content-Length:")
                    .get(cut % 3);
            String request = head + name + value.length() + "\r\n\r\n" + value;
            if (cut == request.length()) {
                return;
            }
            String sentence = "a PUT of " + request.length() + " bytes in two pieces, the first of " + cut
                    + ", with the header '" + name.strip() + "', is answered and stored";
            byte[] bytes = request.getBytes(StandardCharsets.US_ASCII);
            List<Integer> cuts = List.of(cut);
            expect(sentence, node.pardoning(() -> {
                        Exchange seen = wire.get().sendInPieces(bytes, cuts).answer("PUT " + target);
                        if (seen.closes()) {
                            wire.set(node.connect());
                        }
                        return seen;
                    }))
                    .success();
            expect(sentence, node.get(key)).body(value.getBytes(StandardCharsets.US_ASCII));
        }
    }

    @Check(
            rule = Rule.S6,
            points = 2,
            look = "what your server does with the body of a request that it refuses: read it, or close the connection")
    @DisplayName("The body of a refused request is never taken for the next request")
    void refusedBody(NodeClient node, Sample sample) {
        String key = sample.key();
        byte[] value = sample.value();
        String target = "/v0/entity?id=" + key;
        String body = "DELETE " + target + " HTTP/1.1\r\nHost: h\r\n\r\n";
        String headers = " HTTP/1.1\r\nHost: h\r\nContent-Length: " + body.length() + "\r\n\r\n";
        for (String refused : List.of("PUT /v0/entity", "PUT /v0/entity?id=", "PUT /v0/other", "POST " + target)) {
            given(node.put(key, value));
            String head = refused + headers;
            for (List<Integer> cuts : List.of(List.<Integer>of(), List.of(head.length()))) {
                Wire wire = node.connect().sendInPieces((head + body).getBytes(StandardCharsets.US_ASCII), cuts);
                Exchange seen = wire.answer(refused);
                expect(refused + " is refused", seen).refusal();
                if (!seen.closes()) {
                    Exchange next = wire.send(node.request("GET", target, 0)).answer("GET " + target);
                    if (!next.isCutOff()) {
                        expect("after " + refused + ", which is refused, the next request gets its own answer", next)
                                .body(value);
                    }
                }
                expect("the body of " + refused + " is no request: it reads like a DELETE", node.get(key))
                        .body(value);
            }
        }
    }
}
