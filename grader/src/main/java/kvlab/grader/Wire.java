package kvlab.grader;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One connection, on which exactly those bytes are sent that a check wants: Java's own client can neither send half a
 * request nor sixteen at once nor one that is malformed. Nothing here throws because of what a node does: what it did
 * becomes words in the {@link Exchange}.
 */
final class Wire implements Closeable {

    static final int PATIENCE_SECONDS = 5;

    /** Begins what is said of a node that answers nothing. */
    static final String SILENCE = "no answer within ";

    /** With one of many clients that send much at once: on a slow machine all that takes its time. */
    static final int PATIENCE_IN_A_CROWD_SECONDS = 20;

    /** In bytes, for what comes: less than a large answer needs. */
    static final int LITTLE_ROOM = 16 * 1024;

    /** Of an answer: several times what the largest value takes. */
    private static final int MOST_BYTES = 4 << 20;

    /** TCP may join what comes closer together. */
    private static final long BETWEEN_PIECES_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final int LONGEST_LINE = 64 * 1024;
    private static final int SHOWN = 60;

    private final String node;
    private final int patienceSeconds;
    private final Socket socket = new Socket();
    private final byte[] buffer = new byte[16 * 1024];
    private InputStream in;
    private int at;
    private int end;
    private int heard;
    private long deadline;
    private String trouble = "";

    private Wire(String node, int patienceSeconds) {
        this.node = node;
        this.patienceSeconds = patienceSeconds;
    }

    static Wire open(String node, String host, int port) {
        return open(node, host, port, PATIENCE_SECONDS);
    }

    /** @param patienceSeconds how long an answer may take */
    static Wire open(String node, String host, int port, int patienceSeconds) {
        return open(node, host, port, patienceSeconds, 0);
    }

    /** @param room in bytes, for what comes before it is read; 0 leaves it to the system */
    static Wire open(String node, String host, int port, int patienceSeconds, int room) {
        Wire wire = new Wire(node, patienceSeconds);
        try {
            if (room > 0) {
                wire.socket.setReceiveBufferSize(room);
            }
            wire.socket.setTcpNoDelay(true);
            wire.socket.connect(new InetSocketAddress(host, port), patienceSeconds * 1000);
            wire.in = wire.socket.getInputStream();
        } catch (IOException e) {
            wire.trouble = wire.inWords(e);
        }
        return wire;
    }

    boolean isRefused() {
        return trouble.equals(Exchange.REFUSED);
    }

    boolean isClosed() {
        return socket.isClosed();
    }

