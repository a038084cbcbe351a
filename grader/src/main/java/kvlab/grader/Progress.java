package kvlab.grader;

/** Hears how a grade goes on, while it does. */
public interface Progress {

    /** @param number of this check, from 1 */
    void starts(GradedCheck check, int number, int all);

    /** The last check is over. */
    void done();
}
