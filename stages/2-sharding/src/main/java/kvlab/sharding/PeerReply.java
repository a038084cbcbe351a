package kvlab.sharding;

import java.io.IOException;
import java.util.Objects;
import kvlab.single.EntityRequest;

/**
 * What a peer answered. It is read as a node of the lab writes it, which is one of the many ways that HTTP allows.
 *
 * @param head the status line and the headers, as they came
 */
public record PeerReply(int status, String head, byte[] body) {

    private static final String VERSION = "HTTP/1.1 ";
    private static final int STATUS_DIGITS = 3;

    /** With a body that has its length and is still to be read. */
    static PeerReply of(String head) throws IOException {
        if (!head.startsWith(VERSION)) {
            throw new IOException("its answer is not that of a node");
        }
        try {
            int status = Integer.parseInt(head, VERSION.length(), VERSION.length() + STATUS_DIGITS, 10);
            int length = Integer.parseInt(header(head, "Content-Length"));
            // Whatever else has that port may announce more than this heap has room for.
            return new PeerReply(status, head, new byte[Objects.checkIndex(length, EntityRequest.VALUE_LIMIT + 1)]);
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new IOException("its answer is not that of a node", e);
        }
    }

    /** The status and its name. */
    String statusLine() {
        return head.substring(VERSION.length(), head.indexOf("\r\n"));
    }

    /** The value of a header, or null. */
    public String header(String name) {
        return header(head, name);
    }

    private static String header(String head, String name) {
        String before = "\r\n" + name + ": ";
        int at = head.indexOf(before);
        return at < 0 ? null : head.substring(at + before.length(), head.indexOf("\r\n", at + before.length()));
    }
}
