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
     * Of a node. The reference uses 300 MiB of memory and one process; a grade lasts minutes, and all that its nodes say is
     * shown to nobody.
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
