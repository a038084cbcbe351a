package kvlab.http;

import java.nio.charset.StandardCharsets;
import one.nio.http.Response;

/** A request that is not served, with the response that gives the reason. */
public final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String status;
    private final String allowed;

    /** @param status one of the constants of {@link Response} */
    public Refusal(String status, String reason) {
        this(status, reason, null);
    }

    /** Without a stack trace, because a client decides how often this is thrown. */
    private Refusal(String status, String reason, String allowed) {
        super(reason, null, false, false);
        this.status = status;
        this.allowed = allowed;
    }

    public static Refusal badRequest(String reason) {
        return new Refusal(Response.BAD_REQUEST, reason);
    }

    public static Refusal methodNotAllowed(String allowed) {
        String reason = "this method is not allowed here; the allowed methods are " + allowed;
        return new Refusal(Response.METHOD_NOT_ALLOWED, reason, allowed);
    }

    static Refusal overloaded() {
        return new Refusal(
                Response.SERVICE_UNAVAILABLE, "this node has no memory left for a value of this size; try again");
    }

    /** A new one for each client, because one-nio adds a header to it. */
    public Response response() {
        Response response = new Response(status, (getMessage() + "\n").getBytes(StandardCharsets.UTF_8));
        response.addHeader("Content-Type: text/plain; charset=utf-8");
        if (allowed != null) {
            response.addHeader("Allow: " + allowed);
        }
        return response;
    }
}
