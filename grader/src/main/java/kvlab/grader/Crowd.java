package kvlab.grader;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.opentest4j.TestAbortedException;

/** Many clients at once. */
final class Crowd {

    /** What each of them does; they are numbered from 0. */
    interface Story {
        void tell(int client) throws InterruptedException;
    }

    private Crowd() {}

    /** Returns when all are done; the first failure of any of them is that of all. */
    static void of(int clients, Story story) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            List<Future<?>> stories = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                int client = i;
                stories.add(threads.submit(() -> {
                    story.tell(client);
                    return null;
                }));
            }
            for (Future<?> each : stories) {
                each.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CheckFailure failure) {
                throw failure;
            }
            if (e.getCause() instanceof TestAbortedException undecided) {
                throw undecided;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }
}
