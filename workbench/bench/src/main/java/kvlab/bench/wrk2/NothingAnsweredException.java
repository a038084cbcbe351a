package kvlab.bench.wrk2;

import java.io.IOException;

/** Not one request was answered, so there is nothing to tell of a load. */
public final class NothingAnsweredException extends IOException {

    private static final long serialVersionUID = 1L;

    public NothingAnsweredException(String output) {
        super("not one request was answered; wrk2 printed: " + output.strip());
    }
}
