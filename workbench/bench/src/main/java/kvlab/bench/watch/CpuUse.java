package kvlab.bench.watch;

/**
 * What the processes of a cluster took within some time.
 *
 * @param seconds of CPU time
 * @param compilerSeconds what of it went into JIT compilation; NaN when none is a JVM, like the next
 * @param collectorSeconds and into garbage collection; NaN, too, when no collector has a thread of its own
 */
public record CpuUse(double seconds, double compilerSeconds, double collectorSeconds) {

    public double compilerShare() {
        return seconds == 0 ? 0 * compilerSeconds : compilerSeconds / seconds;
    }

    /** All of it where no compiler is known. */
    public double secondsWithoutCompilers() {
        return Double.isNaN(compilerSeconds) ? seconds : seconds - compilerSeconds;
    }

    public double collectorShare() {
        return seconds == 0 ? 0 * collectorSeconds : collectorSeconds / seconds;
    }
}
