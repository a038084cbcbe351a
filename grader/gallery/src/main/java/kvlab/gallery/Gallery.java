package kvlab.gallery;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static kvlab.gallery.BrokenNode.of;
import static kvlab.gallery.Front.answers;
import static kvlab.gallery.Front.requests;
import static kvlab.gallery.GalleryNode.service;

import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.cluster.Folders;
import kvlab.node.Node;
import kvlab.single.EntityRequest;
import kvlab.single.EntityRequest.Method;
import kvlab.single.EntityService;
import one.nio.http.Response;

/** The checks of the checks: every broken node, what is wrong with it and which checks must say so. */
final class Gallery {

    private static final byte[] EMPTY = {};
    private static final int FILE_NAME_LIMIT = 255;
    private static final int PIECE = 64 * 1024;
    private static final Pattern ID = Pattern.compile("id=(\\S*) HTTP/1.1");

    /** Followed by the body, which says why. */
    private static final String BAD_REQUEST = "400 Bad Request(?=\r\n(?:[^\r\n]+\r\n)*\r\n";

    private Gallery() {}

    static List<BrokenNode> all() {
        return List.of(
                of("no-status", "the status is not at /v0/status", requests(noStatus()), "statusAfterReady"),
                of(
                        "early-ready",
                        "ready before it listens",
                        ReadyTooEarly::new,
                        "statusAfterReady",
                        "refusesBeforeStartAndAfterStop",
                        "stopsTwice",
                        "cleanRestart",
                        "killedNode",
                        "wipedDirectory"),
                of(
                                "deaf",
                                "goes on after SIGTERM",
                                OddEnds.ending(Gallery::neverEnds),
                                "refusesBeforeStartAndAfterStop",
                                "stopsTwice")
                        .endingItsJvm(),
                of(
                                "bad-exit",
                                "ends with exit code 1 when it is stopped",
                                OddEnds.ending(Gallery::endBadly),
                                "stopsTwice")
                        .endingItsJvm(),
                of("unknown-path-404", "an unknown path is 404", answers(badRequest("unknown path")), "unknownPath"),
                of(
                        "no-allow",
                        "405 without Allow",
                        answers(text -> text.replace("Allow: ", "Hint: ")),
                        "methodNotAllowed"),
                of("malformed-500", "a malformed request is 500", answers(Gallery::failing), "malformedRequests"),
                of("one-at-a-time", "everybody waits for the head of a request", Front.oneAtATime(), "slowClient"),
                of("hoard", "keeps every value in memory too", service(Gallery::hoard), "smallHeap"),
                of("put-200", "PUT is 200", service(Gallery::putIsOk), "putCreates", "putReplaces"),
                of("first-wins", "PUT does not replace", service(Gallery::firstWins), "putReplaces"),
                of(
                        "text",
                        "values are taken for text",
                        service(next -> request -> next.handle(Changed.value(request, ascii(request.value())))),
                        "getReturnsBytes",
                        "largeValues"),
                of("empty-absent", "an empty value is taken for none", service(Gallery::emptyIsAbsent), "emptyValue"),
                of(
                        "absent-200",
                        "GET of an absent key is 200 with nothing",
                        service(Gallery::absentIsEmpty),
                        "absentKey",
                        "deletedKeyIsGone",
                        "cleanRestart",
                        "wipedDirectory"),
                of(
                        "delete-404",
                        "DELETE of an absent key is 404",
                        service(Gallery::deletesWhatThereIs),
                        "deleteIsAccepted"),
                of(
                        "forgets-deletes",
                        "DELETE does nothing",
                        service(Gallery::forgetsDeletes),
                        "deletedKeyIsGone",
                        "cleanRestart"),
                of(
                        "deleted-for-ever",
                        "a deleted key never comes back",
                        service(Gallery::deletedForEver),
                        "keyComesBack"),
                of(
                        "deletes-in-memory",
                        "a delete is remembered in memory only",
                        service(Gallery::deletesInMemory),
                        "cleanRestart"),
                of(
                        "missing-id-404",
                        "a missing id is 404",
                        answers(badRequest("the parameter id is missing")),
                        "missingId"),
                of(
                        "empty-id",
                        "an empty id is a key",
                        requests(text -> text.replace("id= HTTP", "id=%20 HTTP")),
                        "missingId"),
                of("not-decoded", "the id is not decoded", requests(Gallery::notDecoded), "keysAreUtf8", "longKeys"),
                of("short-keys", "keys are cut to 255 bytes", service(Gallery::cutKeys), "longKeys"),
                of(
                        "first-piece",
                        "keeps the first 64 KiB of a value",
                        service(next -> request -> next.handle(Changed.value(request, firstPiece(request.value())))),
                        "largeValues"),
                of(
                        "too-large-201",
                        "a value that is too large is acknowledged",
                        answers(text -> text.replace("413 Request Entity Too Large", "201 Created")),
                        "tooLargeValue"),
                of(
                        "forgetful",
                        "begins with an empty store",
                        OddEnds.starting(config -> Folders.remove(config.data())),
                        "cleanRestart",
                        "killedNode"),
                of("write-behind", "acknowledges before it writes", service(HeldBack::forAMoment), "killedNode"),
                of("groups", "writes when 700 writes are there", service(HeldBack::inGroups), "killedNode"),
                of("copy-elsewhere", "keeps a copy in another directory", CopyElsewhere::new, "wipedDirectory"),
                of("mixed-up", "mixes up pipelined answers", answers(Gallery::swapped), "pipelining"),
                of("keeps-open", "closes no connection", requests(Gallery::keptOpen), "closesWhenAsked"),
                of("one-read", "loses a head that comes in pieces", requests(Gallery::inOnePiece), "requestInPieces"),
                of(
                        "body-left",
                        "takes the body of what it refuses for a request",
                        requests(Gallery::bodyIsLeft),
                        "refusedBody"),
                of(
                        "no-chunks",
                        "stores nothing of a value in chunks",
                        requests(text -> text.replace("Transfer-Encoding: chunked", "Content-Length: 0")),
                        "chunkedValue"),
                of(
                        "rest-of-query",
                        "takes all that follows id= for the id",
                        requests(text -> ID.matcher(text)
                                .replaceAll(id ->
                                        Matcher.quoteReplacement(id.group().replace("&", "%26")))),
                        "randomRequests"));
    }

