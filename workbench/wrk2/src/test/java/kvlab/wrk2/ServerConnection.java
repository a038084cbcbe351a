package kvlab.wrk2;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.regex.Pattern;

/** One connection that a {@link ScriptedServer} accepted, on a thread of its own. */
final class ServerConnection {

    private static final Pattern REQUEST_LINE = Pattern.compile("[A-Z]+ \\S+ HTTP/1\\.[01]");

    private final ScriptedServer server;
    private final Socket socket;
    private final int number;
    private final InputStream in;
    private final byte[] buffer = new byte[16 * 1024];
    private int at;
    private int end;
    private int ordinal;
    private final Framing framing = new Framing();
    private final ByteArrayOutputStream unsent = new ByteArrayOutputStream();
    private int unsentAnswers;

    ServerConnection(ScriptedServer server, Socket socket, int number) throws IOException {
        this.server = server;
        this.socket = socket;
        this.number = number;
        in = socket.getInputStream();
    }

    /** Every write in a packet of its own. */
    void sendAtOnce() throws IOException {
        socket.setTcpNoDelay(true);
    }

    ScriptedServer server() {
        return server;
    }

    boolean isClosed() {
        return socket.isClosed();
    }

    /**
     * The next request, or null when the client has closed, even amidst one: that is how a load ends.
     *
     * @param early done between the head and the body, which is then not kept; or null
     */
    ReceivedRequest read(Step early) throws IOException, Framing.Malformed {
        ByteArrayOutputStream head = new ByteArrayOutputStream(256);
        ByteArrayOutputStream body = new ByteArrayOutputStream(0);
        try {
            readHead(head);
            if (early != null) {
                early.on(this);
            }
            OutputStream kept = early == null ? body : OutputStream.nullOutputStream();
            if (framing.isChunked()) {
                readChunks(kept);
            } else {
                copy(framing.length(), kept);
            }
        } catch (EOFException e) {
            return null;
        }
        return new ReceivedRequest(number, ordinal++, System.nanoTime(), head.toByteArray(), body.toByteArray());
    }

    private void readHead(ByteArrayOutputStream head) throws IOException, Framing.Malformed {
        framing.reset();
        byte[] requestLine = line();
        head.writeBytes(requestLine);
        int length = lengthOf(requestLine);
        if (!REQUEST_LINE.matcher(Ascii.text(requestLine, 0, length)).matches()) {
            throw Framing.Malformed.found(requestLine, 0, requestLine.length, "a request line");
        }
        for (byte[] line = line(); ; line = line()) {
            head.writeBytes(line);
            int lineLength = lengthOf(line);
            if (lineLength == 0) {
                return;
            }
            framing.header(line, 0, lineLength);
        }
    }

    private void readChunks(OutputStream body) throws IOException, Framing.Malformed {
        for (long size = chunkSize(); size > 0; size = chunkSize()) {
            copy(size, body);
            line();
        }
        while (lengthOf(line()) > 0) {}
    }

    private long chunkSize() throws IOException, Framing.Malformed {
        byte[] line = line();
        return Framing.chunkSize(line, 0, lengthOf(line));
    }

    private static int lengthOf(byte[] line) {
        return Ascii.trimReturn(line, 0, line.length - 1);
    }

    /** With its end. */
    private byte[] line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(64);
        while (true) {
            fill();
            int lineFeed = Ascii.indexOf('\n', buffer, at, end);
            int to = lineFeed < 0 ? end : lineFeed + 1;
            line.write(buffer, at, to - at);
            at = to;
            if (lineFeed >= 0) {
                return line.toByteArray();
            }
        }
    }

    private void copy(long length, OutputStream to) throws IOException {
        for (long missing = length; missing > 0; ) {
            fill();
            int part = (int) Math.min(missing, end - at);
            to.write(buffer, at, part);
            at += part;
            missing -= part;
        }
    }

    private void fill() throws IOException {
        if (at == end) {
            at = 0;
            end = Math.max(0, in.read(buffer));
            if (end == 0) {
                throw new EOFException();
            }
        }
    }

    void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    void writeTogether(byte[] answer, int answers) throws IOException {
        unsent.writeBytes(answer);
        unsentAnswers++;
        if (unsentAnswers == answers) {
            write(unsent.toByteArray());
            unsent.reset();
            unsentAnswers = 0;
        }
    }

    void pause(Duration duration) {
        server.awaitEnd(duration);
    }

    void hang() {
        server.awaitEnd(Duration.ofDays(1));
    }

    /** With an end of the stream, not a reset, even where the client has sent more than was read. */
    void close() throws IOException {
        if (!socket.isClosed()) {
            socket.shutdownOutput();
            while (in.available() > 0 && in.read(buffer) > 0) {}
            socket.close();
        }
    }

    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Whatever happens to the client. */
    void abandon() {
        try {
            socket.close();
        } catch (IOException e) {
            // Then it was broken before, and is of no use to anybody.
        }
    }
}
