package kvlab.grader.history;

/** What a history says about the store. */
public sealed interface Verdict {

    Counts counts();

    String sentence();

    /**
     * How much a history could prove.
     *
     * @param reads that were answered
     * @param bound those that an overlap of quorums bound to a write
     * @param undecided those of the bound ones that found nothing, where more than one DELETE may be why
     */
    record Counts(int reads, int bound, int undecided) {

        Counts plus(Counts other) {
            return new Counts(reads + other.reads, bound + other.bound, undecided + other.undecided);
        }

        /** How many had to be right in order not to be found out. */
        public int decided() {
            return bound - undecided;
        }

        @Override
        public String toString() {
            return reads + " reads, " + bound + " of them bound by an overlap of quorums, " + undecided
                    + " of those undecided";
        }
    }

    record Consistent(Counts counts) implements Verdict {
        @Override
        public String sentence() {
            return "the history keeps what quorums promise: " + counts;
        }
    }

    record Violation(Counts counts, Finding finding) implements Verdict {
        @Override
        public String sentence() {
            return finding.sentence();
        }
    }

    record Inconclusive(Counts counts, String sentence) implements Verdict {}
}
