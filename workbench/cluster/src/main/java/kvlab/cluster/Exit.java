package kvlab.cluster;

import java.util.Map;

/** How a process ended, in words. */
public record Exit(int code) {

    private static final int SIGNAL = 128;
    private static final int LAST_SIGNAL = 64;
    private static final int OUT_OF_MEMORY = 3;
    private static final Map<Integer, String> SIGNALS = Map.of(
            1, "SIGHUP", 2, "SIGINT", 3, "SIGQUIT", 6, "SIGABRT", 7, "SIGBUS", 9, "SIGKILL", 11, "SIGSEGV", 15,
            "SIGTERM");

    /** Whether somebody told it to stop, and it did. */
    public boolean isStop() {
        return code == 0 || code == SIGNAL + 2 || code == SIGNAL + 15;
    }

    @Override
    public String toString() {
        if (isStop()) {
            return "stopped";
        }
        if (code > SIGNAL && code <= SIGNAL + LAST_SIGNAL) {
            int signal = code - SIGNAL;
            return "was killed by " + SIGNALS.getOrDefault(signal, "signal") + " (" + signal + ")";
        }
        return code == OUT_OF_MEMORY ? "ran out of heap (exit code 3)" : "ended with exit code " + code;
    }
}
