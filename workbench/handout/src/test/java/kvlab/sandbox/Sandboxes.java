package kvlab.sandbox;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;

/** Where no sandbox can be made nothing is tested; where .ci/run should have seen to it, that is a failure. */
final class Sandboxes {

    private Sandboxes() {}

    static Sandbox require() throws IOException, InterruptedException {
        try {
            return Sandbox.open();
        } catch (IOException e) {
            if (System.getenv("CI") != null) {
                throw e;
            }
            return abort(e.getMessage());
        }
    }
}
