package kvlab.grader;

/** A rule is broken: what was expected, and what was observed and from whom. */
final class CheckFailure extends AssertionError {

    private static final long serialVersionUID = 1L;

    private final String expected;
    private final String observed;
    private final boolean unanswered;

    private CheckFailure(String expected, String observed, boolean unanswered) {
        super("expected " + expected + "; observed: " + observed);
        this.expected = expected;
        this.observed = observed;
        this.unanswered = unanswered;
    }

    static CheckFailure of(String expected, String observed) {
        return new CheckFailure(expected, observed, false);
    }

    /** The node gave no answer: perhaps there is no node any more. */
    static CheckFailure unanswered(String expected, String observed) {
        return new CheckFailure(expected, observed, true);
    }

    CheckFailure adding(String more) {
        return new CheckFailure(expected, observed + "; " + more, unanswered);
    }

    boolean isUnanswered() {
        return unanswered;
    }

    /** The four lines that a student reads. */
    String lines(GradedCheck check, String replay) {
        return "expected: " + expected + " (" + check.rule() + ": "
                + check.rule().sentence() + ")\nobserved: " + observed + "\nlook at:  " + check.look() + "\nreplay:   "
                + replay;
    }
}
