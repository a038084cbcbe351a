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

    /** So many values of 1 MiB. */
    private static final int LARGE = 64;

    private static final int MEBIBYTE = 1 << 20;

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
        assertEquals(201, status(send(pool.handler(Handler.of(service), request -> withoutWaiting), 0)));
        return thread.get();
    }

    @Test
    void whenTheQueueIsFullTheNextOneIsRefusedAtOnce() throws Exception {
        List<CompletableFuture<Response>> accepted = new ArrayList<>();
        accepted.add(send(handler, 0));
        begun.await();
        for (int i = 0; i < QUEUE; i++) {
            accepted.add(send(handler, 0));
        }
        assertEquals(503, refused(send(handler, 0)));
        mayWork.release(QUEUE + 1);
        for (CompletableFuture<Response> each : accepted) {
            assertEquals(201, status(each));
        }
        mayWork.release();
        assertEquals(201, status(send(handler, 0)));
    }

    @Test
    void largeValuesFillTheQueueSooner() throws Exception {
        List<CompletableFuture<Response>> accepted = new ArrayList<>();
        for (int i = 0; i < LARGE; i++) {
            accepted.add(send(handler, MEBIBYTE));
        }
        for (int i = 0; i < 100; i++) {
            assertEquals(503, refused(send(handler, 1)));
        }
        CompletableFuture<Response> withoutValue = send(handler, 0);
        assertNull(withoutValue.getNow(null));
        mayWork.release(LARGE + 1);
        for (CompletableFuture<Response> each : accepted) {
            assertEquals(201, status(each));
        }
        assertEquals(201, status(withoutValue));
        largeValuesFillTheQueueAgain();
    }

    /** Whatever was refused or served takes no room any more. */
    private void largeValuesFillTheQueueAgain() throws Exception {
        mayWork.release(LARGE);
        List<CompletableFuture<Response>> again = new ArrayList<>();
        for (int i = 0; i < LARGE; i++) {
            again.add(send(handler, MEBIBYTE));
            assertEquals(201, status(again.get(i)));
        }
    }

    @Test
    void aFullQueueKeepsNothingOfWhatItRefuses() throws Exception {
        send(handler, 0);
        begun.await();
        for (int i = 0; i < QUEUE; i++) {
            send(handler, 0);
        }
        for (int i = 0; i < 100; i++) {
            assertEquals(503, refused(send(handler, MEBIBYTE)));
        }
        mayWork.release(QUEUE + 1 + LARGE);
        for (int i = 0; i < LARGE; i++) {
            assertEquals(201, status(sendWhenThereIsRoom()));
        }
    }

    private CompletableFuture<Response> sendWhenThereIsRoom() throws Exception {
        while (true) {
            CompletableFuture<Response> reply = send(handler, MEBIBYTE);
            if (status(reply) != 503) {
                return reply;
            }
        }
    }

    @Test
    void whatIsRefusedGivesItsRoomBack() throws Exception {
        Handler refusing = onWorker(request -> {
            throw Refusal.badRequest("expected by this test");
        });
        for (int i = 0; i < LARGE + 4; i++) {
            assertEquals(400, status(send(refusing, MEBIBYTE)));
        }
    }

    /** A client would wait without end for what a thread that has died does not say. */
    @Test
    void whatFailsForWantOfMemoryIsAnsweredToo() throws Exception {
        System.setProperty("org.slf4j.simpleLogger.log." + OutOfMemory.class.getName(), "off");
        Handler failing = onWorker(new OutOfMemory());
        for (int i = 0; i < LARGE + 4; i++) {
            assertEquals(500, status(send(failing, MEBIBYTE)));
        }
    }

    private static final class OutOfMemory implements EntityService {

        @Override
        public Response handle(EntityRequest request) {
            throw new OutOfMemoryError("expected by this test");
        }
    }

    @Test
    void closingEndsWhatIsBegunAndDropsWhatIsQueued() throws Exception {
        CompletableFuture<Response> working = send(handler, 0);
        begun.await();
        CompletableFuture<Response> queued = send(handler, 0);
        assertTimeout(Duration.ofSeconds(10), pool::close);
        assertEquals(400, status(working));
        assertNull(queued.getNow(null));
        assertEquals(503, refused(send(handler, 0)));
    }

    private static CompletableFuture<Response> send(Handler handler, int size) {
        CompletableFuture<Response> reply = new CompletableFuture<>();
        EntityRequest request = new EntityRequest(
                EntityRequest.Method.PUT,
                new byte[] {'a'},
                Body.of(new byte[size]),
                new Query("id=a"),
                System.nanoTime());
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
