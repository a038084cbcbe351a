package kvlab.replication;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kvlab.http.Refusal;
import kvlab.node.Exercise;
import kvlab.sharding.Deadline;
import kvlab.single.EntityRequest;
import kvlab.single.EntityService;
import one.nio.http.Response;

/**
 * Every key is kept by several nodes, so that one may fail. Any node coordinates any request: it plans whom to ask,
 * collects their answers, and makes one of them.
 *
 * <p>Not all replicas have to answer, only {@code ack} of {@code from}. A read that hears from so many that one of them
 * must have had the last write sees that write: when the two numbers of acks are together more than there are replicas,
 * the two sets of nodes overlap.
 */
final class ReplicatedEntityService implements EntityService {

    private final Ranking ranking;
    private final Map<String, Replica> replicas;
    private final Replica local;
    private final VersionClock clock;
    private final Duration deadline;

    /** @param replicas every member's, this node's own too */
    ReplicatedEntityService(
            Ranking ranking, Map<String, Replica> replicas, Replica local, VersionClock clock, Duration deadline) {
        this.ranking = ranking;
        this.replicas = replicas;
        this.local = local;
        this.clock = clock;
        this.deadline = deadline;
    }

    /** Whether no other node is ever asked. */
    boolean isAlone() {
        return replicas.size() == 1;
    }

    @Override
    public Response handle(EntityRequest request) throws IOException {
        AckFrom ackFrom = AckFrom.of(request.query(), replicas.size());
        try {
            return switch (request.method()) {
                case GET -> get(request, ackFrom);
                case PUT -> {
                    write(request, ackFrom, new VersionedValue(clock.next(), request.value()));
                    yield new Response(Response.CREATED);
                }
                case DELETE -> {
                    write(request, ackFrom, VersionedValue.tombstone(clock.next()));
                    yield new Response(Response.ACCEPTED);
                }
            };
        } catch (TooFewAcks tooFew) {
            throw new Refusal(Response.GATEWAY_TIMEOUT, tooFew.getMessage());
        }
    }

    private Response get(EntityRequest request, AckFrom ackFrom) throws TooFewAcks {
        ReplicaPlan plan = ReplicaPlan.read(replicas(request.key(), ackFrom.from()), ackFrom.ack());
        List<VersionedValue> answers = new QuorumCall<VersionedValue>(plan)
                .ask((replica, deadline) -> replica.get(request.key(), deadline), deadline(request));
        VersionedValue newest = NewestWins.of(answers);
        return newest.isTombstone() ? new Response(Response.NOT_FOUND) : Response.ok(newest.value());
    }

    private void write(EntityRequest request, AckFrom ackFrom, VersionedValue value) throws TooFewAcks {
        ReplicaPlan plan = ReplicaPlan.write(replicas(request.key(), ackFrom.from()), ackFrom.ack());
        new QuorumCall<Boolean>(plan)
                .ask(
                        (replica, deadline) -> {
                            replica.put(request.key(), value, deadline);
                            return true;
                        },
                        deadline(request));
    }

    /** This node's own first: it answers soonest. */
    @Exercise(value = "Choose the replicas of the key, the same ones whoever asks", rule = "R4")
    private List<Replica> replicas(byte[] key, int from) {
        List<Replica> chosen = new ArrayList<>(from);
        for (String member : ranking.first(from, key)) {
            Replica replica = replicas.get(member);
            chosen.add(replica == local ? 0 : chosen.size(), replica);
        }
        return chosen;
    }

    private Deadline deadline(EntityRequest request) {
        return Deadline.after(request.arrived(), deadline);
    }
}
