package kvlab.async;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import kvlab.node.Exercise;
import kvlab.replication.AckFrom;
import kvlab.replication.NewestWins;
import kvlab.replication.Ranking;
import kvlab.replication.VersionClock;
import kvlab.replication.VersionedValue;
import kvlab.single.EntityRequest;
import one.nio.http.Response;

/**
 * Stage 3 asked one replica after another, so that a request took as long as all of them together. This one asks all at
 * once, and takes as long as the slowest of the {@code ack} fastest.
 */
final class ReplicatedEntityService implements EntityService {

    private final Ranking ranking;
    private final Map<String, Replica> replicas;
    private final Client client;
    private final boolean failFast;
    private final VersionClock clock;

    /** @param replicas every member's, this node's own too */
    ReplicatedEntityService(
            Ranking ranking, Map<String, Replica> replicas, Client client, boolean failFast, VersionClock clock) {
        this.ranking = ranking;
        this.replicas = replicas;
        this.client = client;
        this.failFast = failFast;
        this.clock = clock;
    }

    @Override
    public CompletableFuture<Response> handle(EntityRequest request, Limits limits) {
        AckFrom ackFrom = AckFrom.of(request.query(), replicas.size());
        try {
            return switch (request.method()) {
                case GET -> get(request, ackFrom, limits);
                case PUT -> write(request, ackFrom, new VersionedValue(clock.next(), request.value()), limits);
                case DELETE -> write(request, ackFrom, VersionedValue.tombstone(clock.next()), limits);
            };
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<Response> get(EntityRequest request, AckFrom ackFrom, Limits limits) {
        return askAll(request.key(), ackFrom, replica -> replica.get(request.key(), limits))
                .thenApply(answers -> {
                    VersionedValue newest = NewestWins.of(answers);
                    return newest.isTombstone() ? new Response(Response.NOT_FOUND) : Response.ok(newest.value());
                });
    }

    private CompletableFuture<Response> write(
            EntityRequest request, AckFrom ackFrom, VersionedValue value, Limits limits) {
        String status = value.isTombstone() ? Response.ACCEPTED : Response.CREATED;
        return askAll(request.key(), ackFrom, replica -> replica.put(request.key(), value, limits))
                .thenApply(answers -> new Response(status));
    }

    @Exercise(value = "Ask all replicas of the key before you wait for any, and collect their answers", rule = "A2")
    private CompletableFuture<List<VersionedValue>> askAll(
            byte[] key, AckFrom ackFrom, Function<Replica, CompletableFuture<VersionedValue>> question) {
        List<CompletableFuture<VersionedValue>> answers = new ArrayList<>(ackFrom.from());
        for (String member : ranking.first(ackFrom.from(), key)) {
            answers.add(question.apply(replicas.get(member)));
        }
        return client.collect(ackFrom.ack(), failFast, answers);
    }
}
