package kvlab.sharding;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import kvlab.http.Query;
import kvlab.http.Refusal;
import kvlab.node.Exercise;
import kvlab.single.EntityRequest;
import kvlab.single.EntityService;
import one.nio.http.Response;

/**
 * Every key has one owner, and every node answers for every key: for those of others it asks the owner, and hands its
 * answer on.
 */
public final class ShardedEntityService implements EntityService {

    /** Where nodes ask each other. What comes there is answered from this node's own store, so nothing is forwarded twice. */
    static final String INTERNAL = "/v0/internal/entity";

    /** An owner answers a well-formed request with one of these. Any other status means that the owner has failed. */
    private static final Set<Integer> ANSWERS = Set.of(200, 201, 202, 404, 503);

    private final EntityService local;
    private final Topology topology;
    private final RendezvousHash hash;
    private final Map<String, PeerClient> peers;
    private final Duration deadline;

    ShardedEntityService(EntityService local, Topology topology, Map<String, PeerClient> peers, Duration deadline) {
        this.local = local;
        this.topology = topology;
        this.hash = new RendezvousHash(topology.members());
        this.peers = peers;
        this.deadline = deadline;
    }

    boolean owns(EntityRequest request) {
        return hash.owner(request.key()).equals(topology.self());
    }

    @Override
    @Exercise(
            value = "Answer from the local store for keys of this node, and ask the owner for all others",
            rule = "H1")
    public Response handle(EntityRequest request) throws IOException {
        String owner = hash.owner(request.key());
        return owner.equals(topology.self()) ? local.handle(request) : proxy(peers.get(owner), request);
    }

    @Exercise(value = "Ask the peer, and hand on its answer; without one, answer 504 within the deadline", rule = "H6")
    private Response proxy(PeerClient owner, EntityRequest request) {
        // Not the client's own query: what else is in it may be as long as a head can be, and here the path is longer.
        String target = INTERNAL + "?id=" + Query.encoded(request.key());
        try {
            Response answer = owner.ask(
                    request.method().name(), target, request.value(), Deadline.after(request.arrived(), deadline));
            if (!ANSWERS.contains(answer.getStatus())) {
                throw PeerFailure.status(owner.member(), answer.getStatus());
            }
            return new Response(answer.getHeaders()[0], answer.getBody());
        } catch (PeerFailure e) {
            throw new Refusal(Response.GATEWAY_TIMEOUT, e.getMessage());
        }
    }
}
