package kvlab.stopwatch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;

/**
 * The processor time of this process and of all processes below it, including processes that have ended. A process whose parent was
 * killed is adopted by another one, and the rest of its time is not counted. Only Linux reports the children.
 */
final class ProcessTree {

    private static final double TICKS_A_SECOND = 100;

    private ProcessTree() {}

    static double cpuSeconds() {
        ProcessHandle own = ProcessHandle.current();
        if (!Files.exists(Path.of("/proc/self/stat"))) {
            return own.info().totalCpuDuration().orElseThrow().toMillis() / 1000.0;
        }
        LongStream running = own.descendants().mapToLong(ProcessHandle::pid);
        return LongStream.concat(LongStream.of(own.pid()), running)
                        .map(ProcessTree::ticks)
                        .sum()
                / TICKS_A_SECOND;
    }

    /** User and system time of a process and of the children that it has waited for; 0 when it has just ended. */
    private static long ticks(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            // The name of the program may contain spaces and parentheses. The state follows it, as the third field.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return LongStream.of(11, 12, 13, 14)
                    .map(field -> Long.parseLong(fields[(int) field]))
                    .sum();
        } catch (IOException e) {
            return 0;
        }
    }
}
