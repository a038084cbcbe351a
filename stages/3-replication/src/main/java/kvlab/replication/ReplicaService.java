package kvlab.replication;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import kvlab.http.Query;
import kvlab.http.Refusal;
import kvlab.sharding.PeerFailure;
import kvlab.single.EntityRequest;
import kvlab.single.EntityService;
import one.nio.http.Response;

/**
 * What coordinators ask of this node's store. It has a path of its own and answers from the store alone, so a request is
 * never handed on twice, and never waits for another node.
 */
public final class ReplicaService implements EntityService {

    public static final String PATH = "/v0/internal/replica";
    private static final String VERSION_HEADER = "Version:";

    private static final String VERSION = "version";

    private final VersionedStore store;

    public ReplicaService(VersionedStore store) {
        this.store = store;
    }

    /** Where a peer's copy of the key is read. */
    public static String target(byte[] key) {
        return PATH + "?id=" + Query.encoded(key);
    }

    /** Where it is written. */
    public static String target(byte[] key, long version) {
        return target(key) + "&" + VERSION + "=" + version;
    }

    /** A peer's copy of the key, taken from its answer to a read. */
    public static VersionedValue stored(Response answer, String member) throws PeerFailure {
        int status = answer.getStatus();
        String version = answer.getHeader(VERSION_HEADER);
        if (status != 200 && status != 404) {
            throw PeerFailure.status(member, status);
        }
        if (status == 404 && version == null) {
            return VersionedValue.ABSENT;
        }
        try {
            return new VersionedValue(Long.parseLong(version), status == 200 ? answer.getBody() : null);
        } catch (NumberFormatException e) {
            throw PeerFailure.of(member, new IOException("its version is " + version, e));
        }
    }

    /** Throws unless the peer has answered that the write is stored. */
    public static void requireWritten(Response answer, String member) throws PeerFailure {
        if (answer.getStatus() != 201 && answer.getStatus() != 202) {
            throw PeerFailure.status(member, answer.getStatus());
        }
    }

    @Override
    public Response handle(EntityRequest request) throws IOException {
        switch (request.method()) {
            case GET -> {
                return response(store.get(request.key()));
            }
            case PUT -> {
                store.put(request.key(), new VersionedValue(version(request), request.value()));
                return new Response(Response.CREATED);
            }
            default -> {
                store.put(request.key(), VersionedValue.tombstone(version(request)));
                return new Response(Response.ACCEPTED);
            }
        }
    }

    /** A deleted entity has a version, and an absent one has none. */
    private static Response response(VersionedValue stored) {
        Response response = stored.isTombstone() ? new Response(Response.NOT_FOUND) : Response.ok(stored.value());
        if (stored != VersionedValue.ABSENT) {
            response.addHeader(VERSION_HEADER + " " + stored.version());
        }
        return response;
    }

    private static long version(EntityRequest request) {
        byte[] version = request.query().value(VERSION);
        try {
            return Long.parseLong(version == null ? "" : new String(version, US_ASCII));
        } catch (NumberFormatException e) {
            throw Refusal.badRequest("a replica is written with a version, which is a number");
        }
    }
}
