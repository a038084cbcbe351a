package kvlab.replication;

import java.util.List;
import kvlab.node.Exercise;

/**
 * Whom to ask.
 *
 * @param replicas in the order in which they are asked
 * @param ack how many of them have to answer
 * @param stopAfter after how many answers the others are not asked any more
 */
record ReplicaPlan(List<Replica> replicas, int ack, int stopAfter) {

    /** Nobody who can give the newest answer is left out: whatever a quorum acknowledged, one of a quorum has. */
    static ReplicaPlan read(List<Replica> replicas, int ack) {
        return new ReplicaPlan(replicas, ack, ack);
    }

    /** Every replica gets it, not only {@code ack} of them: one that was left out would stay behind without a failure. */
    @Exercise(value = "Plan a write: how many have to answer, and after how many to stop asking", rule = "R5")
    static ReplicaPlan write(List<Replica> replicas, int ack) {
        return new ReplicaPlan(replicas, ack, replicas.size());
    }
}
