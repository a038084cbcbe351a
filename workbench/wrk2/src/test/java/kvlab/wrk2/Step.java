package kvlab.wrk2;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;

/** Something that a {@link ScriptedServer} does with a connection when a request has come; steps make up sentences. */
@FunctionalInterface
interface Step {

    void on(ServerConnection connection) throws IOException;

    default Step then(Step next) {
        return connection -> {
            on(connection);
            next.on(connection);
        };
    }

    /** Which step a request gets: where not all get the same. */
    @FunctionalInterface
    interface Script {

        Step answerTo(ReceivedRequest request);
    }

    /** A step that sends bytes, and may send them otherwise than at once. */
    record Answer(byte[] bytes) implements Step {

        @Override
        public void on(ServerConnection connection) throws IOException {
            connection.write(bytes);
        }

        Answer firstHalf() {
            return new Answer(Arrays.copyOf(bytes, bytes.length / 2));
        }

        Answer secondHalf() {
            return new Answer(Arrays.copyOfRange(bytes, bytes.length / 2, bytes.length));
        }

        /** In two parts, the second one later. */
        Step inHalves(Duration between) {
            return firstHalf().then(delay(between)).then(secondHalf());
        }

        /** Each byte in a packet of its own. */
        Step dripping() {
            return connection -> {
                for (byte b : bytes) {
                    connection.write(new byte[] {b});
                }
            };
        }

        /** Answers nothing until so many requests have come, then all of them in one write. */
        Step together(int requests) {
            return connection -> connection.writeTogether(bytes, requests);
        }
    }

    static Answer ok(String body) {
        return answer(200, body);
    }

    static Answer answer(int status, String body, String... headers) {
        return raw(head(status, headers) + "Content-Length: " + body.length() + "\r\n\r\n" + body);
    }

    /** Says that the connection ends with it, and ends it. */
    static Step lastAnswer(String body) {
        return answer(200, body, "Connection: close").then(close());
    }

    static Answer chunked(String... chunks) {
        StringBuilder text = new StringBuilder(head(200, "Transfer-Encoding: chunked")).append("\r\n");
        for (String chunk : chunks) {
            text.append(Integer.toHexString(chunk.length()))
                    .append("\r\n")
                    .append(chunk)
                    .append("\r\n");
        }
        return raw(text + "0\r\n\r\n");
    }

    /** A body without a length: it ends where the connection does. */
    static Step untilClose(String body) {
        return raw(head(200) + "\r\n" + body).then(close());
    }

    static Answer interim(int status) {
        return raw(head(status) + "\r\n");
    }

    /** What answers HEAD: the length of a body that does not follow. */
    static Answer headOnly(int length) {
        return raw(head(200, "Content-Length: " + length) + "\r\n");
    }

    /** A character is a byte. */
    static Answer raw(String text) {
        return new Answer(Ascii.bytes(text));
    }

    /** No answer, now or ever; later requests are read. */
    static Step silence() {
        return connection -> {};
    }

    /** No answer, and nothing read any more: what the client sends piles up. */
    static Step hang() {
        return ServerConnection::hang;
    }

    static Step delay(Duration duration) {
        return connection -> connection.pause(duration);
    }

    static Step close() {
        return ServerConnection::close;
    }

    /** Ends the connection as a crash would: the client gets a reset. */
    static Step reset() {
        return ServerConnection::reset;
    }

    /** From now on nobody can connect; the connections that there are go on. */
    static Step refuseConnections() {
        return connection -> connection.server().stopListening();
    }

    private static String head(int status, String... headers) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Scripted\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return head.toString();
    }
}
