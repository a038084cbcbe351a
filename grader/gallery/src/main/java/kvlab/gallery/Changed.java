package kvlab.gallery;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import kvlab.http.Body;
import kvlab.single.EntityRequest;
import kvlab.single.EntityRequest.Method;

/** A request with one part of it replaced. */
final class Changed {

    private Changed() {}

    static EntityRequest method(EntityRequest request, Method method) {
        return new EntityRequest(method, request.key(), request.body(), request.query(), request.arrived());
    }

    static EntityRequest value(EntityRequest request, byte[] value) {
        return new EntityRequest(request.method(), request.key(), Body.of(value), request.query(), request.arrived());
    }

    /** The key as something that can be compared. */
    static String key(EntityRequest request) {
        return new String(request.key(), ISO_8859_1);
    }
}
