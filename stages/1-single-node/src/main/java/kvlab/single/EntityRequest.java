package kvlab.single;

import kvlab.node.Exercise;
import one.nio.http.Request;

/**
 * What a client asks of one entity.
 *
 * @param key the bytes of the id, which are UTF-8
 * @param body what a PUT carries; empty otherwise
 * @param query all parameters of the request, for the stages that know more of them than {@code id}
 * @param arrived when it had come, as System.nanoTime tells it: a deadline counts from there, also for one that queued
 */
public record EntityRequest(Method method, byte[] key, Body body, Query query, long arrived) {

    public static final int KEY_LIMIT = 1024;
    public static final int VALUE_LIMIT = 1 << 20;

    private static final String ALLOWED = "GET, PUT, DELETE";

    public enum Method {
        GET,
        PUT,
        DELETE
    }

    /** Refuses whatever is not one of the three methods on an entity with a valid id. */
    static EntityRequest of(IncomingRequest request) throws Refusal {
        Query query = request.query();
        byte[] key = key(query);
        Method method = switch (request.getMethod()) {
            case Request.METHOD_GET -> Method.GET;
            case Request.METHOD_PUT -> Method.PUT;
            case Request.METHOD_DELETE -> Method.DELETE;
            default -> throw Refusal.methodNotAllowed(ALLOWED);
        };
        return new EntityRequest(method, key, request.body(), query, System.nanoTime());
    }

    public byte[] value() {
        return body.bytes();
    }

    @Exercise(value = "Take the key from the parameter id; refuse one that is missing, empty or too long", rule = "E6")
    private static byte[] key(Query query) throws Refusal {
        byte[] key = query.value("id");
        if (key == null || key.length == 0) {
            throw Refusal.badRequest("the parameter id is " + (key == null ? "missing" : "empty"));
        }
        if (key.length > KEY_LIMIT) {
            throw Refusal.badRequest("the id has " + key.length + " bytes; at most " + KEY_LIMIT + " are allowed");
        }
        return key;
    }
}
