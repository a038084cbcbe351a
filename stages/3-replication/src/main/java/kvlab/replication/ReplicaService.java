package kvlab.replication;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import kvlab.single.EntityRequest;
import kvlab.single.EntityService;
import kvlab.single.Query;
import kvlab.single.Refusal;
import kvlab.single.Reply;

/**
 * What coordinators ask of this node's store. It has a path of its own and answers from the store alone, so a request is
 * never handed on twice, and never waits for another node.
 */
public final class ReplicaService implements EntityService {

    public static final String PATH = "/v0/internal/replica";
    public static final String VERSION_HEADER = "Version";

    private static final String VERSION = "version";
    private static final byte[] NOTHING = {};

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

    @Override
    public Reply handle(EntityRequest request) throws Refusal, IOException {
        switch (request.method()) {
            case GET -> {
                return reply(store.get(request.key()));
            }
            case PUT -> {
                store.put(request.key(), new VersionedValue(version(request), request.value()));
                return Reply.created();
            }
            default -> {
                store.put(request.key(), VersionedValue.tombstone(version(request)));
                return Reply.accepted();
            }
        }
    }

    private static Reply reply(VersionedValue stored) {
        String header = VERSION_HEADER + ": " + stored.version() + "\r\n";
        if (!stored.isTombstone()) {
            return new Reply(200, stored.value(), header);
        }
        return stored == VersionedValue.ABSENT ? Reply.notFound() : new Reply(404, NOTHING, header);
    }

    private static long version(EntityRequest request) throws Refusal {
        byte[] version = request.query().value(VERSION);
        try {
            return Long.parseLong(version == null ? "" : new String(version, US_ASCII));
        } catch (NumberFormatException e) {
            throw Refusal.badRequest("a replica is written with a version, which is a number");
        }
    }
}
