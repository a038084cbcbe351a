package kvlab.sharding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import kvlab.http.Body;
import kvlab.http.Query;
import kvlab.http.Refusal;
import kvlab.single.EntityRequest;
import kvlab.single.EntityService;
import kvlab.single.Handler;
import one.nio.http.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A pool with one worker, which works when it is let. */
class WorkerPoolTest {

    private static final int QUEUE = 1024;

    private final WorkerPool pool = new WorkerPool(1);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final Semaphore mayWork = new Semaphore(0);
    private final Handler handler = onWorker(this::work);

    private Handler onWorker(EntityService service) {
        return pool.handler(Handler.of(service), request -> false);
    }

    private Response work(EntityRequest request) {
        begun.countDown();
        try {
            mayWork.acquire();
            return new Response(Response.CREATED);
        } catch (InterruptedException e) {
            throw Refusal.badRequest("the pool is closed");
        }
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void whatNeedsNotWaitIsServedByWhoBringsIt() throws Exception {
        assertEquals(Thread.currentThread(), threadThatServes(true));
    }

    @Test
    void whatMayWaitIsServedByAWorker() throws Exception {
        assertEquals("worker-1", threadThatServes(false).getName());
    }

    private Thread threadThatServes(boolean withoutWaiting) throws Exception {
        AtomicReference<Thread> thread = new AtomicReference<>();
        EntityService service = request -> {
            thread.set(Thread.currentThread());
            return new Response(Response.CREATED);
        };
        assertEquals(201, status(send(pool.handler(Handler.of(service), request -> withoutWaiting))));
        return thread.get();
    }

    @Test
    void whenTheQueueIsFullTheNextOneIsRefusedAtOnce() throws Exception {
        List<CompletableFuture<Response>> accepted = new ArrayList<>();
        accepted.add(send(handler));
        begun.await();
        for (int i = 0; i < QUEUE; i++) {
            accepted.add(send(handler));
        }
        assertEquals(503, refused(send(handler)));
        mayWork.release(QUEUE + 1);
        for (CompletableFuture<Response> each : accepted) {
            assertEquals(201, status(each));
        }
        mayWork.release();
        assertEquals(201, status(send(handler)));
    }

    /** A client would wait without end for what a thread that has died does not say. */
    @Test
    void whatFailsForWantOfMemoryIsAnsweredToo() throws Exception {
        System.setProperty("org.slf4j.simpleLogger.log." + OutOfMemory.class.getName(), "off");
        Handler failing = onWorker(new OutOfMemory());
        assertEquals(500, status(send(failing)));
    }

    private static final class OutOfMemory implements EntityService {

        @Override
        public Response handle(EntityRequest request) {
            throw new OutOfMemoryError("expected by this test");
        }
    }

    @Test
    void closingEndsWhatIsBegunAndDropsWhatIsQueued() throws Exception {
        CompletableFuture<Response> working = send(handler);
        begun.await();
        CompletableFuture<Response> queued = send(handler);
        assertTimeout(Duration.ofSeconds(10), pool::close);
        assertEquals(400, status(working));
        assertNull(queued.getNow(null));
        assertEquals(503, refused(send(handler)));
    }

    private static CompletableFuture<Response> send(Handler handler) {
        CompletableFuture<Response> reply = new CompletableFuture<>();
        EntityRequest request = new EntityRequest(
                EntityRequest.Method.PUT, new byte[] {'a'}, Body.of(new byte[0]), new Query("id=a"), System.nanoTime());
        handler.handle(request, reply::complete);
        return reply;
    }

    private static int status(CompletableFuture<Response> reply) throws Exception {
        return reply.get(10, TimeUnit.SECONDS).getStatus();
    }

    private static int refused(CompletableFuture<Response> reply) {
        Response now = reply.getNow(null);
        return now == null ? 0 : now.getStatus();
    }
}
