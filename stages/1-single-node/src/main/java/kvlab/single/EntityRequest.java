package kvlab.single;

import kvlab.http.Body;
import kvlab.http.Query;
import kvlab.http.Refusal;
import kvlab.node.Exercise;
import one.nio.http.Request;

/**
 * What a client asks of one entity.
 *
 * @param key the bytes of the id, which are UTF-8
 * @param body the value that a PUT carries; empty otherwise
 * @param query all parameters of the request, because later stages know more of them than {@code id}
 * @param arrived when the request had arrived, as System.nanoTime counts: its deadline counts from there, also in a queue
 */
public record EntityRequest(Method method, byte[] key, Body body, Query query, long arrived) {

    public static final int KEY_LIMIT = 1024;

    public enum Method {
        GET,
        PUT,
        DELETE
    }

    /** Refuses everything but the three methods on an entity with a valid id. */
    static EntityRequest of(Request request) {
        Query query = Query.of(request);
        byte[] key = key(query);
        Method method = switch (request.getMethod()) {
            case Request.METHOD_GET -> Method.GET;
            case Request.METHOD_PUT -> Method.PUT;
            case Request.METHOD_DELETE -> Method.DELETE;
            default -> throw Refusal.methodNotAllowed("GET, PUT, DELETE");
        };
        return new EntityRequest(method, key, Body.of(request), query, System.nanoTime());
    }

    public byte[] value() {
        return body.bytes();
    }

    @Exercise(value = "Take the key from the parameter id; refuse one that is missing, empty or too long", rule = "E6")
    private static byte[] key(Query query) {
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
