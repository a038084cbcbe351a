package kvlab.grader;

/** Hears how a grade goes on, while it does. */
public interface Progress {

    /** @param number of this check, from 1 */
    default void starts(GradedCheck check, int number, int all) {}

    /** One check is over. Several may be under way. */
    default void ends(CheckResult result) {}

    /** The last check is over. */
    default void done() {}
}
