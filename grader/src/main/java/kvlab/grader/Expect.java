package kvlab.grader;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.opentest4j.TestAbortedException;

/** What a rule expects of an answer. The first thing that is otherwise is the failure. */
final class Expect {

    /** A deadline of 1 s, and the way there and back. */
    private static final long DEADLINE_MILLIS = 1_200;

    private static final long TOO_LATE_MILLIS = 2_000;
    private static final int TIMES_LATE = 3;
    private static final int TOO_LARGE = 413;

    private final String sentence;
    private Exchange seen;

    private Expect(String sentence, Exchange seen) {
        this.sentence = sentence;
        this.seen = seen;
    }

    static Expect expect(String sentence, Exchange seen) {
        if (!seen.isAnswered()) {
            throw CheckFailure.unanswered(sentence, seen.toString());
        }
        return new Expect(sentence, seen);
    }

    static void expectStatus(String sentence, Exchange seen, int... statuses) {
        expect(sentence, seen).status(statuses);
    }

    /** GET found it. */
    static void expectValue(String sentence, Exchange seen, byte[] value) {
        expect(sentence, seen).status(200).body(value);
    }

    /** A step that a check needs and is not about: any 2xx will do, so that one mistake fails one check. */
    static void given(Exchange seen) {
        String sentence = "a plain " + seen.request() + " is accepted";
        expect(sentence, taken(seen)).success();
    }

    static void givenAtLast(Supplier<Exchange> request) throws InterruptedException {
        given(atLast(request));
    }

    /** Asks a node that may still be at work for others, and asks again for some seconds while it refuses. */
    static Exchange atLast(Supplier<Exchange> request) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Wire.PATIENCE_IN_A_CROWD_SECONDS);
        Exchange seen = request.get();
        // A crowd that asks again and again would be the load itself.
        for (long pause = 50; seen.isTooMuch() && System.nanoTime() < deadline; pause = Math.min(2 * pause, 800)) {
            TimeUnit.MILLISECONDS.sleep(pause);
            seen = request.get();
        }
        return seen;
    }

    /** Which lengths of a value a node takes is the business of E8, and decides nothing else. */
    static Exchange taken(Exchange seen) {
        if (seen.status() == TOO_LARGE) {
            throw new TestAbortedException(seen + ": it takes no such value (E8), and nothing else can be seen");
        }
        return seen;
    }

    /**
     * Asks, and expects the answer within the request deadline of 1 s. The machine may delay an answer a little, so this asks
     * again after an answer that came a little late. A node with a longer deadline is late every time.
     */
    static Exchange inTime(String sentence, Supplier<Exchange> request) {
        for (int i = 1; ; i++) {
            long start = System.nanoTime();
            Exchange seen = request.get();
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            if (millis <= DEADLINE_MILLIS) {
                return seen;
            }
            if (millis > TOO_LATE_MILLIS || i == TIMES_LATE) {
                throw CheckFailure.of(sentence, seen + " after " + millis + " ms");
            }
        }
    }

    Expect success() {
        return expect(Exchange::isSuccess);
    }

    /** Any 2xx, as of a step that the check is not about, or one of these. */
    Expect successOr(int... statuses) {
        return seen.isSuccess() ? this : status(statuses);
    }

    /** One of these. */
    Expect status(int... statuses) {
        return expect(each -> Arrays.stream(statuses).anyMatch(status -> status == each.status()));
    }

    Expect refusal() {
        return expect(each -> each.status() >= 400 && each.status() <= 499);
    }

    Expect header(String name, String... words) {
        String value = seen.headers().get(name);
        if (value == null) {
            throw CheckFailure.of(sentence, seen + ", without a header " + name);
        }
        if (!Arrays.stream(words).allMatch(value::contains)) {
            throw CheckFailure.of(sentence, seen + ", with " + name + ": " + value);
        }
        return this;
    }

    Expect body(byte[] value) {
        askAgainUnless(Arrays.equals(value, seen.body()));
        if (!Arrays.equals(value, seen.body())) {
            int same = Arrays.mismatch(value, seen.body());
            throw CheckFailure.of(
                    sentence,
                    seen + "; the value that was put has " + Exchange.shown(value) + ", and byte " + same
                            + " is the first that differs");
        }
        return this;
    }

    private void askAgainUnless(boolean right) {
        if (!right && seen.again() != null) {
            seen = expect(sentence, seen.again().get()).seen;
        }
    }

    private Expect expect(Predicate<Exchange> right) {
        askAgainUnless(right.test(seen));
        if (!right.test(seen)) {
            throw CheckFailure.of(sentence, seen.toString());
        }
        return this;
    }
}
