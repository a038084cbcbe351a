package kvlab.grader;

import java.util.List;

/** There is no grade: the node does not start, ends by itself or is not where it should be. */
public final class NotGradable extends Exception {

    private static final long serialVersionUID = 1L;

    NotGradable(String sentence, List<String> said) {
        super(said.isEmpty() ? sentence : sentence + "\n  it wrote: " + String.join("\n            ", said));
    }
}
