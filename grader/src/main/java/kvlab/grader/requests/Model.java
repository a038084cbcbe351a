package kvlab.grader.requests;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a right store answers to one request after another. A read may be stale when its replicas need not overlap with those
 * of the writes before it, and a write that was answered with 504 may show or not. In every other case one answer is right.
 */
public final class Model {

    private static final int MISSING = 404;
    private static final int TOO_LARGE = 413;

    /** Before its first write, every replica agrees that a key is not there. */
    private static final Written NEVER = new Written(null, Integer.MAX_VALUE / 2, 0, true, false);

    private final int nodes;
    private final Map<String, List<Written>> keys = new HashMap<>();

    /**
     * @param value null after a DELETE
     * @param mayComeLater whether its client was gone before the answer: no other request came after it
     */
    private record Written(byte[] value, int ack, int from, boolean isAcknowledged, boolean mayComeLater) {

        boolean isSeenWith(int readAck, int readFrom) {
            return isAcknowledged && ack + readAck > Math.max(from, readFrom);
        }

        boolean isShownBy(int status, byte[] body) {
            return value == null ? status == MISSING : status == 200 && Arrays.equals(value, body);
        }

        /** That is broken when an answer shows neither it nor anything before it. */
        String rule() {
            return this == NEVER ? "E3" : value == null ? "E5" : "E2";
        }

        @Override
        public String toString() {
            return value == null ? "404" : "200 with the " + value.length + " bytes that were put";
        }
    }

    /**
     * What is wrong with an answer.
     *
     * @param rule that is broken, as E2
     * @param sentence what was expected
     */
    public record Expected(String rule, String sentence) {}

    /** @param nodes among which a request without replicas needs a majority; 1 where a key has one copy */
    public Model(int nodes) {
        this.nodes = nodes;
    }

    /**
     * Takes note of an answer.
     *
     * @param down how many nodes are down: a request that may need one of them may be refused
     * @return null when the answer is right
     */
    public Expected expected(Step step, int status, byte[] body, int down) {
        if (status == TOO_LARGE && step.length() > 0 && step.kind() != Step.Kind.TOO_LARGE) {
            // Which lengths a node takes is the business of E8.
            return null;
        }
        return switch (step.kind()) {
            case PATH -> status(status, "S3", "an unknown path is 400", 400);
            case METHOD -> status(status, "S3", step.method() + " on an entity is 405", 405);
            case NO_ID -> status(status, "E6", "a request without an id is 400", 400);
            case REPLICAS -> status(status, "R2", "a request with wrong replicas is 400", 400);
            case TOO_LARGE -> status(status, "E8", "a value over 1 MiB is 413", 413);
            case CHUNKED -> chunked(step, status, down);
            default -> entity(step, status, body, down);
        };
    }

    /** Takes note of a request whose client has not waited for the answer. */
    public void gone(Step step) {
        if (!step.method().equals("GET")) {
            written(step, step.method().equals("PUT") ? step.value() : null, false, true);
        }
    }

    private static Expected status(int status, String rule, String sentence, int... right) {
        return Arrays.stream(right).anyMatch(each -> each == status) ? null : new Expected(rule, sentence);
    }

    private boolean mayBeRefused(Step step, int status, int down) {
        if (nodes == 1) {
            // The owner may be down. In stage 2 no rule chooses among the 5xx.
            return status >= 500 && down > 0;
        }
        return (status == 503 || status == 504) && ack(step) > from(step) - down;
    }

    private Expected chunked(Step step, int status, int down) {
        if (status == 201 || mayBeRefused(step, status, down)) {
            written(step, step.value(), status == 201);
            return null;
        }
        return status(status, "E12", "a PUT in chunks is 201, or refused with 411 or 501", 201, 411, 501);
    }

    private Expected entity(Step step, int status, byte[] body, int down) {
        if (status == 400) {
            return step.ack() > 0
                    ? new Expected("R2", step.ack() + " of " + step.from() + " replicas may be asked for")
                    : new Expected("E7", "a key of UTF-8 is accepted");
        }
        boolean refused = mayBeRefused(step, status, down);
        if (step.method().equals("GET")) {
            return refused ? null : read(step, status, body);
        }
        boolean put = step.method().equals("PUT");
        written(step, put ? step.value() : null, !refused);
        if (refused) {
            return null;
        }
        if (!put) {
            return status(status, "E4", "DELETE is 202", 202);
        }
        Expected created = status(status, "E1", "PUT is 201", 201);
        return created == null && body.length > 0 ? new Expected("E1", "PUT has an empty body") : created;
    }

    private void written(Step step, byte[] value, boolean isAcknowledged) {
        written(step, value, isAcknowledged, false);
    }

    private void written(Step step, byte[] value, boolean isAcknowledged, boolean mayComeLater) {
        keys.computeIfAbsent(step.key(), key -> new ArrayList<>(List.of(NEVER)))
                .add(new Written(value, ack(step), from(step), isAcknowledged, mayComeLater));
    }

    private Expected read(Step step, int status, byte[] body) {
        List<Written> writes = keys.getOrDefault(step.key(), List.of(NEVER));
        Written newest = NEVER;
        boolean mayBeOlder = true;
        boolean isOlder = false;
        for (int i = writes.size() - 1; i >= 0; i--) {
            Written write = writes.get(i);
            newest = newest == NEVER && !write.mayComeLater ? write : newest;
            if (write.isShownBy(status, body)) {
                if (mayBeOlder || write.mayComeLater) {
                    return null;
                }
                isOlder = true;
            }
            mayBeOlder &= !write.isSeenWith(ack(step), from(step));
        }
        return new Expected(
                isOlder && nodes > 1 ? "R9" : newest.rule(),
                newest == NEVER
                        ? "GET of a key that was never put is 404"
                        : "GET shows what was written last: " + newest);
    }

    /** How many replicas have to answer. */
    public int ack(Step step) {
        return step.ack() > 0 ? step.ack() : nodes / 2 + 1;
    }

    /** How many replicas keep the key. */
    public int from(Step step) {
        return step.ack() > 0 ? step.from() : nodes;
    }
}
