package kvlab.kernel;

import java.util.Arrays;
import kvlab.cluster.Reason;

/**
 * Why a function of a notebook has no answer, in one sentence. Where in the kit it was thrown tells a student nothing, so all
 * that is left of the stack are the lines of the notebook.
 */
public final class LabFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LabFailure(String message) {
        super(message);
        setStackTrace(Arrays.stream(getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("REPL."))
                .toArray(StackTraceElement[]::new));
    }

    static LabFailure of(Exception e) {
        return new LabFailure(Reason.of(e));
    }
}
