package kvlab.sharding;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import one.nio.http.Response;

/**
 * Asks one peer, and waits for its answer. To connect takes longer than to ask, so connections are kept for the next
 * request; there are never more than threads that ask.
 */
public final class PeerClient implements Closeable {

    private final String member;
    private final InetSocketAddress address;
    private final Deque<PeerConnection> idle = new ConcurrentLinkedDeque<>();

    public PeerClient(Topology topology, String member) {
        this.member = member;
        this.address = topology.address(member);
    }

    public String member() {
        return member;
    }

    /** @param target path and query, a character a byte */
    public Response ask(String method, String target, byte[] body, Deadline deadline) throws PeerFailure {
        if (deadline.isOver()) {
            throw PeerFailure.late(member);
        }
        byte[] head = (method + " " + target + " HTTP/1.1\r\nHost: " + address.getHostString() + "\r\nContent-Length: "
                        + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        try {
            Response response = askOnKept(head, body, deadline);
            return response != null ? response : askOn(PeerConnection.open(address, deadline), head, body, deadline);
        } catch (SocketTimeoutException e) {
            throw PeerFailure.late(member);
        } catch (IOException e) {
            throw PeerFailure.of(member, e);
        }
    }

    /** Null when no connection of before is good any more: the peer has ended, and perhaps it has started again. */
    private Response askOnKept(byte[] head, byte[] body, Deadline deadline) throws SocketTimeoutException {
        PeerConnection kept = idle.pollFirst();
        if (kept == null) {
            return null;
        }
        try {
            return askOn(kept, head, body, deadline);
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            // To ask again is harmless: the second time, the request does what it has done or would have done.
            forgetKept();
            return null;
        }
    }

    private Response askOn(PeerConnection connection, byte[] head, byte[] body, Deadline deadline) throws IOException {
        boolean lasts = false;
        try {
            Response response = connection.ask(head, body, deadline);
            lasts = !"close".equals(response.getHeader("Connection:"));
            return response;
        } finally {
            if (lasts) {
                idle.addFirst(connection);
            } else {
                connection.close();
            }
        }
    }

    /** To be called when nobody asks any more: whoever does puts a connection back. */
    @Override
    public void close() {
        forgetKept();
    }

    private void forgetKept() {
        for (PeerConnection each = idle.pollFirst(); each != null; each = idle.pollFirst()) {
            each.close();
        }
    }
}
