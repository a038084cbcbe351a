package kvlab.async;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import kvlab.replication.TooFewAcks;

/**
 * Collects answers with Future.get, one after another. All replicas are at work at the same time, but the thread that
 * collects is kept waiting, and in the order of asking: a slow first replica hides that the others have long answered.
 */
final class InTurn {

    private InTurn() {}

    static <T> CompletableFuture<List<T>> collect(int ack, List<CompletableFuture<T>> promised) {
        List<T> answers = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        try {
            for (CompletableFuture<T> answer : promised) {
                try {
                    answers.add(answer.get());
                } catch (ExecutionException e) {
                    failures.add(e.getCause().getMessage());
                }
                if (answers.size() == ack) {
                    return CompletableFuture.completedFuture(answers);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failures.add("this node is stopping");
        }
        return CompletableFuture.failedFuture(new TooFewAcks(answers.size(), ack, failures));
    }
}
