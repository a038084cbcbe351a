package kvlab.wrk2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RequestsTest {

    private static final String GET = "GET /v0/entity?id=1 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String PUT = "PUT /v0/entity?id=1 HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello";
    private static final String HEAD = "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String CHUNKED =
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;x\r\nabc\r\n1\r\nd\r\n0\r\nSum: 1\r\n\r\n";

    private record Refused(String request, String sentence) {}

    static List<Refused> refused() {
        String malformed = "the script's request is malformed: ";
        String incomplete = "the script's request is incomplete: ";
        String method = ", expected a request's method such as GET (a body needs its Content-Length)";
        return List.of(
                new Refused("", "the script's request is empty, expected at least one HTTP request"),
                new Refused("\r\n\r\n", "the script's request is empty, expected at least one HTTP request"),
                new Refused("GET", incomplete + "line 1, column 4: the rest of the request line is missing"),
                new Refused(
                        "GET / HTTP/1.1\r\n",
                        incomplete + "line 2, column 1: the empty line behind the headers is missing"),
                new Refused(
                        "GET / HTTP/1.1\r\nHost: a\r\n",
                        incomplete + "line 3, column 1: the empty line behind the headers is missing"),
                new Refused(
                        "GET / HTTP/1.1\r\nHost",
                        incomplete + "line 2, column 5: the empty line behind the headers is missing"),
                new Refused(
                        PUT.substring(0, PUT.length() - 3), incomplete + "line 4, column 3: the body has 2 of 5 bytes"),
                new Refused(GET + "GET", incomplete + "line 4, column 4: the rest of the request line is missing"),
                new Refused(
                        CHUNKED.substring(0, CHUNKED.indexOf("bc")),
                        incomplete + "line 5, column 2: the chunk has 1 of 3 bytes"),
                new Refused(
                        CHUNKED.substring(0, CHUNKED.indexOf("0\r\nSum")),
                        incomplete + "line 8, column 1: the last chunk, of size 0 is missing"),
                new Refused(
                        CHUNKED.substring(0, CHUNKED.length() - 2),
                        incomplete + "line 10, column 1: the empty line behind the chunks is missing"),
                new Refused(GET + "hello", malformed + "line 4, column 1: found 'hello'" + method),
                new Refused("get / HTTP/1.1\r\n\r\n", malformed + "line 1, column 1: found 'get / HTTP/1.1'" + method),
                new Refused(
                        "GET v0/entity HTTP/1.1\r\n\r\n",
                        malformed + "line 1, column 5: found 'v0/entity HTTP/1.1', expected a path that begins with /"),
                new Refused(
                        "GET\r\n\r\n", malformed + "line 1, column 4: found '', expected a path that begins with /"),
                new Refused(
                        "GET /a b HTTP/1.1\r\n\r\n",
                        malformed + "line 1, column 8: found 'b HTTP/1.1', expected HTTP/1.1 and the end of the line"),
                new Refused(
                        "GET /\r\n\r\n",
                        malformed + "line 1, column 6: found '', expected HTTP/1.1 and the end of the line"),
                new Refused(
                        "GET / HTTP/2\r\n\r\n",
                        malformed + "line 1, column 7: found 'HTTP/2', expected HTTP/1.1 and the end of the line"),
                new Refused(
                        "GET / HTTP/1.1\r\nHost\r\n\r\n",
                        malformed
                                + "line 2, column 1: found 'Host', expected a header, or an empty line behind the last"),
                new Refused(
                        "PUT / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                        malformed
                                + "line 2, column 1: found 'Content-Length: -1', expected a length of at most 18 digits"),
                new Refused(
                        "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
                        malformed
                                + "line 4, column 1: found 'x', expected the size of a chunk in at most 15 hexadecimal digits"),
                new Refused(
                        "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
                        malformed + "line 5, column 2: found 'b', expected the end of a line behind the chunk"));
    }

    @Test
    void oneRequestIsCounted() throws MalformedRequest {
        for (String request : List.of(GET, PUT, HEAD, CHUNKED)) {
            assertEquals(1, in(request).count(), request);
        }
    }

    @Test
    void requestsInOneStringAreAPipeline() throws MalformedRequest {
        Requests requests = in(GET + PUT + HEAD + CHUNKED + HEAD);
        assertEquals(5, requests.count());
        assertFalse(requests.isHead(0));
        assertFalse(requests.isHead(1));
        assertTrue(requests.isHead(2));
        assertFalse(requests.isHead(3));
        assertTrue(requests.isHead(4));
    }

    @Test
    void emptyLinesAroundARequestAreNothing() throws MalformedRequest {
        assertEquals(2, in("\r\n" + PUT + "\r\n\n" + GET + "\r\n").count());
    }

    @Test
    void bodyThatLooksLikeARequestIsABody() throws MalformedRequest {
        assertEquals(
                1,
                in("PUT / HTTP/1.1\r\ncontent-length:" + GET.length() + "\r\n\r\n" + GET)
                        .count());
    }

    @Test
    void linesMayEndInABareLineFeed() throws MalformedRequest {
        assertEquals(
                2,
                in("GET / HTTP/1.1\nHost: a\n\n" + "PUT / HTTP/1.0\nContent-Length: 1\n\na")
                        .count());
    }

    @Test
    void whatIsUnusualIsSentAllTheSame() throws MalformedRequest {
        for (String target : List.of("*", "http://localhost/", "/\u00e4?a=%zz|{}", "//")) {
            assertEquals(
                    1,
                    in("OPTIONS  " + target + "  HTTP/1.1\r\nA: b\r\n c\r\n\r\n")
                            .count(),
                    target);
        }
        assertEquals(1, in("CONNECT localhost:80 HTTP/1.1\r\n\r\n").count());
    }

    @Test
    void usualRequestNeedsNoObjectOfItsOwn() throws MalformedRequest {
        assertSame(in(GET), in(PUT));
        assertFalse(in(GET).isHead(0));
    }

    @Test
    void onlyTheGivenPartIsLookedAt() throws MalformedRequest {
        byte[] data = Ascii.bytes("\nx" + GET + GET);
        assertEquals(1, Requests.in(data, 2, 2 + GET.length()).count());
        MalformedRequest failure =
                assertThrows(MalformedRequest.class, () -> Requests.in(data, 2, 2 + GET.length() + 4));
        assertEquals(
                "the script's request is incomplete: line 4, column 5: the rest of the request line is missing",
                failure.getMessage());
    }

    @ParameterizedTest
    @MethodSource("refused")
    void mistakeIsToldWithItsPlace(Refused refused) {
        MalformedRequest failure = assertThrows(MalformedRequest.class, () -> in(refused.request));
        assertEquals(refused.sentence, failure.getMessage());
    }

    @Test
    void everyRequestThatIsCutShortIsIncomplete() {
        for (String request : List.of(GET, PUT, HEAD, CHUNKED)) {
            for (int cut = 1; cut < request.length(); cut++) {
                String beginning = request.substring(0, cut);
                MalformedRequest failure = assertThrows(MalformedRequest.class, () -> in(beginning), beginning);
                assertTrue(failure.getMessage().startsWith("the script's request is incomplete: "), beginning);
            }
        }
    }

    private static Requests in(String request) throws MalformedRequest {
        byte[] data = Ascii.bytes(request);
        return Requests.in(data, 0, data.length);
    }
}
