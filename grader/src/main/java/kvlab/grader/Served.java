package kvlab.grader;

import java.util.concurrent.atomic.AtomicInteger;

/** How many of many requests were served. An overloaded node may refuse some (H8); one that refuses most is not at work. */
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

    /** As by a client that waits a little when it is refused: one that asks again at once counts a quick refusal often. */
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
