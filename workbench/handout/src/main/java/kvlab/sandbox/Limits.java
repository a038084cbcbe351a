package kvlab.sandbox;

import java.time.Duration;

/**
 * What a program in a sandbox may use up before it is killed with all that it started.
 *
 * @param output bytes that it may print
 * @param processes at the same time
 * @param memory bytes, of all its processes together
 * @param work bytes in its work folder
 */
public record Limits(Duration time, long output, int processes, long memory, long work) {

    private static final long MIB = 1 << 20;

    /**
     * Of a node. One of the reference took 312 MiB of memory, 36 threads and one process in a grade of stage 3; nobody reads
     * all that a node says.
     */
    public static final Limits NODE = new Limits(Duration.ofHours(1), 16 * MIB, 32, 1024 * MIB, 1024 * MIB);

    public Limits withTime(Duration other) {
        return new Limits(other, output, processes, memory, work);
    }

    public Limits withOutput(long other) {
        return new Limits(time, other, processes, memory, work);
    }

    public Limits withProcesses(int other) {
        return new Limits(time, output, other, memory, work);
    }

    public Limits withMemory(long other) {
        return new Limits(time, output, processes, other, work);
    }

    public Limits withWork(long other) {
        return new Limits(time, output, processes, memory, other);
    }
}
