package kvlab.async;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import kvlab.replication.TooFewAcks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuorumCallTest {

    private final List<CompletableFuture<String>> replicas =
            List.of(new CompletableFuture<>(), new CompletableFuture<>(), new CompletableFuture<>());

    private CompletableFuture<List<String>> collect(int ack, boolean failFast) {
        return QuorumCall.collect(ack, failFast, replicas);
    }

    private void fail(int replica) {
        replicas.get(replica).completeExceptionally(new IOException("replica " + replica + " is down"));
    }

    private static String reason(CompletableFuture<List<String>> result) {
        Throwable cause = assertThrows(ExecutionException.class, () -> result.get(10, TimeUnit.SECONDS))
                .getCause();
        return assertInstanceOf(TooFewAcks.class, cause).getMessage();
    }

    @Test
    void theFastestDecideAndTheLateAreNotHeard() throws Exception {
        CompletableFuture<List<String>> result = collect(2, true);
        replicas.get(2).complete("2");
        assertFalse(result.isDone());
        replicas.get(0).complete("0");
        assertEquals(List.of("2", "0"), result.get());
        replicas.get(1).complete("1");
        assertEquals(List.of("2", "0"), result.get());
    }

    @Test
    void asSoonAsItIsHopelessItIsGivenUp() {
        CompletableFuture<List<String>> result = collect(3, true);
        fail(1);
        assertEquals("received 0 of 3 acks; replica 1 is down", reason(result));
        replicas.get(0).complete("0");
        replicas.get(2).complete("2");
        assertEquals("received 0 of 3 acks; replica 1 is down", reason(result));
    }

    @Test
    void withoutFailFastAllAreWaitedFor() {
        CompletableFuture<List<String>> result = collect(3, false);
        fail(1);
        replicas.get(0).complete("0");
        assertFalse(result.isDone());
        fail(2);
        assertEquals("received 1 of 3 acks; replica 1 is down; replica 2 is down", reason(result));
    }

    @Test
    void oneThatFailsDoesNotMatterWhenEnoughAnswer() throws Exception {
        CompletableFuture<List<String>> result = collect(2, true);
        fail(0);
        replicas.get(1).complete("1");
        replicas.get(2).complete("2");
        assertEquals(List.of("1", "2"), result.get());
    }

    @Test
    void aFailureWithoutAMessageIsAFailure() {
        CompletableFuture<List<String>> result = collect(3, true);
        replicas.get(0).completeExceptionally(new IllegalStateException());
        assertEquals("received 0 of 3 acks; java.lang.IllegalStateException", reason(result));
    }

    @Test
    void answersAreNotKeptWhileAReplicaHangs() {
        CompletableFuture<byte[]> hanging = new CompletableFuture<>();
        WeakReference<byte[]> kept = decideWithout(hanging);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (kept.get() != null && System.nanoTime() < deadline) {
            System.gc();
        }
        assertNull(kept.get());
        assertTrue(hanging.complete(null));
    }

    private static WeakReference<byte[]> decideWithout(CompletableFuture<byte[]> hanging) {
        byte[] value = {1};
        assertTrue(QuorumCall.collect(1, true, List.of(CompletableFuture.completedFuture(value), hanging))
                .isDone());
        return new WeakReference<>(value);
    }

    /** Of three that answer in the same moment, and two of them fail or one: the promise is kept or broken once. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void answersOfTheSameMomentAreCountedOnce(int failing) throws Exception {
        for (int round = 0; round < 200; round++) {
            List<CompletableFuture<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                answers.add(new CompletableFuture<>());
            }
            AtomicInteger completions = new AtomicInteger();
            CompletableFuture<List<Integer>> result = QuorumCall.collect(2, true, answers);
            CompletableFuture<Void> counted = result.handle((enough, failure) -> {
                completions.incrementAndGet();
                return null;
            });
            CountDownLatch start = new CountDownLatch(1);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int replica = i;
                Thread thread = new Thread(() -> {
                    await(start);
                    if (replica < failing) {
                        answers.get(replica).completeExceptionally(new IOException("down"));
                    } else {
                        answers.get(replica).complete(replica);
                    }
                });
                threads.add(thread);
                thread.start();
            }
            start.countDown();
            counted.get(10, TimeUnit.SECONDS);
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(1, completions.get());
            assertEquals(failing >= 2, result.isCompletedExceptionally());
            if (failing < 2) {
                assertEquals(2, result.get().size());
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
