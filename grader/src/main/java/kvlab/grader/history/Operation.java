package kvlab.grader.history;

import java.util.List;

/**
 * What a client asked and what came back, in nanoseconds of one clock for all clients.
 *
 * @param value written or read; null is the absent value, of a DELETE and of a read that found nothing
 * @param completed {@link #NEVER} for a lost one: the request may be carried out at any later time
 */
public record Operation(Request request, String value, Outcome outcome, long invoked, long completed) {

    public static final long NEVER = Long.MAX_VALUE;

    /** Rule R9: writes through different coordinators that are less apart count as concurrent. */
    static final long APART = 10_000_000;

    public enum Outcome {
        /** 2xx, or 404 for a read. */
        ACKNOWLEDGED,
        /** 504 or 503: a write may have happened or not. Its version was given before the answer. */
        REFUSED,
        /** No answer: a write may happen and get its version at any later time. */
        LOST
    }

    public Operation {
        if (completed < invoked || (outcome == Outcome.LOST) != (completed == NEVER)) {
            throw new IllegalArgumentException(outcome + " from " + invoked + " to " + completed
                    + "; an answer comes later than its request," + " and only what is lost never completes");
        }
    }

    public boolean isWrite() {
        return request.kind() != Request.Kind.GET;
    }

    public boolean isAcknowledged() {
        return outcome == Outcome.ACKNOWLEDGED;
    }

    /** Of two writes of a key: whether every right store gives this one the older version. */
    boolean isOlderThan(Operation other) {
        return completed < other.invoked - apart(other.request.coordinator());
    }

    /** @param begun writes through one node in the order in which they began: those newer than this are at the end */
    int firstNewer(String node, List<Operation> begun) {
        long apart = apart(node);
        return Times.firstAfter(begun, write -> write.invoked - apart, completed);
    }

    private long apart(String node) {
        return request.coordinator().equals(node) ? 0 : APART;
    }

    /** Of a write and a read of a key: whether every right store shows the read this one or a newer one. */
    public boolean binds(Operation read) {
        return isAcknowledged()
                && completed < read.invoked
                && request.ack() + read.request.ack() > Math.max(request.from(), read.request.from());
    }
}
