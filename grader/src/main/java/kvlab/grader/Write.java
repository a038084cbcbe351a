package kvlab.grader;

import static kvlab.grader.Expect.expectStatus;
import static kvlab.grader.Expect.expectValue;

import java.util.Arrays;

/**
 * A PUT, or a DELETE.
 *
 * @param value null for a DELETE
 */
record Write(byte[] value) {

    static Write put(Sample sample) {
        return new Write(sample.value());
    }

    static Write delete() {
        return new Write(null);
    }

    Exchange ask(NodeClient node, String id) {
        return value == null ? node.delete(id) : node.put(id, value);
    }

    boolean isSeenBy(Exchange read) {
        return value == null ? read.status() == 404 : read.status() == 200 && Arrays.equals(value, read.body());
    }

    /** @param sentence about a GET that has to show what this left */
    void expectSeen(String sentence, Exchange read) {
        if (value == null) {
            expectStatus(sentence + ": 404", read, 404);
        } else {
            expectValue(sentence + ": 200 with " + Exchange.shown(value), read, value);
        }
    }
}
