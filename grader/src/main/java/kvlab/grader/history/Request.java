package kvlab.grader.history;

/**
 * What a client asks, and whom.
 *
 * @param coordinator the node that is asked
 * @param value what a PUT writes, and no other PUT; null for the others
 */
public record Request(int client, String coordinator, Kind kind, String key, String value, int ack, int from) {

    public enum Kind {
        PUT,
        DELETE,
        GET
    }

    public Request {
        if ((kind == Kind.PUT) != (value != null)) {
            throw new IllegalArgumentException(kind + " with the value " + value + "; a PUT has one, and no other");
        }
    }

    /** A write that got its 2xx. */
    public Operation acknowledged(long invoked, long completed) {
        return new Operation(this, value, Operation.Outcome.ACKNOWLEDGED, invoked, completed);
    }

    /** @param found null for a 404 */
    public Operation read(String found, long invoked, long completed) {
        return new Operation(this, found, Operation.Outcome.ACKNOWLEDGED, invoked, completed);
    }

    public Operation refused(long invoked, long completed) {
        return new Operation(this, value, Operation.Outcome.REFUSED, invoked, completed);
    }

    public Operation lost(long invoked) {
        return new Operation(this, value, Operation.Outcome.LOST, invoked, Operation.NEVER);
    }

    /** As in the parameter: 2/3. */
    public String quorum() {
        return ack + "/" + from;
    }
}
