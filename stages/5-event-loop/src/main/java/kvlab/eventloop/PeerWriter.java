package kvlab.eventloop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import kvlab.async.PeerRequest;
import kvlab.node.Exercise;
import one.nio.net.Socket;

/** Requests as bytes: as many as there are and as fit go out in one piece, large values in pieces of their own. */
final class PeerWriter {

    private static final int BUFFER = 64 * 1024;

    /** A larger body does not go through the buffer. A head is never longer than this. */
    private static final int SMALL = 16 * 1024;

    private static final byte[] NOTHING = {};

    private final Peer peer;
    private final Queue<PeerCall> sent;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int end;

    /** A value that is too large for the buffer, and how much of it is written. */
    private byte[] large = NOTHING;

    private int largeAt;

    /** @param sent where calls go whose answer is the next to come */
    PeerWriter(Peer peer, Queue<PeerCall> sent) {
        this.peer = peer;
        this.sent = sent;
    }

    /** Whether everything that was queued is written. */
    boolean write(Socket socket) throws IOException {
        while (true) {
            while (at < end) {
                int count = socket.write(buffer, at, end - at, 0);
                if (count <= 0) {
                    return false;
                }
                at += count;
            }
            while (largeAt < large.length) {
                int count = socket.write(large, largeAt, Math.min(BUFFER, large.length - largeAt), 0);
                if (count <= 0) {
                    return false;
                }
                largeAt += count;
            }
            if (!fill()) {
                return true;
            }
        }
    }

    /** Moves calls from the queue to the buffer. One system call then writes them all. */
    @Exercise(
            value =
                    "Put as many queued requests into the buffer as fit, and their calls into sent; false if there is none",
            rule = "A2")
    private boolean fill() {
        at = 0;
        end = 0;
        large = NOTHING;
        largeAt = 0;
        while (large.length == 0 && end + 2 * SMALL <= BUFFER) {
            PeerCall call = peer.next();
            if (call == null) {
                break;
            }
            if (!call.isDone()) {
                put(call.request());
                sent.add(call);
            }
        }
        return end > 0;
    }

    private void put(PeerRequest request) {
        byte[] body = request.body();
        put(request.method());
        put(" ");
        put(request.target());
        put(" HTTP/1.1\r\nContent-Length: ");
        put(Integer.toString(body.length));
        put("\r\n\r\n");
        if (body.length > SMALL) {
            large = body;
        } else {
            System.arraycopy(body, 0, buffer, end, body.length);
            end += body.length;
        }
    }

    private void put(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(bytes, 0, buffer, end, bytes.length);
        end += bytes.length;
    }
}