    static BrokenNode named(String name) {
        return all().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static UnaryOperator<String> noStatus() {
        return text -> text.replace("/v0/status", "/v0/health");
    }

    private static UnaryOperator<String> badRequest(String why) {
        Pattern pattern = Pattern.compile(BAD_REQUEST + why + ")");
        return text -> pattern.matcher(text).replaceAll("404 Not Found");
    }

    /** Only after what is no HTTP does stage 1 close the connection. */
    private static String failing(String text) {
        return text.contains("Connection: close") && !text.contains(" 413 ")
                ? text.replaceFirst("HTTP/1.1 4..", "HTTP/1.1 500")
                : text;
    }

    private static String notDecoded(String text) {
        return ID.matcher(text)
                .replaceAll(id -> Matcher.quoteReplacement(id.group().replace("%", "%25")));
    }

    private static String keptOpen(String text) {
        return text.replaceAll("(?i)\r\nconnection: close", "").replace(" HTTP/1.0", " HTTP/1.1\r\nHost: h");
    }

    private static String inOnePiece(String text) {
        return text.startsWith("PUT") && !text.contains("\r\n\r\n") ? "" : text;
    }

    private static String bodyIsLeft(String text) {
        boolean isRefused = text.startsWith("POST") || text.matches("(?s)PUT /v0/(other|entity|entity\\?id=) .*");
        return isRefused ? text.replaceFirst("Content-Length: [0-9]+", "X-Nothing: 0") : text;
    }

    private static String swapped(String text) {
        String[] parts = text.split("(?=HTTP/1\\.1 )");
        if (parts.length < 3) {
            return text;
        }
        String first = parts[0];
        parts[0] = parts[1];
        parts[1] = first;
        return String.join("", parts);
    }

    private static EntityService putIsOk(EntityService next) {
        return request -> {
            Response right = next.handle(request);
            return right.getStatus() == 201 ? Response.ok(EMPTY) : right;
        };
    }

    private static EntityService firstWins(EntityService next) {
        return request -> {
            boolean there = request.method() == Method.PUT
                    && next.handle(Changed.method(request, Method.GET)).getStatus() == 200;
            return there ? new Response(Response.CREATED) : next.handle(request);
        };
    }

    private static EntityService hoard(EntityService next) {
        Queue<EntityRequest> kept = new ConcurrentLinkedQueue<>();
        return request -> {
            kept.add(request);
            return next.handle(request);
        };
    }

    /** A tombstone that no PUT takes away. */
    private static EntityService deletedForEver(EntityService next) {
        Set<String> deleted = ConcurrentHashMap.newKeySet();
        return request -> {
            String key = Changed.key(request);
            if (request.method() == Method.DELETE) {
                deleted.add(key);
            }
            return request.method() == Method.GET && deleted.contains(key)
                    ? new Response(Response.NOT_FOUND)
                    : next.handle(request);
        };
    }

    /** A tombstone that a restart forgets. */
    private static EntityService deletesInMemory(EntityService next) {
        Set<String> deleted = ConcurrentHashMap.newKeySet();
        return request -> {
            String key = Changed.key(request);
            if (request.method() == Method.DELETE) {
                deleted.add(key);
                return new Response(Response.ACCEPTED);
            }
            if (request.method() == Method.PUT) {
                deleted.remove(key);
            }
            return deleted.contains(key) ? new Response(Response.NOT_FOUND) : next.handle(request);
        };
    }

    private static void neverEnds(Node right) {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            // The nearest thing to a SIGKILL that there is inside a JVM, which has to go on.
            right.stop();
            Thread.currentThread().interrupt();
        }
    }

    private static void endBadly(Node right) {
        right.stop();
        Runtime.getRuntime().halt(1);
    }

    private static EntityService forgetsDeletes(EntityService next) {
        return request -> request.method() == Method.DELETE ? new Response(Response.ACCEPTED) : next.handle(request);
    }

    private static EntityService emptyIsAbsent(EntityService next) {
        return request -> {
            Response right = next.handle(request);
            return right.getStatus() == 200 && right.getBody().length == 0 ? new Response(Response.NOT_FOUND) : right;
        };
    }

    private static EntityService absentIsEmpty(EntityService next) {
        return request -> {
            Response right = next.handle(request);
            return right.getStatus() == 404 ? Response.ok(EMPTY) : right;
        };
    }

    private static EntityService deletesWhatThereIs(EntityService next) {
        return request -> {
            boolean missing = request.method() == Method.DELETE
                    && next.handle(Changed.method(request, Method.GET)).getStatus() == 404;
            return missing ? new Response(Response.NOT_FOUND) : next.handle(request);
        };
    }

    private static EntityService cutKeys(EntityService next) {
        return request -> next.handle(new EntityRequest(
                request.method(),
                Arrays.copyOf(request.key(), Math.min(FILE_NAME_LIMIT, request.key().length)),
                request.body(),
                request.query(),
                request.arrived()));
    }

    private static byte[] firstPiece(byte[] value) {
        return Arrays.copyOf(value, Math.min(PIECE, value.length));
    }

    private static byte[] ascii(byte[] value) {
        return new String(value, US_ASCII).getBytes(US_ASCII);
    }
}
