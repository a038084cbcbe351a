package kvlab.grader;

/** Something that a check does. Its caller decides when it begins, and whether it is repeated. */
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
