package kvlab.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Sees to it that nothing stays behind when this JVM is killed and can do nothing itself: a small process that waits for
 * the end of a pipe. It comes when the other end is closed, by whatever death; then the watcher kills the nodes it was
 * told of and removes their temporary files. It ignores what a terminal sends, and is killed when all is well.
 */
final class Watcher implements AutoCloseable {

    private static final String SCRIPT = """
            trap '' INT TERM HUP
            nodes=' '
            while read -r change pid; do
                case $change in
                    watch) nodes="$nodes$pid " ;;
                    forget) nodes="${nodes%% "$pid" *} ${nodes#* "$pid" }" ;;
                esac
            done
            for pid in $nodes; do
                kill -KILL "$pid"
                rm -f "/tmp/.java_pid$pid"
            done
            rm -rf "$1"
            """;

    private final Process process;
    private final OutputStream pipe;

    Watcher(Path scratch) throws IOException {
        process = new ProcessBuilder(List.of("sh", "-c", SCRIPT, "kvlab-watcher", scratch.toString()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        pipe = process.getOutputStream();
    }

    void watch(long pid) throws IOException {
        tell("watch", pid);
    }

    /** It has ended, and another process may get its number. */
    void forget(long pid) {
        try {
            tell("forget", pid);
        } catch (IOException e) {
            // Closed: nothing is watched any more.
        }
    }

    private synchronized void tell(String change, long pid) throws IOException {
        pipe.write((change + " " + pid + "\n").getBytes(StandardCharsets.US_ASCII));
        pipe.flush();
    }

    /** What the death of this JVM would do. */
    void endOfPipe() throws IOException {
        pipe.close();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            endOfPipe();
        } catch (IOException e) {
            // It was told all that it had to know.
        }
    }
}
