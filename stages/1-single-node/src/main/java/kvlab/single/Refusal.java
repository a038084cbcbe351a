package kvlab.single;

/** A request that is not served, and the reply that says why. It is thrown on the hot path, so it has no stack trace. */
public final class Refusal extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Reply reply;

    private Refusal(Reply reply, String reason) {
        super(reason, null, false, false);
        this.reply = reply;
    }

    public static Refusal badRequest(String reason) {
        return new Refusal(Reply.error(400, reason), reason);
    }

    static Refusal methodNotAllowed(String method, String allowed) {
        String reason = "the method " + method + " is not allowed here; there are " + allowed;
        return new Refusal(Reply.methodNotAllowed(allowed, reason), reason);
    }

    static Refusal bodyTooLarge() {
        String reason = "the value is larger than " + RequestBody.LIMIT + " bytes";
        return new Refusal(Reply.error(413, reason), reason);
    }

    static Refusal headTooLarge() {
        String reason = "the request line and the headers are larger than " + RequestHead.LIMIT + " bytes";
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

    public Reply reply() {
        return reply;
    }
}
