package kvlab.grader;

import org.opentest4j.TestAbortedException;

/** A check cannot do to a node in this JVM what it does to one that is a process. */
final class NeedsProcess extends TestAbortedException {

    private static final long serialVersionUID = 1L;

    private NeedsProcess(String message) {
        super(message);
    }

    static void unless(boolean separate, String does) {
        if (!separate) {
            throw new NeedsProcess("this check " + does + ", which with --in-process cannot be");
        }
    }
}
