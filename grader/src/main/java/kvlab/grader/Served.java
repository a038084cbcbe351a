package kvlab.grader;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts how many of many requests a node serves. An overloaded node may refuse some of them (H8), but not most. */
final class Served {

    private static final long PAUSE_MILLIS = 50;

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger served = new AtomicInteger();
    private volatile Exchange refused;

    void count(Exchange seen) {
        asked.incrementAndGet();
        if (seen.isSuccess() || seen.status() == 404) {
            served.incrementAndGet();
        } else {
            refused = seen;
        }
    }

    /** For a client that asks again: it pauses after a refusal, because otherwise quick refusals would use up its requests. */
    void countAndWait(Exchange seen) throws InterruptedException {
        count(seen);
        if (seen.isTooMuch()) {
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** @param sentence what is expected */
    void expectOneIn(int few, String sentence) {
        if (few * served.get() < asked.get()) {
            throw CheckFailure.of(
                    sentence, served.get() + " of " + asked.get() + " were; the last of the others: " + refused);
        }
    }
}
