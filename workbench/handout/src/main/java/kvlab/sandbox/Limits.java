package kvlab.sandbox;

import java.io.IOException;
import java.time.Duration;

/**
 * What a program in a sandbox may use up before it is killed with all that it started.
 *
 * @param output bytes that it may print
 * @param processes at the same time
 * @param memory bytes, of all its processes together
 * @param work bytes in its work folder
 * @param spare bytes that it leaves to the machine: the kernel keeps more for a program than anybody can count as its own
 */
public record Limits(Duration time, long output, int processes, long memory, long work, long spare) {

    static final long MIB = 1 << 20;

    /** A twentieth of the machine. */
    private static final int SHARE_TO_SPARE = 20;

    /**
     * Of a node. One of the reference took 312 MiB of memory, 36 threads and one process in a grade of stage 3; nobody reads
     * all that a node says.
     */
    public static Limits ofNode() throws IOException {
        return new Limits(Duration.ofHours(1), 16 * MIB, 32, 1024 * MIB, 1024 * MIB, toSpare());
    }

    /** Of a compiler. It took 5 s for the sources of stage 4; what takes longer was made to. */
    public static Limits ofCompiler() throws IOException {
        return new Limits(Duration.ofMinutes(2), MIB, 8, 1024 * MIB, 64 * MIB, toSpare());
    }

    /** Asked for when a sandbox needs it: where there can be none, nobody need know how much memory there is. */
    private static long toSpare() throws IOException {
        return MachineMemory.all() / SHARE_TO_SPARE;
    }

    public Limits withTime(Duration other) {
        return new Limits(other, output, processes, memory, work, spare);
    }

    public Limits withMemory(long other) {
        return new Limits(time, output, processes, other, work, spare);
    }

    public Limits withWork(long other) {
        return new Limits(time, output, processes, memory, other, spare);
    }

    public Limits withSpare(long other) {
        return new Limits(time, output, processes, memory, work, other);
    }
}
