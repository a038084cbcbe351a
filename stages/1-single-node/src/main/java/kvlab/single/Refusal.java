package kvlab.single;

import java.io.IOException;

/** A request that is not served, and the reply that says why. */
public final class Refusal extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient Reply reply;

    private Refusal(Reply reply, String reason) {
        super(reason);
        this.reply = reply;
    }

    public static Refusal badRequest(String reason) {
        return new Refusal(Reply.error(400, reason), reason);
    }

    static Refusal methodNotAllowed(String allowed) {
        String reason = "this method is not allowed here; there are " + allowed;
        return new Refusal(Reply.methodNotAllowed(allowed, reason), reason);
    }

    static Refusal bodyTooLarge() {
        String reason = "the value is larger than " + EntityRequest.VALUE_LIMIT + " bytes";
        return new Refusal(Reply.error(413, reason), reason);
    }

    static Refusal lengthRequired() {
        String reason = "the body has no Content-Length; this node takes no Transfer-Encoding";
        return new Refusal(Reply.error(411, reason), reason);
    }

    static Refusal headTooLarge() {
        String reason = "the request line and the headers have more than 16 KiB or 255 lines";
        return new Refusal(Reply.error(431, reason), reason);
    }

    static Refusal tooSlow() {
        String reason = "the request took too long to arrive";
        return new Refusal(Reply.error(408, reason), reason);
    }

    static Refusal overloaded() {
        String reason = "this node keeps as much for its clients as it has room for; try again";
        return new Refusal(Reply.error(503, reason), reason);
    }

    /** It is thrown on the hot path. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    public Reply reply() {
        return reply;
    }
}
