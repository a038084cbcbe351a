package kvlab.grader;

/** A part of a check that another part decides when to begin, and whether to repeat. */
interface Act {
    void perform() throws InterruptedException;

    /**
     * Repeats a measurement on a mended cluster before the nodes fail, because the machine may have been busy with something
     * else. A request without an answer fails at once.
     */
    static void atMostTwice(OwnCluster own, Act measurement) throws InterruptedException {
        try {
            measurement.perform();
        } catch (CheckFailure first) {
            if (first.isUnanswered()) {
                throw first;
            }
            try {
                own.mend();
            } catch (CheckFailure second) {
                throw first;
            }
            measurement.perform();
        }
    }
}
