package kvlab.async;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import kvlab.node.Exercise;
import kvlab.replication.TooFewAcks;

/**
 * Collects answers as they come.
 *
 * <p>All replicas have been asked at once. The fastest {@code ack} answers decide: nobody waits for the others, and what
 * they say is dropped. As soon as so many have failed that {@code ack} is out of reach, that is known as well, and there
 * is no reason to keep the client waiting for it.
 *
 * <p>Answers come on several threads, in the same moment perhaps, so counting is under a lock; completing the promise runs
 * other people's code, so that is not.
 */
final class QuorumCall<T> {

    private final int ack;
    private final int from;
    private final boolean failFast;
    private final List<T> answers;
    private final List<String> failures = new ArrayList<>(0);
    private final CompletableFuture<List<T>> result = new CompletableFuture<>();

    private QuorumCall(int ack, int from, boolean failFast) {
        this.ack = ack;
        this.from = from;
        this.failFast = failFast;
        this.answers = new ArrayList<>(from);
    }

    static <T> CompletableFuture<List<T>> collect(int ack, boolean failFast, List<CompletableFuture<T>> answers) {
        QuorumCall<T> call = new QuorumCall<>(ack, answers.size(), failFast);
        CompletableFuture<List<T>> result = call.result;
        // One that hangs is asked until the deadline. What the others answered must not stay in memory so long.
        AtomicReference<QuorumCall<T>> undecided = new AtomicReference<>(call);
        result.whenComplete((enough, tooFew) -> undecided.set(null));
        for (CompletableFuture<T> answer : answers) {
            answer.whenComplete((value, failure) -> {
                QuorumCall<T> counting = undecided.get();
                if (counting != null) {
                    counting.answered(value, failure);
                }
            });
        }
        return result;
    }

    @Exercise(
            value = "Count the answer or the failure; keep or break the promise as soon as it is decided",
            rule = "A3")
    private void answered(T answer, Throwable failure) {
        List<T> enough = null;
        TooFewAcks tooFew = null;
        synchronized (this) {
            if (failure == null) {
                answers.add(answer);
            } else {
                failures.add(reason(failure));
            }
            if (failure == null && answers.size() == ack) {
                enough = List.copyOf(answers);
            } else if (answers.size() < ack && isHopeless()) {
                tooFew = new TooFewAcks(answers.size(), ack, List.copyOf(failures));
            }
        }
        if (enough != null) {
            result.complete(enough);
        } else if (tooFew != null) {
            result.completeExceptionally(tooFew);
        }
    }

    @Exercise(value = "Say whether ack can no longer be reached, or with fail-fast off whether all are in", rule = "A3")
    private boolean isHopeless() {
        return failFast ? failures.size() > from - ack : answers.size() + failures.size() == from;
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
