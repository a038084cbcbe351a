package kvlab.replication;

import java.util.List;

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

    /** All get it, not only as many as have to: a replica that was spared would stay behind without having failed. */
    static ReplicaPlan write(List<Replica> replicas, int ack) {
        return new ReplicaPlan(replicas, ack, replicas.size());
    }
}
