package kvlab.bench.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** JVMs that run already, here or elsewhere, and the way into them. */
interface Jvms {

    /** The one that a process is, or has started: it may be a script around the real program. */
    Optional<String> find(long process) throws IOException;

    void load(String pid, Path library, String options) throws IOException, RefusedException;

    /** Brings what a JVM has written, where it is not here already; nothing when it has written nothing. */
    void fetch(Path there, Path here) throws IOException;

    /** The profiler did not do as it was told; its log says why. */
    final class RefusedException extends Exception {

        private static final long serialVersionUID = 1L;

        RefusedException(String message, Exception cause) {
            super(message, cause);
        }
    }
}
