package kvlab.grader;

import kvlab.grader.history.Evidence;

/** A rule is broken: what was expected, and what was observed and from whom. */
final class CheckFailure extends AssertionError {

    private static final long serialVersionUID = 1L;

    private final String expected;
    private final String observed;
    private final boolean unanswered;
    private final Rule rule;
    private final transient Evidence evidence;

    private CheckFailure(String expected, String observed, boolean unanswered, Rule rule, Evidence evidence) {
        super("expected " + expected + "; observed: " + observed);
        this.expected = expected;
        this.observed = observed;
        this.unanswered = unanswered;
        this.rule = rule;
        this.evidence = evidence;
    }

    static CheckFailure of(String expected, String observed) {
        return new CheckFailure(expected, observed, false, null, null);
    }

    /** The node gave no answer: perhaps there is no node any more. */
    static CheckFailure unanswered(String expected, String observed) {
        return new CheckFailure(expected, observed, true, null, null);
    }

    /** Many clients together saw it. */
    static CheckFailure of(String expected, Evidence evidence) {
        return new CheckFailure(expected, evidence.finding().sentence(), false, null, evidence);
    }

    CheckFailure adding(String more) {
        return new CheckFailure(expected, observed + "; " + more, unanswered, rule, evidence);
    }

    /** Another rule than the check's own. */
    CheckFailure breaking(Rule other) {
        return new CheckFailure(expected, observed, unanswered, other, evidence);
    }

    boolean isUnanswered() {
        return unanswered;
    }

    /** Null unless it was found in a history. */
    Evidence evidence() {
        return evidence;
    }

    /** The four lines that a student reads. */
    String lines(GradedCheck check, String replay) {
        Rule broken = rule == null ? check.rule() : rule;
        String silent =
                unanswered ? "; no answer came: an exception, a thread that waits, or a length that is wrong" : "";
        return "expected: " + expected + " (" + broken + ": " + broken.sentence() + ")\nobserved: " + observed
                + "\nlook at:  " + check.clue() + silent + "\nreplay:   " + replay;
    }
}
