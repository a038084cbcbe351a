package kvlab.replication;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import kvlab.node.Exercise;
import kvlab.sharding.Deadline;
import kvlab.sharding.PeerFailure;

/**
 * Collects answers, from one replica after another.
 *
 * <p>Simple, and slow in two ways: the time that all replicas take adds up, and one that hangs uses up the time of those
 * behind it. The second is mended here, by giving each its share of what is left; the first is what stage 4 is about.
 */
final class QuorumCall<T> {

    /** What every replica is asked. */
    interface Question<T> {
        T ask(Replica replica, Deadline deadline) throws PeerFailure, IOException;
    }

    private final ReplicaPlan plan;
    private final List<T> answers = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    QuorumCall(ReplicaPlan plan) {
        this.plan = plan;
    }

    @Exercise(value = "Ask in turn, each within its share of the time, and count who answered", rule = "R3")
    List<T> ask(Question<T> question, Deadline deadline) throws TooFewAcks {
        int left = plan.replicas().size();
        for (Replica replica : plan.replicas()) {
            if (answers.size() == plan.stopAfter()) {
                break;
            }
            try {
                answers.add(question.ask(replica, deadline.share(left--)));
            } catch (PeerFailure e) {
                failures.add(e.getMessage());
            } catch (IOException e) {
                failures.add("this node failed: " + e.getMessage());
            }
        }
        if (answers.size() < plan.ack()) {
            throw new TooFewAcks(answers.size(), plan.ack(), failures);
        }
        return answers;
    }
}
