package kvlab.bench.load;

import java.io.IOException;

/** Not one request was answered, so there is nothing to tell of a load. */
final class NothingAnsweredException extends IOException {

    private static final long serialVersionUID = 1L;

    NothingAnsweredException(String output) {
        super("not one request was answered; wrk2 printed: " + output.strip());
    }
}
