package kvlab.cli;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import kvlab.kernel.Environment;

/** What notebooks run in, set up as by their command. It belongs to no test: some of those are not in every edition. */
final class NotebookEnvironment {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));

    private static final Environment.Progress QUIETLY = new Environment.Progress() {
        @Override
        public void begins(String what) {
            System.err.println(what);
        }

        @Override
        public void goesOn(String what) {
            // Nobody looks.
        }
    };

    private NotebookEnvironment() {}

    /** For a kit of a test's own: the same as a user's. */
    static void in(Path home) throws IOException {
        Files.createDirectories(home.resolve(".kvlab/notebook"));
        Files.createSymbolicLink(home.resolve(".kvlab/notebook/venv"), KIT.resolve(".kvlab/notebook/venv"));
    }

    /** Where it cannot be had, whatever needs it is skipped. */
    static void require() throws Exception {
        try {
            Environment.ready(KIT, QUIETLY);
        } catch (IOException e) {
            if (System.getenv("CI") != null) {
                throw e;
            }
            abort(e.getMessage());
        }
    }
}
