package kvlab.wrk2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResponseReaderTest {

    private static final int RANDOM_SLICINGS = 200;
    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n";
    private static final String ONE_BYTE = "Content-Length: 1\r\n\r\na";

    /** What a server sends on one connection, and what has to be read from it: {@code status body, connection}. */
    private record Sample(String name, String sent, boolean toHead, boolean thenCloses, List<String> answers) {

        static Sample of(String name, String sent, String... answers) {
            return new Sample(name, sent, false, false, List.of(answers));
        }

        static Sample closed(String name, String sent, String... answers) {
            return new Sample(name, sent, false, true, List.of(answers));
        }

        static Sample head(String name, String sent, String... answers) {
            return new Sample(name, sent, true, false, List.of(answers));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private record Refused(String name, String sent, String sentence) {

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Sample> samples() {
        return List.of(
                Sample.of("length", OK + "Content-Length: 5\r\n\r\nhello", "200 'hello', keep"),
                Sample.of("no body", "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n", "201 '', keep"),
                Sample.of("no reason", "HTTP/1.1 200\r\nContent-Length: 1\r\n\r\na", "200 'a', keep"),
                Sample.of("empty reason", "HTTP/1.1 404 \r\nContent-Length: 1\r\n\r\na", "404 'a', keep"),
                Sample.of("bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 2\n\nab", "200 'ab', keep"),
                Sample.of("any case", OK + "cONTENT-lENGTH: 2\r\n\r\nab", "200 'ab', keep"),
                Sample.of("no blank", OK + "Content-Length:2\r\n\r\nab", "200 'ab', keep"),
                Sample.of("many blanks", OK + "Content-Length \t: \t 2 \t \r\n\r\nab", "200 'ab', keep"),
                Sample.of("same twice", OK + "Content-Length: 2, 2\r\nContent-Length: 2\r\n\r\nab", "200 'ab', keep"),
                Sample.of(
                        "body like a head",
                        OK + "Content-Length: 19\r\n\r\nHTTP/1.1 500 No\r\n\r\n",
                        "200 'HTTP/1.1 500 No\r\n\r\n', keep"),
                Sample.of("folded", OK + "A: b\r\n Content-Length: 9\r\n" + ONE_BYTE, "200 'a', keep"),
                Sample.of("close", OK + "Connection: close\r\n" + ONE_BYTE, "200 'a', close"),
                Sample.of("close in a list", OK + "CONNECTION: x ,\tClose\r\n" + ONE_BYTE, "200 'a', close"),
                Sample.of("1.0", "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na", "200 'a', close"),
                Sample.of(
                        "1.0 kept",
                        "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 1\r\n\r\na",
                        "200 'a', keep"),
                Sample.of("no content", "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", "204 '', keep"),
                Sample.of(
                        "not modified",
                        "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n",
                        "304 '', keep"),
                Sample.head(
                        "to HEAD",
                        OK + "Content-Length: 5\r\n\r\nHTTP/1.1 404 No\r\n\r\n",
                        "200 '', keep",
                        "404 '', keep"),
                Sample.of("chunks", CHUNKED + "3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n", "200 'abc0123456789', keep"),
                Sample.of(
                        "chunk extensions",
                        OK + "Transfer-Encoding: gzip, Chunked\r\n\r\n003 ;a=\"b\"\r\nabc\r\n0;x\r\n\r\n",
                        "200 'abc', keep"),
                Sample.of("trailers", CHUNKED + "1\na\n0\r\nSum: 1\r\nContent-Length: 9\r\n\r\n", "200 'a', keep"),
                Sample.of(
                        "chunks and length",
                        OK + "Content-Length: 100\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
                        "200 'a', keep"),
                Sample.closed("until close", OK + "\r\nto the\r\n\r\nend", "200 'to the\r\n\r\nend', close"),
                Sample.closed("until close, empty", OK + "\r\n", "200 '', close"),
                Sample.closed(
                        "encoded until close",
                        OK + "Transfer-Encoding: gzip\r\n" + ONE_BYTE + "bc",
                        "200 'abc', close"),
                Sample.of(
                        "continue",
                        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\na",
                        "201 'a', keep"),
                Sample.of(
                        "hints",
                        "HTTP/1.1 103 Hints\r\nConnection: close\r\nContent-Length: 9\r\n\r\nHTTP/1.1 100\r\n\r\n" + OK
                                + ONE_BYTE,
                        "200 'a', keep"),
                Sample.of(
                        "switching protocols",
                        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
                        "101 '', close"),
                Sample.of(
                        "empty lines between",
                        "\r\n\n" + OK + ONE_BYTE + "\r\n" + OK + "Content-Length: 1\r\n\r\nb\r\n",
                        "200 'a', keep",
                        "200 'b', keep"),
                Sample.closed(
                        "pipeline",
                        OK + ONE_BYTE + "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n" + CHUNKED
                                + "1\r\nb\r\n0\r\n\r\nHTTP/1.1 204 No\r\n\r\n" + OK + "\r\nrest",
                        "200 'a', keep",
                        "404 '', keep",
                        "200 'b', keep",
                        "204 '', keep",
                        "200 'rest', close"),
                Sample.closed("cut head", OK + "Content-Le", "cut"),
                Sample.closed("cut body", OK + "Content-Length: 5\r\n\r\nhell", "cut"),
                Sample.closed("cut chunk", CHUNKED + "5\r\nhell", "cut"),
                Sample.closed("cut before the last chunk", CHUNKED + "1\r\na\r\n", "cut"),
                Sample.closed("cut after continue", "HTTP/1.1 100 Continue\r\n\r\n", "cut"),
                Sample.closed("closed between answers", OK + "Content-Length: 0\r\n\r\n", "200 '', keep"));
    }

    static List<Refused> refused() {
        String status = ", expected a status line such as 'HTTP/1.1 200 OK'";
        String number = ", expected a length of at most 18 digits";
        String chunk = ", expected the size of a chunk in at most 15 hexadecimal digits";
        String header = ", expected a header, or an empty line behind the last";
        return List.of(
                new Refused("another protocol", "SSH-2.0-OpenSSH_9.2\r\n", "found 'SSH-2.0-OpenSSH_9.2'" + status),
                new Refused(
                        "another protocol without lines",
                        "\u0015\u0003\u0001\u0000\u0002",
                        "found '\\x15\\x03\\x01\\x00\\x02'" + status),
                new Refused("other version", "HTTP/2.0 200 OK\r\n", "found 'HTTP/2.0 200 OK'" + status),
                new Refused("no version", "HTTP/1. 200 OK\r\n", "found 'HTTP/1. 200 OK'" + status),
                new Refused("short status", "HTTP/1.1 20 OK\r\n", "found 'HTTP/1.1 20 OK'" + status),
                new Refused("long status", "HTTP/1.1 2000 OK\r\n", "found 'HTTP/1.1 2000 OK'" + status),
                new Refused("low status", "HTTP/1.1 099 OK\r\n", "found 'HTTP/1.1 099 OK'" + status),
                new Refused("no status", "HTTP/1.1 OK\r\n", "found 'HTTP/1.1 OK'" + status),
                new Refused("nothing but a version", "HTTP/1.1\r\n", "found 'HTTP/1.1'" + status),
                new Refused("negative length", OK + "Content-Length: -5\r\n", "found 'Content-Length: -5'" + number),
                new Refused("no length", OK + "Content-Length:\r\n", "found 'Content-Length:'" + number),
                new Refused(
                        "huge length",
                        OK + "Content-Length: 99999999999999999999\r\n",
                        "found 'Content-Length: 99999999999999999999'" + number),
                new Refused(
                        "other length",
                        OK + "Content-Length: 5\r\ncontent-length: 6\r\n",
                        "found 'content-length: 6', expected 5 as said before"),
                new Refused(
                        "two lengths",
                        OK + "Content-Length: 5, 6\r\n",
                        "found 'Content-Length: 5, 6', expected 5 as said before"),
                new Refused(
                        "folded length",
                        OK + "Content-Length: 5\r\n 6\r\n",
                        "found ' 6', expected a header that is not continued on a line of its own"),
                new Refused(
                        "folded status line",
                        OK + " x\r\n",
                        "found ' x', expected a header that is not continued on a line of its own"),
                new Refused("no colon", OK + "Server\r\n", "found 'Server'" + header),
                new Refused("no name", OK + ": a\r\n", "found ': a'" + header),
                new Refused("long line", OK + "x".repeat(50) + "\r\n", "found '" + "x".repeat(40) + "...'" + header),
                new Refused("no chunk size", CHUNKED + "\r\n", "found ''" + chunk),
                new Refused("bad chunk size", CHUNKED + "0x5\r\n", "found '0x5'" + chunk),
                new Refused("negative chunk size", CHUNKED + "-1\r\n", "found '-1'" + chunk),
                new Refused(
                        "huge chunk size", CHUNKED + "10000000000000005" + "\r\n", "found '10000000000000005'" + chunk),
                new Refused(
                        "chunk longer than said",
                        CHUNKED + "1\r\nab",
                        "found 'b', expected the end of a line behind a chunk"));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void cutsMakeNoDifferenceWhereverTheyAre(Sample sample) throws MalformedResponse {
        assertEquals(sample.answers, read(sample), "at once");
        assertEquals(sample.answers, read(sample, everywhere(sample.sent)), "one by one");
        for (int cut = 1; cut < sample.sent.length(); cut++) {
            assertEquals(sample.answers, read(sample, cut), "cut at " + cut);
        }
        Random random = new Random(7);
        for (int i = 0; i < RANDOM_SLICINGS; i++) {
            int[] cuts =
                    random.ints(1 + random.nextInt(8), 1, sample.sent.length()).toArray();
            assertEquals(sample.answers, read(sample, cuts), () -> "cut at " + Arrays.toString(cuts));
        }
    }

    @ParameterizedTest
    @MethodSource("refused")
    void malformedAnswerIsRefusedWithASentenceHoweverItIsCut(Refused refused) {
        Sample sample = Sample.of(refused.name, refused.sent);
        MalformedResponse failure = assertThrows(MalformedResponse.class, () -> read(sample));
        assertEquals("the server's answer is malformed: " + refused.sentence, failure.getMessage());
        assertThrows(MalformedResponse.class, () -> read(sample, everywhere(refused.sent)));
        for (int cut = 1; cut < refused.sent.length(); cut++) {
            int at = cut;
            assertThrows(MalformedResponse.class, () -> read(sample, at), () -> "cut at " + at);
        }
    }

    @Test
    void garbageIsRefusedBeforeItsLineEnds() {
        ResponseReader reader = new ResponseReader(false);
        assertThrows(MalformedResponse.class, () -> reader.feed(Ascii.bytes("HTTQ"), 0, 4));
    }

    @Test
    void headOf64KiBIsReadAndOneByteMoreIsRefused() throws MalformedResponse {
        String begin = "HTTP/1.1 204 No\r\nX: ";
        String fits = begin + "x".repeat(ResponseReader.HEAD_LIMIT - begin.length() - 4) + "\r\n\r\n";
        String tooLarge = fits.replace("X:", "XX:");
        assertEquals(List.of("204 '', keep"), read(Sample.of("fits", fits)));
        assertEquals(List.of("204 '', keep"), read(Sample.of("fits", fits), 1000, 60_000));
        for (int[] cuts : new int[][] {{}, {1000, 60_000}}) {
            MalformedResponse failure =
                    assertThrows(MalformedResponse.class, () -> read(Sample.of("too large", tooLarge), cuts));
            assertEquals(
                    "the server's answer has a head or a line of more than 65536 bytes, expected at most that",
                    failure.getMessage());
        }
    }

    @Test
    void manyChunksAreNoLargeHead() throws MalformedResponse {
        int chunks = ResponseReader.HEAD_LIMIT;
        String sent =
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + "1\r\na\r\n".repeat(chunks) + "0\r\n\r\n";
        assertEquals(List.of("200 '" + "a".repeat(chunks) + "', keep"), read(Sample.of("many", sent)));
    }

    @Test
    void headersAreKeptInOrderWithTheirDuplicatesAndTrailers() throws MalformedResponse {
        byte[] sent = Ascii.bytes(
                "HTTP/1.1 103 Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nSet-Cookie:  a=1 \r\nServer: caf\u00e9\r\n"
                        + "Set-Cookie: b=2\r\nFolded: one\r\n\t two \r\nEmpty:\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nSum: 3\r\n\r\n");
        ResponseReader reader = new ResponseReader(true);
        assertEquals(sent.length, reader.feed(sent, 0, sent.length));
        assertEquals(
                List.of(
                        new ResponseReader.Header("Set-Cookie", "a=1"),
                        new ResponseReader.Header("Server", "caf\u00e9"),
                        new ResponseReader.Header("Set-Cookie", "b=2"),
                        new ResponseReader.Header("Folded", "one two"),
                        new ResponseReader.Header("Empty", ""),
                        new ResponseReader.Header("Transfer-Encoding", "chunked"),
                        new ResponseReader.Header("Sum", "3")),
                reader.headers());
        reader.next(false);
        assertEquals(List.of(), reader.headers());
    }

    @Test
    void nothingIsKeptUnlessItWasAskedFor() throws MalformedResponse {
        byte[] sent = Ascii.bytes("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na");
        ResponseReader reader = new ResponseReader(false);
        reader.feed(sent, 0, sent.length);
        assertTrue(reader.isComplete());
        assertEquals(List.of(), reader.headers());
        assertEquals(0, reader.bodyLength());
    }

    @Test
    void answerLargerThanAScriptMayHaveIsRefusedOnlyWhereItIsKept() throws MalformedResponse {
        byte[] head =
                Ascii.bytes("HTTP/1.1 200 OK\r\nContent-Length: " + (ResponseReader.BODY_LIMIT + 1L) + "\r\n\r\n");
        new ResponseReader(false).feed(head, 0, head.length);
        MalformedResponse failure =
                assertThrows(MalformedResponse.class, () -> new ResponseReader(true).feed(head, 0, head.length));
        assertEquals(
                "the server's answer has a body of more than 67108864 bytes, expected at most that where the script"
                        + " has a response()",
                failure.getMessage());
    }

    @Test
    void bodyWithoutALengthIsLimitedToo() throws MalformedResponse {
        ResponseReader reader = new ResponseReader(true);
        byte[] head = Ascii.bytes("HTTP/1.1 200 OK\r\n\r\n");
        reader.feed(head, 0, head.length);
        byte[] part = new byte[1 << 20];
        for (int i = 0; i < 64; i++) {
            reader.feed(part, 0, part.length);
        }
        assertEquals(ResponseReader.BODY_LIMIT, reader.bodyLength());
        assertThrows(MalformedResponse.class, () -> reader.feed(part, 0, 1));
    }

    @Test
    void answerThatWasGivenUpLeavesNoTrace() throws MalformedResponse {
        ResponseReader reader = new ResponseReader(true);
        byte[] cut = Ascii.bytes("HTTP/1.1 500 No\r\nConnection: close\r\nX: y\r\nTransfer-Enc");
        reader.feed(cut, 0, cut.length);
        assertTrue(reader.isStarted());
        reader.next(false);
        assertFalse(reader.isStarted());
        byte[] whole = Ascii.bytes("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na");
        reader.feed(whole, 0, whole.length);
        assertEquals("200 'a', keep", seen(reader));
    }

    @Test
    void nothingIsAllocatedForAnAnswer() throws MalformedResponse {
        byte[] sent = Ascii.bytes("HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nConnection: keep-alive\r\n"
                + "Content-Length: 9\r\n\r\n123456789");
        ResponseReader reader = new ResponseReader(false);
        readAgainAndAgain(reader, sent);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        threads.getCurrentThreadAllocatedBytes();
        long before = threads.getCurrentThreadAllocatedBytes();
        readAgainAndAgain(reader, sent);
        assertEquals(0, threads.getCurrentThreadAllocatedBytes() - before);
    }

    /** Whole, and cut in the middle of a header. */
    private static void readAgainAndAgain(ResponseReader reader, byte[] sent) throws MalformedResponse {
        for (int i = 0; i < 1000; i++) {
            reader.next(false);
            reader.feed(sent, 0, sent.length);
            reader.next(false);
            reader.feed(sent, 0, 30);
            reader.feed(sent, 30, sent.length);
        }
    }

    private static int[] everywhere(String sent) {
        int[] cuts = new int[sent.length()];
        Arrays.setAll(cuts, i -> i);
        return cuts;
    }

    /** As a connection does it: every slice behind another's leftovers in the same array. */
    private static List<String> read(Sample sample, int... cuts) throws MalformedResponse {
        List<String> answers = new ArrayList<>();
        ResponseReader reader = new ResponseReader(true);
        reader.next(sample.toHead);
        byte[] sent = Ascii.bytes(sample.sent);
        byte[] buffer = new byte[sent.length + 2];
        TreeSet<Integer> ends = new TreeSet<>();
        for (int cut : cuts) {
            ends.add(cut);
        }
        ends.add(sent.length);
        int from = 0;
        for (int end : ends) {
            Arrays.fill(buffer, (byte) '\n');
            System.arraycopy(sent, from, buffer, 1, end - from);
            int to = 1 + end - from;
            for (int at = 1; at < to; ) {
                at = reader.feed(buffer, at, to);
                if (reader.isComplete()) {
                    answers.add(seen(reader));
                    reader.next(sample.toHead);
                }
            }
            from = end;
        }
        if (sample.thenCloses && reader.isStarted()) {
            answers.add(reader.endOfStream() ? seen(reader) : "cut");
        }
        return answers;
    }

    private static String seen(ResponseReader reader) {
        String body = Ascii.text(reader.body(), 0, reader.bodyLength());
        return reader.status() + " '" + body + "', " + (reader.keepAlive() ? "keep" : "close");
    }
}
