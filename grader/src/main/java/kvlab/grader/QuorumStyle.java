package kvlab.grader;

import kvlab.cluster.UsageException;

/** How requests say how many replicas they need. The protocol has both; some servers know only the second. */
public enum QuorumStyle {
    /** {@code replicas=2/3}. */
    REPLICAS,
    /** {@code ack=2&from=3}. */
    ACK_FROM;

    /** @param name as on a command line */
    public static QuorumStyle of(String name) throws UsageException {
        return switch (name) {
            case "replicas" -> REPLICAS;
            case "ack-from" -> ACK_FROM;
            default -> throw UsageException.of("--quorum-style " + name + ": expected replicas or ack-from");
        };
    }

    /** @param ackFrom such as {@code 2/3}, or a malformed value */
    String parameters(String ackFrom) {
        if (this == REPLICAS) {
            return "replicas=" + ackFrom;
        }
        int slash = ackFrom.indexOf('/');
        return slash < 0
                ? "ack=" + ackFrom
                : "ack=" + ackFrom.substring(0, slash) + "&from=" + ackFrom.substring(slash + 1);
    }
}
