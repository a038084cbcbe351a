package kvlab.grader.requests;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One request of a story. The seed decides what makes no difference to the right answer, for example which bytes of the key
 * are percent-encoded. Two kinds of step are no requests: a node goes down, and it comes back.
 *
 * @param method GET, PUT or DELETE, unless the kind is METHOD
 * @param key its bytes after the story's prefix, one character a byte
 * @param length of the value
 * @param ack 0 when the request names no replicas
 * @param connection one of a few; connection 4 of three nodes goes to node 1
 */
public record Step(
        Kind kind, String method, String key, int length, int ack, int from, int connection, Manner manner, long seed) {

    /** Requests of the kinds from PATH to TOO_LARGE must be refused. */
    public enum Kind {
        ENTITY,
        /** A PUT whose value comes in chunks. */
        CHUNKED,
        /** The path is one that no node knows. */
        PATH,
        METHOD,
        NO_ID,
        /** What is said of replicas is wrong. */
        REPLICAS,
        TOO_LARGE,
        /** The client goes away, in the middle of the request or right after it. */
        ABORTED,
        /** A few bytes of the head are wrong. The key begins with another text, so no other request's answer changes. */
        FUZZED,
        /** The node of this connection stops or is killed. */
        DOWN,
        /** The node that is down starts again. */
        UP
    }

    /**
     * How a request is written and sent.
     *
     * @param closes whether the node has to close the connection after its answer
     * @param pieces into how many parts the bytes are cut on their way; {@link Step#EVERY_BYTE} cuts the head after each
     * @param together whether it is sent before the answer to the step before has come
     * @param plain whether it is written as a person would write it
     */
    public record Manner(boolean closes, int pieces, boolean together, boolean plain) {

        static final Manner PLAIN = new Manner(false, 1, false, true);

        private List<Manner> simpler() {
            return Stream.of(
                            new Manner(closes, pieces, false, plain),
                            new Manner(closes, 1, together, plain),
                            new Manner(false, pieces, together, plain),
                            new Manner(closes, pieces, together, true))
                    .filter(other -> !equals(other))
                    .toList();
        }
    }

    /**
     * Where a story is played.
     *
     * @param prefix what the keys begin with
     * @param nodes how many there are
     * @param replicas whether the nodes know replicas=2/3
     * @param ackFrom whether the nodes know ack=2&from=3
     */
    public record Scene(String prefix, int nodes, boolean replicas, boolean ackFrom) {}

    private static final String UNRESERVED = "-._~/=:@,?";

    /** Letters and digits go into a shell's line as they are. */
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";

    /** Wrong in a cluster of two nodes or more; %d is one more than there are. */
    private static final List<String> WRONG_REPLICAS =
            List.of(("replicas=0/1 replicas=2/1 replicas=0/0 replicas=1/0 replicas=1/%d replicas=%1$d/%1$d"
                            + " replicas=1 replicas= replicas=1/ replicas=/1 replicas=1/2/ replicas=1/2/2 replicas=a/b"
                            + " replicas=1.0/2 replicas=%%201/2 replicas=1/2%%20 replicas=-1/2 replicas=1/-2"
                            + " replicas=99999999999/3 replicas=1/4294967298 replicas=1/2&replicas=1/2"
                            + " replicas=1/2&ack=1&from=2 ack=1 from=2 ack=1&from= ack=&from=2 ack=2&from=1 ack=0&from=1"
                            + " ack=1&from=%d ack=1&ack=1&from=2")
                    .split(" "));

    /** Parameters that mean nothing, though they look like some that do. */
    private static final List<String> UNKNOWN = List.of(
            ("x=1 x=1&x=2 ids=b valid=b Id=b x x=id=b x=1/2 version=1 timestamp=1 ts=1 internal=true" + " proxy=1")
                    .split(" "));

    /** Characters that a fuzzed head may get: separators of HTTP, digits, letters, controls, bytes above 0x7f. */
    private static final String ODD = "\r\n\t\0 %&=/?:#+;,\"{0179aZ-\u007f\u0080\u00ff";

    private static final int MOST_ODD = 3;

    /** A pause follows each byte that is sent alone, so only the first bytes of a head are. */
    private static final int MOST_SINGLE_BYTES = 150;

    static final int EVERY_BYTE = 1_000;

    private static final int READABLE = 40;
    private static final int SHORT = 8;

    static Step event(Kind kind, int node, long seed) {
        return new Step(kind, "", "", 0, 0, 0, node, Manner.PLAIN, seed);
    }

    public static Step get(String key, int connection, long seed) {
        return new Step(Kind.ENTITY, "GET", key, 0, 0, 0, connection, Manner.PLAIN, seed);
    }

    /** The same with a value that no other request has. */
    public Step withOwnValue() {
        return new Step(kind, method, key, Math.max(length, SHORT), ack, from, connection, manner, seed);
    }

    /** The same about another key, as most clients would ask. */
    public Step plainlyAbout(String otherKey) {
        return new Step(kind, method, otherKey, length, 0, 0, connection, Manner.PLAIN, seed);
    }

    private Random random() {
        return new Random(seed);
    }

    private boolean oneIn(int times, Random random) {
        return random.nextInt(times) == 0 && !manner.plain;
    }

    /** The same with one thing less that makes it hard to read. */
    List<Step> simpler() {
        int shorter = length > READABLE && kind != Kind.TOO_LARGE ? SHORT : length;
        return Stream.concat(
                        manner.simpler().stream()
                                .map(other -> new Step(kind, method, key, length, ack, from, connection, other, seed)),
                        Stream.of(
                                new Step(kind, method, key, shorter, ack, from, connection, manner, seed),
                                new Step(kind, method, key, length, 0, 0, connection, manner, seed),
                                new Step(kind, method, key, length, ack, from, 0, manner, seed)))
                .filter(other -> !equals(other))
                .toList();
    }

    /** Whether a node goes down by SIGKILL, and not by SIGTERM. */
    public boolean isKill() {
        return seed % 2 == 0;
    }

    /** Whether the client lets the answer wait before it reads it. */
    public boolean isReadLate() {
        return (seed & 15) == 1 && !manner.plain;
    }

    /** A seed like this one of a step whose answer is read late. */
    static long readLate(long seed) {
        return seed & ~15 | 1;
    }

    /** Whether the client of an aborted request has sent all of it. */
    public boolean isWhole() {
        return (seed & 12) == 0;
    }

    /** Whether that client goes away while it gets its answer. */
    public boolean isLeftInItsAnswer() {
        return isWhole() && (seed & 16) == 0;
    }

    /** HTTP/1.0 closes unless it is asked not to. */
    private boolean isOld() {
        return manner.closes && seed % 2 == 0;
    }

    private boolean hasBody() {
        // HTTP allows TRACE no body.
        return method.equals("PUT") || !isEntity() && !method.equals("TRACE");
    }

    private boolean isEntity() {
        return kind == Kind.ENTITY || kind == Kind.ABORTED || kind == Kind.FUZZED;
    }

    public byte[] value() {
        byte[] value = new byte[length];
        random().nextBytes(value);
        boolean letters = length <= READABLE && (manner.plain || (seed & 2) == 0);
        for (int i = 0; letters && i < length; i++) {
            value[i] = (byte) ALPHABET.charAt((value[i] & 0xff) % ALPHABET.length());
        }
        return value;
    }

    /** The path and the query. */
    public String target(Scene scene) {
        Random random = random();
        List<String> query = new ArrayList<>();
        if (kind != Kind.NO_ID) {
            query.add("id=" + (kind == Kind.FUZZED ? "fuzzed-" : scene.prefix) + encoded(key, random));
        } else if (random.nextBoolean()) {
            query.add("id=");
        }
        if (ack > 0 && scene.replicas && !(scene.ackFrom && oneIn(4, random))) {
            query.add("replicas=" + ack + "/" + from);
        } else if (ack > 0) {
            query.add("ack=" + ack);
            query.add("from=" + from);
        }
        if (kind == Kind.REPLICAS) {
            List<String> wrong = WRONG_REPLICAS.stream()
                    .filter(each -> scene.replicas || !each.contains("replicas"))
                    .filter(each -> scene.ackFrom || !each.contains("ack") && !each.contains("from"))
                    .toList();
            query.add(String.format(wrong.get(random.nextInt(wrong.size())), scene.nodes + 1));
        }
        if (oneIn(10, random)) {
            query.add(UNKNOWN.get(random.nextInt(UNKNOWN.size())));
        }
        if (oneIn(4, random)) {
            Collections.shuffle(query, random);
        }
        String path = kind == Kind.PATH ? "/v0/entities" : "/v0/entity";
        return query.isEmpty() ? path : path + "?" + String.join("&", query);
    }

    /**
     * Any byte may be percent-encoded, with digits in either case. Those that mean something in a query have to be. The bytes of
     * a character are all raw or all encoded.
     */
    private String encoded(String bytes, Random random) {
        StringBuilder text = new StringBuilder();
        boolean raw = !manner.plain && !oneIn(4, random);
        for (char c : bytes.toCharArray()) {
            boolean mayBeRaw = c < 0x80 && Character.isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0;
            if (c >= 0x80 ? raw : mayBeRaw && !oneIn(8, random)) {
                text.append(c);
            } else {
                text.append(String.format(random.nextBoolean() ? "%%%02X" : "%%%02x", (int) c));
            }
        }
        return text.toString();
    }

    public byte[] bytes(Scene scene, String host) {
        Random random = random();
        StringBuilder head = new StringBuilder(method + " " + target(scene) + (isOld() ? " HTTP/1.0" : " HTTP/1.1"));
        List<String> headers = new ArrayList<>(List.of("Host: " + host));
        if (oneIn(4, random)) {
            headers.add("X-Padding: " + "p".repeat(random.nextInt(300)));
        }
        byte[] body = body(scene);
        if (kind == Kind.CHUNKED) {
            headers.add("Transfer-Encoding: chunked");
        } else if (hasBody()) {
            headers.add("Content-Length: " + body.length);
        }
        if (manner.closes && !isOld()) {
            headers.add("Connection: " + (random.nextBoolean() ? "close" : "Close"));
        }
        if (!manner.plain) {
            Collections.shuffle(headers, random);
        }
        for (String header : headers) {
            String[] parts = header.split(": ", 2);
            head.append("\r\n").append(anyCase(parts[0], random)).append(':');
            head.append(" ".repeat(blanks(random))).append(parts[1]);
        }
        head.append("\r\n\r\n");
        int odd = kind == Kind.FUZZED ? 1 + random.nextInt(MOST_ODD) : 0;
        for (int i = 0; i < odd; i++) {
            spoil(head, random);
        }
        return joined(head.toString().getBytes(StandardCharsets.ISO_8859_1), body);
    }

    /** One byte more, one less, or another one. */
    private static void spoil(StringBuilder head, Random random) {
        int at = random.nextInt(head.length());
        int change = random.nextInt(3);
        if (change > 0) {
            head.deleteCharAt(at);
        }
        if (change < 2) {
            head.insert(at, ODD.charAt(random.nextInt(ODD.length())));
        }
    }

    private String anyCase(String name, Random random) {
        return switch (manner.plain ? 2 : random.nextInt(6)) {
            case 0 -> name.toLowerCase(Locale.ROOT);
            case 1 -> name.toUpperCase(Locale.ROOT);
            default -> name;
        };
    }

    /** HTTP allows any number of blanks before the value of a header. */
    private int blanks(Random random) {
        return oneIn(4, random) ? random.nextInt(3) : 1;
    }

    /** Where it is to be refused, the body reads like a request that would do harm. */
    private byte[] body(Scene scene) {
        if (!hasBody()) {
            return new byte[0];
        }
        return switch (kind) {
            case ENTITY, TOO_LARGE, ABORTED, FUZZED -> method.equals("PUT") ? value() : new byte[0];
            case CHUNKED -> chunked(value());
            default ->
                ("DELETE /v0/entity?id=" + scene.prefix + encoded(key, random()) + " HTTP/1.1\r\nHost: h\r\n\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1);
        };
    }

    private static byte[] chunked(byte[] value) {
        byte[] size = value.length == 0
                ? new byte[0]
                : (Integer.toHexString(value.length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        byte[] end = (value.length == 0 ? "0\r\n\r\n" : "\r\n0\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        return joined(joined(size, value), end);
    }

    public static byte[] joined(byte[] first, byte[] second) {
        byte[] all = new byte[first.length + second.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    /** Where to cut so many bytes, in order. */
    public List<Integer> cuts(int bytes) {
        Random random = random();
        List<Integer> cuts = new ArrayList<>();
        if (manner.pieces == EVERY_BYTE) {
            IntStream.range(1, Math.min(bytes, MOST_SINGLE_BYTES)).forEach(cuts::add);
            return cuts;
        }
        for (int i = 1; i < manner.pieces; i++) {
            // Half of the cuts are in the head, where a value is much longer than it.
            cuts.add(1 + random.nextInt(Math.max(1, random.nextBoolean() ? Math.min(bytes, 200) - 1 : bytes - 1)));
        }
        Collections.sort(cuts);
        return cuts;
    }

    /** As a person would repeat it: with curl, or as bytes where curl cannot send them so. */
    public String line(Scene scene, String url) {
        return switch (kind) {
            case UP -> "the node that is down starts again";
            case DOWN -> (isKill() ? "SIGKILL" : "SIGTERM") + " to " + url;
            case ENTITY, TOO_LARGE -> manner.equals(Manner.PLAIN) ? curl(url + target(scene)) : bytesLine(scene, url);
            default -> bytesLine(scene, url);
        };
    }

    private String curl(String url) {
        return switch (method) {
            case "GET" -> "curl -i '" + url + "'";
            case "PUT" ->
                length > READABLE
                        ? "head -c " + length + " /dev/urandom > value; curl -i -X PUT --data-binary @value '" + url
                                + "'"
                        : "curl -i -X PUT --data-binary '" + new String(value(), StandardCharsets.US_ASCII) + "' '"
                                + url + "'";
            default -> "curl -i -X " + method + " '" + url + "'";
        };
    }

    private String bytesLine(Scene scene, String url) {
        byte[] all = bytes(scene, url.substring("http://".length()));
        int shown = all.length - (length > READABLE ? body(scene).length : 0);
        return "bytes" + pieces(all.length)
                + (manner.together ? " right behind the request before" : "")
                + (kind == Kind.FUZZED ? ", some of them wrong" : "")
                + (kind == Kind.ABORTED ? ", and the client goes away" + (isWhole() ? "" : " before the end") : "")
                + ": " + escaped(new String(all, 0, shown, StandardCharsets.ISO_8859_1))
                + (shown < all.length ? " and " + (all.length - shown) + " bytes" : "");
    }

    private String pieces(int bytes) {
        if (manner.pieces == EVERY_BYTE) {
            return " one by one";
        }
        return manner.pieces > 1 ? " in pieces, cut at " + cuts(bytes) : "";
    }

    private static String escaped(String text) {
        StringBuilder line = new StringBuilder();
        for (char c : text.toCharArray()) {
            switch (c) {
                case '\r' -> line.append("\\r");
                case '\n' -> line.append("\\n");
                default -> line.append(c >= ' ' && c < 0x7f ? String.valueOf(c) : String.format("\\x%02x", (int) c));
            }
        }
        return line.toString();
    }
}
