package kvlab.gallery;

import java.io.Closeable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import kvlab.single.EntityRequest;
import kvlab.single.EntityRequest.Method;
import kvlab.single.EntityService;
import one.nio.http.Response;

/** Acknowledges small writes while they are in memory only. Whoever reads finds them, and so does a clean stop. */
final class HeldBack implements EntityService, Closeable {

    private static final int SMALL = 1024;
    private static final int NO_LIMIT = Integer.MAX_VALUE;

    private final EntityService next;
    private final int group;
    private final Map<String, EntityRequest> held = new LinkedHashMap<>();
    private final ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor();

    private HeldBack(EntityService next, int group) {
        this.next = next;
        this.group = group;
    }

    /** A thread writes what has come every second. */
    static HeldBack forAMoment(EntityService next) {
        HeldBack service = new HeldBack(next, NO_LIMIT);
        service.writer.scheduleWithFixedDelay(service::write, 1, 1, TimeUnit.SECONDS);
        return service;
    }

    static HeldBack inGroups(EntityService next) {
        return new HeldBack(next, 700);
    }

    @Override
    public synchronized Response handle(EntityRequest request) throws IOException {
        String key = Changed.key(request);
        EntityRequest earlier = held.get(key);
        if (request.method() == Method.GET && earlier != null) {
            return Response.ok(earlier.value());
        }
        if (request.method() == Method.PUT && request.value().length <= SMALL) {
            held.put(key, request);
            if (held.size() >= group) {
                write();
            }
            return new Response(Response.CREATED);
        }
        if (request.method() != Method.GET) {
            held.remove(key);
        }
        return next.handle(request);
    }

    private synchronized void write() {
        try {
            for (EntityRequest request : held.values()) {
                next.handle(request);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        held.clear();
    }

    @Override
    public void close() {
        writer.shutdown();
        write();
    }
}