    /** A character is a byte. */
    Wire send(String text) {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** In pieces that the node reads apart: the first up to a place where they are cut, and so on. */
    Wire sendInPieces(byte[] bytes, List<Integer> cuts) {
        int from = 0;
        for (int cut : cuts) {
            send(Arrays.copyOfRange(bytes, from, cut));
            LockSupport.parkNanos(BETWEEN_PIECES_NANOS);
            from = cut;
        }
        return send(Arrays.copyOfRange(bytes, from, bytes.length));
    }

    /** What goes wrong is told by the answer: a node may refuse a request, and close, before it has read it all. */
    Wire send(byte[] bytes) {
        if (in != null) {
            try {
                socket.getOutputStream().write(bytes);
            } catch (IOException e) {
                trouble = inWords(e);
            }
        }
        return this;
    }

    /** @param request how the exchange is called */
    Exchange answer(String request) {
        if (in == null) {
            return Exchange.without(node, request, trouble);
        }
        deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(patienceSeconds);
        heard = 0;
        try {
            Exchange exchange = read(request);
            while (exchange.status() >= 100 && exchange.status() < 200) {
                exchange = read(request);
            }
            return exchange;
        } catch (IOException e) {
            return Exchange.without(node, request, inWords(e));
        }
    }

    /** Whether the node says something, or closes, before so much time is over. */
    boolean hears(int millis) {
        deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        try {
            if (in != null && at == end) {
                fill();
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Whether the node closes it soon, and says nothing more. */
    boolean isClosedSoon() {
        deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        try {
            return in == null || at == end && !fill();
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private Exchange read(String request) throws IOException {
        String first = line();
        String[] status = first.split(" ", 3);
        if (!status[0].startsWith("HTTP/1.") || status.length < 2 || !status[1].matches("[1-5][0-9][0-9]")) {
            return Exchange.without(node, request, "it sent what is not HTTP: '" + shortened(first) + "'");
        }
        Map<String, String> headers = new HashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                return Exchange.without(node, request, "a header of its answer is '" + shortened(line) + "'");
            }
            headers.merge(
                    line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip(),
                    (before, next) -> before.equals(next) ? before : before + ", " + next);
        }
        int code = Integer.parseInt(status[1]);
        byte[] body = hasBody(request, code) ? body(headers) : new byte[0];
        return new Exchange(node, request, code, headers, body, "", null);
    }

    private static boolean hasBody(String request, int status) {
        return !request.startsWith("HEAD ") && status >= 200 && status != 204 && status != 304;
    }

    private byte[] body(Map<String, String> headers) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        String length = headers.get("content-length");
        if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
            for (int size = number(line(), 16); size > 0; size = number(line(), 16)) {
                take(size, body);
                line();
            }
            while (!line().isEmpty()) {
                // Trailers are nobody's business.
            }
        } else if (length != null) {
            take(number(length, 10), body);
        } else {
            do {
                body.write(buffer, at, end - at);
                at = end;
            } while (fill());
        }
        return body.toByteArray();
    }

    private static int number(String text, int radix) throws IOException {
        try {
            int number = Integer.parseInt(text.split(";", 2)[0].strip(), radix);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // As one that is negative.
        }
        throw new IOException("the length of its answer's body is '" + shortened(text) + "'");
    }

    private void take(int count, ByteArrayOutputStream body) throws IOException {
        for (int left = count; left > 0; ) {
            if (at == end && !fill()) {
                throw new EOFException("connection closed after " + (count - left) + " of the " + count
                        + " bytes that the answer announces");
            }
            int taken = Math.min(left, end - at);
            body.write(buffer, at, taken);
            at += taken;
            left -= taken;
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (line.length() < LONGEST_LINE) {
            if (at == end && !fill()) {
                throw new EOFException(
                        "connection closed" + (line.isEmpty() ? "" : " after '" + shortened(line.toString()) + "'"));
            }
            char c = (char) (buffer[at++] & 0xff);
            if (c == '\n') {
                return line.toString().stripTrailing();
            }
            line.append(c);
        }
        throw new IOException("a line of its answer does not end");
    }

    private boolean fill() throws IOException {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
            throw new SocketTimeoutException();
        }
        socket.setSoTimeout((int) left);
        int count = in.read(buffer);
        at = 0;
        end = Math.max(0, count);
        heard += end;
        if (heard > MOST_BYTES) {
            throw new IOException("its answer has more than " + (MOST_BYTES >> 20) + " MiB and no end");
        }
        return count > 0;
    }

    private String inWords(IOException e) {
        if (e instanceof SocketTimeoutException) {
            return heard == 0
                    ? SILENCE + patienceSeconds + " s"
                    : "its answer began, and did not end within " + patienceSeconds + " s";
        }
        String message = String.valueOf(e.getMessage());
        if (e instanceof ConnectException || message.contains("refused")) {
            return Exchange.REFUSED;
        }
        if (message.contains("reset") || message.contains("Broken pipe") || message.contains("abort")) {
            return "connection reset";
        }
        return message;
    }

    private static String shortened(String text) {
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    }

    /** Closes with a reset, as a client that crashes. */
    void abort() {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // The node was faster.
        }
        close();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // Nobody waits for anything from it.
        }
    }
}
