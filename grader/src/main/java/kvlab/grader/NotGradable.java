package kvlab.grader;

import java.util.List;

/** There is no grade: the node does not start, ends by itself or is not where it should be. */
public final class NotGradable extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean isInterrupted;

    public NotGradable(String sentence) {
        this(sentence, false);
    }

    /** @param said by a node */
    NotGradable(String sentence, List<String> said) {
        this(said.isEmpty() ? sentence : sentence + "\n  it wrote: " + String.join("\n            ", said), false);
    }

    private NotGradable(String message, boolean isInterrupted) {
        super(message);
        this.isInterrupted = isInterrupted;
    }

    static NotGradable interrupted() {
        return new NotGradable("the grade was interrupted, and decides nothing", true);
    }

    /** Whether it says nothing of the node: somebody ended the grade. */
    public boolean isInterrupted() {
        return isInterrupted;
    }
}
