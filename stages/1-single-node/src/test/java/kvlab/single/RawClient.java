package kvlab.single;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** A client that sends exactly the bytes it is told to: what no HTTP library would. */
final class RawClient implements Closeable {

    private static final int TIMEOUT_MILLIS = 30_000;

    private final Socket socket;
    private final InputStream in;

    record Answer(int status, Map<String, String> headers, byte[] body) {

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    RawClient(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** A character is a byte. */
    RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    RawClient put(String id, byte[] value) throws IOException {
        return send("PUT /v0/entity?id=" + id + " HTTP/1.1\r\nContent-Length: " + value.length + "\r\n\r\n")
                .send(value);
    }

    RawClient get(String id) throws IOException {
        return send("GET /v0/entity?id=" + id + " HTTP/1.1\r\n\r\n");
    }

    RawClient delete(String id) throws IOException {
        return send("DELETE /v0/entity?id=" + id + " HTTP/1.1\r\n\r\n");
    }

    Answer answer() throws IOException {
        return answer(true);
    }

    /** The answer to HEAD says how long a body would be, and has none. */
    Answer answerToHead() throws IOException {
        return answer(false);
    }

    private Answer answer(boolean hasBody) throws IOException {
        String[] status = line().split(" ", 3);
        Map<String, String> headers = new HashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            String[] header = line.split(": ", 2);
            headers.put(header[0].toLowerCase(Locale.ROOT), header[1]);
        }
        int length = hasBody ? Integer.parseInt(headers.getOrDefault("content-length", "0")) : 0;
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the body ended after " + body.length + " of " + length + " bytes");
        }
        return new Answer(Integer.parseInt(status[1]), headers, body);
    }

    /** Whether something of an answer is there. */
    boolean isAnswered() throws IOException {
        return in.available() > 0;
    }

    /** Waits until the server closes, whatever it sends before. */
    boolean isClosedByServer() throws IOException {
        try {
            in.transferTo(OutputStream.nullOutputStream());
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException e) {
            return true;
        }
    }

    void finishSending() throws IOException {
        socket.shutdownOutput();
    }

    /** Closes with a reset, as a client that crashes. */
    void abort() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server closed the connection after '" + line + "'");
            }
            line.append((char) c);
        }
        return line.toString().stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
